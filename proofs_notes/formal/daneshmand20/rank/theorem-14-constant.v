(* With x^2 = 1 + 16 b n and F = n (x - 1)/(8 b), n^3/F^2 is 4 b + (x + 1)/(2 n), and x <= 1 + 4 n y where n y^2 = b. *)
Lemma bounds (R : rcfType) (b n x y : R) (V := n * n * n / (n * (x + -1) / (b * 8%:R) * (n * (x + -1) / (b * 8%:R)))) :
  0 < b -> 0 < n -> 1 < x -> x * x = b * 16%:R * n + 1 -> 0 <= y -> n * (y * y) = b ->
  4%:R * b <= V <= 4%:R * b + (1 / n + 2%:R * y).
Proof.
move=> b0 n0 x1 xx y0 yy; have x0 : 0 < x - 1 by rewrite subr_gt0.
have x2 : 0 < x + 1 by rewrite addr_gt0 ?ltr01 // (lt_trans ltr01).
have VE : V = 4%:R * b + (x + 1) / (2%:R * n).
  have nE : n = (x * x - 1) / (16%:R * b) by rewrite xx; field; rewrite gt_eqF.
  have q0 : x * x - 1 != 0.
    have -> : x * x - 1 = (x - 1) * (x + 1) by ring.
    by rewrite mulf_neq0 // gt_eqF.
  by rewrite /V nE; field; rewrite ?q0 ?(gt_eqF b0) ?(gt_eqF x0).
have le : x <= 1 + 4%:R * (n * y).
  rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?addr_ge0 ?mulr_ge0 ?ler0n ?ler01 ?(ltW n0) //; last by rewrite ltW // (lt_trans ltr01).
  rewrite !expr2 xx -subr_ge0; have -> : (1 + 4%:R * (n * y)) * (1 + 4%:R * (n * y)) - (b * 16%:R * n + 1) =
    8%:R * (n * y) + 16%:R * n * (n * (y * y) - b) by ring.
  by rewrite yy subrr mulr0 addr0 !mulr_ge0 ?ler0n ?(ltW n0).
rewrite VE ler_addl ler_add2l divr_ge0 ?mulr_ge0 ?ler0n ?(ltW x2) ?(ltW n0) //=.
rewrite ler_pdivr_mulr ?mulr_gt0 ?ltr0n // -subr_ge0; have -> : (1 / n + 2%:R * y) * (2%:R * n) - (x + 1) = 1 + 4%:R * (n * y) - x.
  by field; rewrite gt_eqF.
by rewrite subr_ge0.
Qed.

Lemma root_above (R : rcfType) (c : R) : 0 < c -> 1 < Num.sqrt (c + 1).
Proof.
move=> c0; have := @ltr_sqrt R 1 (c + 1); rewrite sqrtr1 => ->; last by rewrite addr_gt0 ?ltr01.
by rewrite ltr_addr.
Qed.

Theorem proof : statement.
Proof.
move=> R al d a0 a1 d1; set b := (1 - al) / al; have b0 : 0 < b by rewrite divr_gt0 ?subr_gt0.
have n0 : 0 < d%:R :> R by rewrite ltr0n.
have c0 : 0 < b * 16%:R * d%:R by apply: mulr_gt0 => //; apply: mulr_gt0 => //; rewrite ltr0n.
have y2 : d%:R * ((Num.sqrt (1 - al) / (Num.sqrt al * Num.sqrt d%:R)) * (Num.sqrt (1 - al) / (Num.sqrt al * Num.sqrt d%:R))) = b.
  have sq (z : R) : 0 <= z -> Num.sqrt z * Num.sqrt z = z by move=> z0; rewrite -expr2 sqr_sqrtr.
  rewrite mulf_div sq ?subr_ge0 ?ltW // mulrACA !sq ?ltW // /b; field; by rewrite !gt_eqF.
have xx : Num.sqrt (b * 16%:R * d%:R + 1) * Num.sqrt (b * 16%:R * d%:R + 1) = b * 16%:R * d%:R + 1.
  by have c1 := ltW (lt_trans c0 (ltr_spaddr ltr01 (lexx _))); rewrite -expr2 sqr_sqrtr.
have y0 : 0 <= Num.sqrt (1 - al) / (Num.sqrt al * Num.sqrt d%:R) by rewrite divr_ge0 ?mulr_ge0 ?sqrtr_ge0.
have /andP [low high] := bounds b0 n0 (root_above c0) xx y0 y2; split.
  by apply: le_trans low; rewrite /b mulrA.
have alg (p q r s t : R) : 4%:R * (p / q) + (r + 2%:R * (s / t)) = r + 4%:R * p / q + 2%:R * s / t by rewrite addrCA !mulrA addrA.
by apply: (le_trans high); rewrite /b alg.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R al d a0 a1 d1; set b := (1 - al) / al; have b0 : 0 < b by rewrite divr_gt0 ?subr_gt0.
have n0 : 0 < d%:R :> R by rewrite ltr0n.
have c0 : 0 < b * 16%:R * d%:R by apply: mulr_gt0 => //; apply: mulr_gt0 => //; rewrite ltr0n.
have e0 : b * 8%:R != 0 by rewrite mulf_neq0 ?pnatr_eq0 // gt_eqF.
have x0 : Num.sqrt (b * 16%:R * d%:R + 1) + -1 != 0 by rewrite gt_eqF // subr_gt0 root_above.
have c1 := ltW (lt_trans c0 (ltr_spaddr ltr01 (lexx _))).
have d0 : d%:R != 0 :> R by rewrite gt_eqF.
split; first by rewrite gt_eqF.
split; first exact: c1.
split; first exact: e0.
split; first by apply: mulf_neq0; (apply: mulf_neq0; [exact: mulf_neq0 | rewrite invr_eq0; exact: e0]).
split; first by rewrite -lt0n.
split; first exact: ltW.
split; first by [].
split; first by rewrite subr_ge0 ltW.
by rewrite gt_eqF // mulr_gt0 ?sqrtr_gt0.
Qed.
