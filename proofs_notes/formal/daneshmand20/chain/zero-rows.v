(* A row w has as many places with w_i = - s_i as with w_i = s_i: the coefficient of X^m in the product of the 1 + X of
   all places. *)
Lemma central_ratio (m : nat) : (m.+1 * m.+1 * 'C(m.+1 * 2, m.+1) = (m.+1 * 2) * (m * 2).+1 * 'C(m * 2, m))%N.
Proof.
have one : (m.+1 * 'C(m.+1 * 2, m.+1) = (m.+1 * 2) * 'C((m * 2).+1, m))%N by rewrite -mul_bin_diag.
have two : (m.+1 * 'C((m * 2).+1, m.+1) = (m * 2).+1 * 'C(m * 2, m))%N by rewrite -mul_bin_diag.
have same : 'C((m * 2).+1, m) = 'C((m * 2).+1, m.+1).
  have le : (m <= (m * 2).+1)%N by rewrite muln2 -addnn (leq_trans (leq_addr m m)).
  by rewrite -(bin_sub le); congr 'C(_, _); rewrite muln2 -addnn -addSn addnK.
by rewrite -mulnA one mulnCA same two mulnA.
Qed.

Lemma central (R : rcfType) (m : nat) :
  'C(m * 2, m)%:R * (1 / 2%:R) ^+ (m * 2) = \prod_(i < m) ((i%:R * 2%:R + 1) / (i%:R * 2%:R + 2%:R)) :> R.
Proof.
elim: m => [|m IH]; first by rewrite big_ord0 mul0n expr0 bin0 mulr1.
rewrite big_ord_recr /= -IH.
have M0 : m.+1%:R != 0 :> R by rewrite pnatr_eq0.
have /(congr1 (fun k => k%:R : R)) := central_ratio m; rewrite !natrM => e.
have -> : 'C(m.+1 * 2, m.+1)%:R = (m.+1%:R * 2%:R) * (m * 2).+1%:R * 'C(m * 2, m)%:R / (m.+1%:R * m.+1%:R) :> R.
  by rewrite -e mulrAC divff ?mul1r // mulf_neq0.
have -> : (m * 2).+1%:R = m%:R * 2%:R + 1 :> R by rewrite -addn1 natrD natrM.
have eM : m.+1%:R = m%:R + 1 :> R by rewrite -addn1 natrD.
have -> : (m.+1 * 2 = (m * 2).+2)%N by rewrite mulSn.
rewrite !exprS eM; field.
by rewrite -natrM -natrD pnatr_eq0 addn2 -eM M0.
Qed.

Lemma orthogonal (R : rcfType) (m d : nat) (s : nat -> R) : d = (m * 2)%N ->
  (forall i, (i < d)%N -> s i = 1 \/ s i = - 1) ->
  \sum_(f : {ffun 'I_d -> 'I_2}) ((\sum_(i < d) ((1 - (f i)%:R * 2%:R) * s i)) == 0)%:R = 'C(d, m)%:R :> R.
Proof.
move=> ed signs; pose b (i : nat) (x : 'I_2) : nat := if s i == 1 then (x : nat) else (1 - x)%N.
transitivity ((\sum_(f : {ffun 'I_d -> 'I_2}) \prod_(i < d) 'X^(b i (f i)) : {poly R})`_m).
  rewrite coef_sum; apply: eq_bigr => f _.
  have -> : \prod_(i < d) 'X^(b i (f i)) = 'X^(\sum_(i < d) b i (f i)) :> {poly R} by rewrite -prodrXr.
  rewrite coefXn; congr ((nat_of_bool _)%:R).
  have -> : \sum_(i < d) ((1 - (f i)%:R * 2%:R) * s i) = d%:R - (\sum_(i < d) b i (f i))%:R * 2%:R.
    transitivity (\sum_(i < d) (1 : R) - \sum_(i < d) ((b i (f i))%:R * 2%:R)); last first.
      by rewrite sumr_const card_ord natr_sum mulr_suml.
    rewrite -sumrB; apply: eq_bigr => i _.
    rewrite /b; case: (signs i (ltn_ord i)) => ->; rewrite ?eqxx; first by ring.
    have -> : (- 1 == 1 :> R) = false by apply/negbTE; rewrite eq_sym -subr_eq0 opprK -(natrD _ 1 1) pnatr_eq0.
    by case: (f i) => [[|[|//]] h] /=; rewrite ?subn0 ?subnn; ring.
  have -> : d%:R = m%:R * 2%:R :> R by rewrite ed natrM.
  by rewrite -mulrBl mulf_eq0 pnatr_eq0 orbF subr_eq0 eqr_nat.
rewrite -(bigA_distr_bigA (fun (i : 'I_d) (x : 'I_2) => 'X^(b i x) : {poly R})).
have -> : \prod_(i < d) (\sum_(x < 2) 'X^(b i x)) = (1 + 'X) ^+ d :> {poly R}.
  transitivity (\prod_(i < d) (1 + 'X : {poly R})); last by rewrite prodr_const card_ord.
  apply: eq_bigr => i _.
  rewrite big_ord_recl big_ord1 /b; case: ifP => _ /=; rewrite expr0 expr1 //; exact: addrC.
have hm : (m < d.+1)%N by rewrite ltnS ed leq_pmulr.
rewrite exprDn coef_sum (bigD1 (Ordinal hm)) //= expr1n mul1r coefMn coefXn eqxx big1 ?addr0 // => i ne.
rewrite expr1n mul1r coefMn coefXn; case: eqP => [e|_]; last by rewrite mul0rn.
by move: ne; rewrite -val_eqE /= e eqxx.
Qed.

Theorem proof : statement.
Proof.
move=> R m d s m1 d2 signs /eqP; rewrite -natrM eqr_nat => /eqP ed.
have -> : \sum_(f : {ffun 'I_d -> 'I_2}) ((\prod_(i < d) (1 / 2%:R)) * ((\sum_(i < d) ((1 - (f i)%:R * 2%:R) * s i)) == 0)%:R) =
    \prod_(i < m) ((i%:R * 2%:R + 1) / (i%:R * 2%:R + 2%:R)) :> R.
  by rewrite -mulr_sumr (orthogonal ed signs) prodr_const card_ord mulrC ed -central.
by [].
Qed.
