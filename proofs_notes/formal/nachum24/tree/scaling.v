(* The mean of cx + b is c times that of x, plus b; and relu(cu) = c relu(u) for c > 0. *)
Lemma relu_scaled (R : rcfType) (c u : R) : 0 < c -> Num.max (c * u) 0 = Num.max u 0 * c.
Proof. by move=> c0; rewrite -[X in Num.max _ X](mulr0 c) -maxr_pmulr ?ltW // mulrC. Qed.

Lemma moved (R : rcfType) (n : nat) (x : nat -> R) (c b : R) (i : nat) : (0 < n)%N ->
  c * x i + b - (\sum_(k < n) (c * x k + b)) / n%:R = c * (x i - (\sum_(k < n) x k) / n%:R).
Proof.
move=> n0; have n1 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
rewrite big_split /= -mulr_sumr sumr_const card_ord -[b *+ n]mulr_natr mulrDl mulfK //.
by rewrite opprD [_ - b]addrC addrA addrK mulrBr mulrA.
Qed.

Theorem proof : statement.
Proof.
move=> R n i c b x n2 c0 _; have n0 : (0 < n)%N by exact: leq_trans n2.
rewrite !(moved x _ b i n0) !mulNr !mulrN1 opprK -!mulrN; do !split; exact: relu_scaled.
Qed.
