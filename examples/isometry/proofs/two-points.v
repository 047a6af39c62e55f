Theorem proof : statement.
Proof.
move=> R n r p n1 p0 p1 r0 r1; have low := cosine_ge0 p0 r0.
by apply: ler_sub => //; apply: ler_pmul => //; exact: (cosine_le p0 p1 r0 r1).
Qed.
