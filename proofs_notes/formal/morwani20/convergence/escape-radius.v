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

(* the normal equations: u fits as well along every direction *)
Lemma fitted (R : rcfType) d n (A : nat -> nat -> R) (y u v : nat -> R) (P := row d A u) :
  (forall k, (k < d)%N -> \sum_(i < n) (A k i * (P i - y i)) = 0) ->
  \sum_(i < n) (row d A v i * P i) = \sum_(i < n) (row d A v i * y i).
Proof.
move=> normal; apply/eqP; rewrite -subr_eq0 -sumrB; apply/eqP.
have -> : \sum_(i < n) (row d A v i * P i - row d A v i * y i) = \sum_(i < n) \sum_(k < d) (v k * (A k i * (P i - y i))).
  apply: eq_bigr => i _; rewrite -mulrBr /row mulr_suml; apply: eq_bigr => k _; by rewrite mulrA.
by rewrite exchange_big big1 //= => k _; rewrite -mulr_sumr normal ?mulr0.
Qed.

Lemma radius (R : rcfType) d n (A : nat -> nat -> R) (y u : nat -> R) (r : R) (P := row d A u) (C := centred n P)
  (s := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R)) : 0 < \sum_(i < n) (C i * C i) ->
  (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) -> (forall k, (k < d)%N -> \sum_(i < n) (A k i * (P i - y i)) = 0) ->
  2%:R < r ->
  (- (- (r * ((\sum_(i < n) ((- y i) * (C i / s))) / n%:R)))) / (((1 - (r * ((\sum_(i < n) (((C i / s) - y i) * (C i / s))) / n%:R))) + 1)
    - (- (r * ((\sum_(i < n) ((- y i) * (C i / s))) / n%:R))))
  = (Num.sqrt ((\sum_(i < n) (P i * P i)) / n%:R) * r) / ((- 2%:R) + r).
Proof.
move=> pos zero normal r2; have [n0 s0 e] := spread pos; have x := no_mean u zero; rewrite -/s in s0 e.
have r0 : r + - 2%:R != 0 by rewrite subr_eq0 gt_eqF.
rewrite -(still2 x x) -/C -/s.
have off : \sum_(i < n) ((- y i) * (C i / s)) = - (n%:R * s).
  rewrite (eq_bigr (fun i : 'I_n => - s^-1 * (C i * y i))) => [|i _]; last by ring.
  rewrite -mulr_sumr (still1 y x) -(@fitted R d n A y u u normal) -(still2 x x) -/C e.
  by field.
have on : \sum_(i < n) (((C i / s) - y i) * (C i / s)) = n%:R - n%:R * s.
  rewrite (eq_bigr (fun i : 'I_n => (s * s)^-1 * (C i * C i) + (- y i) * (C i / s))) => [|i _]; last by field.
  by rewrite big_split /= -mulr_sumr off e; field.
rewrite off on.
have -> : (1 - r * ((n%:R - n%:R * s) / n%:R)) + 1 - - (r * (- (n%:R * s) / n%:R)) = - (- 2%:R + r) by field.
have -> : - - (r * (- (n%:R * s) / n%:R)) = - (s * r) by field.
by rewrite invrN mulrNN.
Qed.

Theorem proof : statement.
Proof.
move=> R d n r A y w v u _ _ _ zero normal pos r2; split=> [e|_]; first by move: pos; rewrite e ltxx.
exact: (@radius R d n A y u r pos zero normal r2).
Qed.
