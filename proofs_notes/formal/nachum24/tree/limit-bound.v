Theorem proof : statement.
Proof.
move=> R n o p L x n3 _ o_n p_n ends; set N : R := n%:R; set k := (N + - 1) * (N + - 1) + 1.
have all := carried_le n3 o_n p_n L (or_introl ends).
have k0 : 0 < k by rewrite /k ltr_spaddr ?ltr01 // -expr2 sqr_ge0.
have n0 : 0 < N by rewrite ltr0n; exact: leq_ltn_trans o_n.
have -> : (N * N) / k / (N * N) = 1 / k by field; rewrite !gt_eqF.
have -> : 1 / (1 + (- 1 + N) * (- 1 + N)) = 1 / k by rewrite /k ![- 1 + _]addrC [1 + _]addrC.
move: all; set l := (x p - x o) * (x p - x o); rewrite mulrAC => le.
rewrite -[X in _ <= X]mul1r ler_pmul2r ?divr_gt0 ?ltr01 //.
have : 0 <= l by rewrite /l -expr2 sqr_ge0.
by rewrite le_eqVlt => /orP [/eqP <- | l0]; rewrite ?invr0 ?mulr0 ?ler01 // ler_pdivr_mulr // mul1r.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R n o p L x n3 [a [b [a_n b_n ab]]]; repeat split; try by values.
move=> _ _ ends; have po : x p != x o.
  apply: contra ab => /eqP e; move: (ends a a_n) (ends b b_n); rewrite e => -[a1 a2] [b1 b2].
  by rewrite eq_le (le_trans a2 b1) (le_trans b2 a1).
by rewrite mulf_neq0 // subr_eq0.
Qed.
