(* The sum over the data is the inner product of u with the sums of the rows of Q. *)
Theorem proof : statement.
Proof.
move=> R k N m k' Q U p k1 kN _ _ k'1 _ _ _ iso ek; subst k'.
have N0 : N%:R != 0 :> R by rewrite pnatr_eq0 -lt0n; exact: leq_trans kN.
have K0 : k%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
pose s b := \sum_(j < N) Q b j.
have sums a : \sum_(j < N) (\sum_(b < k) (U a b * Q b j)) = \sum_(b < k) (s b * U a b).
  by rewrite exchange_big; apply: eq_bigr => b _; rewrite -mulr_sumr mulrC.
transitivity ((\sum_(a < m) (p a * ((\sum_(b < k) (s b * U a b)) * (\sum_(b < k) (s b * U a b))))) / N%:R).
  rewrite mulr_suml; apply: eq_bigr => a _; rewrite sums; by field.
by rewrite (isotropic s s k'1 iso) mulrAC.
Qed.
