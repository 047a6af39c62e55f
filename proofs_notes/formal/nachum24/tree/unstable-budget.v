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
