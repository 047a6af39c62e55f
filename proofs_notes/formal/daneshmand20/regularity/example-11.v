(* A cyclic matrix of four rows: its powers, multiplied out. *)
Theorem proof : statement.
Proof. by move=> R a b *; field. Qed.
