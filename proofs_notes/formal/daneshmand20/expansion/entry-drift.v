(* After one-step.v. *)
(* (r + g s)/sqrt(1 + 2 a g + b g^2) to second order, and to none. *)
Lemma cosine_near (R : rcfType) (r s a b A Y g m : R) : 0 <= g -> 0 <= A -> b = A * A -> 0 <= Y -> `|r| <= Y ->
  a * a <= b -> (s - r * a) * (s - r * a) <= Y * Y * (b - a * a) -> 0 < m -> m * m = 1 + 2%:R * a * g + b * (g * g) ->
  `|(r + g * s) / m - (r + g * (s - r * a) + g * g * (3%:R / 2%:R * r * (a * a) - s * a - r * b / 2%:R))|
    <= 6%:R * (Y * (g * A * (g * A) * (g * A))) /\
  `|(r + g * s) / m - r| <= 3%:R * (Y * (g * A)).
Proof.
move=> g0 A0 bA Y0 rY ab sY m0 mm; have b0 : 0 <= b by rewrite bA mulr_ge0.
pose G := g * A; pose p := g * a; pose q := Num.sqrt (g * g * (b - a * a)); pose c := (1 + p) / m; pose f := q / m.
have G0 : 0 <= G by rewrite mulr_ge0.
have sq (z : R) : 0 <= z * z by rewrite -expr2 sqr_ge0.
have q0 : 0 <= q by rewrite sqrtr_ge0.
have qq : q * q = g * g * (b - a * a) by rewrite -expr2 sqr_sqrtr // mulr_ge0 ?subr_ge0.
have GG : p * p + q * q = G * G by rewrite qq /G /p bA; ring.
have qE : q * q = G * G - p * p by rewrite -GG; ring.
have mG : m * m = 1 + 2%:R * p + G * G by rewrite mm /p /G bA; ring.
have mn : m != 0 by rewrite gt_eqF.
have f0 : 0 <= f by rewrite divr_ge0 // ltW.
have cf : c * c + f * f = 1.
  have -> : c * c + f * f = ((1 + p) * (1 + p) + q * q) / (m * m) by rewrite /c /f; field.
  have -> : (1 + p) * (1 + p) + q * q = m * m by rewrite mG -GG; ring.
  by rewrite divff // mulf_neq0.
have below (x y : R) : 0 <= y -> x * x <= y * y -> `|x| <= y by move=> y0 le; apply: norm_below => //; rewrite !expr2.
have pG : `|p| <= G by apply: below => //; rewrite -GG ler_addl.
have qG : q <= G by rewrite -(ger0_norm q0); apply: below => //; rewrite -GG ler_addr.
have c1 : `|c| <= 1 by apply: below => //; rewrite mulr1 -cf ler_addl.
have /andP [cl cu] : - 1 <= c <= 1 by rewrite -ler_norml.
have /andP [pl pu] : - G <= p <= G by rewrite -ler_norml.
have f1 : f <= 1 by rewrite -(ger0_norm f0); apply: below => //; rewrite mulr1 -cf ler_addr.
have fG : f <= G.
  rewrite /f ler_pdivr_mulr // -(ger0_norm q0); apply: below; first by rewrite mulr_ge0 // ltW.
  rewrite -subr_ge0; have -> : G * m * (G * m) - q * q = (p + G * G) * (p + G * G).
    have -> : G * m * (G * m) - q * q = G * G * (m * m) - (G * G - p * p) by rewrite qE; ring.
    by rewrite mG; ring.
  exact: sq.
have fm : f * m = q by rewrite /f divfK.
have m1 : `|m - 1| <= G.
  apply: below => //; rewrite -subr_ge0; have -> : G * G - (m - 1) * (m - 1) = 2%:R * (m - (1 + p)).
    have -> : G * G = m * m - 1 - 2%:R * p by rewrite mG; ring.
    by ring.
  rewrite mulr_ge0 ?ler0n // subr_ge0; by move: cu; rewrite /c ler_pdivr_mulr // mul1r.
have one : 1 - c <= 2%:R * G /\ (1 - c) * (1 - c) <= 4%:R * (G * G * G).
  have cc : 0 <= 1 - c by rewrite subr_ge0.
  have c2 : 1 - c <= 2%:R by rewrite -subr_ge0 (_ : 2%:R - (1 - c) = c - - 1) ?subr_ge0 //; ring.
  have [le | lt] := lerP 0 c.
    have cf' : 1 - c <= f * f.
      have -> : f * f = (1 - c) * (1 + c) by rewrite -[f * f](addKr (c * c)) cf; ring.
      by rewrite ler_pemulr // ler_addl.
    have cG : 1 - c <= f by apply: (le_trans cf'); rewrite -[X in _ <= X]mulr1 ler_wpmul2l.
    split; first by apply: (le_trans cG); apply: (le_trans fG); rewrite mulr_natl mulr2n ler_addl.
    apply: (@le_trans _ _ (f * f * f)); first by apply: ler_pmul.
    apply: (@le_trans _ _ (G * G * G)); last by rewrite ler_pemull ?ler1n // !mulr_ge0.
    by apply: ler_pmul => //; exact: ler_pmul.
  have G1 : 1 <= G.
    have : 1 + p < 0 by move: lt; rewrite /c pmulr_llt0 ?invr_gt0.
    move=> h; have : 1 < - p by rewrite -subr_gt0 (_ : - p - 1 = - (1 + p)) ?oppr_gt0 //; ring.
    by move=> /ltW h'; apply: (le_trans h'); rewrite ler_oppl.
  split; first by apply: (le_trans c2); rewrite ler_pmulr ?ltr0n.
  apply: (@le_trans _ _ (2%:R * 2%:R)); first by apply: ler_pmul.
  rewrite -natrM ler_pmulr ?ltr0n //; apply: (le_trans G1); rewrite -mulrA ler_pemulr //.
  by rewrite -[1]mulr1; apply: ler_pmul.
have [one1 one2] := one; pose u := g * (s - r * a).
have uY : `|u| <= Y * q.
  apply: below; first exact: mulr_ge0.
  have -> : Y * q * (Y * q) = g * g * (Y * Y * (b - a * a)) by rewrite mulrACA qq; ring.
  have -> : u * u = g * g * ((s - r * a) * (s - r * a)) by rewrite /u; ring.
  exact: ler_wpmul2l.
have K : (r + g * s) / m = r * c + u / m by rewrite /c /u /p; field.
have um : `|u / m| <= Y * f.
  by rewrite normrM normfV (ger0_norm (ltW m0)) ler_pdivr_mulr // -mulrA fm.
split; last first.
  have -> : (r + g * s) / m - r = r * (c - 1) + u / m by rewrite K; ring.
  apply: le_trans (ler_norm_add _ _) _; have -> : 3%:R * (Y * (g * A)) = Y * (2%:R * G) + Y * G by rewrite /G; ring.
  apply: ler_add; last by apply: (le_trans um); exact: ler_wpmul2l.
  rewrite normrM distrC; apply: ler_pmul => //; by rewrite ger0_norm // subr_ge0.
have -> : (r + g * s) / m - (r + g * (s - r * a) + g * g * (3%:R / 2%:R * r * (a * a) - s * a - r * b / 2%:R)) =
    r * ((f * f * (m + 1)) * (m - 1) / 2%:R - (1 - c) * (1 - c) / 2%:R) + u / m * (1 - m + p * m).
  rewrite K; have -> : (f * f * (m + 1)) * (m - 1) / 2%:R - (1 - c) * (1 - c) / 2%:R = c - 1 + q * q / 2%:R.
    have -> : f * f * (m + 1) * (m - 1) = q * q - f * f by rewrite -fm; ring.
    have -> : f * f = 1 - c * c by rewrite -cf; ring.
    by field.
  rewrite qq /u /p; by field.
apply: le_trans (ler_norm_add _ _) _; have -> : 6%:R * (Y * (g * A * (g * A) * (g * A))) = Y * (3%:R * (G * G * G)) + Y * (3%:R * (G * G * G)).
  by rewrite /G; ring.
have half (x y z w : R) : `|x| <= 2%:R * y -> 0 <= z -> z <= w + w -> `|x / 2%:R - z / 2%:R| <= y + w.
  move=> hx z0 hz; apply: le_trans (ler_norm_sub _ _) _; rewrite !normrM normfV (ger0_norm (ler0n _ 2)) (ger0_norm z0).
  by apply: ler_add; rewrite ler_pdivr_mulr ?ltr0n // mulrC // mulr_natl mulr2n.
have G3 : 0 <= G * G * G by rewrite !mulr_ge0.
have m10 : 0 < m + 1 by apply: addr_gt0 => //; exact: ltr01.
have ff : 0 <= f * f * (m + 1) by apply: mulr_ge0 (sq f) (ltW m10).
apply: ler_add.
  rewrite normrM; apply: ler_pmul => //; have -> : 3%:R * (G * G * G) = G * G * G + 2%:R * (G * G * G) by ring.
  apply: half => //; last by apply: (le_trans one2); rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
  rewrite normrM; have -> : 2%:R * (G * G * G) = (G * G + G * G) * G by ring.
  apply: ler_pmul => //; rewrite (ger0_norm ff).
  have -> : f * f * (m + 1) = f * q + f * f by rewrite -fm; ring.
  by apply: ler_add; apply: ler_pmul.
have -> : 1 - m + p * m = (p * (m - 1) * (m + 2%:R) - G * G) / (m + 1).
  apply: (mulIf (lt0r_neq0 m10)); rewrite divfK ?gt_eqF //.
  have -> : G * G = m * m - 1 - 2%:R * p by rewrite mG; ring.
  by ring.
rewrite normrM; have -> : Y * (3%:R * (G * G * G)) = Y * G * (3%:R * (G * G)) by ring.
apply: ler_pmul => //; first by apply: (le_trans um); exact: ler_wpmul2l.
rewrite normrM normfV (ger0_norm (ltW m10)) ler_pdivr_mulr //.
apply: le_trans (ler_norm_sub _ _) _; rewrite (ger0_norm (sq G)) 2!normrM (ger0_norm (_ : 0 <= m + 2%:R)); last by rewrite addr_ge0 ?ler0n // ltW.
apply: (@le_trans _ _ (G * G * (m + 2%:R) + G * G)).
  by rewrite ler_add2r; apply: ler_wpmul2r; [rewrite addr_ge0 ?ler0n // ltW | exact: ler_pmul].
rewrite -subr_ge0; have -> : 3%:R * (G * G) * (m + 1) - (G * G * (m + 2%:R) + G * G) = 2%:R * (G * G) * m by ring.
by rewrite !mulr_ge0 ?ler0n ?(ltW m0).
Qed.

Definition angle (R : rcfType) d M j (c : R) (x v : nat -> R) : R :=
  form d M x (moved j c v) / Num.sqrt (form d M (moved j c v) (moved j c v)).
Definition second (R : rcfType) d M j (x v : nat -> R) : R :=
  3%:R / 2%:R * form d M x (unit_at R j) * (form d M (unit_at R j) v * form d M (unit_at R j) v) -
  form d M x v * form d M (unit_at R j) v - form d M x (unit_at R j) * form d M v v / 2%:R.

Lemma root_of (R : rcfType) d M (x : nat -> R) : is_correlation d M -> form d M x x = Num.sqrt (form d M x x) * Num.sqrt (form d M x x).
Proof. by move=> cor; rewrite -expr2 sqr_sqrtr // form_ge0. Qed.

Lemma square_below (R : rcfType) (x y : R) : 0 <= y -> x * x <= y * y -> `|x| <= y.
Proof. by move=> y0 le; apply: norm_below => //; rewrite !expr2. Qed.

Lemma angle_near (R : rcfType) d M j (c : R) (x v : nat -> R) (Y := Num.sqrt (form d M x x)) (A := Num.sqrt (form d M v v)) :
  is_correlation d M -> (j < d)%N -> 0 <= c -> 0 < form d M (moved j c v) (moved j c v) ->
  `|angle d M j c x v - (form d M x (unit_at R j) + c * (form d M x v - form d M x (unit_at R j) * form d M (unit_at R j) v) +
      c * c * second d M j x v)| <= 6%:R * (Y * (c * A * (c * A) * (c * A))) /\
  `|angle d M j c x v - form d M x (unit_at R j)| <= 3%:R * (Y * (c * A)).
Proof.
move=> cor jd c0 pos; have [_ unit _] := cor; set e := unit_at R j.
have one : form d M e e = 1 by rewrite form_entry // unit.
have num : form d M x (moved j c v) = form d M x e + c * form d M x v by exact: form_right.
rewrite /angle num; apply: cosine_near => //.
- exact: sqrtr_ge0.
- exact: root_of.
- exact: sqrtr_ge0.
- by apply: square_below; rewrite ?sqrtr_ge0 // -root_of // -[form d M x x]mulr1 -one; exact: form_schwarz.
- by have := form_schwarz e v cor; rewrite one mul1r.
- rewrite /Y -root_of //; have := form_schwarz x (fun k => 1 * v k + (- form d M e v) * e k) cor.
  rewrite !form_two_left !form_two_right one (form_sym v e cor).
  have one_side (s r a : R) : 1 * s + - a * r = s - r * a by ring.
  have length (b a : R) : 1 * (1 * b + - a * a) + - a * (1 * a + - a * 1) = b - a * a by ring.
  by rewrite one_side length.
- by rewrite sqrtr_gt0.
have alg (a b : R) : 1 + 2%:R * (c * a) + c * c * b = 1 + 2%:R * a * c + b * (c * c) by ring.
by rewrite -root_of // moved_square //; exact: alg.
Qed.

Lemma second_as_form (R : rcfType) d M j (v : nat -> R) (a := form d M (unit_at R j) v) (b := form d M v v)
    (u := fun k => (3%:R / 2%:R * (a * a) - b / 2%:R) * unit_at R j k + (- a) * v k) : is_correlation d M -> (j < d)%N ->
  (forall x, second d M j x v = form d M u x) /\ Num.sqrt (form d M u u) <= b.
Proof.
move=> cor jd; have [_ unit _] := cor; have one : form d M (unit_at R j) (unit_at R j) = 1 by rewrite form_entry // unit.
split=> [x|]; first by rewrite /second /u form_two_left (form_sym _ x cor) (form_sym v x cor) -/a -/b; field.
have b0 : 0 <= b := form_ge0 v cor; rewrite -(ger0_norm b0) -sqrtr_sqr ler_wsqrtr // expr2.
rewrite /u !form_two_left !form_two_right one (form_sym v _ cor) -/a -/b -subr_ge0.
have -> : b * b - ((3%:R / 2%:R * (a * a) - b / 2%:R) * ((3%:R / 2%:R * (a * a) - b / 2%:R) * 1 + - a * a) + - a * ((3%:R / 2%:R * (a * a) - b / 2%:R) * a + - a * b)) =
  3%:R / 4%:R * ((b - a * a) * (b - a * a)) + a * a * b by field.
have sq (z : R) : 0 <= z * z by rewrite -expr2 sqr_ge0.
by apply: addr_ge0; apply: mulr_ge0 => //; rewrite divr_ge0 ?ler0n.
Qed.

Lemma mean_second (R : rcfType) P D E (L : @is_law_on R P D E) d M i j : is_correlation d M -> (i < d)%N -> (j < d)%N -> uncorrelated d D E ->
  mean_is D E (second d M j (unit_at R i))
    (3%:R / 2%:R * M i j * (\sum_(k < d) (M j k * M j k)) - \sum_(k < d) (M i k * M j k) - M i j * d%:R / 2%:R).
Proof.
move=> cor id jd unc; have [sym _ _] := cor; set e := unit_at R i; set a := unit_at R j.
have row (l m : nat) : (l < d)%N -> (m < d)%N -> \sum_(k < d) (form d M (unit_at R k) (unit_at R l) * form d M (unit_at R k) (unit_at R m)) = \sum_(k < d) (M l k * M m k).
  by move=> ld md; apply: eq_bigr => k _; rewrite !form_entry // (sym _ (ltn_ord k) _ ld) (sym _ (ltn_ord k) _ md).
have Faa := mean_forms L a a cor unc; have Fea := mean_forms L e a cor unc; rewrite !row // in Faa Fea.
have ea : form d M e a = M i j by rewrite form_entry.
have := mean_lin L (3%:R / 2%:R * M i j) Faa (mean_lin L (- 1) Fea (mean_scale L (- (M i j / 2%:R)) (mean_length L cor unc))).
have -> : 3%:R / 2%:R * M i j * (\sum_(k < d) (M j k * M j k)) + (- 1 * (\sum_(k < d) (M i k * M j k)) + - (M i j / 2%:R) * d%:R) =
  3%:R / 2%:R * M i j * (\sum_(k < d) (M j k * M j k)) - \sum_(k < d) (M i k * M j k) - M i j * d%:R / 2%:R.
  have alg (r n p q : R) : 3%:R / 2%:R * r * p + (- 1 * q + - (r / 2%:R) * n) = 3%:R / 2%:R * r * p - q - r * n / 2%:R by field.
  exact: alg.
apply: (mean_eq L) => v; rewrite /second -/e -/a ea; ring.
Qed.

Definition cosine (R : rcfType) d M (c : R) i w j v : R := form d M (moved i c w) (moved j c v) /
  (Num.sqrt (form d M (moved i c w) (moved i c w)) * Num.sqrt (form d M (moved j c v) (moved j c v))).

(* A^3 <= (b + b^2)/2 and A <= (1 + b)/2 for the length A of w, b its square. *)
Lemma lengths (R : rcfType) d M (w : nat -> R) (b := form d M w w) (A := Num.sqrt b) : is_correlation d M ->
  [/\ 0 <= A, A * A = b, A <= (1 + b) / 2%:R & A * A * A <= (b + b * b) / 2%:R].
Proof.
move=> cor; have A0 : 0 <= A by exact: sqrtr_ge0.
have bA : A * A = b by rewrite -expr2 sqr_sqrtr // form_ge0.
have le : A <= (1 + b) / 2%:R.
  rewrite ler_pdivl_mulr ?ltr0n // -subr_ge0 -bA; have -> : 1 + A * A - A * 2%:R = (A - 1) ^+ 2 by ring.
  exact: sqr_ge0.
split=> //; have -> : (b + b * b) / 2%:R = A * A * ((1 + b) / 2%:R) by rewrite bA; field.
by apply: ler_wpmul2l => //; rewrite bA form_ge0.
Qed.

Lemma cosine_mean (R : rcfType) P D E (L : @is_law_on R P D E) d (M : nat -> nat -> R) i j (c : R) be (r := M i j) (row := fun i => \sum_(k < d) (M i k * M i k)) :
  is_correlation d M -> (i < d)%N -> (j < d)%N -> 0 < c -> balanced d false D E -> uncorrelated d D E ->
  (forall w, P w -> forall i, (i < d)%N -> 0 < form d M (moved i c w) (moved i c w)) ->
  (forall x j, (j < d)%N -> D (angle d M j c x)) -> D (fun w => E (cosine d M c i w j)) ->
  mean_is D E (fun w => form d M w w * form d M w w) be ->
  `|E (fun w => E (cosine d M c i w j)) - (r + c * c * (r * (3%:R / 2%:R * (row i + row j) - d%:R) - 2%:R * (\sum_(k < d) (M i k * M j k))))|
    <= 8%:R * (c * (c * c)) * (d%:R + be).
Proof.
move=> cor id jd c0 cen unc pos Dx DG B; have [sym unit _] := cor; set e := unit_at R i; set a := unit_at R j.
have c3 : 0 <= c * (c * c) by rewrite !mulr_ge0 // ltW.
have Fd := mean_length L cor unc; set m2 := 3%:R / 2%:R * r * row j - \sum_(k < d) (M i k * M j k) - r * d%:R / 2%:R.
have Fs : mean_is D E (second d M j e) m2 by exact: (mean_second L cor id jd unc).
have Ft : mean_is D E (second d M i a) (3%:R / 2%:R * r * row i - \sum_(k < d) (M i k * M j k) - r * d%:R / 2%:R).
  have := mean_second L cor jd id unc; rewrite (sym j jd i id); congr (mean_is _ _ _ (_ - _ - _)).
  by apply: eq_bigr => k _; rewrite mulrC.
have ae : form d M a e = r by rewrite form_entry // sym.
have inner w : P w -> `|E (cosine d M c i w j) - (angle d M i c a w + c * c * m2)| <=
    c * (c * c) * (3%:R * (d%:R + be) + 3%:R / 2%:R * (d%:R * (1 + form d M w w))).
  move=> Pw; set g := moved i c w; set G := Num.sqrt (form d M g g); have G0 : 0 < G by rewrite sqrtr_gt0; exact: pos.
  have Gn : G != 0 by rewrite gt_eqF.
  have cosE v : cosine d M c i w j v = G^-1 * angle d M j c g v by rewrite /cosine /angle -/g -/G invfM mulrCA.
  have [De _] : mean_is D E (cosine d M c i w j) (G^-1 * E (angle d M j c g)).
    by apply: (mean_eq L) (mean_scale L G^-1 (conj (Dx g j jd) erefl)) => v; rewrite cosE.
  have T : mean_is D E (fun v => G^-1 * (form d M g a + c * (form d M g v - form d M g a * form d M a v)) + c * c * second d M j e v)
      (angle d M i c a w + c * c * m2).
    have flat := mean_lin L c (mean_lin L (- form d M g a) (mean_form L a cor cen) (mean_form L g cor cen)) (mean_const L (form d M g a)).
    have := mean_lin L G^-1 flat (mean_scale L (c * c) Fs); rewrite mulr0 addr0 mulr0 add0r.
    have -> : G^-1 * form d M g a = angle d M i c a w by rewrite /angle -/g -/G (form_sym a g cor) mulrC.
    by apply: (mean_eq L) => v; congr (_ * _ + _); rewrite addrC; congr (_ + _ * _); rewrite addrC mulNr.
  have err := mean_scale L (c * (c * c)) (mean_lin L 3%:R (mean_add L Fd B) (mean_scale L (3%:R / 2%:R * (1 + form d M w w)) Fd)).
  have := mean_near L De T err _; rewrite -[3%:R / 2%:R * _ * _]mulrA [(1 + _) * d%:R]mulrC; apply=> v Pv.
  have [near _] := angle_near g cor jd (ltW c0) (pos v Pv j jd); rewrite -/a -/G in near.
  have [as_form small] := second_as_form v cor jd; set u := fun k => _ in as_form small.
  have [_ far] := angle_near u cor id (ltW c0) (pos w Pw i id); rewrite -/e -/g in far.
  have [A0 AA A1 A3] := lengths w cor; have [B0 BB B1 B3] := lengths v cor.
  set A := Num.sqrt (form d M w w) in far A0 AA A1 A3; set C := Num.sqrt (form d M v v) in near B0 BB B1 B3.
  have split_up : cosine d M c i w j v - (G^-1 * (form d M g a + c * (form d M g v - form d M g a * form d M a v)) + c * c * second d M j e v) =
      G^-1 * (angle d M j c g v - (form d M g a + c * (form d M g v - form d M g a * form d M a v) + c * c * second d M j g v)) +
      c * c * (angle d M i c u w - form d M u e).
    rewrite cosE -(as_form e) (_ : angle d M i c u w = G^-1 * second d M j g v); last by rewrite /angle -/g -/G (as_form g) mulrC.
    have alg (x y z s t : R) : G^-1 * x - (G^-1 * y + c * c * s) = G^-1 * (x - (y + c * c * t)) + c * c * (G^-1 * t - s) by ring.
    exact: alg.
  rewrite split_up; apply: le_trans (ler_norm_add _ _) _.
  have one : `|G^-1 * (angle d M j c g v - (form d M g a + c * (form d M g v - form d M g a * form d M a v) + c * c * second d M j g v))| <=
      c * (c * c) * (3%:R * (form d M v v + form d M v v * form d M v v)).
    rewrite normrM normfV (ger0_norm (ltW G0)) mulrC ler_pdivr_mulr //; apply: (le_trans near).
    have -> : 6%:R * (G * (c * C * (c * C) * (c * C))) = c * (c * c) * (6%:R * (C * C * C)) * G by ring.
    apply: ler_wpmul2r; first exact: ltW.
    apply: ler_wpmul2l => //; have -> : 3%:R * (form d M v v + form d M v v * form d M v v) = 6%:R * ((form d M v v + form d M v v * form d M v v) / 2%:R) by field.
    by rewrite ler_pmul2l ?ltr0n.
  have two : `|c * c * (angle d M i c u w - form d M u e)| <= c * (c * c) * (3%:R / 2%:R * ((1 + form d M w w) * form d M v v)).
    rewrite normrM (ger0_norm (mulr_ge0 (ltW c0) (ltW c0))).
    have -> : c * (c * c) * (3%:R / 2%:R * ((1 + form d M w w) * form d M v v)) = c * c * (3%:R * (form d M v v * (c * ((1 + form d M w w) / 2%:R)))) by field.
    apply: ler_wpmul2l; first by rewrite mulr_ge0 // ltW.
    apply: (le_trans far); rewrite ler_pmul2l ?ltr0n //; apply: ler_pmul => //; rewrite ?sqrtr_ge0 ?mulr_ge0 ?(ltW c0) //.
    by apply: ler_wpmul2l => //; exact: ltW.
  apply: (le_trans (ler_add one two)); rewrite -mulrDr; apply: ler_wpmul2l => //; by rewrite mulrA.
have outer w : P w -> `|E (cosine d M c i w j) - (r + c * (form d M a w - r * form d M e w) + c * c * second d M i a w + c * c * m2)| <=
    c * (c * c) * (3%:R * (d%:R + be) + 3%:R / 2%:R * (d%:R * (1 + form d M w w)) + 3%:R * (form d M w w + form d M w w * form d M w w)).
  move=> Pw; have [near _] := angle_near a cor id (ltW c0) (pos w Pw i id); rewrite -/e ae in near.
  have [A0 AA A1 A3] := lengths w cor; set A := Num.sqrt (form d M w w) in near A0 AA A1 A3.
  have aa : Num.sqrt (form d M a a) = 1 by rewrite form_entry // unit // sqrtr1.
  have -> : E (cosine d M c i w j) - (r + c * (form d M a w - r * form d M e w) + c * c * second d M i a w + c * c * m2) =
    (E (cosine d M c i w j) - (angle d M i c a w + c * c * m2)) + (angle d M i c a w - (r + c * (form d M a w - r * form d M e w) + c * c * second d M i a w)).
    have alg (x y z t : R) : x - (z + t) = (x - (y + t)) + (y - z) by ring.
    exact: alg.
  apply: le_trans (ler_norm_add _ _) _; rewrite [c * (c * c) * (_ + _)]mulrDr; apply: ler_add; first exact: inner.
  apply: (le_trans near); rewrite aa mul1r.
  have -> : 6%:R * (c * A * (c * A) * (c * A)) = c * (c * c) * (6%:R * (A * A * A)) by ring.
  apply: ler_wpmul2l => //; have -> : 3%:R * (form d M w w + form d M w w * form d M w w) = 6%:R * ((form d M w w + form d M w w * form d M w w) / 2%:R) by field.
  by rewrite ler_pmul2l ?ltr0n.
have T := mean_lin L c (mean_lin L (- r) (mean_form L e cor cen) (mean_form L a cor cen)) (mean_lin L (c * c) Ft (mean_const L (r + c * c * m2))).
have err := mean_scale L (c * (c * c)) (mean_lin L 3%:R (mean_add L Fd B) (mean_lin L (3%:R / 2%:R * d%:R) (mean_add L (mean_const L 1) Fd) (mean_const L (3%:R * (d%:R + be))))).
have := mean_near L DG T err _.
rewrite mulr0 addr0 mulr0 add0r => near; have {near} := near _.
have -> : c * c * (3%:R / 2%:R * r * row i - \sum_(k < d) M i k * M j k - r * d%:R / 2%:R) + (r + c * c * m2) =
    r + c * c * (r * (3%:R / 2%:R * (row i + row j) - d%:R) - 2%:R * (\sum_(k < d) (M i k * M j k))).
  have alg (p q s n : R) : c * c * (3%:R / 2%:R * r * p - s - r * n / 2%:R) + (r + c * c * (3%:R / 2%:R * r * q - s - r * n / 2%:R)) =
    r + c * c * (r * (3%:R / 2%:R * (p + q) - n) - 2%:R * s) by field.
  exact: alg.
move=> near; apply: (le_trans (near _)).
  move=> w Pw; have := outer w Pw; congr (`|_ - _| <= _).
    have alg (x y s t : R) : r + c * (x - r * y) + c * c * s + t = c * (- r * y + x) + (c * c * s + (r + t)) by ring.
    exact: alg.
  have alg (p q b n : R) : c * (c * c) * (3%:R * (n + p) + 3%:R / 2%:R * (n * (1 + b)) + 3%:R * (b + q)) =
    c * (c * c) * (3%:R * (b + q) + (3%:R / 2%:R * n * (1 + b) + 3%:R * (n + p))) by ring.
  exact: alg.
rewrite [8%:R * _]mulrC -[X in _ <= X]mulrA; apply: ler_wpmul2l => //.
have := square_mean_ge L cor unc B.1; have [_ ->] := B => ge; rewrite -subr_ge0.
have -> : 8%:R * (d%:R + be) - (3%:R * (d%:R + be) + (3%:R / 2%:R * d%:R * (1 + d%:R) + 3%:R * (d%:R + be))) =
  2%:R * (be - d%:R * d%:R) + d%:R / 2%:R + (d%:R * d%:R) / 2%:R by field.
by rewrite !addr_ge0 ?mulr_ge0 ?invr_ge0 ?ler0n ?subr_ge0.
Qed.

Theorem proof : statement.
Proof.
move=> R d c i j M D E d2 sym unit psd c0 law centred [unc Db] [[[id jd] _] [Dx DG]].
have cor : is_correlation d M := And3 sym unit psd.
pose P w := forall j, (j < d)%N -> 0 < form d M (moved j c w) (moved j c w).
have L : is_law_on P D E by exact: law.
pose beta := E (fun w => form d M w w * form d M w w).
have B : mean_is D E (fun w => form d M w w * form d M w w) beta by split.
have := cosine_mean L cor id jd c0 centred unc (fun w Pw k kd => Pw k kd) (fun x k kd => Dx x k kd) DG B.
rewrite ler_distl => /andP [low high].
have below (r p q n s b : R) : (r + ((c * c) * (((- 2%:R) * s) + (r * (((- n) + ((3%:R / 2%:R) * p)) + ((3%:R / 2%:R) * q)))))) +
    (((- 8%:R) * ((c * c) * c)) * (b + n)) = r + c * c * (r * (3%:R / 2%:R * (p + q) - n) - 2%:R * s) - 8%:R * (c * (c * c)) * (n + b) by field.
have above (r p q n s b : R) : r + c * c * (r * (3%:R / 2%:R * (p + q) - n) - 2%:R * s) + 8%:R * (c * (c * c)) * (n + b) =
  (r + ((c * c) * (((- 2%:R) * s) + (r * (((- n) + ((3%:R / 2%:R) * p)) + ((3%:R / 2%:R) * q)))))) + ((8%:R * ((c * c) * c)) * (b + n)) by field.
by split; [apply: (le_trans _ low) | apply: (le_trans high)]; rewrite le_eqVlt; apply/orP; left; apply/eqP; [exact: below | exact: above].
Qed.
