(* Sums over rows of what depends on whether they are row i: once that, and d - 1 times the other. *)
Theorem proof : statement.
Proof.
move=> R d i rho d2 _ _ id.
pose e (j : nat) := (j == i :> nat)%:R : R.
have split (f : R -> R) : \sum_(j < d) f (e j) = f 1 + (d%:R - 1) * f 0.
  rewrite (bigD1 (Ordinal id)) //= /e eqxx; congr (_ + _).
  rewrite (eq_bigr (fun _ => f 0)) ; last first.
    by move=> j ji; congr (f _); rewrite -val_eqE /= in ji; rewrite (negbTE ji).
  have all : \sum_(j < d) f 0 = f 0 + \sum_(j < d | j != Ordinal id) f 0 by rewrite (bigD1 (Ordinal id)).
  have -> : \sum_(j < d | j != Ordinal id) f 0 = \sum_(j < d) f 0 - f 0 by rewrite all addrC addKr.
  by rewrite sumr_const card_ord mulrBl mul1r mulr_natl.
pose m (a b : R) := 1 - (1 - rho) * (a + b - a * 2%:R * b).
pose s (a b : R) := m a 1 * m b 1 + (d%:R - 1) * (m a 0 * m b 0).
have inner (a b : R) : \sum_(j < d) (m a (e j) * m b (e j)) = s a b by rewrite (split (fun c => m a c * m b c)).
transitivity (\sum_(a < d) (\sum_(b < d) (s (e a) (e b) * m (e a) (e b))) - \sum_(a < d) (s (e a) (e a) * s (e a) (e a))).
  by congr (_ - _); apply: eq_bigr => a _; rewrite -?inner //; apply: eq_bigr => b _; rewrite -inner.
rewrite (split (fun a => s a a * s a a)).
rewrite (eq_bigr (fun a : 'I_d => s (e a) 1 * m (e a) 1 + (d%:R - 1) * (s (e a) 0 * m (e a) 0))); last first.
  by move=> a _; rewrite (split (fun b => s (e a) b * m (e a) b)).
rewrite (split (fun a => s a 1 * m a 1 + (d%:R - 1) * (s a 0 * m a 0))) /s /m.
ring.
Qed.
