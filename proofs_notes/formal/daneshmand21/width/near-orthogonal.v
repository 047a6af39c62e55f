(* The parabola v -> A (1/n - v r) v bends by 2 A r, and its values at 1 and -1 differ by 2 A/n. *)
Lemma parabola (R : rcfType) (N r A : R) (B := - ((A * (1 / N - r * - 1)) * - 1) - A * (1 / N - r))
  (F := A * (1 / N - r) - (A * (1 / N - r * - 1)) * - 1) : N != 0 -> r != 0 -> A != 0 ->
  B = 2%:R * A * r /\ 1 / ((F * F / (B * 8%:R)) * (F * F / (B * 8%:R))) = 16%:R * (r * r) * (N * N * (N * N)) / (A * A).
Proof.
move=> N0 r0 A0; have b : B = 2%:R * A * r by rewrite /B; ring.
have f : F = 2%:R * A / N by rewrite /F; ring.
by split=> //; rewrite b f; field; rewrite N0 r0 A0.
Qed.

Lemma of_size (R : rcfType) n (r : R) (A : R := n%:R * 2%:R / (n%:R + 2%:R)) : (2 <= n)%N -> r = Num.sqrt (1 - 1 / n%:R) ->
  [/\ n%:R != 0 :> R, 0 < r, 0 < A & r * r = 1 - 1 / n%:R].
Proof.
move=> n2 e; have n0 : 0 < n%:R :> R by rewrite ltr0n ltnW.
have x0 : 0 < 1 - 1 / n%:R :> R by rewrite subr_gt0 ltr_pdivr_mulr // mul1r ltr1n.
split; first exact: lt0r_neq0.
- by rewrite e sqrtr_gt0.
- by apply: divr_gt0; [apply: mulr_gt0 | apply: addr_gt0] => //; rewrite ltr0n.
by rewrite e -expr2 sqr_sqrtr // ltW.
Qed.

Theorem proof : statement.
Proof.
move=> R n n2; set r := Num.sqrt _; set A := _ * 2%:R / _; have [N0 r0 A0 rr] := @of_size R n r n2 erefl.
have [b f] := @parabola R n%:R r A N0 (lt0r_neq0 r0) (lt0r_neq0 A0).
have B0 : 0 < 2%:R * A * r by apply: mulr_gt0 r0; apply: mulr_gt0 A0; rewrite ltr0n.
split=> [_|]; last by rewrite b leNgt B0.
rewrite f rr /A; field; rewrite N0 -natrD pnatr_eq0 addn2 //.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R n n2; set r := Num.sqrt _; set A := _ * 2%:R / _; have [N0 r0 A0 rr] := @of_size R n r n2 erefl.
have [b f] := @parabola R n%:R r A N0 (lt0r_neq0 r0) (lt0r_neq0 A0).
have B0 : 2%:R * A * r != 0 by apply: lt0r_neq0; apply: mulr_gt0 r0; apply: mulr_gt0 A0; rewrite ltr0n.
split; first by move=> _; rewrite -natrD pnatr_eq0 addn2.
split; first by move=> _; rewrite -lt0n ltnW.
split; first by move=> _; rewrite -rr square_ge0.
split; first by move=> _; rewrite b mulf_neq0 ?pnatr_eq0.
move=> _; apply/eqP => zero; move: f; rewrite zero invr0 mulr0 => /esym/eqP.
by rewrite !mulf_eq0 invr_eq0 mulf_eq0 pnatr_eq0 !(gt_eqF A0) !(gt_eqF r0) (negbTE N0).
Qed.
