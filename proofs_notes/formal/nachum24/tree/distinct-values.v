Theorem proof : statement.
Proof.
move=> R n x n2 vary; have n0 : (0 < n)%N by exact: leq_trans n2.
have [e u d ux dx] := children_kinds n0 vary; split=> [_|].
  by move: e; rewrite /kinds /up /dn /= => ->; rewrite [2%:R + _]addrC.
by case=> [[[h|h]|h]|h]; move: h; rewrite ltNge => /negP; apply.
Qed.
