(* det(c G) = c^d det G, and the mean is multiplied by c. *)
Theorem proof : statement.
Proof.
move=> R d c G d2 sym pos c0 m0.
have -> : \matrix_(r < d, k < d) (c * G r k) = c *: \matrix_(r < d, k < d) G r k.
  by apply/matrixP => i j; rewrite !mxE.
rewrite -mulr_sumr detZ !prodr_const card_ord -mulrA exprMn invfM mulrACA divff ?mul1r //.
by rewrite expf_neq0 // gt_eqF.
Qed.
