(* With m = 1/(R + r) what a layer gains is (n - 1) m - 2 R m^2 + R^2 m^3 + e m, of which the first two have the mean of R m. *)
Lemma tangent (R : rcfType) (x r a : R) (c := 1 + r * a) : 0 < x -> 0 <= r -> 0 < a ->
  1 / (x + r) <= a / c - a / c ^+ 2 + 1 / c ^+ 2 * (1 / x) /\ 1 / c + r * a / c ^+ 2 - r / c ^+ 2 * (1 / x) <= x / (x + r).
Proof.
move=> x0 r0 a0; have c0 : 0 < c by rewrite ltr_paddr // ?ltr01 // mulr_ge0 // ltW.
have y0 : 0 < x + r by rewrite ltr_paddr.
have [[xn yn] cn] := (lt0r_neq0 x0, lt0r_neq0 y0, lt0r_neq0 c0).
have den : 0 <= c ^+ 2 * x * (x + r) by apply: mulr_ge0 (ltW y0); apply: mulr_ge0 (ltW x0); exact: sqr_ge0.
split; rewrite -subr_ge0.
  have -> : a / c - a / c ^+ 2 + 1 / c ^+ 2 * (1 / x) - 1 / (x + r) = r * (1 - x * a) ^+ 2 / (c ^+ 2 * x * (x + r)).
    by rewrite /c in cn *; field; rewrite xn yn cn.
  by rewrite divr_ge0 // mulr_ge0 ?sqr_ge0.
have -> : x / (x + r) - (1 / c + r * a / c ^+ 2 - r / c ^+ 2 * (1 / x)) = (r * (1 - x * a)) ^+ 2 / (c ^+ 2 * x * (x + r)).
  by rewrite /c in cn *; field; rewrite xn yn cn.
by rewrite divr_ge0 ?sqr_ge0.
Qed.

Theorem proof : statement.
Proof.
move=> R n r e D E n4 r0 law DR Dy Dh Dm Dk Dq stein e0; have [[D1 E1] lin _ pos] := law.
have const c : D (fun=> (c - 1) * 1 + 1) /\ E (fun=> (c - 1) * 1 + 1) = c.
  by have [Dc Ec] := lin (c - 1) _ _ D1 D1; split=> //; rewrite Ec E1; ring.
have yp (w : nat -> R) : 0 < w 0%N -> 0 < w 0%N + r by move=> w0; rewrite ltr_paddr.
have a0 : 0 < E (fun w => 1 / w 0%N) by apply: pos => // w w0; rewrite divr_gt0 // ltr01.
have k0 : 0 < E (fun w => w 0%N / (w 0%N + r)) by apply: pos => // w w0; rewrite divr_gt0 // yp.
set a := E (fun w => 1 / w 0%N) in a0 *; set K := E (fun w => w 0%N / (w 0%N + r)) in k0 stein *.
have [D2 E2] := lin (-3%:R) _ _ Dq Dq; have [D3 E3] := lin (n%:R - 1) _ _ Dm D2; have [D4 E4] := lin 1 _ _ Dm D3.
have whole : (n%:R - 1) * E (fun w => 1 / (w 0%N + r)) + (- 3%:R * E (fun w => w 0%N / ((w 0%N + r) * (w 0%N + r))) +
    E (fun w => w 0%N / ((w 0%N + r) * (w 0%N + r)))) = K by rewrite stein; ring.
rewrite E2 whole in E3; rewrite E3 mul1r in E4; set m := E (fun w => 1 / (w 0%N + r)) in E4 whole stein *.
set mu := E (fun w => w 0%N); set h' := E (fun w => (_ + _) / _); set h := E (fun w => (n%:R + - 2%:R + r / (w 0%N + r) * (r / (w 0%N + r))) / (w 0%N + r)).
have hE : h' = e * m + h.
  have [Dg Eg] := lin e _ _ Dm Dh; rewrite -Eg.
  have same w : e * (1 / (w 0%N + r)) + (n%:R + - 2%:R + r / (w 0%N + r) * (r / (w 0%N + r))) / (w 0%N + r)
      = (n%:R + - 2%:R + e + r / (w 0%N + r) * (r / (w 0%N + r))) / (w 0%N + r) by ring.
  have [_ _ ext _] := law; have Dh' := ext _ _ same Dg.
  by apply/eqP; rewrite eq_le; apply/andP; split; apply: (mean_le law) => // w _; rewrite same.
have rest (w : nat -> R) (x := w 0%N) : 0 < x -> (n%:R + - 2%:R + r / (x + r) * (r / (x + r))) / (x + r) =
    (n%:R - 1) * (1 / (x + r)) + (- 3%:R * (x / ((x + r) * (x + r))) + x / ((x + r) * (x + r))) + x ^+ 2 / (x + r) ^+ 3.
  by move=> x0; field; exact: lt0r_neq0 (yp w x0).
have ge : K <= h.
  rewrite -E3; apply: (mean_le law D3 Dh) => w w0; rewrite rest // ler_addl.
  by apply: divr_ge0; [exact: sqr_ge0 | apply: exprn_ge0; exact: ltW (yp w w0)].
have le : h <= m + K.
  rewrite -E4; apply: (mean_le law Dh D4) => w w0; rewrite rest // mul1r addrC ler_add2r.
  have y0 := yp w w0; rewrite -subr_ge0.
  have -> : 1 / (w 0%N + r) - w 0%N ^+ 2 / (w 0%N + r) ^+ 3 = r * (w 0%N *+ 2 + r) / (w 0%N + r) ^+ 3.
    by field; exact: lt0r_neq0.
  apply: divr_ge0; last by apply: exprn_ge0; exact: ltW.
  by apply: mulr_ge0 => //; apply: addr_ge0 => //; rewrite mulrn_wge0 // ltW.
pose c := 1 + r * a; have c0 : 0 < c by rewrite ltr_paddr // ?ltr01 // mulr_ge0 // ltW.
have ma : m <= a / c.
  have [D5 E5] := const (a / c - a / c ^+ 2); have [D6 E6] := lin (1 / c ^+ 2) _ _ Dy D5.
  have -> : a / c = 1 / c ^+ 2 * a + (a / c - a / c ^+ 2) by field; exact: lt0r_neq0.
  rewrite -E5 -E6; apply: (mean_le law Dm D6) => w w0; have [t _] := tangent w0 r0 a0.
  by apply: (le_trans t); rewrite mulr1 subrK addrC.
have ka : 1 / c <= K.
  have [D5 E5] := const (1 / c + r * a / c ^+ 2); have [D6 E6] := lin (- (r / c ^+ 2)) _ _ Dy D5.
  have -> : 1 / c = - (r / c ^+ 2) * a + (1 / c + r * a / c ^+ 2) by field; exact: lt0r_neq0.
  rewrite -E5 -E6; apply: (mean_le law D6 Dk) => w w0; have [_ t] := tangent w0 r0 a0.
  by apply: (le_trans _ t); rewrite mulr1 subrK mulNr addrC.
have mk : m <= a * K by apply: (le_trans ma); apply: (le_trans _ (ler_wpmul2l (ltW a0) ka)); rewrite mulrA mulr1.
have mu0 : 0 < mu by apply: pos.
have km : K <= mu * m.
  pose d := mu + r; have d0 : 0 < d by rewrite ltr_paddr.
  have [D5 E5] := const (- (mu / d)); have [D6 E6] := lin (1 / d) _ _ DR D5; have [D7 E7] := lin mu _ _ Dm D6.
  have -> : mu * m = mu * m + (1 / d * mu + - (mu / d)) by field; exact: lt0r_neq0.
  rewrite -E5 -E6 -E7; apply: (mean_le law Dk D7) => w w0; have y0 := yp w w0; rewrite -subr_ge0.
  have -> : mu * (1 / (w 0%N + r)) + (1 / d * w 0%N + ((- (mu / d) - 1) * 1 + 1)) - w 0%N / (w 0%N + r)
      = (w 0%N - mu) ^+ 2 / ((w 0%N + r) * d).
    by rewrite /d in d0 *; field; rewrite !lt0r_neq0.
  by rewrite divr_ge0 ?sqr_ge0 // mulr_ge0 // ltW.
rewrite hE; split.
  rewrite ler_pdivl_mulr // mulrDl mul1r addrC; apply: ler_add => //.
  by rewrite -mulrA ler_wpmul2l // mulrC ler_pdivr_mulr // mulrC.
rewrite ler_pdivr_mulr //; apply: (@le_trans _ _ (e * m + (m + K))); first by rewrite ler_add2l.
have -> : e * m + (m + K) = K + (1 + e) * m by ring.
have -> : (1 + a * (1 + e)) * K = K + (1 + e) * (a * K) by ring.
by rewrite ler_add2l ler_wpmul2l // addr_ge0 ?ler01.
Qed.
