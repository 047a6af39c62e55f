(* lam = (l, l + w_1, .., l + w_m), n = m + 1, w >= 0 of sum W > 0: V^2/Vhat^2 = n (n sum w^2 - W^2)/W^2. *)
Lemma squares_below (R : rcfType) (r : nat) (x : nat -> R) : (forall i, (i < r)%N -> 0 <= x i) ->
  \sum_(i < r) x i * x i <= (\sum_(i < r) x i) * \sum_(i < r) x i.
Proof.
elim: r => [|r IH] h; first by rewrite !big_ord0 mulr0.
rewrite !big_ord_recr /=.
have s0 : 0 <= \sum_(i < r) x i by apply: sumr_ge0 => i _; apply: h; rewrite ltnS ltnW.
have x0 : 0 <= x r by apply: h.
have le := IH (fun i hi => h i (ltnW hi)).
rewrite -subr_ge0.
have -> : (\sum_(i < r) x i + x r) * (\sum_(i < r) x i + x r) - (\sum_(i < r) x i * x i + x r * x r)
  = ((\sum_(i < r) x i) * (\sum_(i < r) x i) - \sum_(i < r) x i * x i) + ((\sum_(i < r) x i) * x r) *+ 2 by ring.
by rewrite addr_ge0 ?subr_ge0 // mulrn_wge0 // mulr_ge0.
Qed.

Lemma expanded (R : rcfType) (m : nat) (w : nat -> R) (l S c : R) : S != 0 ->
  \sum_(i < m) ((l + w i) / S - c) * ((l + w i) / S - c) =
  (\sum_(i < m) w i * w i) / (S * S) + (l / S - c) *+ 2 / S * (\sum_(i < m) w i) + m%:R * ((l / S - c) * (l / S - c)).
Proof.
move=> S0; rewrite mulr_suml mulr_sumr -[m in m%:R]card_ord -sumr_const mulr_suml -!big_split /=.
by apply: eq_bigr => i _; field.
Qed.

Theorem proof : statement.
Proof.
move=> R l m w l0 m1 w0 [k km wk].
have -> : \sum_(i < m) (l + w i) = m%:R * l + \sum_(i < m) w i.
  by rewrite big_split /= sumr_const card_ord mulr_natl.
have below := squares_below w0.
have W0 : 0 < \sum_(i < m) w i.
  rewrite (bigD1 (Ordinal km)) //= ltr_paddr //.
    by apply: sumr_ge0 => i _; apply: w0.
  by rewrite lt_neqAle eq_sym wk w0.
rewrite expanded; last first.
  by rewrite gt_eqF // ltr_paddl // ltr_paddl // mulr_ge0 // ler0n.
move: (\sum_(i < m) w i) (\sum_(i < m) w i * w i) W0 below => W Q W0 below.
have Wn : W != 0 by rewrite gt_eqF.
have m0 : 0 <= m%:R :> R by rewrite ler0n.
have n0 : 0 < m%:R + 1 :> R by rewrite ltr_paddl // ltr01.
have nn : m%:R + 1 != 0 :> R by rewrite gt_eqF.
have Sn : l + (m%:R * l + W) != 0 by rewrite gt_eqF // ltr_paddl // ltr_paddl // mulr_ge0.
set left := (X in X <= _).
have -> : left = (m%:R + 1) * ((m%:R + 1) * (Q / (W * W)) - 1).
  rewrite /left; field.
  by rewrite Wn nn Sn.
rewrite ler_pmul2l // [-1 + _]addrC ler_add2r.
by rewrite -[X in _ <= X]mulr1 ler_pmul2l // ler_pdivr_mulr ?mul1r // mulr_gt0.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R least m over l0 m1 o0 [k k_m k0]; set T := least + \sum_(i < m) (least + over i).
have more : (m%:R + 1) * least < T.
  rewrite /T big_split /= sumr_const card_ord addrA -[least *+ m]mulr_natl mulrDl mul1r [m%:R * _ + _]addrC ltr_addl.
  by apply: (@sum_gt0_at _ m _ (Ordinal k_m)) => [i|]; [exact: o0 | rewrite lt_def k0 o0].
have N0 : 0 < m%:R + 1 :> R by rewrite ltr_paddl ?ler0n ?ltr01.
have T0 : 0 < T by apply: le_lt_trans more; rewrite mulr_ge0 // ltW.
split; first by rewrite gt_eqF.
split; first by rewrite gt_eqF.
have d0 : 1 / (m%:R + 1) - least / T != 0.
  by rewrite subr_eq0 gt_eqF // ltr_pdivr_mulr // mulrAC mul1r ltr_pdivl_mulr // mulrC.
by rewrite mulf_neq0.
Qed.
