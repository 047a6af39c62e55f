(* The commutator of two explicit matrices, multiplied out. *)
Theorem proof : statement.
Proof. by move=> R a b g *; ring. Qed.
