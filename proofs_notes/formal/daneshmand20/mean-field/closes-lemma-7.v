Theorem proof : statement.
Proof. by move=> R c _; field. Qed.
