(* M+ = S W M W' S, S the diagonal of the C_ii^(-1/2), C = W M W'. *)
Theorem proof : statement.
Proof.
by move=> R d d' M W d2 sym unit psd _ orth same; subst d'; move=> rows; exact: (det_after psd orth rows).
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d d' M W d2 sym unit psd _ orth.
split; first by move=> same; subst d'; move=> rows i id j jd; case: (roots (C_pos psd rows id) (C_pos psd rows jd)).
split; first by move=> same; subst d'; move=> rows i id j jd; case: (roots (C_pos psd rows id) (C_pos psd rows jd)).
by move=> same; subst d'; move=> rows; exact: (prod_neq0 rows).
Qed.
