(* The form of M at z = M e_i - (M^2)_ii e_i is (M^3)_ii - ((M^2)_ii)^2: the Schur complement of M_ii = 1. *)
Theorem proof : statement.
Proof.
move=> R d i M hd sym unit psd hi.
set s := \sum_(k < d) (M i k * M i k).
set z := fun a : nat => M i a - s * (a == i)%:R.
have := psd z; congr (_ <= _).
have inner (a : nat) : (a < d)%N ->
    \sum_(b < d) (z a * M a b * z b) = z a * (\sum_(b < d) (M i b * M a b)) - z a * s * M a i.
  move=> ha.
  have -> : \sum_(b < d) (z a * M a b * z b)
      = \sum_(b < d) (z a * (M i b * M a b)) - \sum_(b < d) ((b == i :> nat)%:R * (z a * s * M a b)).
    by rewrite -sumrB; apply: eq_bigr => b _; rewrite /z; ring.
  by rewrite -mulr_sumr (one_of (fun b => z a * s * M a b)).
have -> : \sum_(a < d) (\sum_(b < d) (z a * M a b * z b))
    = \sum_(a < d) ((\sum_(b < d) (M i b * M a b)) * M i a) - \sum_(a < d) (s * (M i a * M i a))
      - \sum_(a < d) ((a == i :> nat)%:R * (s * (\sum_(b < d) (M i b * M a b)) - s * s * M a i)).
  rewrite -!sumrB; apply: eq_bigr => a _; rewrite inner // (sym a (ltn_ord a) i hi) /z; ring.
rewrite -mulr_sumr -/s (one_of (fun a => s * (\sum_(b < d) (M i b * M a b)) - s * s * M a i)) //.
by rewrite unit // -/s; ring.
Qed.
