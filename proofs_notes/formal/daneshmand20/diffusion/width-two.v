Theorem proof : statement.
Proof. by move=> R rho _ _; split; field. Qed.
