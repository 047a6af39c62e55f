(* The sums over draws are in the shared lemmas. *)
Theorem proof : statement.
Proof.
move=> R h n m r d H w p _ _ _ _ _ _ one s0 two four d1 e; subst h.
have d0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have {}s0 : \sum_(a < m) (p a * (w a 0%N * w a 0%N)) != 0 by rewrite gt_eqF.
by split; [apply: mean_square | apply: mean_trace].
Qed.
