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

Theorem defined_proof : defined.
Proof.
move=> R d n gamma eps A y w v u _ pos _ zero _ _ _; have [n0 s0 e] := @spread R n (centred n (row d A w)) pos.
have w0 : 0 < \sum_(k < d) (w k * w k).
  rewrite lt_def sumr_ge0 ?andbT => [|k _]; last by rewrite -expr2 sqr_ge0.
  apply/eqP => none; have {}none k : (k < d)%N -> w k = 0.
    move=> kd; have g (l : 'I_d) : true -> 0 <= w l * w l by rewrite -expr2 sqr_ge0.
    by have /eqP := @psumr_eq0P _ _ _ _ g none (Ordinal kd) isT; rewrite mulf_eq0 orbb => /eqP.
  have row0 i : row d A w i = 0 by rewrite /row big1 // => k _; rewrite none // mul0r.
  have c0 i : centred n (row d A w) i = 0 by rewrite still ?row0 // big1.
  have e0 : \sum_(i < n) (centred n (row d A w) i * centred n (row d A w) i) = 0 by rewrite big1 // => i _; rewrite c0 mul0r.
  by have : 0 < \sum_(i < n) (centred n (row d A w) i * centred n (row d A w) i) := pos; rewrite e0 ltxx.
do 4 (split; first by values).
have squares0 m (F : nat -> R) : 0 <= \sum_(k < m) (F k * F k) by apply: sumr_ge0 => k _; rewrite -expr2 sqr_ge0.
have stepped : \sum_(k < d) ((w k - eps * slope d n A y w gamma k) * (w k - eps * slope d n A y w gamma k)) != 0.
  rewrite (@pythagoras R d w (slope d n A y w gamma) eps (@flat R d n A y w gamma pos zero)).
  by apply: lt0r_neq0; apply: ltr_paddr => //; rewrite mulr_ge0 ?squares0 // -expr2 sqr_ge0.
have priced : \sum_(k < d) (w k * w k) + ((\sum_(k < d) (unit_slope d n A y w k * unit_slope d n A y w k)) * (gamma * gamma))
    * (eps * eps) != 0.
  apply: lt0r_neq0; apply: ltr_paddr => //; apply: mulr_ge0; last by rewrite -expr2 sqr_ge0.
  by apply: mulr_ge0; [exact: squares0 | rewrite -expr2 sqr_ge0].
by split=> _; [exact: stepped | exact: priced].
Qed.
