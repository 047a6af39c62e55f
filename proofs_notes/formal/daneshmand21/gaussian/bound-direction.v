Theorem proof : statement.
Proof.
move=> R root_ sigma r0 s0.
have h : root_ != 0 by rewrite gt_eqF.
by field.
Qed.
