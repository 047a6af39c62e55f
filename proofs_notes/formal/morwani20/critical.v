(* What several proofs of morwani20.critical use: it stands before each of them. *)
(* dJ/dgamma *)
Lemma by_scale (R : rcfType) n (C y : nat -> R) (s gamma : R) :
  n%:R != 0 :> R -> s != 0 -> \sum_(i < n) (C i * C i) = n%:R * (s * s) ->
  (\sum_(i < n) (((gamma * (C i / s)) - y i) * (C i / s))) / n%:R = gamma - (\sum_(i < n) (C i * y i)) / n%:R / s.
Proof.
move=> n0 s0 e; set W := \sum_(i < n) (C i * y i).
rewrite (eq_bigr (fun i : 'I_n => gamma / (s * s) * (C i * C i) - s^-1 * (C i * y i))); last first.
  by move=> i _; field.
by rewrite sumrB -!mulr_sumr e -/W; field; rewrite n0 s0.
Qed.
