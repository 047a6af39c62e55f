Theorem proof : statement.
Proof. by move=> R n r p n1 p0 p1 r0 r1; exact: (cosine_le p0 p1 r0 r1). Qed.
