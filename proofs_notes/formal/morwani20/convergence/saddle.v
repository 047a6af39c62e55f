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

Definition moment (R : rcfType) n (A : nat -> nat -> R) (y : nat -> R) (k : nat) := (\sum_(i < n) (A k i * y i)) / n%:R.

Lemma saddle (R : rcfType) d n (A : nat -> nat -> R) (y w : nat -> R) (r eps : R) (X := row d A w) (C := centred n X)
  (v := moment n A y) (gg := \sum_(k < d) (v k * v k)) (H := centred n (row d A v))
  (s := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R)) (q := Num.sqrt ((\sum_(i < n) (X i * X i)) / n%:R))
  (z := (\sum_(i < n) ((C i / s) * (C i / s))) / n%:R) (m := (\sum_(i < n) ((- y i) * ((H i - ((C i / s) *
    (((\sum_(j < n) ((C j * H j) + (H j * C j))) / n%:R) / (s * 2%:R)))) / s))) / n%:R) : 0 < \sum_(i < n) (C i * C i) ->
  0 < gg -> (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) -> \sum_(k < d) (w k * v k) = 0 ->
  (1 - r * z) + (1 - (eps * (0 / n%:R)) / gg) = 2%:R - r /\
  (1 - r * z) * (1 - (eps * (0 / n%:R)) / gg) - ((- r) * m) * (((- eps) * m) / gg) = (1 - r) + (((- eps) * gg) * r) / (q * q).
Proof.
move=> pos gpos zero level; have [n0 s0 e] := spread pos; have x := no_mean w zero; have h := no_mean v zero; rewrite -/s in s0 e.
have -> : q = s by rewrite /q -(still2 x x).
have g0 : (\sum_(i < n) (row d A w i * y i)) / n%:R = 0.
  by rewrite -(crossed d n A y w) -[RHS]level; apply: eq_bigr => k _; rewrite mulrC.
have {}g0 : \sum_(i < n) (row d A w i * y i) = 0.
  by apply/eqP; move/eqP: g0; rewrite mulf_eq0 invr_eq0 (negPf n0) orbF.
have none : \sum_(i < n) (C i * - y i) = 0.
  rewrite (still1 (fun i => - y i) x) (eq_bigr (fun i : 'I_n => - (row d A w i * y i))) => [|i _]; last by ring.
  by rewrite sumrN g0 oppr0.
have ggE : gg = (\sum_(i < n) (row d A v i * y i)) / n%:R by rewrite -(crossed d n A y v).
have mE : m = - gg / s.
  rewrite /m (@pulled R n C H (fun i => - y i) s n0 s0 e) none mul0r mul0r subr0 ggE.
  rewrite (eq_bigr (fun i : 'I_n => - (row d A v i * y i))) => [|i _]; last by rewrite /H still //; ring.
  by rewrite sumrN; set a := \sum_(i < n) _; field; rewrite n0 s0.
have zE : z = 1.
  rewrite /z (eq_bigr (fun i : 'I_n => (s * s)^-1 * (C i * C i))) => [|i _]; last by field.
  by rewrite -mulr_sumr e; field; rewrite n0 s0.
have gg0 := lt0r_neq0 gpos.
by rewrite mE zE mul0r mulr0 mul0r subr0; split; [ring | field; rewrite s0 gg0].
Qed.

Theorem proof : statement.
Proof.
move=> R d n eps r A y w v u _ pos gpos zero _ _ level _ _; split=> [e|_]; first by move: pos; rewrite e ltxx.
exact: (@saddle R d n A y w r eps pos gpos zero level).
Qed.
