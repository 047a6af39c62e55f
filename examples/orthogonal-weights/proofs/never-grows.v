Theorem proof : statement.
Proof.
move=> R d d' n Y Z d2 orth _ _ same width; subst d' n; rewrite lost // ler_subl_addr ler_addl.
by apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0.
Qed.
