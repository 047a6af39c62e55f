(* After linearised.v. *)
(* A is n/(n + 2) times K, and S = K S. *)
Theorem proof : statement.
Proof.
move=> R n S D E n2 L D2 D4 E4 eq; have n0 : 0 < n%:R :> R by rewrite ltr0n ltnW.
have pr := of_identity R n; have Sk := @stationary R n n%:R _ S D E n0 pr L D2 D4 E4 eq.
exact: (lag_is n2 erefl n0 pr Sk (@derivative R n n%:R _ D E n0 pr L D2 D4 E4)).
Qed.

Theorem defined_proof : defined.
Proof.
move=> R n S D E n2 L D2 D4 E4 eq; have n0 : 0 < n%:R :> R by rewrite ltr0n ltnW.
have pr := of_identity R n; have Sk := @stationary R n n%:R _ S D E n0 pr L D2 D4 E4 eq.
split; first exact: lengths.
split; first by rewrite gt_eqF //; exact: (second_gt0 n2 erefl n0 pr Sk).
by values.
Qed.
