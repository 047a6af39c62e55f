(* Row 1 of M^3 and of M^2, multiplied out. *)
Theorem proof : statement.
Proof. by move=> R a b c *; ring. Qed.
