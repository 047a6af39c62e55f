(* What both proofs on a layer without BN use: moments of rows by pairings. *)
Lemma chosen (R : rcfType) r (f : nat -> R) i : (i < r)%N -> \sum_(k < r) ((i == k :> nat)%:R * f k) = f i.
Proof.
move=> lt; rewrite (bigD1 (Ordinal lt)) //= eqxx mul1r big1 ?addr0 // => k far.
suff -> : (i == k :> nat) = false by rewrite mul0r.
by apply/negbTE; apply: contraNneq far => e; apply/eqP; apply: val_inj.
Qed.

Definition image (R : rcfType) r (w : nat -> nat -> R) (x : nat -> R) a := \sum_(c < r) (w a c * x c).

(* E (w.x)(w.y) and E (w.x)^2 (w.y)^2 by pairings *)
Lemma wick2 (R : rcfType) m r (p : nat -> R) (w : nat -> nat -> R) (s : R) (x y : nat -> R) :
  (forall i, (i < r)%N -> forall j, (j < r)%N -> \sum_(a < m) (p a * (w a i * w a j)) = s * (i == j :> nat)%:R) ->
  \sum_(a < m) (p a * (image r w x a * image r w y a)) = s * \sum_(c < r) (x c * y c).
Proof.
move=> two; transitivity (\sum_(c < r) \sum_(e < r) ((x c * y e) * (\sum_(a < m) (p a * (w a c * w a e))))).
  under [RHS]eq_bigr do under eq_bigr do rewrite mulr_sumr.
  under [RHS]eq_bigr do rewrite exchange_big.
  rewrite exchange_big /=; apply: eq_bigr => a _; rewrite /image mulr_suml mulr_sumr; apply: eq_bigr => c _.
  by rewrite !mulr_sumr; apply: eq_bigr => e _; ring.
rewrite mulr_sumr; apply: eq_bigr => c _.
rewrite (eq_bigr (fun e : 'I_r => (c == e :> nat)%:R * (s * (x c * y e)))) => [|e _].
  by rewrite (@chosen R r (fun e => s * (x c * y e)) c) //.
by rewrite two // eq_sym; ring.
Qed.

Lemma wick4 (R : rcfType) m r (p : nat -> R) (w : nat -> nat -> R) (s : R) (x y : nat -> R) :
  (forall i, (i < r)%N -> forall j, (j < r)%N -> forall k, (k < r)%N -> forall l, (l < r)%N ->
    \sum_(a < m) (p a * (((w a i * w a j) * w a k) * w a l)) = (s * s) * ((((i == j :> nat)%:R * (k == l :> nat)%:R)
    + ((i == k :> nat)%:R * (j == l :> nat)%:R)) + ((i == l :> nat)%:R * (j == k :> nat)%:R))) ->
  \sum_(a < m) (p a * ((image r w x a * image r w y a) * (image r w x a * image r w y a)))
  = s * s * ((\sum_(c < r) (x c * x c)) * (\sum_(c < r) (y c * y c))
    + 2%:R * ((\sum_(c < r) (x c * y c)) * (\sum_(c < r) (x c * y c)))).
Proof.
move=> four; set X := \sum_(c < r) (x c * x c); set Y := \sum_(c < r) (y c * y c); set Z := \sum_(c < r) (x c * y c).
transitivity (\sum_(i < r) \sum_(j < r) \sum_(k < r) \sum_(l < r) ((x i * x j * y k * y l)
    * (\sum_(a < m) (p a * (((w a i * w a j) * w a k) * w a l))))).
  under [RHS]eq_bigr do under eq_bigr do under eq_bigr do under eq_bigr do rewrite mulr_sumr.
  under [RHS]eq_bigr do under eq_bigr do under eq_bigr do rewrite exchange_big.
  under [RHS]eq_bigr do under eq_bigr do rewrite exchange_big.
  under [RHS]eq_bigr do rewrite exchange_big.
  rewrite exchange_big /=; apply: eq_bigr => a _.
  transitivity (p a * ((image r w x a * image r w x a) * (image r w y a * image r w y a))); first by ring.
  have square z : image r w z a * image r w z a = \sum_(i < r) \sum_(j < r) ((w a i * z i) * (w a j * z j)).
    by rewrite /image big_distrlr.
  rewrite !square mulr_suml mulr_sumr; apply: eq_bigr => i _.
  rewrite mulr_suml mulr_sumr; apply: eq_bigr => j _.
  rewrite !mulr_sumr; apply: eq_bigr => k _.
  by rewrite !mulr_sumr; apply: eq_bigr => l _; ring.
transitivity (\sum_(i < r) \sum_(j < r) \sum_(k < r) ((s * s * (x i * x j)) * ((i == j :> nat)%:R * (y k * y k)
    + (i == k :> nat)%:R * (y k * y j) + (j == k :> nat)%:R * (y k * y i)))).
  apply: eq_bigr => i _; apply: eq_bigr => j _; apply: eq_bigr => k _.
  rewrite (eq_bigr (fun l : 'I_r => (k == l :> nat)%:R * ((s * s * (x i * x j)) * (i == j :> nat)%:R * y k * y l)
      + (j == l :> nat)%:R * ((s * s * (x i * x j)) * (i == k :> nat)%:R * y k * y l)
      + (i == l :> nat)%:R * ((s * s * (x i * x j)) * (j == k :> nat)%:R * y k * y l))) => [|l _].
    rewrite !big_split /= (@chosen R r (fun l => (s * s * (x i * x j)) * (i == j :> nat)%:R * y k * y l) k) //.
    rewrite (@chosen R r (fun l => (s * s * (x i * x j)) * (i == k :> nat)%:R * y k * y l) j) //.
    by rewrite (@chosen R r (fun l => (s * s * (x i * x j)) * (j == k :> nat)%:R * y k * y l) i) //; ring.
  by rewrite four //; ring.
transitivity (\sum_(i < r) \sum_(j < r) ((s * s * (x i * x j)) * ((i == j :> nat)%:R * Y + 2%:R * (y i * y j)))).
  apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite -mulr_sumr; congr (_ * _); rewrite !big_split /= -mulr_sumr -/Y.
  by rewrite (@chosen R r (fun k => y k * y j) i) // (@chosen R r (fun k => y k * y i) j) //; ring.
transitivity (\sum_(i < r) (s * s * ((x i * x i) * Y + 2%:R * (x i * y i) * Z))).
  apply: eq_bigr => i _; rewrite (eq_bigr (fun j : 'I_r => (i == j :> nat)%:R * (s * s * x i * x j * Y)
      + (s * s * 2%:R * (x i * y i)) * (x j * y j))) => [|j _]; last by ring.
  by rewrite big_split /= (@chosen R r (fun j => s * s * x i * x j * Y) i) // -mulr_sumr -/Z; ring.
by rewrite -mulr_sumr big_split /= -mulr_suml -mulr_suml -mulr_sumr -/X -/Z; ring.
Qed.

Definition inner (R : rcfType) r (H : nat -> nat -> R) j l := \sum_(c < r) (H c j * H c l).

Definition drawn (R : rcfType) d m r (H w : nat -> nat -> R) (s : R) (f : {ffun 'I_d -> 'I_m}) j l :=
  (\sum_(i < d) ((\sum_(c < r) (w (f i) c * H c j)) * (\sum_(c < r) (w (f i) c * H c l)) / s)) / d%:R.

Definition normal (R : rcfType) m r (p : nat -> R) (w : nat -> nat -> R) (s : R) :=
  (forall i, (i < r)%N -> forall j, (j < r)%N -> \sum_(a < m) (p a * (w a i * w a j)) = s * (i == j :> nat)%:R) /\
  (forall i, (i < r)%N -> forall j, (j < r)%N -> forall k, (k < r)%N -> forall l, (l < r)%N ->
    \sum_(a < m) (p a * (((w a i * w a j) * w a k) * w a l)) = (s * s) * ((((i == j :> nat)%:R * (k == l :> nat)%:R)
    + ((i == k :> nat)%:R * (j == l :> nat)%:R)) + ((i == l :> nat)%:R * (j == k :> nat)%:R))).

Lemma scaled (R : rcfType) (P x s d : R) : s != 0 -> d != 0 ->
  P * ((x / s / d) * (x / s / d)) = (s * d * (s * d))^-1 * (P * (x * x)).
Proof. by move=> s0 d0; field; rewrite s0 d0. Qed.

Lemma mean_square (R : rcfType) d m r n (H w : nat -> nat -> R) (p : nat -> R) (s : R) :
  \sum_(a < m) p a = 1 -> s != 0 -> d%:R != 0 :> R -> normal m r p w s ->
  \sum_(f : {ffun 'I_d -> 'I_m}) ((\prod_(i < d) p (f i)) * (\sum_(j < n) \sum_(l < n)
    (drawn r H w s f j l * drawn r H w s f j l)))
  = (\sum_(j < n) \sum_(l < n) (inner r H j l * inner r H j l)) * (1 + 1 / d%:R)
    + ((\sum_(j < n) inner r H j j) * (\sum_(j < n) inner r H j j)) / d%:R.
Proof.
move=> one s0 d0 [two four]; under eq_bigr do rewrite mulr_sumr.
rewrite exchange_big /=; under eq_bigr do under eq_bigr do rewrite mulr_sumr.
under eq_bigr do rewrite exchange_big /=.
rewrite big_distrlr /= !mulr_suml -big_split; apply: eq_bigr => j _ /=.
rewrite !mulr_suml -big_split; apply: eq_bigr => l _ /=.
pose g a := image r w (H^~ j) a * image r w (H^~ l) a.
transitivity ((s * d%:R * (s * d%:R))^-1 * \sum_(f : {ffun 'I_d -> 'I_m}) ((\prod_(i < d) p (f i))
    * ((\sum_(i < d) g (f i)) * (\sum_(i < d) g (f i))))).
  by rewrite mulr_sumr; apply: eq_bigr => f _; rewrite /drawn -mulr_suml; apply: scaled.
rewrite (@draw_sums R d m p g one) /g (@wick2 R m r p w s _ _ two) (@wick4 R m r p w s _ _ four).
rewrite -/(inner r H j l) -/(inner r H j j) -/(inner r H l l); move: (inner r H j l) (inner r H j j) (inner r H l l) => x y z.
by field; rewrite s0 d0.
Qed.

Lemma mean_trace (R : rcfType) d m r n (H w : nat -> nat -> R) (p : nat -> R) (s : R) :
  \sum_(a < m) p a = 1 -> s != 0 -> d%:R != 0 :> R -> normal m r p w s ->
  \sum_(f : {ffun 'I_d -> 'I_m}) ((\prod_(i < d) p (f i)) * ((\sum_(j < n) drawn r H w s f j j)
    * (\sum_(j < n) drawn r H w s f j j)))
  = (\sum_(j < n) inner r H j j) * (\sum_(j < n) inner r H j j)
    + 2%:R * (\sum_(j < n) \sum_(l < n) (inner r H j l * inner r H j l)) / d%:R.
Proof.
move=> one s0 d0 [two four].
pose g a := \sum_(j < n) (image r w (H^~ j) a * image r w (H^~ j) a).
transitivity ((s * d%:R * (s * d%:R))^-1 * \sum_(f : {ffun 'I_d -> 'I_m}) ((\prod_(i < d) p (f i))
    * ((\sum_(i < d) g (f i)) * (\sum_(i < d) g (f i))))).
  rewrite mulr_sumr; apply: eq_bigr => f _.
  have -> : \sum_(j < n) drawn r H w s f j j = (\sum_(i < d) g (f i)) / s / d%:R.
    rewrite /drawn -mulr_suml; congr (_ / _); rewrite exchange_big mulr_suml.
    by apply: eq_bigr => i _; rewrite -mulr_suml.
  exact: scaled.
rewrite (@draw_sums R d m p g one).
have -> : \sum_(a < m) (p a * g a) = s * \sum_(j < n) inner r H j j.
  under eq_bigr do rewrite mulr_sumr.
  rewrite exchange_big mulr_sumr; apply: eq_bigr => j _; exact: wick2.
have -> : \sum_(a < m) (p a * (g a * g a)) = s * s * ((\sum_(j < n) inner r H j j) * (\sum_(j < n) inner r H j j)
    + 2%:R * (\sum_(j < n) \sum_(l < n) (inner r H j l * inner r H j l))).
  transitivity (\sum_(j < n) \sum_(l < n) \sum_(a < m) (p a * ((image r w (H^~ j) a * image r w (H^~ l) a)
      * (image r w (H^~ j) a * image r w (H^~ l) a)))).
    under [RHS]eq_bigr do rewrite exchange_big.
    rewrite [RHS]exchange_big /=; apply: eq_bigr => a _; rewrite /g big_distrlr /= mulr_sumr; apply: eq_bigr => j _.
    by rewrite mulr_sumr; apply: eq_bigr => l _; ring.
  rewrite big_distrlr /= [2%:R * _]mulr_sumr -big_split mulr_sumr; apply: eq_bigr => j _ /=.
  rewrite [2%:R * _]mulr_sumr -big_split mulr_sumr; apply: eq_bigr => l _ /=; exact: wick4.
set A := \sum_(j < n) inner r H j j; set B := \sum_(j < n) \sum_(l < n) _.
by field; rewrite s0 d0.
Qed.
