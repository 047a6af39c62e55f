(* n V^2 (sum x)^2 is half the sum of (x_i - x_j)^2; with x_i = u(r_i) and r_i from 1 to rho that is (r_i - r_j)^2 times
   the square of a slope of u, for u = r^(2b) from 2b on and for u = (r^c/r^e)^2 near 2(c - e). *)
Lemma spread (R : rcfType) n (x : nat -> R) (T := \sum_(i < n) x i) : (0 < n)%N -> T != 0 ->
  (\sum_(i < n) (x i * x i)) / (T * T) - 1 / n%:R
  = (\sum_(i < n) \sum_(j < n) ((x i - x j) * (x i - x j))) / (2%:R * n%:R * (T * T)).
Proof.
move=> n0 T0; have nn : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have -> : \sum_(i < n) \sum_(j < n) ((x i - x j) * (x i - x j))
    = 2%:R * n%:R * (\sum_(i < n) (x i * x i)) - 2%:R * (T * T).
  rewrite (eq_bigr (fun i : 'I_n => n%:R * (x i * x i) + (- 2%:R * T) * x i + \sum_(j < n) (x j * x j))).
    rewrite !big_split /= -!mulr_sumr -/T sumr_const card_ord -[_ *+ n]mulr_natl.
    by move: (\sum_(i < n) (x i * x i)) => z; ring.
  move=> i _; rewrite (eq_bigr (fun j : 'I_n => x i * x i + (- 2%:R * x i) * x j + x j * x j)) => [|j _]; last by ring.
  rewrite !big_split /= sumr_const card_ord -[_ *+ n]mulr_natl; congr (_ + _ + _).
  by rewrite mulrAC /T mulr_sumr.
by move: (\sum_(i < n) _) => z; field; rewrite T0 nn.
Qed.

Lemma gap_two (R : rcfType) n (x : nat -> R) (T := \sum_(i < n) x i) : (0 < n)%N -> T != 0 ->
  \sum_(i < n) ((x i / T - 1 / n%:R) * (x i / T - 1 / n%:R)) = (\sum_(i < n) (x i * x i)) / (T * T) - 1 / n%:R.
Proof.
move=> n0 T0; have nn : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
rewrite (eq_bigr (fun i : 'I_n => (x i * x i) / (T * T) + (- 2%:R / (n%:R * T)) * x i + 1 / (n%:R * n%:R))).
  rewrite !big_split /= -mulr_suml -mulr_sumr -/T sumr_const card_ord -[_ *+ n]mulr_natr.
  by move: (\sum_(i < n) _) => z; field; rewrite T0 nn.
by move=> i _; field; rewrite T0 nn.
Qed.

Lemma slope (R : rcfType) (x y rho : R) a : 1 <= x -> x <= rho -> 1 <= y -> y <= rho ->
  exists2 S, x ^+ a - y ^+ a = (x - y) * S & a%:R <= S /\ S <= a%:R * rho ^+ a.
Proof.
move=> x1 xr y1 yr; exists (\sum_(i < a) x ^+ (a.-1 - i) * y ^+ i); first exact: subrXX.
have one k : 1 <= x ^+ k /\ 1 <= y ^+ k by rewrite !exprn_ege1.
have r1 : 1 <= rho by apply: (le_trans x1).
split.
  rewrite -[a in a%:R]card_ord -sumr_const; apply: ler_sum => i _.
  by apply: mulr_ege1; [case: (one (a.-1 - i)%N) | case: (one i)].
rewrite mulr_natl -[a in _ *+ a]card_ord -sumr_const; apply: ler_sum => i _.
apply: (@le_trans _ _ (rho ^+ (a.-1 - i) * rho ^+ i)); last first.
  by rewrite -exprD subnK ?ler_weexpn2l ?leq_pred // -ltnS; case: a i => [[]|a i] //=.
have p k : 0 <= x ^+ k /\ 0 <= y ^+ k by case: (one k) => h1 h2; split; [apply: le_trans h1 | apply: le_trans h2].
by apply: ler_pmul; [case: (p (a.-1 - i)%N) | case: (p i) | |];
  rewrite ?ler_expn2r // nnegrE; apply: le_trans ler01 _.
Qed.

(* the slope of (x^c/x^e)^2 *)
Lemma slope_two (R : rcfType) (x y rho : R) c e (d := 2%:R * (c%:R - e%:R) : R) (W := rho ^+ (8 * (c + e))) :
  1 <= x -> x <= rho -> 1 <= y -> y <= rho ->
  exists2 T, (x ^+ c / x ^+ e) * (x ^+ c / x ^+ e) - (y ^+ c / y ^+ e) * (y ^+ c / y ^+ e) = (x - y) * T &
    d * d <= T * T * W /\ T * T <= d * d * W.
Proof.
move=> x1 xr y1 yr; have r1 : 1 <= rho by apply: (le_trans x1).
have x0 : x != 0 by rewrite gt_eqF // (lt_le_trans ltr01).
have y0 : y != 0 by rewrite gt_eqF // (lt_le_trans ltr01).
have r0 k : 0 <= rho ^+ k by apply: exprn_ge0; apply: le_trans r1.
have W1 : 1 <= W by apply: exprn_ege1.
have less k : (k <= 8 * (c + e))%N -> rho ^+ k <= W by move=> ?; apply: ler_weexpn2l.
have [le|lt] := leqP e c.
  have same (z : R) : z != 0 -> (z ^+ c / z ^+ e) * (z ^+ c / z ^+ e) = z ^+ (2 * (c - e)).
    move=> z0; have -> : z ^+ c / z ^+ e = z ^+ (c - e).
      have -> : z ^+ c = z ^+ (c - e) * z ^+ e by rewrite -exprD subnK.
      by rewrite mulfK // expf_neq0.
    by rewrite -exprD addnn mul2n.
  have [S eS [lo up]] := @slope R x y rho (2 * (c - e)) x1 xr y1 yr.
  have dd : d = (2 * (c - e))%:R by rewrite /d natrM natrB.
  have d0 : 0 <= d by rewrite dd ler0n.
  rewrite -dd in lo up; have S0 : 0 <= S := le_trans d0 lo.
  exists S; first by rewrite !same.
  split; first by apply: (@le_trans _ _ (S * S)); [apply: ler_pmul | rewrite ler_pemulr ?mulr_ge0].
  apply: (@le_trans _ _ ((d * rho ^+ (2 * (c - e))) * (d * rho ^+ (2 * (c - e))))); first by apply: ler_pmul.
  rewrite mulrACA -exprD; apply: ler_wpmul2l; first exact: mulr_ge0.
  apply: less; rewrite addnn -mul2n mulnA.
  by apply: leq_mul => //; apply: leq_trans (leq_subr e c) (leq_addr e c).
have same (z : R) : z != 0 -> (z ^+ c / z ^+ e) * (z ^+ c / z ^+ e) = (z ^+ (2 * (e - c)))^-1.
  move=> z0; have -> : z ^+ c / z ^+ e = (z ^+ (e - c))^-1.
    have -> : z ^+ e = z ^+ (e - c) * z ^+ c by rewrite -exprD subnK // ltnW.
    by field; rewrite !expf_neq0.
  by rewrite -invfM -exprD addnn mul2n.
have [S eS [lo up]] := @slope R x y rho (2 * (e - c)) x1 xr y1 yr.
have dd : - d = (2 * (e - c))%:R by rewrite /d natrM natrB ?(ltnW lt) // -mulrN opprB.
have d0 : 0 <= - d by rewrite dd ler0n.
rewrite -dd in lo up; have S0 : 0 <= S := le_trans d0 lo.
set k := (2 * (e - c))%N in same eS up *; pose X := x ^+ k; pose Y := y ^+ k.
have X1 : 1 <= X by apply: exprn_ege1.
have Y1 : 1 <= Y by apply: exprn_ege1.
have X0 : X != 0 by rewrite gt_eqF // (lt_le_trans ltr01).
have Y0 : Y != 0 by rewrite gt_eqF // (lt_le_trans ltr01).
have XY : 1 <= X * Y by apply: mulr_ege1.
have XYp : 0 < X * Y by apply: lt_le_trans XY.
have Q0 : 0 < (X * Y) * (X * Y) by apply: mulr_gt0.
have dn : 0 <= d * d by rewrite -mulrNN; apply: mulr_ge0.
have Sn : 0 <= S * S by apply: mulr_ge0.
have top : X * Y <= rho ^+ (2 * k).
  rewrite mul2n -addnn exprD; apply: ler_pmul; rewrite ?ler_expn2r ?nnegrE // ?(le_trans ler01) //.
exists (- S / (X * Y)).
  rewrite !same // -/X -/Y mulrA mulrN -eS -/X -/Y; field; rewrite X0 Y0 //.
have square : - S / (X * Y) * (- S / (X * Y)) = (S * S) / ((X * Y) * (X * Y)) by field; rewrite X0 Y0.
have dN : d * d = - d * - d by rewrite mulrNN.
rewrite square; split.
  rewrite [X in _ <= X]mulrAC ler_pdivl_mulr //; apply: ler_pmul; [exact: dn | exact: ltW | |].
    by rewrite dN; apply: ler_pmul.
  apply: (@le_trans _ _ (rho ^+ (2 * k) * rho ^+ (2 * k))); first by apply: ler_pmul => //; exact: ltW.
  rewrite -exprD; apply: less; rewrite /k addnn -mul2n !mulnA.
  by apply: leq_mul => //; apply: leq_trans (leq_subr c e) (leq_addl c e).
apply: (@le_trans _ _ (S * S)).
  rewrite ler_pdivr_mulr //; apply: ler_pemulr; [exact: Sn | exact: mulr_ege1].
rewrite dN; apply: (@le_trans _ _ ((- d * rho ^+ k) * (- d * rho ^+ k))); first by apply: ler_pmul.
rewrite mulrACA -exprD; apply: ler_wpmul2l; first exact: mulr_ge0.
  apply: less; rewrite /k addnn -mul2n mulnA.
by apply: leq_mul => //; apply: leq_trans (leq_subr c e) (leq_addl c e).
Qed.

Lemma terms (R : rcfType) (x y rho : R) b c e (W := rho ^+ (8 * (c + e))) (q := (c%:R - e%:R) * (c%:R - e%:R) / (b%:R * b%:R) : R)
    (U := (x ^+ c / x ^+ e) * (x ^+ c / x ^+ e) - (y ^+ c / y ^+ e) * (y ^+ c / y ^+ e))
    (L := x ^+ b * x ^+ b - y ^+ b * y ^+ b) : (0 < b)%N ->
  1 <= x -> x <= rho -> 1 <= y -> y <= rho -> U * U <= q * W * (L * L) /\ q * (L * L) <= W * rho ^+ (4 * b) * (U * U).
Proof.
move=> b0 x1 xr y1 yr; have r1 : 1 <= rho by apply: (le_trans x1).
have [T eT [lo up]] := @slope_two R x y rho c e x1 xr y1 yr.
have [S eS [sl su]] := @slope R x y rho (2 * b) x1 xr y1 yr.
have W0 : 0 <= W by apply: exprn_ge0; apply: le_trans r1.
have B0 : 0 < (2 * b)%:R :> R by rewrite ltr0n muln_gt0.
have S0 : 0 <= S by apply: le_trans sl; exact: ltW.
have bb : b%:R * b%:R != 0 :> R by rewrite mulf_neq0 // pnatr_eq0 -lt0n.
pose d := 2%:R * (c%:R - e%:R) : R.
have qd : q * ((2 * b)%:R * (2 * b)%:R) = d * d.
  by rewrite /q /d natrM; move: bb (c%:R - e%:R) => bb z; field; move: bb; rewrite mulf_eq0 negb_or => /andP [].
have q0 : 0 <= q by rewrite /q -!expr2 divr_ge0 ?sqr_ge0.
have low : d * d <= q * (S * S) by rewrite -qd; apply: ler_wpmul2l => //; apply: ler_pmul => //; exact: ltW.
have high : q * (S * S) <= d * d * rho ^+ (4 * b).
  rewrite -qd -mulrA; apply: ler_wpmul2l => //.
  have -> : rho ^+ (4 * b) = rho ^+ (2 * b) * rho ^+ (2 * b) by rewrite -exprD addnn -mul2n mulnA.
  by rewrite mulrACA; apply: ler_pmul.
have D0 : 0 <= (x - y) * (x - y) by rewrite -expr2 sqr_ge0.
have -> : U = (x - y) * T by rewrite -eT.
have -> : L = (x - y) * S by rewrite -eS mul2n -addnn !exprD.
rewrite ![(x - y) * _ * ((x - y) * _)]mulrACA; move: ((x - y) * (x - y)) D0 => D D0.
have r0 : 0 <= rho ^+ (4 * b) by apply: exprn_ge0; apply: le_trans r1.
split.
  have -> : q * W * (D * (S * S)) = D * (q * (S * S) * W) by ring.
  by apply: ler_wpmul2l => //; apply: (le_trans up); apply: ler_wpmul2r.
have -> : q * (D * (S * S)) = D * (q * (S * S)) by ring.
have -> : W * rho ^+ (4 * b) * (D * (T * T)) = D * (T * T * W * rho ^+ (4 * b)) by ring.
by apply: ler_wpmul2l => //; apply: (le_trans high); apply: ler_wpmul2r.
Qed.

Lemma ratio (R : rcfType) (Du Dl Tu Tl N q A C E F w : R) : 0 < N -> 0 < Tu -> 0 < Tl -> 0 <= q -> 0 <= Dl -> 0 <= Du ->
  0 <= A -> 0 <= C -> Du <= q * A * Dl -> q * Dl <= C * Du -> Tu <= E * Tl -> Tl <= F * Tu -> A * (F * F) <= w -> C * (E * E) <= w ->
  Du / (N * (Tu * Tu)) <= q * w * (Dl / (N * (Tl * Tl))) /\ q * (Dl / (N * (Tl * Tl))) <= w * (Du / (N * (Tu * Tu))).
Proof.
move=> N0 u0 l0 q0 Dl0 Du0 A0 C0 up lo eu el wa wc.
have UU : 0 < Tu * Tu by apply: mulr_gt0.
have LL : 0 < Tl * Tl by apply: mulr_gt0.
have nu : N * (Tu * Tu) != 0 by rewrite gt_eqF // mulr_gt0.
have nl : N * (Tl * Tl) != 0 by rewrite gt_eqF // mulr_gt0.
have AA : A * (Tl * Tl) <= w * (Tu * Tu).
  apply: (@le_trans _ _ (A * ((F * Tu) * (F * Tu)))); first by apply: ler_wpmul2l => //; apply: ler_pmul; rewrite ?(ltW l0).
  have -> : A * ((F * Tu) * (F * Tu)) = A * (F * F) * (Tu * Tu) by ring.
  by apply: ler_wpmul2r => //; exact: ltW.
have CC : C * (Tu * Tu) <= w * (Tl * Tl).
  apply: (@le_trans _ _ (C * ((E * Tl) * (E * Tl)))); first by apply: ler_wpmul2l => //; apply: ler_pmul; rewrite ?(ltW u0).
  have -> : C * ((E * Tl) * (E * Tl)) = C * (E * E) * (Tl * Tl) by ring.
  by apply: ler_wpmul2r => //; exact: ltW.
have P0 : 0 < N * (Tu * Tu) * (Tl * Tl) by rewrite !mulr_gt0.
split.
  rewrite -(ler_pmul2r P0).
  have -> : Du / (N * (Tu * Tu)) * (N * (Tu * Tu) * (Tl * Tl)) = Du * (Tl * Tl) by field; rewrite !gt_eqF.
  have -> : q * w * (Dl / (N * (Tl * Tl))) * (N * (Tu * Tu) * (Tl * Tl)) = q * Dl * (w * (Tu * Tu)) by field; rewrite !gt_eqF.
  apply: (@le_trans _ _ (q * A * Dl * (Tl * Tl))); first by apply: ler_wpmul2r => //; exact: ltW.
  have -> : q * A * Dl * (Tl * Tl) = q * Dl * (A * (Tl * Tl)) by ring.
  by apply: ler_wpmul2l => //; exact: mulr_ge0.
rewrite -(ler_pmul2r P0).
have -> : q * (Dl / (N * (Tl * Tl))) * (N * (Tu * Tu) * (Tl * Tl)) = q * Dl * (Tu * Tu) by field; rewrite !gt_eqF.
have -> : w * (Du / (N * (Tu * Tu))) * (N * (Tu * Tu) * (Tl * Tl)) = Du * (w * (Tl * Tl)) by field; rewrite !gt_eqF.
apply: (@le_trans _ _ (C * Du * (Tu * Tu))); first by apply: ler_wpmul2r => //; exact: ltW.
have -> : C * Du * (Tu * Tu) = Du * (C * (Tu * Tu)) by ring.
by apply: ler_wpmul2l.
Qed.

Lemma within_ends (R : rcfType) n (x : nat -> R) i : (forall j, (j < n)%N -> 0 <= x j) -> (i < n)%N ->
  1 <= x i + 1 /\ x i + 1 <= \sum_(k < n) x k + 1.
Proof.
move=> x0 lt; split; first by rewrite ler_addr x0.
by rewrite ler_add2r (bigD1 (Ordinal lt)) //= ler_addl; apply: sumr_ge0 => k _; exact: x0.
Qed.

Lemma bends (R : rcfType) n b (x : nat -> R) (l := fun i => (x i + 1) ^+ b * (x i + 1) ^+ b) : (0 < n)%N -> (0 < b)%N ->
  (forall j, (j < n)%N -> 0 <= x j) -> (exists2 j, (j < n)%N & x j != x 0%N) ->
  0 < \sum_(i < n) \sum_(j < n) ((l i - l j) * (l i - l j)).
Proof.
move=> n0 b0 x0 [k kn far].
have sq i j : 0 <= (l i - l j) * (l i - l j) by rewrite -expr2 sqr_ge0.
apply: (@sum_gt0_at _ n _ (Ordinal kn)) => [i|]; first by apply: sumr_ge0.
apply: (@sum_gt0_at _ n _ (Ordinal n0)) => [i|]; first exact: sq.
apply: square_gt0 => /=; have [k1 kr] := within_ends x0 kn; have [z1 zr] := within_ends x0 n0.
have [S eS [lo _]] := slope (2 * b) k1 kr z1 zr.
have S0 : 0 < S by apply: lt_le_trans lo; rewrite ltr0n muln_gt0.
rewrite /l -!exprD addnn -mul2n eS; apply: mulf_neq0; last by rewrite gt_eqF.
by rewrite opprD addrACA subrr addr0 subr_eq0.
Qed.

Theorem proof : statement.
Proof.
move=> R n b c e t x n2 x0 _ b0 t1 far; have n0 : (0 < n)%N := ltnW n2.
have t0 : 0 < t%:R :> R by rewrite ltr0n.
pose rho := \sum_(k < n) x k + 1.
have ends i (lt : (i < n)%N) := within_ends x0 lt.
have rpos i : (i < n)%N -> 0 < x i + 1 by move=> /ends [h _]; apply: lt_le_trans h.
have r1 : 1 <= rho by case: (ends 0%N n0) => h1 h2; apply: le_trans h2.
pose u i := ((x i + 1) ^+ c / (x i + 1) ^+ e) * ((x i + 1) ^+ c / (x i + 1) ^+ e).
pose l i := (x i + 1) ^+ b * (x i + 1) ^+ b.
pose m i := (x i + 1) ^+ c / (x i + 1) ^+ e / (x i + 1) ^+ b.
have ms i : (i < n)%N -> m i * (x i + 1) ^+ b = (x i + 1) ^+ c / (x i + 1) ^+ e.
  by move=> lt; rewrite /m divfK // expf_neq0 // gt_eqF // rpos.
have up0 i : (i < n)%N -> 0 < u i.
  by move=> lt; rewrite !mulr_gt0 ?invr_gt0 ?exprn_gt0 ?rpos.
have lp0 i : (i < n)%N -> 0 < l i by move=> lt; rewrite mulr_gt0 ?exprn_gt0 ?rpos.
have Tu : 0 < \sum_(i < n) u i by apply: sum_gt0 => // i; exact: up0.
have Tl : 0 < \sum_(i < n) l i by apply: sum_gt0 => // i; exact: lp0.
have P : \sum_(a < n) ((m a * (x a + 1) ^+ b) * (m a * (x a + 1) ^+ b)) = \sum_(i < n) u i.
  by apply: eq_bigr => i _; rewrite ms.
have eG := @gap_is R n n t%:R m (fun i => (x i + 1) ^+ b) t0 (leqnn n) n0; rewrite P in eG.
have {eG} eG := eG (lt0r_neq0 Tu).
have Q : \sum_(a < n) (((m a * (x a + 1) ^+ b) * (m a * (x a + 1) ^+ b)) * ((m a * (x a + 1) ^+ b) * (m a * (x a + 1) ^+ b)))
    = \sum_(i < n) (u i * u i) by apply: eq_bigr => i _; rewrite ms.
rewrite Q (spread n0 (lt0r_neq0 Tu)) in eG.
pose w := rho ^+ ((b + c + e) * 12); pose d := (c%:R - e%:R) * (c%:R - e%:R) : R.
suff goal (G : R) : G = (\sum_(i < n) \sum_(j < n) ((u i - u j) * (u i - u j))) / (2%:R * n%:R * ((\sum_(i < n) u i) * (\sum_(i < n) u i))) ->
  d / (b%:R * b%:R * w) <= G / (\sum_(i < n) ((l i / (\sum_(i < n) l i) - 1 / n%:R) * (l i / (\sum_(i < n) l i) - 1 / n%:R))) /\
  G / (\sum_(i < n) ((l i / (\sum_(i < n) l i) - 1 / n%:R) * (l i / (\sum_(i < n) l i) - 1 / n%:R))) <= w * d / (b%:R * b%:R).
  exact: (goal _ eG).
move=> ->; rewrite (gap_two n0 (lt0r_neq0 Tl)) (spread n0 (lt0r_neq0 Tl)).
have N0 : 0 < 2%:R * n%:R :> R by rewrite mulr_gt0 ?ltr0n.
have r0 k : 0 <= rho ^+ k by apply: exprn_ge0; apply: le_trans r1.
have b2 : 0 < b%:R * b%:R :> R by rewrite mulr_gt0 ?ltr0n.
have q0 : 0 <= d / (b%:R * b%:R) by rewrite divr_ge0 ?(ltW b2) // /d -expr2 sqr_ge0.
have less k : (k <= (b + c + e) * 12)%N -> rho ^+ k <= w by move=> ?; apply: ler_weexpn2l.
have sq (z : nat -> R) : 0 <= \sum_(i < n) \sum_(j < n) ((z i - z j) * (z i - z j)).
  by apply: sumr_ge0 => i _; apply: sumr_ge0 => j _; rewrite -expr2 sqr_ge0.
have Dl := bends n0 b0 x0 far.
have each_term (i j : 'I_n) := @terms R (x i + 1) (x j + 1) rho b c e b0 (ends i (ltn_ord i)).1 (ends i (ltn_ord i)).2
  (ends j (ltn_ord j)).1 (ends j (ltn_ord j)).2.
have pw i k : (i < n)%N -> 1 <= (x i + 1) ^+ k /\ (x i + 1) ^+ k <= rho ^+ k.
  move=> lt; case: (ends i lt) => h1 h2; rewrite exprn_ege1 //; split=> //.
  by rewrite ler_expn2r // nnegrE; [exact: ltW (rpos i lt) | apply: le_trans r1].
have [] := @ratio R (\sum_(i < n) \sum_(j < n) ((u i - u j) * (u i - u j))) (\sum_(i < n) \sum_(j < n) ((l i - l j) * (l i - l j)))
  (\sum_(i < n) u i) (\sum_(i < n) l i) (2%:R * n%:R) (d / (b%:R * b%:R)) (rho ^+ (8 * (c + e)))
  (rho ^+ (8 * (c + e)) * rho ^+ (4 * b)) (rho ^+ (2 * c)) (rho ^+ (2 * b + 2 * e)) w N0 Tu Tl q0 (ltW Dl) (sq u) (r0 _).
- by apply: mulr_ge0.
- rewrite mulr_sumr; apply: ler_sum => i _; rewrite mulr_sumr; apply: ler_sum => j _; exact: (each_term i j).1.
- rewrite !mulr_sumr; apply: ler_sum => i _; rewrite !mulr_sumr; apply: ler_sum => j _; exact: (each_term i j).2.
- rewrite mulr_sumr; apply: ler_sum => i _; have [c1 cr] := pw i c (ltn_ord i); have [e1 er] := pw i e (ltn_ord i).
  have [b1 br] := pw i b (ltn_ord i); apply: (@le_trans _ _ (rho ^+ (2 * c))); last first.
    by rewrite -[X in X <= _]mulr1; apply: ler_wpmul2l => //; apply: mulr_ege1.
  have z0 : 0 <= (x i + 1) ^+ c / (x i + 1) ^+ e by rewrite divr_ge0 ?exprn_ge0 ?ltW ?rpos.
  have le : (x i + 1) ^+ c / (x i + 1) ^+ e <= rho ^+ c.
    rewrite ler_pdivr_mulr ?exprn_gt0 ?rpos //; apply: (le_trans cr); exact: ler_pemulr.
  by rewrite mul2n -addnn exprD; apply: ler_pmul.
- rewrite mulr_sumr; apply: ler_sum => i _; have [c1 cr] := pw i c (ltn_ord i); have [e1 er] := pw i e (ltn_ord i).
  have [b1 br] := pw i b (ltn_ord i); have b0' : 0 <= (x i + 1) ^+ b := le_trans ler01 b1.
  apply: (@le_trans _ _ (rho ^+ (2 * b))); first by rewrite mul2n -addnn exprD; apply: ler_pmul.
  rewrite exprD -mulrA -[X in X <= _]mulr1; apply: ler_wpmul2l => //.
  have le : 1 <= rho ^+ e * ((x i + 1) ^+ c / (x i + 1) ^+ e).
    rewrite mulrA ler_pdivl_mulr ?exprn_gt0 ?rpos // mul1r; apply: (le_trans er); exact: ler_pemulr.
  by rewrite mul2n -addnn exprD /u mulrACA; apply: mulr_ege1.
- rewrite -!exprD; apply: less; rewrite -(ler_nat R) -subr_ge0 !(natrD, natrM).
  have -> : (b%:R + c%:R + e%:R) * 12%:R - (8%:R * (c%:R + e%:R) + (2%:R * b%:R + 2%:R * e%:R + (2%:R * b%:R + 2%:R * e%:R)))
      = 8%:R * b%:R + 4%:R * c%:R :> R by ring.
  by rewrite addr_ge0 ?mulr_ge0 ?ler0n.
- rewrite -!exprD; apply: less; rewrite -(ler_nat R) -subr_ge0 !(natrD, natrM).
  have -> : (b%:R + c%:R + e%:R) * 12%:R - (8%:R * (c%:R + e%:R) + 4%:R * b%:R + (2%:R * c%:R + 2%:R * c%:R))
      = 8%:R * b%:R + 4%:R * e%:R :> R by ring.
  by rewrite addr_ge0 ?mulr_ge0 ?ler0n.
set gu := _ / (2%:R * n%:R * (_ * _)); set gl := _ / (2%:R * n%:R * (_ * _)) => up lo.
have w0 : 0 < w by apply: exprn_gt0; apply: lt_le_trans r1.
have gl0 : 0 < gl := divr_gt0 Dl (mulr_gt0 N0 (mulr_gt0 Tl Tl)).
split.
  rewrite ler_pdivl_mulr // -(ler_pmul2l w0) (_ : w * (d / (b%:R * b%:R * w) * gl) = d / (b%:R * b%:R) * gl) //.
  by move: (b%:R * b%:R) b2 w0 {lo up} => B B0 w0; field; rewrite !gt_eqF.
rewrite ler_pdivr_mulr //; apply: (le_trans up).
by rewrite (_ : d / (b%:R * b%:R) * w * gl = w * d / (b%:R * b%:R) * gl) //; move: (b%:R * b%:R) b2 => B B0; field; rewrite gt_eqF.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R n b c e t x n2 x0 _ b0 t1; have n0 : (0 < n)%N := ltnW n2.
have t0 : 0 < t%:R :> R by rewrite ltr0n.
have rpos i : (i < n)%N -> 0 < x i + 1.
  by move=> lt; case: (within_ends x0 lt) => h _; apply: lt_le_trans h.
have b2 : b%:R * b%:R != 0 :> R by rewrite mulf_neq0 // pnatr_eq0 -lt0n.
have Tl : 0 < \sum_(i < n) ((x i + 1) ^+ b * (x i + 1) ^+ b).
  by apply: sum_gt0 => // i; rewrite mulr_gt0 ?exprn_gt0 ?rpos.
split; first by values.
split; first by move=> _ i lt; rewrite expf_neq0 // gt_eqF // rpos.
split; first by move=> _ i lt; rewrite expf_neq0 // gt_eqF // rpos.
split; first by values.
split; first by values.
split.
  move=> _; pose m i := (x i + 1) ^+ c / (x i + 1) ^+ e / (x i + 1) ^+ b.
  have trace : \sum_(j < n) gram n n t%:R m (fun i => (x i + 1) ^+ b) j j != 0.
    rewrite trace_is //; apply: mulf_neq0; first by rewrite pnatr_eq0.
    rewrite gt_eqF //; apply: sum_gt0 => // i; apply: square_gt0.
    by rewrite gt_eqF // mulr_gt0 ?divr_gt0 ?exprn_gt0 ?rpos.
  exact: trace.
split; first by move=> _; rewrite -lt0n.
split; first by move=> _; rewrite gt_eqF.
split.
  move=> far; have Dl := bends n0 b0 x0 far; have N0 : 0 < 2%:R * n%:R :> R by rewrite mulr_gt0 ?ltr0n.
  have := @gap_two R n (fun i => (x i + 1) ^+ b * (x i + 1) ^+ b) n0 (lt0r_neq0 Tl).
  rewrite (@spread R n (fun i => (x i + 1) ^+ b * (x i + 1) ^+ b) n0 (lt0r_neq0 Tl)) => ->.
  exact: (lt0r_neq0 (divr_gt0 Dl (mulr_gt0 N0 (mulr_gt0 Tl Tl)))).
split; last by [].
move=> _; apply: mulf_neq0 => //; rewrite expf_neq0 // gt_eqF //.
by case: (within_ends x0 n0) => h1 h2; apply: (lt_le_trans ltr01); apply: le_trans h2.
Qed.
