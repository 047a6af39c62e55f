Theorem proof : statement.
Proof. by move=> R c _; rewrite ![_ / 4%:R + _]addrC. Qed.
