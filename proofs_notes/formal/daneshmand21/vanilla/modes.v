(* 2 tr G^2 + tr^2 G and tr^2 G - tr G^2, of whose parts the means are known. *)
Theorem proof : statement.
Proof.
move=> R h n m r d H w p _ _ _ _ _ _ one s0 two four d1 e; subst h.
have d0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have {}s0 : \sum_(a < m) (p a * (w a 0%N * w a 0%N)) != 0 by rewrite gt_eqF.
have square := @mean_square R d m r n H w p _ one s0 d0 (conj two four).
have trace := @mean_trace R d m r n H w p _ one s0 d0 (conj two four).
have both (P x y : {ffun 'I_d -> 'I_m} -> R) (X Y : R) : \sum_f (P f * x f) = X -> \sum_f (P f * y f) = Y ->
    \sum_f (P f * (x f * 2%:R + y f)) = 2%:R * X + Y /\ \sum_f (P f * (y f - x f)) = Y - X.
  move=> <- <-; split; last by rewrite -sumrB; apply: eq_bigr => f _; ring.
  by rewrite mulr_sumr -big_split; apply: eq_bigr => f _ /=; ring.
have [first second] := both _ _ _ _ _ square trace.
by split; [apply: (etrans first) | apply: (etrans second)]; rewrite /inner;
  set B := \sum_(j < n) \sum_(l < n) _; set A := \sum_(j < n) _; field.
Qed.
