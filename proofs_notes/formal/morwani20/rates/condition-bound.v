Theorem proof : statement.
Proof.
move=> R d n low high least greatest A y w v u e f _ pos _ zero normal posu low0 lower upper m0 e0 own_e g0 f0 own_f.
have /andP[a _] := @between R d n A y u e least low high zero normal posu lower upper m0 e0 own_e low0.
have /andP[c b] := @between R d n A y u f greatest low high zero normal posu lower upper g0 f0 own_f low0.
have high0 : 0 < high := lt_le_trans low0 (le_trans c b).
have least0 : 0 < least := lt_le_trans low0 a.
rewrite ler_pdivr_mulr ?divr_gt0 // mul1r ler_pdivr_mulr // mulrAC ler_pdivl_mulr //.
by apply: ler_pmul; rewrite // ltW // (lt_le_trans low0).
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d n low high least greatest A y w v u e f d2 w0 _ _ _ _ low0 _ above *; repeat split; try by values.
have n0 : (0 < n)%N := sum_nonempty_gt0 w0.
have below := above w.
have : 0 < high * (\sum_(k < d) w k * w k) by apply: lt_le_trans below; apply: divr_gt0; rewrite ?ltr0n.
move=> hw; apply: mulf_neq0; last by values.
by apply: contraTneq hw => ->; rewrite mul0r ltxx.
Qed.
