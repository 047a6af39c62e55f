(* After linearised.v. *)
(* With P = I - 11^T/n: r = n - 1. *)
Theorem proof : statement.
Proof.
move=> R n S D E n3 L D2 D4 E4 eq; have n2 : (2 <= n)%N by apply: ltnW.
have n0 : (0 < n)%N by apply: ltnW.
have r0 : 0 < n%:R - 1 :> R by rewrite subr_gt0 ltr1n.
have N0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have pr := @of_centring R n n0.
have rn : - 1 + n%:R != 0 :> R by rewrite addrC gt_eqF.
split; last first.
  rewrite (second_is r0 pr (@stationary R n _ _ S D E r0 pr L D2 D4 E4 eq)).
  by move: (n%:R) N0 rn => N *; field; rewrite ?[N - 1]addrC; do !(apply/andP; split).
have := gap_of_projector n0 r0 pr; rewrite /gap; cbv beta.
have -> : \sum_(i < n) ((i == i :> nat)%:R - 1 / n%:R) = \sum_(i < n) (1 - 1 / n%:R) :> R.
  by apply: eq_bigr => i _; rewrite eqxx.
have -> : 1 / (n%:R - 1) - 1 / n%:R = 1 / (n%:R * (- 1 + n%:R)) :> R by move: (n%:R) N0 rn => N *; field; rewrite ?[N - 1]addrC; do !(apply/andP; split).
move=> <-; congr (_ - _ + _); apply: eq_bigr => j _; rewrite eqxx //.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R n S D E n3 *; have n2 : (2 <= n)%N by apply: ltnW.
have n0 : (0 < n)%N by apply: ltnW.
have N0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
split; first by rewrite -lt0n.
split.
  by rewrite sumr_const card_ord -[_ *+ n]mulr_natl mulrBr mulr1 mul1r divff // gt_eqF // subr_gt0 ltr1n.
by values.
Qed.
