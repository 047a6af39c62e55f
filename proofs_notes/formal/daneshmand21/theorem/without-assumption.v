Theorem proof : statement.
Proof.
move=> R n n2.
have n0 : 0 < n%:R :> R by rewrite ltr0n ltnW.
have two : - ((1 / n%:R + 1) * - 1) - (1 / n%:R + - 1) = 2%:R :> R by ring.
have one : 1 / n%:R + - 1 - (1 / n%:R + 1) * - 1 = 2%:R / n%:R :> R by field; rewrite gt_eqF.
rewrite two one; split=> [_|]; last by rewrite lern0.
by split; field; rewrite ?gt_eqF.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R n n2; repeat split; try by values.
have n0 : n%:R != 0 :> R by values.
have -> : 1 / n%:R + - 1 - (1 / n%:R + 1) * - 1 = 2%:R / n%:R :> R by field.
by values.
Qed.
