(* With s = roots^2 and S_k = sum s^k: S_2^2 < S_1 S_3 unless all s are equal, and S_3^2 <= S_2 S_4: S_2^3 < S_1^2 S_4. *)
Lemma weighted (R : rcfType) n (w x : nat -> R) (c : R) :
  \sum_(i < n) (w i * (x i - c) ^+ 2)
  = \sum_(i < n) (w i * (x i * x i)) - 2%:R * c * (\sum_(i < n) (w i * x i)) + c * c * (\sum_(i < n) w i).
Proof.
rewrite (eq_bigr (fun i : 'I_n => w i * (x i * x i) + (- (2%:R * c)) * (w i * x i) + (c * c) * w i)) => [|i _].
  by rewrite !big_split /= -!mulr_sumr mulNr.
by ring.
Qed.

Lemma hoelder (R : rcfType) n (s : nat -> R) (S1 := \sum_(i < n) s i) (S2 := \sum_(i < n) (s i * s i))
    (S4 := \sum_(i < n) ((s i * s i) * (s i * s i))) : (0 < n)%N -> (forall i, (i < n)%N -> 0 < s i) ->
  (exists2 j, (j < n)%N & s j != s 0%N) -> S2 * S2 * S2 < S1 * S1 * S4.
Proof.
move=> n0 pos [j jn far]; pose S3 := \sum_(i < n) (s i * (s i * s i)).
have more (f : nat -> R) : (forall i, (i < n)%N -> 0 < f i) -> 0 < \sum_(i < n) f i.
  move=> fp; rewrite (bigD1 (Ordinal n0)) //= ltr_paddr ?fp //; apply: sumr_ge0 => i _; by rewrite ltW // fp.
have p1 : 0 < S1 by apply: (more s).
have p2 : 0 < S2 by apply: (more (fun i => s i * s i)) => i lt; rewrite mulr_gt0 ?pos.
have p3 : 0 < S3 by apply: (more (fun i => s i * (s i * s i))) => i lt; rewrite !mulr_gt0 ?pos.
have a : 0 < \sum_(i < n) (s i * (s i - S2 / S1) ^+ 2).
  have some i : (i < n)%N -> s i != S2 / S1 -> 0 < \sum_(i < n) (s i * (s i - S2 / S1) ^+ 2).
    move=> lt ne; rewrite (bigD1 (Ordinal lt)) //= ltr_paddr //.
      by apply: sumr_ge0 => k _; apply: mulr_ge0; [apply: ltW; apply: pos | exact: sqr_ge0].
    by apply: mulr_gt0; [exact: pos | rewrite lt_def sqr_ge0 andbT sqrf_eq0 subr_eq0].
  case: (eqVneq (s j) (S2 / S1)) => [e|ne]; last exact: some ne.
  by apply: (some 0%N n0); rewrite -e eq_sym.
have b : 0 <= \sum_(i < n) ((s i * s i) * (s i - S3 / S2) ^+ 2).
  by apply: sumr_ge0 => i _; apply: mulr_ge0; [rewrite -expr2; exact: sqr_ge0 | exact: sqr_ge0].
move: a; rewrite weighted -/S1 -/S2 -/S3.
have -> : S3 - 2%:R * (S2 / S1) * S2 + S2 / S1 * (S2 / S1) * S1 = (S1 * S3 - S2 * S2) / S1.
  by field; rewrite gt_eqF.
rewrite pmulr_lgt0 ?invr_gt0 // subr_gt0 => a.
have e3 : \sum_(i < n) ((s i * s i) * s i) = S3 by apply: eq_bigr => i _; rewrite mulrA.
move: b; rewrite (@weighted R n (fun i => s i * s i) s) /= e3 -/S2 -/S4.
have -> : S4 - 2%:R * (S3 / S2) * S3 + S3 / S2 * (S3 / S2) * S2 = (S2 * S4 - S3 * S3) / S2.
  by field; rewrite gt_eqF.
rewrite pmulr_lge0 ?invr_gt0 // subr_ge0 => b.
rewrite -(ltr_pmul2l p2).
have -> : S2 * (S2 * S2 * S2) = (S2 * S2) * (S2 * S2) by ring.
apply: (@lt_le_trans _ _ ((S1 * S3) * (S1 * S3))).
  by apply: ltr_pmul => //; rewrite mulr_ge0 // ltW.
have -> : (S1 * S3) * (S1 * S3) = (S1 * S1) * (S3 * S3) by ring.
have -> : S2 * (S1 * S1 * S4) = (S1 * S1) * (S2 * S4) by ring.
by rewrite ler_pmul2l // mulr_gt0.
Qed.

Theorem proof : statement.
Proof.
move=> R d t r d2 pos t1 [j jd far]; have t0 : 0 < t%:R :> R by rewrite ltr0n.
have d1 : (0 < d)%N by apply: ltnW.
have dn : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
pose s i := r i * r i.
have sp i : (i < d)%N -> 0 < s i by move=> lt; rewrite mulr_gt0 ?pos.
have apart : exists2 j, (j < d)%N & s j != s 0%N.
  exists j => //; rewrite /s -!expr2 eqf_sqr negb_or far /= gt_eqF //.
  by rewrite (@lt_trans _ _ 0) ?oppr_lt0 ?pos.
have hold := @hoelder R d s d1 sp apart.
have one (a : 'I_d) : 1 / r a * (r a * r a) = r a by rewrite mulrA mul1r mulVf ?mul1r // gt_eqF // pos.
set S1 := \sum_(i < d) s i in hold; set S2 := \sum_(i < d) (s i * s i) in hold.
set S4 := \sum_(i < d) _ in hold.
have more (f : nat -> R) : (forall i, (i < d)%N -> 0 < f i) -> 0 < \sum_(i < d) f i.
  move=> fp; rewrite (bigD1 (Ordinal d1)) //= ltr_paddr ?fp //; apply: sumr_ge0 => i _; by rewrite ltW // fp.
have p1 : 0 < S1 by apply: (more s).
have p2 : 0 < S2 by apply: (more (fun i => s i * s i)) => i lt; rewrite mulr_gt0 ?sp.
have P : \sum_(a < d) ((1 / r a * (r a * r a)) * (1 / r a * (r a * r a))) = S1.
  by apply: eq_bigr => a _; rewrite one.
have Q : \sum_(a < d) (((1 / r a * (r a * r a)) * (1 / r a * (r a * r a))) * ((1 / r a * (r a * r a)) * (1 / r a * (r a * r a)))) = S2.
  by apply: eq_bigr => a _; rewrite one.
have := @gap_is R d d t%:R (fun a => 1 / r a) (fun a => r a * r a) t0 (leqnn d) d1.
rewrite P Q => /(_ (lt0r_neq0 p1)) eq.
apply: (@le_lt_trans _ _ (S2 / (S1 * S1) - 1 / d%:R)); first by rewrite le_eqVlt; apply/orP; left; apply/eqP.
have F (i : 'I_d) : r i * r i * r i * r i = s i * s i by rewrite /s; ring.
have W : \sum_(i < d) (r i * r i * r i * r i) = S2 by apply: eq_bigr => i _.
rewrite W.
rewrite (eq_bigr (fun i : 'I_d => ((s i * s i) * (s i * s i)) / (S2 * S2) + (- 2%:R / (d%:R * S2)) * (s i * s i)
    + 1 / (d%:R * d%:R))) => [|i _]; last by rewrite F; field; rewrite ?dn ?gt_eqF.
rewrite !big_split /= -mulr_suml -mulr_sumr -/S2 -/S4 sumr_const card_ord -[X in _ < _ + X]mulr_natr.
have -> : S4 / (S2 * S2) + - 2%:R / (d%:R * S2) * S2 + 1 / (d%:R * d%:R) * d%:R = S4 / (S2 * S2) - 1 / d%:R.
  by field; rewrite ?dn ?gt_eqF.
rewrite ltr_add2r ltr_pdivr_mulr ?mulr_gt0 // mulrAC ltr_pdivl_mulr ?mulr_gt0 //.
by rewrite [S4 * _]mulrC mulrA; exact: hold.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d t r d2 pos t1.
have trace : \sum_(j < d) gram d d t%:R (fun a => 1 / r a) (fun a => r a * r a) j j != 0.
  by rewrite trace_is ?ltr0n //=; apply: mulf_neq0; values.
split; first by values.
split; first by values.
split; first by values.
split; first by values.
split; first by values.
split; first by values.
by move=> _; exact: trace.
Qed.
