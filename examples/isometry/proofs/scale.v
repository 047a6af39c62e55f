(* det(c G) = c^d det G, and the mean is multiplied by c. *)
Theorem proof : statement.
Proof.
move=> R d c G d2 sym pos c0 m0.
have -> : \matrix_(r < d, k < d) (c * G r k) = c *: \matrix_(r < d, k < d) G r k.
  by apply/matrixP => i j; rewrite !mxE.
rewrite -mulr_sumr detZ !prodr_const card_ord -mulrA exprMn invfM mulrACA divff ?mul1r //.
by rewrite expf_neq0 // gt_eqF.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d c G d2 sym pos c0.
split; first by move=> _; rewrite -lt0n; exact: ltn_trans d2.
split=> m0; first by apply/prodf_neq0 => i _.
by apply/prodf_neq0 => i _; rewrite -mulr_sumr -mulrA mulf_neq0 // gt_eqF.
Qed.
