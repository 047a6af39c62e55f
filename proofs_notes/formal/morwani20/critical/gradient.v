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

Lemma by_scale (R : rcfType) n (C y : nat -> R) (s gamma : R) :
  n%:R != 0 :> R -> s != 0 -> \sum_(i < n) (C i * C i) = n%:R * (s * s) ->
  (\sum_(i < n) (((gamma * (C i / s)) - y i) * (C i / s))) / n%:R = gamma - (\sum_(i < n) (C i * y i)) / n%:R / s.
Proof.
move=> n0 s0 e; set W := \sum_(i < n) (C i * y i).
rewrite (eq_bigr (fun i : 'I_n => gamma / (s * s) * (C i * C i) - s^-1 * (C i * y i))); last first.
  by move=> i _; field.
by rewrite sumrB -!mulr_sumr e -/W; field; rewrite n0 s0.
Qed.

Lemma sloped (R : rcfType) n (C H y : nat -> R) (s gamma : R) :
  n%:R != 0 :> R -> s != 0 -> \sum_(i < n) (C i * C i) = n%:R * (s * s) ->
  (\sum_(i < n) ((((gamma * (C i / s)) - y i) * gamma) * ((H i - ((C i / s) *
    (((\sum_(j < n) ((C j * H j) + (H j * C j))) / n%:R) / (s * 2%:R)))) / s))) / n%:R
  = - gamma / s * ((\sum_(i < n) (H i * y i)) / n%:R
      - (\sum_(i < n) (C i * y i)) / n%:R * ((\sum_(i < n) (C i * H i)) / n%:R) / (s * s)).
Proof.
move=> n0 s0 e; set T := \sum_(i < n) (C i * H i); set U := \sum_(i < n) (H i * y i); set W := \sum_(i < n) (C i * y i).
have -> : \sum_(j < n) (C j * H j + H j * C j) = 2%:R * T.
  by rewrite mulr_sumr; apply: eq_bigr => i _; ring.
rewrite (eq_bigr (fun i : 'I_n => gamma * gamma / (s * s) * (C i * H i) + (- gamma * gamma * T / (n%:R * (s * s) * (s * s))) * (C i * C i)
  + (- gamma / s) * (H i * y i) + gamma * T / (n%:R * (s * s * s)) * (C i * y i))); last first.
  by move=> i _; field; rewrite n0 s0.
by rewrite !big_split /= -!mulr_sumr e -/T -/U -/W; field; rewrite n0 s0.
Qed.

Lemma gradient (R : rcfType) d n (gamma : R) (A : nat -> nat -> R) (y w v : nat -> R) (X := row d A w) (V := row d A v)
  (C := centred n X) (H := centred n V) (s := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R)) :
  0 < \sum_(i < n) (C i * C i) -> (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) ->
  (\sum_(i < n) (((gamma * (C i / s)) - y i) * (C i / s))) / n%:R
    = gamma + (- \sum_(k < d) ((\sum_(i < n) (A k i * y i)) / n%:R * w k)) / Num.sqrt ((\sum_(i < n) (X i * X i)) / n%:R) /\
  (\sum_(i < n) ((((gamma * (C i / s)) - y i) * gamma) * ((H i - ((C i / s) *
    (((\sum_(j < n) ((C j * H j) + (H j * C j))) / n%:R) / (s * 2%:R)))) / s))) / n%:R
  = ((- gamma) * (\sum_(k < d) ((\sum_(i < n) (A k i * y i)) / n%:R * v k)
      + ((- \sum_(k < d) ((\sum_(i < n) (A k i * y i)) / n%:R * w k)) * ((\sum_(i < n) (V i * X i)) / n%:R))
        / (Num.sqrt ((\sum_(i < n) (X i * X i)) / n%:R) * Num.sqrt ((\sum_(i < n) (X i * X i)) / n%:R))))
    / Num.sqrt ((\sum_(i < n) (X i * X i)) / n%:R).
Proof.
move=> pos zero; have [n0 s0 e] := spread pos; have x := no_mean w zero; have h := no_mean v zero.
rewrite (@by_scale R n C y s gamma n0 s0 e) (@sloped R n C H y s gamma n0 s0 e) !crossed.
have -> : \sum_(i < n) (V i * X i) = \sum_(i < n) (X i * V i) by apply: eq_bigr => i _; rewrite mulrC.
rewrite -(still2 x x) -/s (still2 x h) (still1 y x) (still1 y h).
set U := \sum_(i < n) (row d A v i * y i); set W := \sum_(i < n) (row d A w i * y i).
set T := \sum_(i < n) (row d A w i * row d A v i).
by split; field; rewrite ?n0 ?s0.
Qed.

Theorem proof : statement.
Proof.
move=> R d n gamma A y w v u _ pos _ zero _ _; split=> [e|_]; first by move: pos; rewrite e ltxx.
exact: (@gradient R d n gamma A y w v pos zero).
Qed.
