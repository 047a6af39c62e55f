(* d^2 - F = 4 (T - D) = 4 b D >= 4 b F^2/d for the means F, T, D: a quadratic inequality for F. *)
Theorem proof : statement.
Proof.
move=> R d p M M' hd sym unit psd sym' unit' psd' p0 p1.
have d1 : (0 < d)%N by exact: ltnW.
have [F [T [D [-> -> -> [hF hFD hDT]]]]] := sizes d1 sym unit psd.
have [F' [T' [D' [-> -> -> [hF' hFD' hDT']]]]] := sizes d1 sym' unit' psd'.
have d0 : 0 < d%:R :> R by rewrite ltr0n.
have q0 : 0 <= 1 - p by rewrite subr_ge0.
set n := d%:R in hF hFD hF' hFD' d0 *; move=> zero.
set f := p * F + (1 - p) * F'; set t := p * T + (1 - p) * T'; set e := p * D + (1 - p) * D'.
move=> less.
have [hf hfe het f0 e0] : [/\ n <= f, f * f <= n * e, e <= t, 0 < f & 0 < e] by exact: averaged.
have t0 : 0 < t by apply: lt_le_trans het.
have u0 : 0 < t - e by rewrite subr_gt0; move: less; rewrite ltr_pdivr_mulr // mul1r.
have drift : 4%:R * (t - e) = n * n - f.
  apply/eqP; rewrite -subr_eq0; apply/eqP.
  have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
  apply: (mulfI two); rewrite mulr0 -[RHS]oppr0.
  transitivity (- (p * (n * 2%:R * n - F * 2%:R - T * 8%:R + D * 8%:R)
    + (1 - p) * (n * 2%:R * n - F' * 2%:R - T' * 8%:R + D' * 8%:R))); first by rewrite /f /t /e; ring.
  by rewrite zero.
pose b := (t - e) / e; have b0 : 0 < b by rewrite divr_gt0.
have -> : 16%:R * n * (1 - e / t) / (e / t) = 16%:R * b * n by rewrite /b; field; rewrite !gt_eqF.
have -> : 1 / 8%:R * (e / t) * n * (- 1 + Num.sqrt (1 + 16%:R * b * n)) / (1 - e / t)
    = n * (Num.sqrt (1 + 16%:R * b * n) - 1) / (8%:R * b).
  by rewrite /b; field; rewrite !gt_eqF.
have b8 : 0 < 8%:R * b by rewrite mulr_gt0 ?ltr0n.
rewrite (ler_pdivl_mulr _ _ b8) -ler_pdivr_mull //.
rewrite ler_subr_addr; set x := n^-1 * (f * (8%:R * b)) + 1.
have x0 : 0 <= x.
  rewrite /x; apply: addr_ge0; last exact: ler01.
  apply: mulr_ge0; first by rewrite invr_ge0 ltW.
  by apply: mulr_ge0; exact: ltW.
rewrite -[x]ger0_norm // -sqrtr_sqr ler_wsqrtr // -subr_ge0.
have -> : 1 + 16%:R * b * n - x ^+ 2 = 16%:R * b / (n * n) * (n * (n * n - f) - 4%:R * b * (f * f)).
  by rewrite /x; field; rewrite gt_eqF.
apply: mulr_ge0.
  by apply: divr_ge0; apply: mulr_ge0; rewrite ?ler0n // ltW.
rewrite subr_ge0 -drift.
have -> : n * (4%:R * (t - e)) = 4%:R * b * (n * e) by rewrite /b; field; rewrite gt_eqF.
by rewrite ler_pmul2l // mulr_gt0 ?ltr0n.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d p M M' hd sym unit psd sym' unit' psd' p0 p1.
have d0 : 0 < d%:R :> R by rewrite ltr0n ltnW.
have [F [T [D [eF eT eD [hF hFD hDT]]]]] := sizes (ltnW hd) sym unit psd.
have [F' [T' [D' [eF' eT' eD' [hF' hFD' hDT']]]]] := sizes (ltnW hd) sym' unit' psd'.
have [_ _ het _ e0] := averaged d0 p0 p1 hF hFD hDT hF' hFD' hDT'.
have t0 := lt_le_trans e0 het; have a0 := divr_gt0 e0 t0.
rewrite eT eT' eD eD'; repeat split.
- by move=> _; rewrite gt_eqF.
- by move=> _; rewrite gt_eqF.
- move=> less; apply: addr_ge0; first exact: ler01.
  apply: divr_ge0; last exact: ltW.
  by apply: mulr_ge0; [apply: mulr_ge0; exact: ler0n | rewrite subr_ge0 ltW].
by move=> less; rewrite subr_eq0 gt_eqF.
Qed.
