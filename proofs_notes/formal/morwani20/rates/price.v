(* in proportion to gamma *)
Lemma proportional (R : rcfType) d n (A : nat -> nat -> R) (y w : nat -> R) (gamma : R) k (C := centred n (row d A w)) :
  0 < \sum_(i < n) (C i * C i) -> slope d n A y w gamma k = gamma * slope d n A y w 1 k.
Proof.
move=> pos; have [n0 s0 e] := spread pos; rewrite /slope -/C.
rewrite !(@sloped R n C (centred n (A k)) y _ _ n0 s0 e).
set s := Num.sqrt _ in s0 *; set a := \sum_(i < n) _; set b := \sum_(i < n) _; set c := \sum_(i < n) _.
by field; rewrite n0 s0.
Qed.

Definition unit_slope (R : rcfType) d n (A : nat -> nat -> R) (y w : nat -> R) (k : nat) :=
  let C := centred n (row d A w) in let s := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R) in
  let H := centred n (A k) in
  (\sum_(i < n) (((C i / s) - y i) * ((H i - ((C i / s) *
    (((\sum_(j < n) ((C j * H j) + (H j * C j))) / n%:R) / (s * 2%:R)))) / s))) / n%:R.

Lemma unit_slopeE (R : rcfType) d n (A : nat -> nat -> R) (y w : nat -> R) k :
  unit_slope d n A y w k = slope d n A y w 1 k.
Proof. by congr (_ / _); apply: eq_bigr => i _; rewrite mulr1 mul1r. Qed.

Lemma price (R : rcfType) d n (A : nat -> nat -> R) (y w u : nat -> R) (gamma eps : R) (C := centred n (row d A w)) :
  0 < \sum_(i < n) (C i * C i) -> (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) ->
  eps * (\sum_(k < d) (u k * u k)) / (\sum_(k < d) ((w k - eps * slope d n A y w gamma k) * (w k - eps * slope d n A y w gamma k)))
  = eps * (\sum_(k < d) (u k * u k)) / (\sum_(k < d) (w k * w k)
    + ((\sum_(k < d) (unit_slope d n A y w k * unit_slope d n A y w k)) * (gamma * gamma)) * (eps * eps)).
Proof.
move=> pos zero; rewrite (@pythagoras R d w (slope d n A y w gamma) eps (@flat R d n A y w gamma pos zero)).
congr (_ / (_ + _ * _)); rewrite mulr_suml; apply: eq_bigr => k _.
by rewrite unit_slopeE (@proportional R d n A y w gamma k pos); ring.
Qed.

Theorem proof : statement.
Proof.
move=> R d n gamma eps A y w v u _ pos _ zero _ _ _; split=> [e|_]; first by move: pos; rewrite e ltxx.
exact: (@price R d n A y w u gamma eps pos zero).
Qed.
