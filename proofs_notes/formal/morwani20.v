(* What several proofs of morwani20 use: it stands before each of them. *)
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

Lemma pulled (R : rcfType) n (C H y : nat -> R) (s : R) :
  n%:R != 0 :> R -> s != 0 -> \sum_(i < n) (C i * C i) = n%:R * (s * s) ->
  \sum_(i < n) (y i * ((H i - ((C i / s) *
    (((\sum_(j < n) ((C j * H j) + (H j * C j))) / n%:R) / (s * 2%:R)))) / s))
  = (\sum_(i < n) (y i * H i) - (\sum_(i < n) (C i * y i)) * (\sum_(i < n) (C i * H i)) / (n%:R * (s * s))) / s.
Proof.
move=> n0 s0 e; set T := \sum_(i < n) (C i * H i); set U := \sum_(i < n) (y i * H i); set W := \sum_(i < n) (C i * y i).
have -> : \sum_(j < n) (C j * H j + H j * C j) = 2%:R * T.
  by rewrite mulr_sumr; apply: eq_bigr => i _; ring.
rewrite (eq_bigr (fun i : 'I_n => s^-1 * (y i * H i) - T / (n%:R * (s * s * s)) * (C i * y i))); last first.
  by move=> i _; field; rewrite n0 s0.
by rewrite sumrB -!mulr_sumr -/U -/W; field; rewrite n0 s0.
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

(* the gradient of the loss in w_k: x.w moves by the k-th coordinates *)
Definition slope (R : rcfType) d n (A : nat -> nat -> R) (y w : nat -> R) (gamma : R) (k : nat) :=
  let C := centred n (row d A w) in let s := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R) in
  let H := centred n (A k) in
  (\sum_(i < n) ((((gamma * (C i / s)) - y i) * gamma) * ((H i - ((C i / s) *
    (((\sum_(j < n) ((C j * H j) + (H j * C j))) / n%:R) / (s * 2%:R)))) / s))) / n%:R.

Lemma sloped_along (R : rcfType) d n (A : nat -> nat -> R) (y w v : nat -> R) (gamma : R) (X := row d A w) (V := row d A v)
  (C := centred n X) (s := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R)) :
  0 < \sum_(i < n) (C i * C i) -> (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) ->
  \sum_(k < d) (v k * slope d n A y w gamma k) = - gamma / s * ((\sum_(i < n) (V i * y i)) / n%:R
      - (\sum_(i < n) (X i * y i)) / n%:R * ((\sum_(i < n) (V i * X i)) / n%:R) / (s * s)).
Proof.
move=> pos zero; have [n0 s0 e] := spread pos; rewrite -/s in s0 e; have x := no_mean w zero.
rewrite -!(crossed d n A _ v); set W := (\sum_(i < n) (X i * y i)) / n%:R.
pose g k := (\sum_(i < n) (A k i * y i)) / n%:R * v k; pose h k := (\sum_(i < n) (A k i * X i)) / n%:R * v k.
rewrite (eq_bigr (fun k : 'I_d => - gamma / s * g k + gamma * W / (s * (s * s)) * h k)) => [|k _].
  rewrite big_split /= -!mulr_sumr -/s; set a := \sum_(k < d) g k; set b := \sum_(k < d) h k.
  by field.
have row0 : \sum_(i < n) A k i = 0 by apply: zero.
rewrite /slope -/X -/C -/s (@sloped R n C (centred n (A k)) y s gamma n0 s0 e) /g /h.
rewrite (still2 x row0) (still1 y row0) (still1 y x) -/W.
have -> : \sum_(i < n) (X i * A k i) = \sum_(i < n) (A k i * X i) by apply: eq_bigr => i _; rewrite mulrC.
by set a := \sum_(i < n) (A k i * y i); set b := \sum_(i < n) (A k i * X i); field; rewrite n0 s0.
Qed.

Lemma flat (R : rcfType) d n (A : nat -> nat -> R) (y w : nat -> R) (gamma : R) (C := centred n (row d A w)) :
  0 < \sum_(i < n) (C i * C i) -> (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) ->
  \sum_(k < d) (w k * slope d n A y w gamma k) = 0.
Proof.
move=> pos zero; have [n0 s0 e] := spread pos; rewrite sloped_along //.
have x := no_mean w zero; set s := Num.sqrt _ in s0 e *; rewrite -(still2 x x) e.
set W := \sum_(i < n) (row d A w i * y i).
by field; rewrite n0 s0.
Qed.

(* in proportion to gamma *)
Lemma proportional (R : rcfType) d n (A : nat -> nat -> R) (y w : nat -> R) (gamma : R) k (C := centred n (row d A w)) :
  0 < \sum_(i < n) (C i * C i) -> slope d n A y w gamma k = gamma * slope d n A y w 1 k.
Proof.
move=> pos; have [n0 s0 e] := spread pos; rewrite /slope -/C.
rewrite !(@sloped R n C (centred n (A k)) y _ _ n0 s0 e).
set s := Num.sqrt _ in s0 *; set a := \sum_(i < n) _; set b := \sum_(i < n) _; set c := \sum_(i < n) _.
by field; rewrite n0 s0.
Qed.

Lemma pythagoras (R : rcfType) d (w G : nat -> R) (eps : R) : \sum_(k < d) (w k * G k) = 0 ->
  \sum_(k < d) ((w k - eps * G k) * (w k - eps * G k)) = \sum_(k < d) (w k * w k) + (\sum_(k < d) (G k * G k)) * (eps * eps).
Proof.
move=> zero; rewrite (eq_bigr (fun k : 'I_d => w k * w k + (- 2%:R * eps) * (w k * G k) + (eps * eps) * (G k * G k))).
  by rewrite !big_split /= -!mulr_sumr zero mulr0 addr0 [_ * (eps * eps)]mulrC.
by move=> k _; ring.
Qed.
