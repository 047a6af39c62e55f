(* The rows of WX are m combinations of those of X. *)
Theorem proof : statement.
Proof.
move=> R m k k' n W X m1 _ _ _ ek; subst k'.
have -> : \matrix_(r_0 < m, c_0 < n) (\sum_(i_0 < k) (W r_0 i_0 * X i_0 c_0))
    = (\matrix_(i < m, j < k) W i j) *m (\matrix_(i < k, j < n) X i j).
  by apply/matrixP => i j; rewrite !mxE; apply: eq_bigr => l _; rewrite !mxE.
by rewrite oppr_max !opprK le_minr !ler_nat mxrankM_maxr rank_leq_row ?andbT.
Qed.
