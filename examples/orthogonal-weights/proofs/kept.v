(* The rows of K Y have the products of K with those of Y: on the diagonal 0, as K is antisymmetric; and |K Y| = |K|. *)
Theorem proof : statement.
Proof.
move=> R d d' n Y A d2 orth _ _ same width; subst d' n.
pose K i j := A i j - A j i; pose Z i k := \sum_(l < d) (K i l * Y l k).
have YY := orthogonal orth.
have ZE : mat d Z = mat d K *m mat d Y.
  by apply/matrixP => i k; rewrite !mxE; apply: eq_bigr => l _; rewrite !mxE.
have along (i : 'I_d) : \sum_(l < d) (Y i l * Z i l) = 0.
  transitivity ((mat d Z *m (mat d Y)^T) i i).
    by rewrite mxE; apply: eq_bigr => l _; rewrite [(mat d Z) i l]mxE [_^T l i]mxE mxE mulrC.
  by rewrite ZE -mulmxA YY mulmx1 mxE /K subrr.
etransitivity; first exact: (lost Z orth).
rewrite [X in _ - X]big1 ?subr0 => [|i _]; last by rewrite along mul0r.
apply: eq_bigr => i _; transitivity ((mat d Z *m (mat d Z)^T) i i).
  by rewrite mxE; apply: eq_bigr => k _; rewrite [_^T k i]mxE ![(mat d Z) i k]mxE.
rewrite ZE trmx_mul -mulmxA (mulmxA (mat d Y)) YY mul1mx mxE.
by apply: eq_bigr => k _; rewrite [_^T k i]mxE !mxE.
Qed.
