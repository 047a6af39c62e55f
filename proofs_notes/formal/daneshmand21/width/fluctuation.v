(* C - P is the mean of d draws of u u^T - P, which is 0 in the mean. *)
Theorem proof : statement.
Proof.
move=> R m n d u p m1 n2 rows _ one d1; have D0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
pose A a j l := unit_row n u a j * unit_row n u a l.
pose P j l := \sum_(a < m) (p a * A a j l).
pose Q := \sum_(j < n) \sum_(l < n) (P j l * P j l).
transitivity (\sum_(f : {ffun 'I_d -> 'I_m}) ((\prod_(i < d) p (f i)) * (\sum_(j < n) \sum_(l < n)
    ((\sum_(i < d) (A (f i) j l - P j l)) * (\sum_(i < d) (A (f i) j l - P j l)) / (d%:R * d%:R))))); last first.
  transitivity ((1 - Q) / d%:R); last by [].
  under eq_bigr do rewrite mulr_sumr.
  rewrite exchange_big /=; under eq_bigr do under eq_bigr do rewrite mulr_sumr.
  under eq_bigr do rewrite exchange_big /=.
  under eq_bigr do under eq_bigr do under eq_bigr do rewrite mulrA.
  under eq_bigr do under eq_bigr do rewrite -mulr_suml (@draw_sums R d m p (fun a => A a _ _ - P _ _)) //.
  rewrite (eq_bigr (fun j : 'I_n => \sum_(l < n) (d%:R^-1 * (\sum_(a < m) (p a * (A a j l * A a j l))) - d%:R^-1 * (P j l * P j l)))).
    under eq_bigr do rewrite sumrB -!mulr_sumr.
    by rewrite sumrB -!mulr_sumr unit_mean // -/Q; field.
  move=> j _; apply: eq_bigr => l _.
  have zero : \sum_(a < m) (p a * (A a j l - P j l)) = 0.
    under eq_bigr do rewrite mulrBr.
    by rewrite sumrB -mulr_suml one mul1r subrr.
  have square : \sum_(a < m) (p a * ((A a j l - P j l) * (A a j l - P j l))) = \sum_(a < m) (p a * (A a j l * A a j l)) - P j l * P j l.
    rewrite (eq_bigr (fun a : 'I_m => p a * (A a j l * A a j l) + (- 2%:R * P j l) * (p a * A a j l) + (P j l * P j l) * p a)) => [|a _]; last by ring.
    by rewrite !big_split /= -!mulr_sumr one -/(P j l); set z := \sum_(a < m) _; ring.
  by rewrite zero square; set z := \sum_(a < m) _; field.
apply: eq_bigr => f _; congr (_ * _); apply: eq_bigr => j _; apply: eq_bigr => l _.
rewrite sumrB sumr_const card_ord -[(P j l) *+ d]mulr_natl.
transitivity (((\sum_(i < d) A (f i) j l) / d%:R - P j l) * ((\sum_(i < d) A (f i) j l) / d%:R - P j l)) => //.
by move: (\sum_(i < d) A (f i) j l) (P j l) => z y; field.
Qed.
