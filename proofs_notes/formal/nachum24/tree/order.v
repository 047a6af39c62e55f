(* relu is monotone, so that differences at x_i > x_j have one sign. *)
Lemma relu_le (R : rcfType) (u v : R) : u <= v -> Num.max u 0 <= Num.max v 0.
Proof. by move=> h; rewrite le_maxl !le_maxr h lexx !orbT. Qed.

Theorem proof : statement.
Proof.
move=> R n i j x _ _ _ _ /ltW h; split.
  rewrite ger0_norm // subr_ge0; apply: relu_le.
  by rewrite ler_add2r.
rewrite ler0_norm ?opprK // subr_le0; apply: relu_le.
by rewrite !mulrN1 ler_opp2 ler_add2r.
Qed.
