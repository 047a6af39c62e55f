(* After linearised.v. *)
(* S is s^2 K around P = I, and tr K = (n - 1)(n + 2)/2. *)
Theorem proof : statement.
Proof.
move=> R n S D E n2 L D2 D4 E4 eq; have n0 : 0 < n%:R :> R by rewrite ltr0n ltnW.
exact: (second_is n0 (of_identity R n) (@stationary R n n%:R _ S D E n0 (of_identity R n) L D2 D4 E4 eq)).
Qed.

Theorem defined_proof : defined.
Proof. by move=> R n S D E n2 *; values. Qed.
