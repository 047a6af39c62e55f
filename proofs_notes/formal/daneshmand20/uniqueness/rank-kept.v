(* Factors from the left that are invertible keep the rank: A, and the diagonal of what RS divides by. *)
Theorem proof : statement.
Proof.
move=> R d N W H d2 N1 detA rows.
pose Z i j := H i j + \sum_(k < d) (W i k * H k j).
have N0 : 0 < N%:R :> R by rewrite ltr0n.
set A := \matrix_(i < d, j < d) _ in detA.
have uA : A \in unitmx by rewrite unitmxE unitfE.
have ZA : \matrix_(i < d, j < N) Z i j = A *m \matrix_(i < d, j < N) H i j.
  apply/matrixP => i j; rewrite !mxE /Z.
  have -> : \sum_k A i k * (\matrix_(i < d, j < N) H i j) k j
      = \sum_(k < d) ((i == k :> nat)%:R * H k j) + \sum_(k < d) (W i k * H k j).
    by rewrite -big_split; apply: eq_bigr => k _; rewrite !mxE mulrDl.
  congr (_ + _); rewrite (bigD1 i) //= eqxx mul1r big1 ?addr0 // => k ki.
  by rewrite eq_sym -val_eqE in ki *; rewrite (negbTE ki) mul0r.
split; last by congr (_%:R); rewrite -[X in mxrank X]/(\matrix_(i < d, j < N) Z i j) ZA kept.
congr (_%:R).
pose s i := Num.sqrt ((\sum_(k < N) (Z i k * Z i k)) / N%:R).
have s0 (i : 'I_d) : (s i)^-1 != 0.
  by rewrite invr_eq0 gt_eqF // sqrtr_gt0 divr_gt0 // (squares (rows i (ltn_ord i))).
have -> : \matrix_(i < d, j < N) (Z i j / s i) = diag_mx (\row_i (s i)^-1) *m \matrix_(i < d, j < N) Z i j.
  by apply/matrixP => i j; rewrite mul_diag_mx !mxE mulrC.
rewrite kept ?ZA ?kept // unitmxE det_diag unitfE; apply/prodf_neq0 => i _; by rewrite mxE.
Qed.
