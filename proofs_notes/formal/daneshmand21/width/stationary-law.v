(* After linearised.v. *)
(* S is s^2 K around P = I, and K a projector of trace (n - 1)(n + 2)/2. *)
Theorem proof : statement.
Proof.
move=> R n i j k l S D E n2 L D2 D4 E4 eq hi hj hk hl; have n0 : 0 < n%:R :> R by rewrite ltr0n ltnW.
have pr := of_identity R n; have Sk := @stationary R n n%:R _ S D E n0 pr L D2 D4 E4 eq.
have pos : (0 < n)%N by apply: ltnW.
have n1 : 1 + n%:R != 0 :> R by rewrite gt_eqF // addr_gt0 ?ltr01.
have N2 : 2%:R + n%:R != 0 :> R by rewrite gt_eqF // addr_gt0 ?ltr0n.
have N0 : n%:R != 0 :> R by rewrite gt_eqF.
have N3 : -1 + n%:R != 0 :> R by rewrite gt_eqF // addrC subr_gt0 ltr1n.
split.
  rewrite (square_is n0 pr Sk) (second_is n0 pr Sk).
  by move: (n%:R) N0 N3 n1 N2 => N *; field; rewrite ?[N + 2%:R]addrC ?[N + 1]addrC; do !(apply/andP; split).
rewrite Sk // /K; move: ((i == k :> nat)%:R : R) ((j == l :> nat)%:R : R) ((i == l :> nat)%:R : R).
move: ((j == k :> nat)%:R : R) ((i == j :> nat)%:R : R) ((k == l :> nat)%:R : R) => a b c e f g.
by move: (n%:R) N0 n1 => N *; field; rewrite ?[N + 1]addrC; do !(apply/andP; split).
Qed.

Theorem defined_proof : defined.
Proof.
move=> R n i j k l S D E n2 L D2 D4 E4 eq; have n0 : 0 < n%:R :> R by rewrite ltr0n ltnW.
have pr := of_identity R n; have Sk := @stationary R n n%:R _ S D E n0 pr L D2 D4 E4 eq.
split; first by move=> *; rewrite -lt0n ltnW.
split; last by values.
move=> *; rewrite (square_is n0 pr Sk); apply: mulf_neq0; last by rewrite gt_eqF //; exact: (second_gt0 n2 erefl n0 pr Sk).
by have pos := ltnW n2; rewrite gt_eqF // divr_gt0 ?mulr_gt0 ?addr_gt0 ?ltr0n ?ltr01.
Qed.
