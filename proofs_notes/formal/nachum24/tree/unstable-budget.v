Lemma budget (R : rcfType) n (v : nat -> R) : (0 < n)%N -> varies n v ->
  (kinds n (up n v) - 2%:R) + (kinds n (dn n v) - 2%:R) <= kinds n v - 2%:R.
Proof.
move=> n0 vary; have [e _ _ _ _] := children_kinds n0 vary.
have le1 : \prod_(j < n) (v j != (\sum_(i < n) v i) / n%:R)%:R <= 1 :> R.
  suff /andP [_ h] : (0 <= \prod_(j < n) (v j != (\sum_(i < n) v i) / n%:R)%:R :> R) && (\prod_(j < n) (v j != (\sum_(i < n) v i) / n%:R)%:R <= 1 :> R) by exact: h.
  apply: (big_ind (fun y : R => (0 <= y) && (y <= 1))) => [|a b /andP [a0 a1] /andP [b0 b1]|j _]; rewrite ?ler01 ?lexx //.
    by rewrite mulr_ge0 // mulr_ile1.
  by case: (_ != _); rewrite ?ler01 ?lexx.
have -> : kinds n (up n v) - 2%:R + (kinds n (dn n v) - 2%:R) = kinds n (up n v) + kinds n (dn n v) - 2%:R - 2%:R by ring.
rewrite e ler_add2r; set p := \prod_(j < n) _ in le1 *.
have -> : kinds n v + 2%:R - (1 - p) - 2%:R = kinds n v - (1 - p) by ring.
by rewrite ler_subl_addr ler_addl subr_ge0.
Qed.

Theorem proof : statement.
Proof.
move=> R n L x n2 vary; case: L => // L _; have n0 : (0 < n)%N by exact: leq_trans n2.
have [Nu Nd] := nodes n0 vary; rewrite [- 2%:R + _]addrC.
have kept (v : nat -> R) : node n v -> [/\ node n (up n v), node n (dn n v) &
    (kinds n (up n v) - 2%:R) + (kinds n (dn n v) - 2%:R) <= kinds n v - 2%:R].
  by move=> [vv _ _]; have [Mu Md] := nodes n0 vv; split=> //; exact: budget.
have all f : (forall v, node n v -> f v <= kinds n v - 2%:R) -> leaves n L.+1 f x <= kinds n x - 2%:R.
  move=> seen; apply: le_trans (budget n0 vary).
  have le := @leaves_le R n (node n) _ _ seen kept L; by rewrite leavesS ler_add // le.
split; last by apply: (all _ (@unstable_values R n)).
by apply: (all (fun v => kinds n v - 2%:R)) => v _; exact: lexx.
Qed.
