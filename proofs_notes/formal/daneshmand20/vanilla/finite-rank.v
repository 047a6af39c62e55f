(* Layer by layer: a diagonal matrix of positive factors and I + gamma W_l are invertible. *)
Theorem proof : statement.
Proof.
move=> R d N L H W D _ _ _ pos step inv.
suff all l : (l <= L)%N -> \rank (\matrix_(i < d, k < N) H l i k) = \rank (\matrix_(i < d, k < N) H 0%N i k).
  by rewrite all.
elim: l => [//|l IH hl]; rewrite -(IH (ltnW hl)).
pose A := \matrix_(i < d, j < d) ((i == j :> nat)%:R + W l i j).
have uA : A \in unitmx by rewrite unitmxE unitfE; exact: inv.
have -> : \matrix_(i < d, k < N) H l.+1 i k
    = diag_mx (\row_i D l i) *m (A *m \matrix_(i < d, k < N) H l i k).
  apply/matrixP => i k; rewrite mul_diag_mx !mxE -addn1 step //; congr (_ * _).
  rewrite -(one_of (fun a => H l a k) (ltn_ord i)) -big_split; apply: eq_bigr => a _ /=.
  by rewrite !mxE mulrDl eq_sym.
rewrite kept ?kept // unitmxE det_diag unitfE; apply/prodf_neq0 => i _; rewrite mxE gt_eqF //.
exact: pos.
Qed.
