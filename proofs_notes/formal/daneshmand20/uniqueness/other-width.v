(* Sylvester's inequality; what RS divides by is an invertible factor from the left. *)
Theorem proof : statement.
Proof.
move=> R a b d N V H a1 b1 d1 N1 e rows; subst b.
pose Z i j := \sum_(k < d) (V i k * H k j).
have N0 : 0 < N%:R :> R by rewrite ltr0n.
have ZA : \matrix_(i < a, j < N) Z i j = (\matrix_(i < a, j < d) V i j) *m \matrix_(i < d, j < N) H i j.
  by apply/matrixP => i j; rewrite !mxE; apply: eq_bigr => k _; rewrite !mxE.
pose s i := Num.sqrt ((\sum_(k < N) (Z i k * Z i k)) / N%:R).
have s0 (i : 'I_a) : (s i)^-1 != 0.
  by rewrite invr_eq0 gt_eqF // sqrtr_gt0 divr_gt0 // (squares (rows i (ltn_ord i))).
have same : \rank (\matrix_(i < a, j < N) (Z i j / s i)) = \rank (\matrix_(i < a, j < N) Z i j).
  have -> : \matrix_(i < a, j < N) (Z i j / s i) = diag_mx (\row_i (s i)^-1) *m \matrix_(i < a, j < N) Z i j.
    by apply/matrixP => i j; rewrite mul_diag_mx !mxE mulrC.
  by rewrite kept // unitmxE det_diag unitfE; apply/prodf_neq0 => i _; rewrite mxE.
set A := \matrix_(i < a, j < d) V i j in ZA; set B := \matrix_(i < d, j < N) H i j in ZA.
change (((\rank A)%:R + (\rank B)%:R - d%:R <= (\rank (\matrix_(i < a, j < N) (Z i j / s i)))%:R :> R) /\
  (- (\rank A)%:R <= - (\rank (\matrix_(i < a, j < N) (Z i j / s i)))%:R :> R) /\
  (- (\rank B)%:R <= - (\rank (\matrix_(i < a, j < N) (Z i j / s i)))%:R :> R)).
rewrite same ZA !ler_opp2 !ler_nat mxrankM_maxl mxrankM_maxr; split=> //.
by rewrite ler_subl_addr -!natrD ler_nat [X in (_ <= X)%N]addnC -leq_subLR; exact: mxrank_mul_min.
Qed.
