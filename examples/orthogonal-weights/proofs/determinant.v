(* M+ = S W M W' S, S the diagonal of the C_ii^(-1/2), C = W M W'. *)
Theorem proof : statement.
Proof.
by move=> R d d' M W d2 sym unit psd _ orth same; subst d'; move=> rows; exact: (det_after psd orth rows).
Qed.
