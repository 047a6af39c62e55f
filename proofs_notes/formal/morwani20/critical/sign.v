Lemma turned (R : rcfType) d n (A : nat -> nat -> R) (y w : nat -> R) (t : R) (X := row d A w)
  (C := centred n (row d A (fun k => t * w k))) (S := \sum_(i < n) (C i * C i)) : t != 0 ->
  0 < \sum_(i < n) (centred n X i * centred n X i) -> (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) ->
  S != 0 /\ (\sum_(i < n) (y i * (C i / Num.sqrt (S / n%:R)))) / n%:R
  = ((\sum_(k < d) ((\sum_(i < n) (A k i * y i)) / n%:R * w k)) * (t / `|t|)) / Num.sqrt ((\sum_(i < n) (X i * X i)) / n%:R).
Proof.
move=> t0 pos zero; have [n0 s0 e] := spread pos; have x := no_mean w zero.
have scaled i : C i = t * X i.
  rewrite /C still; last by exact: no_mean.
  by rewrite /X /row mulr_sumr; apply: eq_bigr => k _; rewrite mulrA.
rewrite (still2 x x) in pos s0 e; have SE : S = t ^+ 2 * \sum_(i < n) (X i * X i).
  by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite scaled; ring.
split; first by rewrite SE mulf_eq0 expf_eq0 (negPf t0) /= lt0r_neq0.
rewrite crossed SE -mulrA sqrtrM ?sqr_ge0 // sqrtr_sqr -/X; set s := Num.sqrt _ in s0 e *.
rewrite (eq_bigr (fun i : 'I_n => t / `|t| / s * (X i * y i))) => [|i _].
  by rewrite -mulr_sumr; set W := \sum_(i < n) _; field; rewrite n0 s0 normr_eq0 t0.
by rewrite scaled; field; rewrite s0 normr_eq0.
Qed.

Theorem proof : statement.
Proof.
move=> R d n t A y w v u _ pos _ zero _ _; split=> t0; have [a b] := @turned R d n A y w t t0 pos zero.
  by move=> e; move: a => /eqP; apply.
by move=> _; exact: b.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d n t A y w v u d1 w0 *; have moment := moment_neq0 (lt0r_neq0 w0).
by repeat split; values.
Qed.
