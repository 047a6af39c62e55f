(* r(H) <= rank(H), which is at most d and at most N. *)
Theorem proof : statement.
Proof.
move=> R d N H d1 N1 some; apply: le_trans (bounded_by_rank N1 some) _.
by rewrite oppr_max !opprK le_minr !ler_nat rank_leq_row rank_leq_col.
Qed.
