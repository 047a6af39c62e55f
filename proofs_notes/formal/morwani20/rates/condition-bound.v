Theorem proof : statement.
Proof.
move=> R d n low high least greatest A y w v u e f _ pos _ zero normal posu low0 lower upper m0 e0 own_e g0 f0 own_f.
have [n0 _ _] := @spread R n (centred n (row d A u)) posu; have x := no_mean u zero.
have n1 : 0 < n%:R :> R by rewrite lt_def n0 ler0n.
have q0 : 0 < (\sum_(i < n) (row d A u i * row d A u i)) / n%:R by rewrite -(still2 x x) divr_gt0.
have variance (z : nat -> R) : \sum_(i < n) (centred n (row d A z) i * centred n (row d A z) i) = \sum_(i < n) (row d A z i * row d A z i).
  by rewrite (still2 (no_mean z zero) (no_mean z zero)).
have lower' (z : nat -> R) : low * (\sum_(k < d) (z k * z k)) <= (\sum_(i < n) (row d A z i * row d A z i)) / n%:R.
  by rewrite -variance; exact: lower.
have upper' (z : nat -> R) : (\sum_(i < n) (row d A z i * row d A z i)) / n%:R <= high * (\sum_(k < d) (z k * z k)).
  by rewrite -variance; exact: upper.
have /andP[a _] := @between R d n A y u e least low high n0 normal q0 lower' upper' m0 e0 own_e low0.
have /andP[c b] := @between R d n A y u f greatest low high n0 normal q0 lower' upper' g0 f0 own_f low0.
have high0 : 0 < high := lt_le_trans low0 (le_trans c b).
have least0 : 0 < least := lt_le_trans low0 a.
rewrite ler_pdivr_mulr ?divr_gt0 // mul1r ler_pdivr_mulr // mulrAC ler_pdivl_mulr //.
by apply: ler_pmul; rewrite // ltW // (lt_le_trans low0).
Qed.
