(* x.w of the i-th datum; a row less its mean *)
Definition row (R : rcfType) d (A : nat -> nat -> R) (w : nat -> R) (i : nat) := \sum_(k < d) (w k * A k i).
Definition centred (R : rcfType) n (X : nat -> R) (i : nat) := X i - (\sum_(j < n) X j) / n%:R.

Lemma spread (R : rcfType) n (C : nat -> R) (S := \sum_(i < n) (C i * C i)) :
  0 < S -> [/\ n%:R != 0 :> R, Num.sqrt (S / n%:R) != 0 & S = n%:R * (Num.sqrt (S / n%:R) * Num.sqrt (S / n%:R))].
Proof.
move=> pos; have n0 : n%:R != 0 :> R.
  by move: pos; rewrite /S pnatr_eq0; case: (n) => // ; rewrite big_ord0 ltxx.
have q : 0 < S / n%:R by rewrite divr_gt0 // lt_def n0 ler0n.
split=> //; first by rewrite sqrtr_eq0 -ltNge.
by rewrite -expr2 sqr_sqrtr ?ltW //; field.
Qed.

Lemma no_sum (R : rcfType) n (X : nat -> R) : n%:R != 0 :> R -> \sum_(i < n) centred n X i = 0.
Proof.
move=> n0; rewrite /centred big_split /= sumrN sumr_const card_ord -mulr_natr.
by set m := \sum_(i < n) X i; field.
Qed.

Lemma one_mean (R : rcfType) n (C X : nat -> R) :
  \sum_(i < n) (C i * centred n X i) = \sum_(i < n) (C i * X i) - (\sum_(i < n) C i) * ((\sum_(i < n) X i) / n%:R).
Proof. by rewrite mulr_suml -sumrB; apply: eq_bigr => i _; rewrite /centred mulrBr. Qed.

(* E x = 0: x.w has the mean 0, and centring does nothing *)
Lemma no_mean (R : rcfType) d n (A : nat -> nat -> R) (w : nat -> R) :
  (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) -> \sum_(i < n) row d A w i = 0.
Proof.
move=> zero; rewrite /row exchange_big big1 //= => k _.
by rewrite -mulr_sumr zero // mulr0.
Qed.

Lemma still (R : rcfType) n (X : nat -> R) i : \sum_(j < n) X j = 0 -> centred n X i = X i.
Proof. by move=> zero; rewrite /centred zero mul0r subr0. Qed.

Lemma still2 (R : rcfType) n (X Y : nat -> R) : \sum_(j < n) X j = 0 -> \sum_(j < n) Y j = 0 ->
  \sum_(i < n) (centred n X i * centred n Y i) = \sum_(i < n) (X i * Y i).
Proof. by move=> x y; apply: eq_bigr => i _; rewrite !still. Qed.

Lemma still1 (R : rcfType) n (X y : nat -> R) : \sum_(j < n) X j = 0 ->
  \sum_(i < n) (centred n X i * y i) = \sum_(i < n) (X i * y i).
Proof. by move=> x; apply: eq_bigr => i _; rewrite still. Qed.

Lemma crossed (R : rcfType) d n (A : nat -> nat -> R) (y w : nat -> R) :
  \sum_(k < d) ((\sum_(i < n) (A k i * y i)) / n%:R * w k) = (\sum_(i < n) (row d A w i * y i)) / n%:R.
Proof.
rewrite /row; under [in RHS]eq_bigr do rewrite mulr_suml.
rewrite exchange_big /= mulr_suml; apply: eq_bigr => k _.
rewrite mulrAC; congr (_ / _); rewrite mulr_suml; apply: eq_bigr => i _; ring.
Qed.

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
