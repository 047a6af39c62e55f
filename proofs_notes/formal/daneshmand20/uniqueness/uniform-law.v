(* From s s^T row i of S W S leads to s_i times what row i of W leads to from 1 1^T; of the s, two lead to t t^T. *)
Lemma one_row (R : rcfType) (d : nat) (v : nat -> R) : (forall k, (k < d)%N -> v k = 1 \/ v k = - 1) ->
  \sum_(f : {ffun 'I_d -> 'I_2}) \prod_(i < d) ((1 - (f i)%:R * 2%:R == v i)%:R) = 1 :> R.
Proof.
move=> signs; rewrite -(bigA_distr_bigA (fun (i : 'I_d) (k : 'I_2) => (1 - k%:R * 2%:R == v i)%:R : R)) big1 // => i _.
have other : (1 == - 1 :> R) = false by rewrite -subr_eq0 opprK -[1 + 1]/(2%:R) pnatr_eq0.
rewrite !big_ord_recl big_ord0 /= mul0r subr0 mul1r addr0.
have -> : 1 - 2%:R = - 1 :> R by ring.
by case: (signs i (ltn_ord i)) => ->; rewrite eqxx ?other ?[- 1 == _]eq_sym ?other ?addr0 ?add0r.
Qed.

Lemma two_rows (R : rcfType) (d : nat) (v : nat -> R) : (0 < d)%N -> (forall k, (k < d)%N -> v k = 1 \/ v k = - 1) ->
  \sum_(f : {ffun 'I_d -> 'I_2}) \prod_(i < d) \prod_(j < d)
    (((1 - (f i)%:R * 2%:R) * (1 - (f j)%:R * 2%:R) == v i * v j)%:R) = 2%:R :> R.
Proof.
move=> d0 signs; have minus k : (k < d)%N -> - v k = 1 \/ - v k = - 1.
  by move=> hk; case: (signs k hk) => ->; rewrite ?opprK; auto.
have -> : 2%:R = 1 + 1 :> R by [].
rewrite -[X in _ = X + _](one_row signs) -[X in _ = _ + X](one_row minus) -big_split; apply: eq_bigr => f _ /=.
have sign (k : 'I_d) : 1 - (f k)%:R * 2%:R = v k \/ 1 - (f k)%:R * 2%:R = - v k.
  case: (f k) => [[|[|//]] ?]; rewrite /= ?mul0r ?subr0 ?mul1r.
    by case: (signs k (ltn_ord k)) => ->; rewrite ?opprK; auto.
  have -> : 1 - 2%:R = - 1 :> R by ring.
  by case: (signs k (ltn_ord k)) => ->; rewrite ?opprK; auto.
exact: (@outer_equal R d (fun k => 1 - (f k)%:R * 2%:R) v d0 (fun k => signs k (ltn_ord k)) sign).
Qed.

Lemma signed_product (R : rcfType) (x y : R) : x != 0 -> y != 0 ->
  x * y * `|x * y| / (x * x * (y * y)) = Num.sg x * Num.sg y.
Proof.
move=> x0 y0; have norm2 (u : R) : u * u = `|u| * `|u| by rewrite -normrM ger0_norm // -expr2 sqr_ge0.
transitivity ((Num.sg x * `|x|) * (Num.sg y * `|y|) * (`|x| * `|y|) / (`|x| * `|x| * (`|y| * `|y|))).
  by rewrite -!numEsg -!norm2 normrM.
by field; rewrite !normr_eq0 x0 y0.
Qed.

Theorem proof : statement.
Proof.
move=> R d m g p W t d2 m1 _ one indep even tsigns _ nz; have d0 : (0 < d)%N := ltnW d2.
pose C (N A : nat -> nat -> R) (i j : nat) := \sum_(k < d) (((i == k :> nat)%:R + g * A i k) *
  \sum_(l < d) (N k l * ((j == l :> nat)%:R + g * A j l))).
pose Y N A i j := C N A i j * `|C N A i j| / (C N A i i * C N A j j).
have [ext turn] := signed_images d g.
have extY N A B k l h hk hl : Y N A k l = Y N B k l := ext N A B k l h hk hl.
have turnY M' A (s' : nat -> R) k l signs' hk hl : Y (fun k l => s' k * M' k l * s' l) (fun k l => s' k * s' l * A k l) k l =
  s' k * s' l * Y M' A k l := turn M' A s' k l signs' hk hl.
pose z a i := \sum_(k < d) ((i == k :> nat)%:R + g * W a i k).
have Cz a i j : C (fun _ _ => 1) (W a) i j = z a i * z a j.
  by rewrite /C /z mulr_suml; apply: eq_bigr => k _; under [in LHS]eq_bigr do rewrite mul1r.
have z0 a i : (a < m)%N -> (i < d)%N -> z a i != 0.
  move=> ha hi; case: (nz (fun=> 1)) => [[k _] | h]; first by rewrite mulr1 eqxx.
  apply: contra_neq (h a ha i hi) => zi; rewrite -[RHS](mulr0 (z a i)) -[in RHS]zi -(Cz a i i); apply: eq_bigr => k _.
  by congr (_ * _); apply: eq_bigr => l _; rewrite mulr1.
pose v a i := t i * Num.sg (z a i).
have vsign a : (a < m)%N -> forall i, (i < d)%N -> v a i = 1 \/ v a i = - 1.
  move=> ha i hi; rewrite /v; have := z0 a i ha hi; case: (sgrP (z a i)) => [|_ _|_ _] //.
    by rewrite mulr1; exact: tsigns.
  by rewrite mulrN1; case: (tsigns i hi) => ->; rewrite ?opprK; auto.
have Y1 a i j : (a < m)%N -> (i < d)%N -> (j < d)%N -> Y (fun _ _ => 1) (W a) i j = Num.sg (z a i) * Num.sg (z a j).
  by move=> ha hi hj; rewrite /Y !Cz; apply: signed_product; exact: z0.
transitivity (\sum_(a < m) (p a * (\sum_(f : {ffun 'I_d -> 'I_2}) ((1 / 2%:R) ^+ d * \prod_(i < d) \prod_(j < d)
    (((1 - (f i)%:R * 2%:R) * (1 - (f j)%:R * 2%:R) == v a i * v a j)%:R))))); last first.
  under eq_bigr => a _.
    rewrite -mulr_sumr two_rows //; last exact: vsign.
    over.
  by rewrite -mulr_suml one mul1r div1r exprVn mulrC mul1r.
under [RHS]eq_bigr do rewrite mulr_sumr.
rewrite exchange_big; apply: eq_bigr => f _ /=.
under [RHS]eq_bigr do rewrite mulrCA.
rewrite -mulr_sumr prodr_const card_ord; congr (_ * _).
pose s (k : nat) : R := if insub k is Some o then 1 - ((f : {ffun 'I_d -> 'I_2}) o)%:R * 2%:R else 1.
have sE (k : 'I_d) : 1 - (f k)%:R * 2%:R = s k by rewrite /s valK.
have ssign k : (k < d)%N -> s k = 1 \/ s k = - 1.
  move=> hk; rewrite -(sE (Ordinal hk)); case: (f _) => [[|[|//]] ?]; rewrite /= ?mul0r ?subr0 ?mul1r; auto.
  by right; ring.
pose G (A : nat -> nat -> R) : R := \prod_(i < d) \prod_(j < d) (Y (fun k l => s k * 1 * s l) A i j == t i * t j)%:R.
transitivity (\sum_(a < m) (p a * G (W a))).
  have CE a i j : \sum_(k < d) (((i == k :> nat)%:R + g * W a i k) * (\sum_(l < d) (((1 - (f k)%:R * 2%:R) *
      (1 - (f l)%:R * 2%:R)) * ((j == l :> nat)%:R + g * W a j l)))) = C (fun k l => s k * 1 * s l) (W a) i j.
    by apply: eq_bigr => k _; congr (_ * _); apply: eq_bigr => l _; rewrite !sE mulr1.
  by apply: eq_bigr => a _; congr (_ * _); apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite !CE.
rewrite (conjugated indep even ssign) => [|A B h]; last first.
  by apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite (extY _ A B).
apply: eq_bigr => a _; congr (_ * _); apply: eq_bigr => i _; apply: eq_bigr => j _; congr ((nat_of_bool _)%:R).
rewrite [Y _ _ _ _](turnY (fun _ _ => 1) _ s) // [X in _ * X]Y1 // !sE /v.
have sg2 k : (k < d)%N -> Num.sg (z a k) * Num.sg (z a k) = 1.
  by move=> hk; rewrite -expr2 sqr_sg z0.
have gg : Num.sg (z a i) * Num.sg (z a j) * (Num.sg (z a i) * Num.sg (z a j)) = 1 by rewrite mulrACA !sg2 // mulr1.
apply/eqP/eqP => e; first by rewrite -[LHS]mulr1 -gg [LHS]mulrA e; ring.
by rewrite e -[RHS]mulr1 -gg; ring.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d m g p W t d2 m1 _ one _ _ _ g0; split=> [start f flt a am i id j jd | _]; last by rewrite expf_neq0 // pnatr_eq0.
have [[k kd] | all] := start (fun k => 1 - (f k)%:R * 2%:R); last by rewrite mulf_neq0 // all.
have e : 1 - 1 * 2%:R = - 1 :> R by ring.
by case: (f k) (flt k kd) => [|[|]] // _; rewrite ?e ?mulrNN ?mul0r ?subr0 ?mulr1 eqxx.
Qed.
