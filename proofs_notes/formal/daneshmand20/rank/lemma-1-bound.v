Theorem proof : statement.
Proof. by move=> R d N H d1 N1 some; exact: bounded_by_rank. Qed.
