(* The offset of the least share lies between two squares of delta. *)
Lemma slope_between (R : rcfType) (N d p o : R) : 0 < N -> 0 < 2%:R + N -> 0 < d -> 0 < 1 / N - d ->
  p = 1 / N - N / (2%:R + N) * d + o -> 0 <= o + 2%:R * (N / (2%:R + N)) * (d * d) ->
  0 <= 2%:R * (N / (2%:R + N)) * (d * d) - o ->
  2%:R * N / (2%:R + N) + - 4%:R * d * N / ((2%:R + N) * (1 / N - d)) <= (p / (1 / N - d) + - 1) / d /\
  (p / (1 / N - d) + - 1) / d <= 2%:R * N / (2%:R + N) + 4%:R * d * N / ((2%:R + N) * (1 / N - d)).
Proof.
move=> N0 N2 d0; set l := 1 / N - d => l0 -> low high.
have lN : N = 1 / (l + d) by rewrite /l subrK; field; rewrite gt_eqF.
have dl : 0 < l * d by rewrite mulr_gt0.
split; rewrite -subr_ge0.
  have -> : ((1 / N - N / (2%:R + N) * d + o) / l + - 1) / d
      - (2%:R * N / (2%:R + N) + - 4%:R * d * N / ((2%:R + N) * l))
    = (o + 2%:R * (N / (2%:R + N)) * (d * d)) / (l * d)
      + (2%:R * N / (2%:R + N)) * (d * d) / (l * d) * 0 + (1 / N - N / (2%:R + N) * d - l - 2%:R * N / (2%:R + N) * (l * d)
       + 2%:R * N / (2%:R + N) * (d * d)) / (l * d).
    by field; rewrite !gt_eqF.
  rewrite mulr0 addr0 addr_ge0 //; apply: divr_ge0; rewrite ?(ltW dl) //.
  have -> : 1 / N - N / (2%:R + N) * d - l - 2%:R * N / (2%:R + N) * (l * d) + 2%:R * N / (2%:R + N) * (d * d)
    = 4%:R * (N / (2%:R + N)) * (d * d) by rewrite /l; field; rewrite !gt_eqF.
  by apply: mulr_ge0; [rewrite mulr_ge0 ?ler0n // ltW // divr_gt0 | rewrite mulr_ge0 // ltW].
have -> : 2%:R * N / (2%:R + N) + 4%:R * d * N / ((2%:R + N) * l)
    - ((1 / N - N / (2%:R + N) * d + o) / l + - 1) / d
  = (2%:R * (N / (2%:R + N)) * (d * d) - o) / (l * d)
    + (2%:R * N / (2%:R + N) * (l * d) + 2%:R * N / (2%:R + N) * (d * d) - (1 / N - N / (2%:R + N) * d - l)) / (l * d).
  by field; rewrite !gt_eqF.
rewrite addr_ge0 //; apply: divr_ge0; rewrite ?(ltW dl) //.
have -> : 2%:R * N / (2%:R + N) * (l * d) + 2%:R * N / (2%:R + N) * (d * d) - (1 / N - N / (2%:R + N) * d - l) = 0.
  by rewrite /l; field; rewrite !gt_eqF.
exact: lexx.
Qed.

Lemma one_whole (R : rcfType) (N d : R) : 0 < N -> 0 < N + - 1 ->
  1 / N - d + (N + - 1) * (1 / N + d / (N + - 1)) = 1.
Proof. by move=> N0 M0; field; rewrite !gt_eqF. Qed.

Lemma small_spread (R : rcfType) (N d : R) : 0 < N -> 0 < N + - 1 -> 1 <= N + - 1 -> 0 < d ->
  (1 / N - d - 1 / N) * (1 / N - d - 1 / N) + (N + - 1) * ((d / (N + - 1)) * (d / (N + - 1))) <= d * d + d * d.
Proof.
move=> N0; set M := N + - 1 => M0 M1 d0.
have -> : (1 / N - d - 1 / N) * (1 / N - d - 1 / N) = d * d by ring.
rewrite ler_add2l; have -> : M * (d / M * (d / M)) = d * d / M by field; rewrite gt_eqF.
by rewrite ler_pdivr_mulr // ler_pmulr ?mulr_gt0.
Qed.

Theorem proof : statement.
Proof.
move=> R n d D E n2 L D2 E2 d0 small Ds.
have n0 : 0 < n%:R :> R by rewrite ltr0n ltnW.
have N2 : 0 < 2%:R + n%:R :> R by rewrite -natrD ltr0n.
have m0 : 0 < n%:R + - 1 :> R by rewrite subr_gt0 ltr1n.
have l0 : 0 < 1 / n%:R - d by rewrite subr_gt0 ltr_pdivl_mulr.
pose lam (j : nat) : R := (j == 0%N)%:R * (1 / n%:R - d) + (j != 0%N)%:R * (1 / n%:R + d / (n%:R + - 1)).
have other : 0 < 1 / n%:R + d / (n%:R + - 1) by rewrite addr_gt0 ?divr_gt0 ?ltr01.
have pos j : (j < n)%N -> 0 < lam j.
  move=> _; rewrite /lam; case: (j == 0%N) => /=; rewrite ?mul1r ?mul0r ?addr0 ?add0r.
    by rewrite -[X in X - d]mul1r.
  by rewrite -[X in X + _]mul1r.
have Dk k : (k < n)%N -> D (share_of n lam k) by move=> /Ds.
have [_ flat above] := off_line L n2 pos D2 E2 Dk.
have first : lam 0%N = 1 / n%:R - d by rewrite /lam eqxx /= mulr1n mulr0n mul1r mul0r addr0.
have whole : \sum_(k < n) lam k = 1.
  case: n n2 n0 m0 @lam first {L D2 E2 small Ds N2 l0 other pos Dk flat above} => // m _ n0 m0 lam first.
  rewrite big_ord_recl /= first (eq_bigr (fun=> 1 / m.+1%:R + d / (m.+1%:R + - 1))) => [|i _].
    rewrite sumr_const card_ord -[_ *+ m]mulr_natl.
    have -> : m%:R = m.+1%:R + - 1 :> R by rewrite -[m.+1]addn1 natrD addrK.
    exact: one_whole.
  by rewrite /lam /= mulr1n mulr0n mul0r mul1r add0r.
have pE : E (share_of n lam 0) = 1 / n%:R - n%:R / (2%:R + n%:R) * d + off n lam E 0.
  by rewrite /off whole first; move: (E _) => p; field; rewrite !gt_eqF.
have low := above 0%N (ltnW n2).
have square : (lam 0%N / (\sum_(k < n) lam k) - 1 / n%:R) * (lam 0%N / (\sum_(k < n) lam k) - 1 / n%:R) = d * d.
  by rewrite whole first; field; rewrite gt_eqF.
rewrite square in low.
have high : 0 <= 2%:R * (n%:R / (2%:R + n%:R)) * (d * d) - off n lam E 0.
  have h0 : 0 <= 2%:R * (n%:R / (2%:R + n%:R)) :> R by rewrite mulr_ge0 ?ler0n // ltW // divr_gt0.
  have spread : \sum_(i < n) ((lam i / (\sum_(k < n) lam k) - 1 / n%:R) * (lam i / (\sum_(k < n) lam k) - 1 / n%:R))
      <= d * d + d * d.
    rewrite whole; case: n n2 n0 m0 @lam first {L D2 E2 small Ds N2 l0 other pos Dk flat above whole pE low square h0}
      => // m m2 n0 m0 lam first.
    have mE : m%:R = m.+1%:R + - 1 :> R by rewrite -[m.+1]addn1 natrD addrK.
    rewrite big_ord_recl /= first divr1 (eq_bigr (fun=> (d / m%:R) * (d / m%:R))) => [|i _].
      rewrite sumr_const card_ord -[_ *+ m]mulr_natl mE; apply: small_spread => //.
      by rewrite -mE ler1n.
    by rewrite /lam /= mulr1n mulr0n mul0r mul1r add0r divr1 -mE addrAC subrr add0r.
  pose r : R := 2%:R * (n%:R / (2%:R + n%:R)).
  pose h i := (lam i / (\sum_(k < n) lam k) - 1 / n%:R) * (lam i / (\sum_(k < n) lam k) - 1 / n%:R).
  have first_of : off n lam E 0 + r * h 0%N <= \sum_(i < n) (off n lam E i + r * h i).
    rewrite (bigD1 (Ordinal (ltnW n2))) //= ler_addl; apply: sumr_ge0 => i _; exact: above.
  rewrite big_split /= flat add0r -mulr_sumr /h square in first_of.
  rewrite subr_ge0 -(ler_add2r (r * (d * d))); apply: le_trans first_of _.
  by rewrite -mulrDr ler_wpmul2l.
have alone z : share_of n lam 0 z = (1 / n%:R - d) * z 0%N / (\sum_(k < n) lam k * z k) by rewrite /share_of first.
have [_ _ ext _] := L; have D0 := Dk 0%N (ltnW n2).
have := slope_between n0 N2 d0 l0 pE low high.
by rewrite (law_eq L D0 (ext _ _ alone D0) (fun z _ => alone z)).
Qed.

Theorem defined_proof : defined.
Proof.
move=> R n d D E n2 L D2 E2 d0.
have n0 : 0 < n%:R :> R by rewrite ltr0n ltnW.
have N2 : 2%:R + n%:R != 0 :> R by rewrite -natrD pnatr_eq0.
have m0 : 0 < n%:R + - 1 :> R by rewrite subr_gt0 ltr1n.
have l0 : d * n%:R < 1 -> 0 < 1 / n%:R - d by move=> small; rewrite subr_gt0 ltr_pdivl_mulr.
have other : 0 < 1 / n%:R + d / (n%:R + - 1) by rewrite addr_gt0 ?divr_gt0 ?ltr01.
have either (first : bool) (x y : R) : 0 < x -> 0 < y -> 0 < first%:R * x + (~~ first)%:R * y.
  by case: first => x0 y0 /=; rewrite mulr1n mulr0n mul1r mul0r ?addr0 ?add0r.
split; first by values.
split; first by move=> *; exact: lt0r_neq0.
split.
  move=> small _ w on; apply: lt0r_neq0.
  apply: (@weighted R n (fun j : nat => (j == 0%N)%:R * (1 / n%:R - d) + (j != 0%N)%:R * (1 / n%:R + d / (n%:R + - 1))) w _ on).
  by move=> j _; exact: (either (j == 0%N) _ _ (l0 small) other).
split; first by move=> small _; exact: (lt0r_neq0 (l0 small)).
split; first by move=> *; exact: lt0r_neq0.
split; first by [].
by move=> small _; apply: mulf_neq0 => //; exact: (lt0r_neq0 (l0 small)).
Qed.
