(* |z - (y.z) y|^2 = |z|^2 - (y.z)^2 for |y| = 1, row by row. *)
Theorem proof : statement.
Proof. by move=> R d d' n Y Z d2 orth _ _ same width; subst d' n; exact: lost. Qed.
