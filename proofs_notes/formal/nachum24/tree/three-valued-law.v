(* s goes to s/m below the split, where s < m, and to (s - m)/(1 - m) above it; N m = J s + L. *)
Lemma place_low (R : rcfType) (K J L s : R) (m := (J * s + L) / (K + J + L)) : 0 < K -> 0 < J -> 0 < L -> 0 < s ->
  (K + L) * s < L ->
  [/\ 0 < J * s + L, 0 < K + J - J * s,
    Num.max ((1 - m) * (- 1)) 0 - Num.max ((- m) * (- 1)) 0 != 0, 1 - m != 0 & m / (1 - m) = (J * s + L) / (K + J - J * s) /\
    (Num.max ((s - m) * (- 1)) 0 - Num.max ((- m) * (- 1)) 0) / (Num.max ((1 - m) * (- 1)) 0 - Num.max ((- m) * (- 1)) 0)
      = s * (K + J + L) / (J * s + L)].
Proof.
move=> K0 J0 L0 s0 low; have N0 : 0 < K + J + L by rewrite !addr_gt0.
have [Nn a0] : K + J + L != 0 /\ 0 < J * s + L by rewrite gt_eqF // addr_gt0 // mulr_gt0.
have s1 : s < 1.
  have KL : 0 < K + L by rewrite addr_gt0.
  by rewrite -(ltr_pmul2l KL) mulr1 (lt_trans low) // ltr_addr.
have b0 : 0 < K + J - J * s.
  by have -> : K + J - J * s = K + J * (1 - s) by [ring]; rewrite addr_gt0 // mulr_gt0 // subr_gt0.
have m0 : 0 < m by rewrite divr_gt0.
have m1 : 1 - m = (K + J - J * s) / (K + J + L) by rewrite /m; field.
have m2 : 0 < 1 - m by rewrite m1 divr_gt0.
have sm : s - m < 0.
  have -> : s - m = - ((L - (K + L) * s) / (K + J + L)) by rewrite /m; field.
  by rewrite oppr_lt0 divr_gt0 // subr_gt0.
have e1 : Num.max ((1 - m) * (- 1)) 0 = 0 by rewrite mulrN1 max_r // oppr_le0 ltW.
have e2 : Num.max ((- m) * (- 1)) 0 = m by rewrite mulrN1 opprK max_l // ltW.
have e3 : Num.max ((s - m) * (- 1)) 0 = m - s by rewrite mulrN1 opprB max_l // ltW // -oppr_lt0 opprB.
have mn := lt0r_neq0 m0; have [an bn] := (lt0r_neq0 a0, lt0r_neq0 b0).
split=> //; first by rewrite e1 e2 sub0r oppr_eq0.
- exact: lt0r_neq0.
split; first by rewrite m1 /m; field; rewrite bn Nn.
by rewrite e1 e2 e3 /m; field; rewrite an Nn.
Qed.

Lemma place_high (R : rcfType) (K J L s : R) (m := (J * s + L) / (K + J + L)) : 0 < K -> 0 < J -> 0 < L -> s < 1 ->
  L < (K + L) * s ->
  [/\ 0 < K + J - J * s, Num.max (1 - m) 0 - Num.max (- m) 0 != 0, 1 - m != 0,
    m / (1 - m) = (J * s + L) / (K + J - J * s) &
    (Num.max (s - m) 0 - Num.max (- m) 0) / (Num.max (1 - m) 0 - Num.max (- m) 0) = ((K + L) * s - L) / (K + J - J * s)].
Proof.
move=> K0 J0 L0 s1 high; have N0 : 0 < K + J + L by rewrite !addr_gt0.
have s0 : 0 < s by rewrite -(pmulr_rgt0 _ (addr_gt0 K0 L0)) (lt_trans L0).
have Nn := lt0r_neq0 N0; have a0 : 0 < J * s + L by rewrite addr_gt0 // mulr_gt0.
have b0 : 0 < K + J - J * s.
  by have -> : K + J - J * s = K + J * (1 - s) by [ring]; rewrite addr_gt0 // mulr_gt0 // subr_gt0.
have m0 : 0 < m by rewrite divr_gt0.
have m1 : 1 - m = (K + J - J * s) / (K + J + L) by rewrite /m; field.
have m2 : 0 < 1 - m by rewrite m1 divr_gt0.
have m3 : s - m = ((K + L) * s - L) / (K + J + L) by rewrite /m; field.
have sm : 0 < s - m by rewrite m3 divr_gt0 // subr_gt0.
have e1 : Num.max (1 - m) 0 = 1 - m by rewrite max_l // ltW.
have e2 : Num.max (- m) 0 = 0 by rewrite max_r // oppr_le0 ltW.
have e3 : Num.max (s - m) 0 = s - m by rewrite max_l // ltW.
have bn := lt0r_neq0 b0; split=> //; first by rewrite e1 e2 subr0 lt0r_neq0.
- exact: lt0r_neq0.
- by rewrite m1 /m; field; rewrite bn Nn.
by rewrite e1 e2 e3 !subr0 m1 m3; field; rewrite bn Nn.
Qed.

Lemma less_of (R : rcfType) (x y a b c : R) (u v : R) : 0 < a -> 0 < b -> 0 < c -> y * a - x * b = c * (v - u) ->
  (x / a < y / b) = (u < v).
Proof.
move=> a0 b0 c0 e; rewrite ltr_pdivr_mulr // mulrAC ltr_pdivl_mulr // -subr_gt0 e pmulr_rgt0 // subr_gt0 //.
Qed.

Lemma odds_split (R : rcfType) (K J L : R) (s := L / (K + L)) (m := (J * s + L) / (K + J + L)) : 0 < K -> 0 < J ->
  0 < L -> [/\ K + L != 0, 1 - m != 0, m / (1 - m) != 0 & m / (1 - m) = L / K].
Proof.
move=> K0 J0 L0; have [N0 KL] : 0 < K + J + L /\ 0 < K + L by rewrite !addr_gt0.
have [[Nn Kn] [Ln Gn]] := ((lt0r_neq0 N0, lt0r_neq0 K0), (lt0r_neq0 L0, lt0r_neq0 KL)).
have m1 : 1 - m = K / (K + L) by rewrite /m /s; field; rewrite Gn Nn.
have m2 : m = L / (K + L) by rewrite /m /s; field; rewrite Gn Nn.
have e : m / (1 - m) = L / K by rewrite m1 m2; field; rewrite Kn Gn.
by rewrite e m1; split; rewrite // mulf_neq0 // invr_neq0.
Qed.

Theorem proof : statement.
Proof.
move=> R k j l low high below above k1 j1 l1 low0 below0 low1 below1 high1 above1 high0 above0.
have [[K0 J0] L0] : (0 < k%:R :> R /\ 0 < j%:R :> R) /\ 0 < l%:R :> R by rewrite !ltr0n.
have [a0 c0 _ _ [-> ->]] := place_low K0 J0 L0 low0 low1; have [b0 _ _ _ [_ ->]] := place_low K0 J0 L0 below0 below1.
have [d0 _ _ -> ->] := place_high K0 J0 L0 high1 high0; have [e0 _ _ _ ->] := place_high K0 J0 L0 above1 above0.
have [_ _ _ ->] := odds_split K0 J0 L0 => same.
move: k%:R j%:R l%:R K0 J0 L0 a0 b0 c0 d0 e0 same low1 high0 {below1 above0} => K J L K0 J0 L0 a0 b0 c0 d0 e0 same low1 high0.
have N0 : 0 < K + J + L by rewrite !addr_gt0.
split; last split; last first.
- congr (_%:R); rewrite same; congr nat_of_bool; apply: (less_of e0 d0 (mulr_gt0 K0 N0)); ring.
- congr (_%:R); congr nat_of_bool; apply: (less_of b0 a0 (mulr_gt0 N0 L0)); ring.
set t := low * (K + J + L) / (J * low + L) in same *.
have ta : t * (J * low + L) = low * (K + J + L) by rewrite divfK // lt0r_neq0.
have tb : t * (K + J - J * high) = (K + L) * high - L by rewrite same divfK // lt0r_neq0.
have c1 : 0 < K + J - t * J.
  rewrite -(pmulr_lgt0 _ a0); have -> : (K + J - t * J) * (J * low + L) = L * (K + J - J * low).
    by have -> : (K + J - t * J) * (J * low + L) = (K + J) * (J * low + L) - J * (t * (J * low + L)) by [ring]; rewrite ta; ring.
  by rewrite mulr_gt0.
have [[Kn Ln] [an cn]] := ((lt0r_neq0 K0, lt0r_neq0 L0), (lt0r_neq0 a0, lt0r_neq0 c0)).
have [dn c1n] := (lt0r_neq0 d0, lt0r_neq0 c1).
have -> : (J * low + L) / (K + J - J * low) = L / (K + J - t * J).
  apply/eqP; rewrite eqr_div //; apply/eqP.
  by have -> : (J * low + L) * (K + J - t * J) = (K + J) * (J * low + L) - J * (t * (J * low + L)) by [ring]; rewrite ta; ring.
have -> : (J * high + L) / (K + J - J * high) = (L + t * J) / K.
  apply/eqP; rewrite eqr_div //; apply/eqP.
  have -> : (L + t * J) * (K + J - J * high) = L * (K + J - J * high) + J * (t * (K + J - J * high)) by ring.
  by rewrite tb; ring.
have -> : J + K + - t * J = K + J - t * J by ring.
by field; rewrite Kn Ln c1n.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R k j l low high below above k1 j1 l1 low0 below0 low1 below1 high1 above1 high0 above0.
have [[K0 J0] L0] : (0 < k%:R :> R /\ 0 < j%:R :> R) /\ 0 < l%:R :> R by rewrite !ltr0n.
have [a0 c0 g1 g2 [_ e]] := place_low K0 J0 L0 low0 low1; have [_ _ g3 _ _] := place_low K0 J0 L0 below0 below1.
have [_ _ g4 _ _] := place_high K0 J0 L0 high1 high0; have [_ g5 _ _ _] := place_high K0 J0 L0 above1 above0.
have [g6 g7 g8 _] := odds_split K0 J0 L0 => _; rewrite e.
have N0 : 0 < k%:R + j%:R + l%:R :> R by rewrite !addr_gt0.
repeat split=> //; first exact: lt0r_neq0.
move: k%:R j%:R l%:R K0 J0 L0 a0 c0 N0 {low1 below1 high0 above0 g1 g2 g3 g4 g5 g6 g7 g8} => K J L K0 J0 L0 a0 c0 N0.
have -> : J + K + - (low * (K + J + L) / (J * low + L)) * J = L * (K + J - J * low) / (J * low + L).
  by field; exact: lt0r_neq0.
by rewrite lt0r_neq0 // divr_gt0 // mulr_gt0.
Qed.
