(* After linearised.v. *)
(* S is s^2 K, tr K = (r - 1)(r + 2)/2, and V(P)^2 = 1/r - 1/n. *)
Theorem proof : statement.
Proof.
move=> R n r P S D E r2 pr L D2 D4 E4 eq; have r0 : 0 < r%:R :> R by rewrite ltr0n ltnW.
have n0 : (0 < n)%N.
  by case: n pr {L D2 D4 E4 eq} => // -[_]; rewrite big_ord0 => /esym/eqP; rewrite gt_eqF.
split; last exact: (second_is r0 pr (@stationary R n r%:R P S D E r0 pr L D2 D4 E4 eq)).
rewrite mulNr; exact: (gap_of_projector n0 r0 pr).
Qed.

Theorem defined_proof : defined.
Proof.
move=> R n r P S D E r2 pr L D2 D4 E4 eq; have r0 : 0 < r%:R :> R by rewrite ltr0n ltnW.
have n0 : (0 < n)%N.
  by case: n pr {L D2 D4 E4 eq} => // -[_]; rewrite big_ord0 => /esym/eqP; rewrite gt_eqF.
split; first by rewrite pr.2 gt_eqF.
by rewrite -!lt0n n0; values.
Qed.
