(* After linearised.v. *)
(* The coefficient of x^2 is (1/(2 sqrt(1/n)))^2 = n/4. *)
Theorem proof : statement.
Proof.
move=> R n S D E n2 L D2 D4 E4 eq; have n0 : 0 < n%:R :> R by rewrite ltr0n ltnW.
rewrite (second_is n0 (of_identity R n) (@stationary R n n%:R _ S D E n0 (of_identity R n) L D2 D4 E4 eq)).
set s := Num.sqrt _; have s0 : 0 < s by rewrite sqrtr_gt0 divr_gt0 ?ltr01.
have ss : s * s = 1 / n%:R by rewrite -expr2 sqr_sqrtr // divr_ge0 ?ler01 // ltW.
have -> : (s - s) * (- (1 / (s * 2%:R) * (1 / (s * 2%:R))) / (s * 2%:R)) + 1 / (s * 2%:R) * (1 / (s * 2%:R))
    + (- (1 / (s * 2%:R) * (1 / (s * 2%:R))) / (s * 2%:R)) * (s - s) = 1 / (4%:R * (s * s)).
  by field; rewrite gt_eqF.
have pos : (0 < n)%N by apply: ltnW.
rewrite ss; field; rewrite !gt_eqF // ?addr_gt0 ?mulr_gt0 ?ltr0n ?ltr01 //.
Qed.

Theorem defined_proof : defined.
Proof. by move=> R n S D E n2 *; values. Qed.
