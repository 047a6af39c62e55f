(* After linearised.v. *)
(* (n - 1)(n + 2)^2/(4 n^2 (n + 1)) is 1/4 and (n^2 - 2)/(2 n^2 (n + 1)), which is below 1/(2(n + 1)). *)
Theorem proof : statement.
Proof.
move=> R n S D E n2 L D2 D4 E4 eq; have n0 : 0 < n%:R :> R by rewrite ltr0n ltnW.
rewrite (second_is n0 (of_identity R n) (@stationary R n n%:R _ S D E n0 (of_identity R n) L D2 D4 E4 eq)).
have N2 : 2%:R <= n%:R :> R by rewrite ler_nat.
move: (n%:R) n0 N2 => N N0 N2; have N1 : 0 < 1 + N by rewrite addr_gt0 ?ltr01.
have -> : (1 / 4%:R) * ((2%:R + N) * (2%:R + N)) * (- 1 + N) / (N * (1 + N)) / N
    = 1 / 4%:R + (N * N - 2%:R) / (2%:R * (N * N) * (1 + N)) by field; rewrite !gt_eqF.
have N3 : 1 <= N by apply: (le_trans _ N2); rewrite ler1n.
have NN : 2%:R <= N * N by apply: (le_trans N2); rewrite ler_pmulr.
split; first by rewrite ler_addl divr_ge0 ?subr_ge0 // !mulr_ge0 ?ler0n // ltW.
rewrite ler_add2l ler_pdivr_mulr ?mulr_gt0 ?ltr0n //.
have -> : 1 / (2%:R + 2%:R * N) * (2%:R * (N * N) * (1 + N)) = N * N.
  by field; rewrite gt_eqF // addr_gt0 ?mulr_gt0 ?ltr0n.
by rewrite ler_subl_addr ler_addl ler0n.
Qed.

Theorem defined_proof : defined.
Proof. by move=> R n S D E n2 *; values. Qed.
