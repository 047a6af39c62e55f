(* gamma' = gamma - r (gamma - m) with m the mean of y against the normalised x.w: |m| is at most U, since y and the
   best fit agree along x.w, by Cauchy-Schwarz. *)
Theorem proof : statement.
Proof.
move=> R d n r gamma A y w v u _ pos _ zero normal posu r2; split=> [_ e|far _]; first by move: pos; rewrite e ltxx.
have [n0 s0 e] := @spread R n (centred n (row d A w)) pos; have x := no_mean w zero; have p := no_mean u zero.
set C := centred n (row d A w) in pos e s0 *.
set s := Num.sqrt _ in s0 e *.
set X := row d A w; set P := row d A u.
set U := Num.sqrt _ in far *.
set m := (\sum_(i < n) (X i * P i)) / (n%:R * s).
have step : (\sum_(i < n) (((gamma * (C i / s)) - y i) * (C i / s))) / n%:R = gamma - m.
  rewrite (eq_bigr (fun i : 'I_n => (gamma / (s * s)) * (C i * C i) + (- s^-1) * (C i * y i))) => [|i _]; last by field.
  rewrite big_split /= -!mulr_sumr e (still1 y x) -(@fitted R d n A y u w normal) -/X -/P /m.
  by field; rewrite n0 s0.
rewrite step.
have np : 0 < n%:R :> R by rewrite lt_def n0 ler0n.
have sp : 0 < s by rewrite lt_def s0 sqrtr_ge0.
have small : `|m| <= U.
  rewrite -(@ler_pexpn2r R 2) ?nnegrE ?sqrtr_ge0 ?normr_ge0 // real_normK ?num_real //.
  rewrite sqr_sqrtr; last by rewrite divr_ge0 ?ler0n // sumr_ge0 // => i _; rewrite -expr2 sqr_ge0.
  have := pairing n X P; rewrite -(still2 x x) -/C e => le.
  rewrite /m expr_div_n ler_pdivr_mulr ?exprn_gt0 ?mulr_gt0 //.
  apply: (le_trans le); rewrite le_eqVlt; apply/orP; left; apply/eqP.
  by rewrite -/P; set b := \sum_(i < n) _; field.
have r20 : 0 < r + - 2%:R by rewrite subr_gt0.
have rr : 0 < r by rewrite (lt_trans _ r2) ?ltr0n.
have U0 : 0 <= U by rewrite sqrtr_ge0.
have low : (r - 1) * `|gamma| - r * U <= `|gamma - r * (gamma - m)|.
  have -> : gamma - r * (gamma - m) = r * m - (r - 1) * gamma by ring.
  have r1 : 0 <= r - 1 by rewrite subr_ge0 ltW // (lt_trans _ r2) // ltr1n.
  have -> : (r - 1) * `|gamma| = `|(r - 1) * gamma| by rewrite normrM (ger0_norm r1).
  rewrite distrC; apply: le_trans (ler_sub_dist _ _).
  by rewrite ler_add2l ler_opp2 normrM (gtr0_norm rr) ler_pmul2l.
apply: le_trans (ler_sub low (lexx _)).
rewrite le_eqVlt; apply/orP; left; apply/eqP.
by field; rewrite gt_eqF // addrC.
Qed.
