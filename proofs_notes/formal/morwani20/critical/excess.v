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

Lemma excess (R : rcfType) d n (A : nat -> nat -> R) (y u w : nat -> R) (gamma : R) (X := row d A w) (P := row d A u)
  (C := centred n X) (s := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R)) (q := Num.sqrt ((\sum_(i < n) (X i * X i)) / n%:R))
  (gw := \sum_(k < d) ((\sum_(i < n) (A k i * y i)) / n%:R * w k)) : 0 < \sum_(i < n) (C i * C i) ->
  (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) -> (forall k, (k < d)%N -> \sum_(i < n) (A k i * (P i - y i)) = 0) ->
  (\sum_(i < n) ((y i - gamma * (C i / s)) * (y i - gamma * (C i / s)))) / (n%:R * 2%:R)
    - (\sum_(i < n) ((y i - P i) * (y i - P i))) / (n%:R * 2%:R)
  = ((1 / 2%:R) * (\sum_(k < d) (u k * ((\sum_(i < n) (A k i * y i)) / n%:R)))
    + (1 / 2%:R) * ((gamma + (- gw) / q) * (gamma + (- gw) / q))) + ((- (1 / 2%:R)) * (gw * gw)) / (q * q).
Proof.
move=> pos zero normal; have [n0 s0 e] := spread pos; have x := no_mean w zero; rewrite -/s in s0 e.
have -> : q = s by rewrite /q -(still2 x x).
have -> : \sum_(k < d) (u k * ((\sum_(i < n) (A k i * y i)) / n%:R)) = (\sum_(i < n) (P i * y i)) / n%:R.
  by rewrite -(crossed d n A y u); apply: eq_bigr => k _; rewrite mulrC.
have gwE : gw = (\sum_(i < n) (C i * y i)) / n%:R by rewrite /gw crossed (still1 y x).
have fit := @fitted R d n A y u u normal; rewrite -/P in fit.
set Y := \sum_(i < n) (y i * y i); set U := \sum_(i < n) (P i * y i) in fit *.
have -> : \sum_(i < n) ((y i - P i) * (y i - P i)) = Y - U.
  rewrite (eq_bigr (fun i : 'I_n => y i * y i - 2%:R * (P i * y i) + P i * P i)) => [|i _]; last by ring.
  by rewrite big_split sumrB /= -mulr_sumr fit -/Y -/U; ring.
have -> : \sum_(i < n) ((y i - gamma * (C i / s)) * (y i - gamma * (C i / s))) = Y - 2%:R * gamma / s * (n%:R * gw) + gamma * gamma * n%:R.
  rewrite (eq_bigr (fun i : 'I_n => y i * y i - 2%:R * gamma / s * (C i * y i) + gamma * gamma / (s * s) * (C i * C i))) => [|i _]; last by field.
  rewrite big_split sumrB /= -!mulr_sumr e -/Y gwE; set W := \sum_(i < n) (C i * y i).
  by field; rewrite n0 s0.
by field; rewrite n0 s0.
Qed.

Theorem proof : statement.
Proof.
move=> R d n gamma A y w v u _ pos _ zero normal _; split=> [e|_]; first by move: pos; rewrite e ltxx.
exact: (@excess R d n A y u w gamma pos zero normal).
Qed.
