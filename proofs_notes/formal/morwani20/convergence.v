(* What several proofs of morwani20.convergence use: Cauchy and Schwarz, and how much a step takes from the loss. *)
Lemma pairing (R : rcfType) n (X P : nat -> R) :
  (\sum_(i < n) (X i * P i)) ^+ 2 <= (\sum_(i < n) (X i * X i)) * (\sum_(i < n) (P i * P i)).
Proof.
set a := \sum_(i < n) (X i * X i); set b := \sum_(i < n) (P i * P i); set c := \sum_(i < n) (X i * P i).
have a0 : 0 <= a by apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0.
have square : \sum_(i < n) (a * P i - c * X i) ^+ 2 = a * (a * b - c ^+ 2).
  rewrite (eq_bigr (fun i : 'I_n => (a * a) * (P i * P i) + (- 2%:R * a * c) * (X i * P i) + (c * c) * (X i * X i))).
    by rewrite !big_split /= -!mulr_sumr -/a -/b -/c; ring.
  by move=> i _; ring.
have ge : 0 <= a * (a * b - c ^+ 2) by rewrite -square; apply: sumr_ge0 => i _; apply: sqr_ge0.
move: a0; rewrite le_eqVlt => /orP[/eqP az|a0]; last by move: ge; rewrite pmulr_rge0 // subr_ge0.
suff -> : c = 0 by rewrite -az mul0r expr0n.
rewrite /c big1 // => i _; suff -> : X i = 0 by rewrite mul0r.
apply/eqP; rewrite -sqrf_eq0 expr2.
have le : X i * X i <= a.
  rewrite /a (bigD1 i) //= ler_addl; apply: sumr_ge0 => j _; by rewrite -expr2 sqr_ge0.
by rewrite eq_le -{2}expr2 sqr_ge0 andbT az.
Qed.

(* gamma' stays within every G with 2 U <= (2 - r) G *)
Lemma kept (R : rcfType) (r s U gamma G : R) : 0 < r -> r < 2%:R -> `|s| <= U -> `|gamma| <= G ->
  2%:R * U <= (2%:R - r) * G -> `|gamma - r * (gamma - s)| <= G.
Proof.
move=> r0 r2 sU gG UG; have G0 : 0 <= G := le_trans (normr_ge0 _) gG.
have half : r * `|s| <= r * ((2%:R - r) * G) / 2%:R.
  rewrite -mulrA ler_pmul2l // ler_pdivl_mulr ?ltr0n // [_ * 2%:R]mulrC; apply: le_trans UG.
  by rewrite ler_pmul2l ?ltr0n.
have -> : gamma - r * (gamma - s) = (1 - r) * gamma + r * s by ring.
apply: le_trans (ler_norm_add _ _) _; rewrite !normrM (gtr0_norm r0).
apply: le_trans (ler_add (ler_wpmul2l (normr_ge0 (1 - r)) gG) half) _.
have sq (a : R) : 0 <= a * a / 2%:R * G by rewrite mulr_ge0 // divr_ge0 ?ler0n // -expr2 sqr_ge0.
rewrite -subr_ge0; case: (leP 0 (1 - r)) => side; rewrite ?(ger0_norm side) ?(ltr0_norm side).
  by rewrite (_ : _ - _ = r * r / 2%:R * G) //; field.
by rewrite (_ : _ - _ = (2%:R - r) * (2%:R - r) / 2%:R * G) //; field.
Qed.

Lemma by_squares (R : rcfType) (a b : R) : 0 <= a -> 0 <= b -> a * a <= b * b -> a <= b.
Proof. by move=> a0 b0; rewrite -!expr2 ler_pexpn2r ?nnegrE. Qed.

Lemma near (R : rcfType) (q t : R) : 0 <= q -> 0 <= t -> t <= 1 -> (1 - t) * (1 - t) <= q * q -> q * q <= (1 + t) * (1 + t) ->
  `|1 - q| <= t.
Proof.
move=> q0 t0 t1 low high; have u0 : 0 <= 1 - t by rewrite subr_ge0.
have low' : 1 - t <= q := by_squares u0 q0 low.
have high' : q <= 1 + t := by_squares q0 (addr_ge0 ler01 t0) high.
rewrite ler_norml; apply/andP; split; rewrite -subr_ge0.
  by rewrite (_ : _ - _ = 1 + t - q) ?subr_ge0 //; ring.
by rewrite (_ : _ - _ = q - (1 - t)) ?subr_ge0 //; ring.
Qed.

(* one step: s the mean of y against the normalised row, S the variance, P = |grad s|^2, b = P.Hw/S, k = P.HP/S, h = eps gamma *)
Lemma fall (R : rcfType) (r s U S P L gamma eps G b k : R) (t := L * U / S) (h := eps * gamma)
  (Q := 1 + 2%:R * h * b + h * h * k) (after := (s + h * P + h * s * b) / Num.sqrt Q) (gamma' := gamma - r * (gamma - s)) :
  0 < S -> 0 < L -> 0 <= U -> `|s| <= U -> 0 <= P -> P <= t * U -> k <= L / S * P -> b * b <= k -> `|gamma| <= G ->
  2%:R * U <= (2%:R - r) * G -> 0 < r -> r < 2%:R -> 0 < eps -> 16%:R * (eps * G * t) <= 1 ->
  0 < Q /\ gamma' * gamma' - 2%:R * (gamma' * after) - (gamma * gamma - 2%:R * (gamma * s))
    <= - (eps * (gamma * gamma * P)) - r * (2%:R - r) / 2%:R * ((gamma - s) * (gamma - s)).
Proof.
move=> S0 L0 U0 sU P0 PU kP bk gG UG r0 r2 e0 small.
have g'G : `|gamma'| <= G := kept r0 r2 sU gG UG.
have G0 : 0 <= G := le_trans (normr_ge0 _) gG.
have t0 : 0 <= t by rewrite divr_ge0 ?mulr_ge0 // ltW.
have LS : 0 < L / S by rewrite divr_gt0.
have k0 : 0 <= k by apply: le_trans bk; rewrite -expr2 sqr_ge0.
have kt : k <= t * t.
  apply: (le_trans kP); apply: (le_trans (ler_wpmul2l (ltW LS) PU)).
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite /t; field; exact: lt0r_neq0.
have Uk : U * k <= t * P.
  by apply: (le_trans (ler_wpmul2l U0 kP)); rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite /t; field; exact: lt0r_neq0.
have hG : `|h| <= eps * G by rewrite normrM (gtr0_norm e0) ler_pmul2l.
pose x := `|h| * t.
have x0 : 0 <= x by rewrite mulr_ge0.
have x16 : 16%:R * x <= 1.
  by apply: le_trans small; rewrite ler_pmul2l ?ltr0n // ler_wpmul2r.
have x1 : x <= 1 by apply: le_trans x16; rewrite ler_pemull // ler1n.
have bt : `|b| <= t.
  by apply: by_squares => //; rewrite -normrM ger0_norm; [exact: le_trans bk kt | rewrite -expr2 sqr_ge0].
have hb : `|h * b| <= x by rewrite normrM ler_wpmul2l.
have hh : h * h = `|h| * `|h| by rewrite -normrM ger0_norm // -expr2 sqr_ge0.
have /andP[hb0 hb1] : - x <= h * b <= x by rewrite -ler_norml.
have low0 : 0 <= 1 - x by rewrite subr_ge0.
have y0 : 1 - x <= 1 + h * b by rewrite ler_add2l.
have QE : Q = (1 + h * b) * (1 + h * b) + h * h * (k - b * b) by rewrite /Q; ring.
have part0 : 0 <= h * h * (k - b * b) by rewrite mulr_ge0 ?subr_ge0 // -expr2 sqr_ge0.
have Qlow : (1 - x) * (1 - x) <= Q.
  by rewrite QE; apply: (le_trans (ler_pmul low0 low0 y0 y0)); rewrite ler_addl.
have x15 : 15%:R / 16%:R <= 1 - x.
  rewrite -subr_ge0 (_ : 1 - x - 15%:R / 16%:R = (1 - 16%:R * x) / 16%:R); last by field.
  by rewrite divr_ge0 ?subr_ge0 // ler0n.
have c0 : 0 < 15%:R / 16%:R :> R by rewrite divr_gt0 ?ltr0n.
have Q0 : 0 < Q by apply: lt_le_trans Qlow; rewrite mulr_gt0 // (lt_le_trans c0).
split=> //; set q := Num.sqrt Q in after *.
have qq : q * q = Q by rewrite -expr2 sqr_sqrtr // ltW.
have q0 : 0 < q by rewrite sqrtr_gt0.
have qlow : 1 - x <= q by apply: by_squares => //; [exact: ltW | rewrite qq].
have qhigh : q * q <= (1 + x) * (1 + x).
  have -> : (1 + x) * (1 + x) = 1 + 2%:R * x + `|h| * `|h| * (t * t) by rewrite /x; ring.
  rewrite qq /Q -!addrA ler_add2l ler_add //; first by rewrite -mulrA ler_pmul2l ?ltr0n.
  by rewrite hh ler_wpmul2l // mulr_ge0.
have q1 : `|1 - q| <= x by apply: near; rewrite ?(ltW q0) // qq.

(* what is left of the step of s beside h P *)
pose rest := after - s - h * P.
have sum_pos : 1 <= 1 + h * b + q.
  apply: (@le_trans _ _ ((1 - x) + (1 - x))); last exact: ler_add.
  by apply: le_trans (ler_add x15 x15); rewrite -subr_ge0 (_ : _ - 1 = 14%:R / 16%:R) ?divr_ge0 ?ler0n //; field.
have s1 : `|s * (1 + h * b - q)| <= `|h| * `|h| * (t * P).
  have -> : `|s * (1 + h * b - q)| = `|s| * `|1 + h * b - q| by rewrite normrM.
  have key : `|1 + h * b - q| <= h * h * k.
    have mul_ : `|1 + h * b - q| * (1 + h * b + q) = h * h * (k - b * b).
      rewrite -[X in _ * X]gtr0_norm ?(lt_le_trans ltr01) // -normrM.
      have -> : (1 + h * b - q) * (1 + h * b + q) = - (h * h * (k - b * b)).
        by rewrite -[LHS]/((1 + h * b - q) * (1 + h * b + q)) -subr_sqr !expr2 qq QE; ring.
      by rewrite normrN ger0_norm.
    apply: (@le_trans _ _ (h * h * (k - b * b))); first by rewrite -mul_ ler_pemulr.
    by rewrite ler_wpmul2l ?ler_subl_addr ?ler_addl // -expr2 sqr_ge0.
  apply: (le_trans (ler_pmul (normr_ge0 _) (normr_ge0 _) sU key)).
  by rewrite -hh mulrCA ler_wpmul2l // -expr2 sqr_ge0.
have s2 : `|h * P * (1 - q)| <= `|h| * `|h| * (t * P).
  have -> : `|h| * `|h| * (t * P) = `|h| * P * x by rewrite /x; ring.
  by rewrite normrM normrM (ger0_norm P0) ler_wpmul2l // mulr_ge0.
have restE : q * rest = h * P * (1 - q) + s * (1 + h * b - q).
  have N : q * after = s + h * P + h * s * b by rewrite /after [q * _]mulrC (divfK (lt0r_neq0 q0)).
  by rewrite /rest !mulrBr N; ring.

have q15 : 15%:R / 16%:R <= q by apply: le_trans qlow.
have rest_small : `|rest| <= 3%:R * (`|h| * `|h| * (t * P)).
  set Z := `|h| * `|h| * (t * P) in s1 s2 *; have Z0 : 0 <= Z := mulr_ge0 (mulr_ge0 (normr_ge0 h) (normr_ge0 h)) (mulr_ge0 t0 P0).
  have twice : q * `|rest| <= 2%:R * Z.
    rewrite -[X in X * _](gtr0_norm q0) -normrM restE; apply: le_trans (ler_norm_add _ _) _.
    by rewrite (_ : 2%:R * Z = Z + Z) ?ler_add //; ring.
  have := le_trans (ler_wpmul2r (normr_ge0 rest) q15) twice => le.
  rewrite -(ler_pmul2l c0); apply: (le_trans le); rewrite -subr_ge0.
  have -> : 15%:R / 16%:R * (3%:R * Z) - 2%:R * Z = 13%:R / 16%:R * Z by field.
  by rewrite mulr_ge0 ?divr_ge0 ?ler0n.
have sq (c : R) : 0 <= c * c by rewrite -expr2 sqr_ge0.
set X := eps * (gamma * gamma * P); have X0 : 0 <= X := mulr_ge0 (ltW e0) (mulr_ge0 (sq gamma) P0).
set a := gamma - s; set A := r * (2%:R - r) * (a * a).
have A0 : 0 <= A by rewrite /A mulr_ge0 ?sq // mulr_ge0 ?subr_ge0 // ltW.
have beside : `|gamma' * rest| <= 3%:R / 16%:R * X.
  rewrite normrM; apply: (le_trans (ler_pmul (normr_ge0 _) (normr_ge0 _) g'G rest_small)).
  have -> : G * (3%:R * (`|h| * `|h| * (t * P))) = 3%:R * (eps * G * t) * X by rewrite -hh /h /X; ring.
  rewrite ler_wpmul2r // -subr_ge0 (_ : _ - _ = 3%:R / 16%:R * (1 - 16%:R * (eps * G * t))); last by field.
  by rewrite mulr_ge0 ?divr_ge0 ?ler0n ?subr_ge0.
(* the mixed part, by (gamma/2 - r a)^2 >= 0 *)
have mixed : eps * (r * r) * P * (a * a) <= A / 16%:R.
  have share : eps * P * r <= (2%:R - r) / 16%:R.
    have tU : eps * P * r <= eps * (t * U) * r by rewrite ler_wpmul2r ?(ltW r0) // ler_wpmul2l ?(ltW e0).
    apply: (le_trans tU).
    have -> : eps * (t * U) * r = (2%:R * U) * (eps * t) * (r / 2%:R) by field.
    have et0 : 0 <= eps * t by rewrite mulr_ge0 ?(ltW e0).
    have rh : r / 2%:R <= 1 by rewrite ler_pdivr_mulr ?ltr0n // mul1r ltW.
    have r20 : 0 <= r / 2%:R by rewrite divr_ge0 ?ler0n ?(ltW r0).
    have U2 : 0 <= 2%:R * U by rewrite mulr_ge0 ?ler0n.
    apply: (le_trans (ler_pmul (mulr_ge0 U2 et0) r20 (ler_wpmul2r et0 UG) rh)).
    rewrite mulr1 (_ : (2%:R - r) * G * (eps * t) = (2%:R - r) * (eps * G * t)); last by ring.
    rewrite ler_wpmul2l ?subr_ge0 ?(ltW r2) // -[X in _ <= X]mul1r ler_pdivl_mulr ?ltr0n //.
    by rewrite mulrC.
  rewrite (_ : eps * (r * r) * P * (a * a) = eps * P * r * (r * (a * a))); last by ring.
  rewrite (_ : A / 16%:R = (2%:R - r) / 16%:R * (r * (a * a))); last by rewrite /A; field.
  by rewrite ler_wpmul2r // mulr_ge0 ?sq ?ltW.
have square : 0 <= eps * P * ((gamma / 2%:R - r * a) * (gamma / 2%:R - r * a)).
  by rewrite mulr_ge0 ?sq // mulr_ge0 // ltW.
have /andP[beside0 _] : - (3%:R / 16%:R * X) <= gamma' * rest <= 3%:R / 16%:R * X by rewrite -ler_norml.
rewrite -subr_ge0; have -> : - X - r * (2%:R - r) / 2%:R * (a * a)
    - (gamma' * gamma' - 2%:R * (gamma' * after) - (gamma * gamma - 2%:R * (gamma * s)))
  = 2%:R * (gamma' * rest + 3%:R / 16%:R * X) + 2%:R * (eps * P * ((gamma / 2%:R - r * a) * (gamma / 2%:R - r * a)))
    + 2%:R * (A / 16%:R - eps * (r * r) * P * (a * a)) + X / 8%:R + 3%:R / 8%:R * A.
  by rewrite /rest /X /A /gamma' /h -/a (_ : s = gamma - a); [field | rewrite /a; ring].
have two (c : R) : 0 <= c -> 0 <= 2%:R * c by move=> ?; rewrite mulr_ge0 ?ler0n.
apply: addr_ge0; last by rewrite mulr_ge0 ?divr_ge0 ?ler0n.
apply: addr_ge0; last by rewrite divr_ge0 ?ler0n.
apply: addr_ge0; last by rewrite two ?subr_ge0.
by rewrite addr_ge0 ?two // -ler_subl_addr sub0r.
Qed.

(* one step on data: s is the mean of y against the normalised row *)
Lemma descent (R : rcfType) d n (A : nat -> nat -> R) (y w u : nat -> R) (gamma r eps G L : R) (X := row d A w) (P := row d A u)
  (form := fun z : nat -> R => (\sum_(i < n) (row d A z i * row d A z i)) / n%:R) (U := Num.sqrt (form u))
  (s := fun z : nat -> R => (\sum_(i < n) (row d A z i * y i)) / n%:R / Num.sqrt (form z))
  (after := fun k => w k - eps * slope d n A y w gamma k) (gamma' := gamma - r * (gamma - s w)) :
  0 < \sum_(i < n) (centred n X i * centred n X i) -> (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) ->
  (forall k, (k < d)%N -> \sum_(i < n) (A k i * (P i - y i)) = 0) ->
  (forall z : nat -> R, form z <= L * (\sum_(k < d) (z k * z k))) ->
  [/\ `|s w| <= U,
      \sum_(k < d) (slope d n A y w gamma k * slope d n A y w gamma k) <= gamma * gamma * (L * U / form w * U) &
      `|gamma| <= G -> 2%:R * U <= (2%:R - r) * G -> 0 < r -> r < 2%:R -> 0 < eps ->
      16%:R * (eps * G * (L * U / form w)) <= 1 ->
      0 < form after /\ gamma' * gamma' - 2%:R * (gamma' * s after) - (gamma * gamma - 2%:R * (gamma * s w))
        <= - (eps * \sum_(k < d) (slope d n A y w gamma k * slope d n A y w gamma k))
           - r * (2%:R - r) / 2%:R * ((gamma - s w) * (gamma - s w))].
Proof.
move=> pos zero normal upper; have [n0 s0 e] := spread pos; have x := no_mean w zero.
have np : 0 < n%:R :> R by rewrite lt_def n0 ler0n.
have form0 (z : nat -> R) : 0 <= form z by rewrite divr_ge0 ?ler0n // sumr_ge0 // => i _; rewrite -expr2 sqr_ge0.
have SE : form w = (\sum_(i < n) (centred n X i * centred n X i)) / n%:R by rewrite (still2 x x).
have S0 : 0 < form w by rewrite SE divr_gt0.
have sdE : Num.sqrt ((\sum_(i < n) (centred n X i * centred n X i)) / n%:R) = Num.sqrt (form w) by rewrite SE.
pose sd := Num.sqrt (form w); rewrite -/sd in sdE.
have sd0 : 0 < sd by rewrite sqrtr_gt0.
have sdn := lt0r_neq0 sd0.
have sds : sd * sd = form w by rewrite -expr2 sqr_sqrtr // ltW.
pose p k := - slope d n A y w 1 k; pose V := row d A p.
pose N := \sum_(k < d) (p k * p k); pose h := eps * gamma.
have slopeE k : slope d n A y w gamma k = - gamma * p k by rewrite (@proportional R d n A y w gamma k pos) /p; ring.
have rowE i : row d A after i = X i + h * V i.
  rewrite /X /V /row mulr_sumr -big_split; apply: eq_bigr => k _ /=; rewrite /after slopeE /h; ring.
pose xv := (\sum_(i < n) (X i * V i)) / n%:R; pose vv := form p; pose vy := (\sum_(i < n) (V i * y i)) / n%:R.
have formE : form after = form w + 2%:R * h * xv + h * h * vv.
  rewrite /form (eq_bigr (fun i : 'I_n => X i * X i + (2%:R * h) * (X i * V i) + (h * h) * (V i * V i))) => [|i _]; last by rewrite rowE; ring.
  rewrite !big_split /= -!mulr_sumr /xv /vv /form -/V -/X; set a := \sum_(i < n) (X i * X i); set b := \sum_(i < n) (X i * V i).
  by set c := \sum_(i < n) _; field.
have yE : (\sum_(i < n) (row d A after i * y i)) / n%:R = sd * s w + h * vy.
  rewrite /s -/sd [sd * _]mulrC divfK // (eq_bigr (fun i : 'I_n => X i * y i + h * (V i * y i))) => [|i _]; last by rewrite rowE; ring.
  by rewrite big_split /= -mulr_sumr /vy mulrDl -mulrA.
have NE : sd * N = vy - s w * xv / sd.
  have al := @sloped_along R d n A y w p 1 pos zero; rewrite /= sdE -/sd -/X -/V in al.
  have {al} : - N = - 1 / sd * (vy - (\sum_(i < n) (X i * y i)) / n%:R * xv / (sd * sd)).
    have -> : xv = (\sum_(i < n) (V i * X i)) / n%:R by congr (_ / _); apply: eq_bigr => i _; rewrite mulrC.
    rewrite -al /N -sumrN; apply: eq_bigr => k _; rewrite /p; ring.
  move/eqP; rewrite eqr_oppLR => /eqP ->; rewrite /s -/X -/sd.
  by set a := (\sum_(i < n) _) / n%:R; field.

have VP : vy = (\sum_(i < n) (V i * P i)) / n%:R by rewrite /vy -(@fitted R d n A y u p normal).
have XP : (\sum_(i < n) (X i * y i)) / n%:R = (\sum_(i < n) (X i * P i)) / n%:R by rewrite -(@fitted R d n A y u w normal).
have U0 : 0 <= U by rewrite sqrtr_ge0.
have UU : U * U = form u by rewrite -expr2 sqr_sqrtr.
have sE : s w = (\sum_(i < n) (X i * P i)) / n%:R / sd by rewrite /s -/sd XP.
have cauchy (a b : nat -> R) : ((\sum_(i < n) (a i * b i)) / n%:R) ^+ 2
    <= (\sum_(i < n) (a i * a i)) / n%:R * ((\sum_(i < n) (b i * b i)) / n%:R).
  rewrite expr_div_n mulf_div -expr2 ler_pmul2r ?invr_gt0 ?exprn_gt0 //; exact: pairing.
have sU : `|s w| <= U.
  apply: by_squares => //; rewrite -normrM ger0_norm ?UU -?expr2 ?sqr_ge0 // sE expr_div_n ler_pdivr_mulr ?exprn_gt0 //.
  by rewrite [sd ^+ 2]expr2 sds [form u * _]mulrC; exact: cauchy X P.
have N0 : 0 <= N by apply: sumr_ge0 => k _; rewrite -expr2 sqr_ge0.
have vN : vv <= L * N := upper p.
have L0 : 0 < L.
  have w0 : 0 < L * (\sum_(k < d) (w k * w k)) := lt_le_trans S0 (upper w).
  have W0 : 0 <= \sum_(k < d) (w k * w k) by apply: sumr_ge0 => k _; rewrite -expr2 sqr_ge0.
  have Wn : \sum_(k < d) (w k * w k) != 0 by apply: contraTneq w0 => ->; rewrite mulr0 ltxx.
  by move: w0; rewrite pmulr_lgt0 // lt_def Wn.
have [c cE] : {c | c = s w / sd} by exists (s w / sd).
pose T i := P i - c * X i.
have TE : (\sum_(i < n) (T i * T i)) / n%:R <= form u.
  have -> : (\sum_(i < n) (T i * T i)) / n%:R = form u - c * c * form w.
    rewrite (eq_bigr (fun i : 'I_n => P i * P i - (2%:R * c) * (X i * P i) + (c * c) * (X i * X i))) => [|i _]; last by rewrite /T; ring.
    have xp : \sum_(i < n) (X i * P i) = n%:R * (sd * sd * c) by rewrite cE sE; set a := \sum_(i < n) _; field; rewrite n0 sdn.
    have xx : \sum_(i < n) (X i * X i) = n%:R * form w by rewrite mulrC divfK.
    rewrite big_split sumrB /= -!mulr_sumr xp xx sds /form -/P; set a := \sum_(i < n) (P i * P i).
    by field.
  by rewrite ler_subl_addr ler_addl mulr_ge0 // -expr2 sqr_ge0.
have NT : sd * N = (\sum_(i < n) (V i * T i)) / n%:R.
  rewrite NE VP /xv [in RHS](eq_bigr (fun i : 'I_n => V i * P i - c * (X i * V i))) => [|i _]; last by rewrite /T; ring.
  by rewrite sumrB -mulr_sumr cE; set a := \sum_(i < n) (V i * P i); set b := \sum_(i < n) _; field; rewrite n0 sdn.
pose t := L * U / form w.
have Nt : N <= t * U.
  move: N0; rewrite le_eqVlt => /orP[/eqP <-|Np]; first by rewrite mulr_ge0 // divr_ge0 // mulr_ge0 // ltW.
  have le : form w * (N * N) <= L * N * (U * U).
    have -> : form w * (N * N) = (sd * N) ^+ 2 by rewrite -sds expr2; ring.
    rewrite NT UU; apply: le_trans (cauchy V T) _.
    by apply: ler_pmul => //; rewrite divr_ge0 ?ler0n // sumr_ge0 // => i _; rewrite -expr2 sqr_ge0.
  have -> : t * U = L * (U * U) / form w by rewrite /t; field; exact: lt0r_neq0.
  rewrite ler_pdivl_mulr // -(ler_pmul2r Np); move: le; congr (_ <= _); ring.
pose b := xv / form w; pose k := vv / form w.
have kN : k <= L / form w * N.
  have -> : L / form w * N = L * N / form w by rewrite mulrAC.
  by rewrite ler_pmul2r ?invr_gt0.
have bk : b * b <= k.
  rewrite /b /k mulf_div ler_pdivr_mulr; last exact: (mulr_gt0 S0 S0).
  have -> : vv / form w * (form w * form w) = form w * vv by field; exact: lt0r_neq0.
  by rewrite -expr2; exact: cauchy X V.
have total : \sum_(k < d) (slope d n A y w gamma k * slope d n A y w gamma k) = gamma * gamma * N.
  by rewrite /N mulr_sumr; apply: eq_bigr => j _; rewrite slopeE; ring.
split=> //; first by rewrite total ler_wpmul2l // -expr2 sqr_ge0.
move=> gG UG r0 r2 e0 small.
have [Q0 final] := @fall R r (s w) U (form w) N L gamma eps G b k S0 L0 U0 sU N0 Nt kN bk gG UG r0 r2 e0 small.
have Sn := lt0r_neq0 S0.
have QE : form after = form w * (1 + 2%:R * (eps * gamma) * b + (eps * gamma) * (eps * gamma) * k).
  by rewrite formE /b /k /h; field.
have after0 : 0 < form after by rewrite QE mulr_gt0.
split=> //; move: final; rewrite -/gamma'.
set Q := 1 + 2%:R * (eps * gamma) * b + eps * gamma * (eps * gamma) * k in Q0 QE *.
have -> : (s w + eps * gamma * N + eps * gamma * s w * b) / Num.sqrt Q = s after.
  have qn : Num.sqrt Q != 0 by rewrite lt0r_neq0 // sqrtr_gt0.
  rewrite [s after]/s yE QE sqrtrM ?ltW // -/sd -/h.
  have -> : vy = sd * N + s w * xv / sd by rewrite NE; ring.
  by rewrite /b -sds; set a := s w; field; rewrite qn sdn.
by rewrite total.
Qed.

(* the loss and its derivative by gamma, in moments *)
Lemma loss_at (R : rcfType) d n (A : nat -> nat -> R) (y z : nat -> R) (gain : R) (C := centred n (row d A z))
  (sd := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R)) : 0 < \sum_(i < n) (C i * C i) ->
  (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) ->
  (\sum_(i < n) ((y i - gain * (C i / sd)) * (y i - gain * (C i / sd)))) / (n%:R * 2%:R)
  = ((\sum_(i < n) (y i * y i)) / n%:R - 2%:R * (gain * ((\sum_(i < n) (row d A z i * y i)) / n%:R
      / Num.sqrt ((\sum_(i < n) (row d A z i * row d A z i)) / n%:R))) + gain * gain) / 2%:R.
Proof.
move=> pos zero; have [n0 s0 e] := spread pos; rewrite -/sd in s0 e; have x := no_mean z zero.
rewrite -(still2 x x) -/C -/sd -(still1 y x) -/C.
rewrite (eq_bigr (fun i : 'I_n => y i * y i - 2%:R * gain / sd * (C i * y i) + gain * gain / (sd * sd) * (C i * C i))) => [|i _].
  rewrite big_split sumrB /= -!mulr_sumr e; set a := \sum_(i < n) (y i * y i); set b := \sum_(i < n) (C i * y i).
  by field; rewrite n0 s0.
by field.
Qed.

Lemma by_gain (R : rcfType) d n (A : nat -> nat -> R) (y z : nat -> R) (gain : R) (C := centred n (row d A z))
  (sd := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R)) : 0 < \sum_(i < n) (C i * C i) ->
  (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) ->
  (\sum_(i < n) (((gain * (C i / sd)) - y i) * (C i / sd))) / n%:R
  = gain - (\sum_(i < n) (row d A z i * y i)) / n%:R / Num.sqrt ((\sum_(i < n) (row d A z i * row d A z i)) / n%:R).
Proof.
move=> pos zero; have [n0 s0 e] := spread pos; rewrite -/sd in s0 e; have x := no_mean z zero.
rewrite -(still2 x x) -/C -/sd -(still1 y x) -/C.
rewrite (eq_bigr (fun i : 'I_n => gain / (sd * sd) * (C i * C i) + (- sd^-1) * (C i * y i))) => [|i _]; last by field.
by rewrite big_split /= -!mulr_sumr e; set a := \sum_(i < n) (C i * y i); field; rewrite n0 s0.
Qed.

(* The greatest of a row that is not empty is one of its entries. *)
Lemma greatest (R : rcfType) n (x : R) (f : nat -> R) (B := \big[Num.max/x]_(i < n) f i) :
  (forall i, (i < n)%N -> f i <= B) /\ (B = x \/ exists2 k, (k < n)%N & B = f k).
Proof.
rewrite {}/B; elim: n f => [|n IH] f; first by split=> //; left; rewrite big_ord0.
have [all one] := IH (fun i => f i.+1); rewrite big_ord_recl /=.
set B := \big[_/_]_(i < n) _ in all one *; split.
  by case=> [|i] lt; rewrite le_maxr ?lexx // (all i) // orbT.
case: (leP (f 0%N) B) => h; last by right; exists 0%N.
by case: one => [-> | [k kn ->]]; [left | right; exists k.+1].
Qed.

(* Powers of a number below 1 tend to 0, in an archimedean field. *)
Lemma powers (R : rcfType) (r C e : R) : (forall x : R, exists m, x < m%:R) -> 0 <= r -> r < 1 -> 0 <= C -> 0 < e ->
  exists m, forall k, (m <= k)%N -> C * r ^+ k <= e.
Proof.
move=> arch r0 r1 C0 e0; pose h := 1 - r; have h0 : 0 < h by rewrite subr_gt0.
have [m big] := arch (C / (e * h)); exists m => k mk.
have bound : r ^+ k * (1 + h * k%:R) <= 1.
  elim: k {mk} => [|k IH]; first by rewrite expr0 mulr0 addr0 mulr1.
  apply: le_trans IH; rewrite exprSr -mulrA ler_wpmul2l ?exprn_ge0 // -[k.+1]addn1 natrD -subr_ge0.
  have -> : 1 + h * k%:R - r * (1 + h * (k%:R + 1)) = h * h * (1 + k%:R) by rewrite /h; ring.
  by rewrite mulr_ge0 ?(mulr_ge0 (ltW h0) (ltW h0)) // addr_ge0 ?ler01 ?ler0n.
have pos : 0 < 1 + h * k%:R by apply: ltr_paddr; [exact: mulr_ge0 (ltW h0) (ler0n _ _) | exact: ltr01].
rewrite -(ler_pmul2r pos) -mulrA; apply: (@le_trans _ _ C); first by rewrite -[X in _ <= X]mulr1 ler_wpmul2l.
rewrite mulrDr mulr1; apply: (@le_trans _ _ (e * (h * k%:R))); last by rewrite ler_addr ltW.
rewrite mulrA mulrC -ler_pdivr_mulr ?mulr_gt0 //; apply: le_trans (ltW big) _; by rewrite ler_nat.
Qed.

Lemma below_one (R : rcfType) n (f : nat -> R) : (forall i, (i < n)%N -> 0 <= f i < 1) ->
  exists r, [/\ 0 <= r, r < 1 & forall i, (i < n)%N -> f i <= r].
Proof.
move=> h; have [all one] := greatest n 0 f; exists (\big[Num.max/0]_(i < n) f i); split=> //.
  by case: one => [->|[k kn ->]]; [exact: lexx | case/andP: (h k kn)].
by case: one => [->|[k kn ->]]; [exact: ltr01 | case/andP: (h k kn)].
Qed.

(* Orthonormal rows of a square matrix: its columns are orthonormal, and squares of lengths are kept. *)
Lemma lengths (R : rcfType) d (e : nat -> nat -> R) (x : nat -> R) :
  (forall i, (i < d)%N -> forall j, (j < d)%N -> \sum_(k < d) (e i k * e j k) = (i == j :> nat)%:R) ->
  \sum_(i < d) ((\sum_(k < d) (e i k * x k)) * (\sum_(k < d) (e i k * x k))) = \sum_(k < d) (x k * x k).
Proof.
move=> apart; pose E := \matrix_(i < d, k < d) e i k; pose X := \col_(k < d) x k.
have /mulmx1C EE : E *m E^T = 1%:M.
  by apply/matrixP => i j; rewrite !mxE -(apart i (ltn_ord i) j (ltn_ord j)); apply: eq_bigr => k _; rewrite !mxE.
have : (E *m X)^T *m (E *m X) = X^T *m X by rewrite trmx_mul -mulmxA [E^T *m _]mulmxA EE mul1mx.
move/matrixP/(_ 0 0); rewrite !mxE => eq; transitivity (\sum_j (E *m X)^T 0 j * (E *m X) j 0).
  by apply: eq_bigr => i _; rewrite !mxE; congr (_ * _); apply: eq_bigr => k _; rewrite !mxE.
by rewrite eq; apply: eq_bigr => k _; rewrite !mxE.
Qed.

Lemma iterated (R : rcfType) (step : (nat -> R) -> nat -> R) (seen : (nat -> R) -> R) k (z : nat -> R) :
  iter k (fun (next : (nat -> R) -> R) (v : nat -> R) => next (step v)) seen z = seen (iter k step z).
Proof. by elim: k z => [|k IH] z //; rewrite iterS IH -iterSr. Qed.

(* A step that multiplies the distance from c along e_i, of orthonormal ones, by 1 - rate m_i: it comes to c from every
   start if and only if the rate is below 2 over the greatest m_i. *)
Lemma comes_down (R : rcfType) d (e : nat -> nat -> R) (m c : nat -> R) (rate : R) (step : (nat -> R) -> nat -> R)
  (top := \big[Num.max/(m 0%N)]_(i < d) m i) (seen := fun v : nat -> R => \sum_(k < d) ((v k - c k) * (v k - c k)))
  (after := fun k => iter k (fun (next : (nat -> R) -> R) (v : nat -> R) => next (step v)) seen) :
  (forall x : R, exists m, x < m%:R) -> (1 <= d)%N ->
  (forall i, (i < d)%N -> forall j, (j < d)%N -> \sum_(k < d) (e i k * e j k) = (i == j :> nat)%:R) ->
  (forall i, (i < d)%N -> 0 < m i) -> 0 < rate ->
  (forall v i, (i < d)%N -> \sum_(k < d) (e i k * (step v k - c k)) = (1 - rate * m i) * \sum_(k < d) (e i k * (v k - c k))) ->
  [/\ 0 < top, rate * top < 2%:R ->
    forall z : nat -> R, forall x : R, 0 < x -> exists N, forall k, (N <= k)%N -> after k z <= x &
    2%:R <= rate * top -> exists z : nat -> R,
    ~ forall x : R, 0 < x -> exists N, forall k, (N <= k)%N -> after k z <= x].
Proof.
move=> arch d0 apart pos rate0 own; have [all one] := greatest d (m 0%N) m; rewrite -/top in all one.
have [b bd tE] : exists2 b, (b < d)%N & top = m b by case: one => [->|//]; exists 0%N.
pose part i v := \sum_(k < d) (e i k * (v k - c k)).
have seenE v : seen v = \sum_(i < d) (part i v * part i v) by rewrite [RHS](lengths (fun k => v k - c k) apart).
have partE i k z : (i < d)%N -> part i (iter k step z) = (1 - rate * m i) ^+ k * part i z.
  move=> id; elim: k => [|k IH]; first by rewrite expr0 mul1r.
  by rewrite iterS [LHS]own // -/(part i _) IH exprS mulrA.
have afterE k z : after k z = \sum_(i < d) (((1 - rate * m i) ^+ 2) ^+ k * (part i z * part i z)).
  rewrite /after iterated seenE; apply: eq_bigr => i _; rewrite partE // -exprM mulnC exprM expr2; ring.
split=> [|less z x x0|more].
- by rewrite tE pos.
- have [r [r0 r1 below]] : exists r, [/\ 0 <= r, r < 1 & forall i, (i < d)%N -> (1 - rate * m i) ^+ 2 <= r].
    apply: below_one => i id; rewrite sqr_ge0 -[X in _ < X](expr1n _ 2) -subr_gt0 subr_sqr mulr_gt0 //.
      by rewrite opprB addrC subrK mulr_gt0 // pos.
    by rewrite addrA -[1 + 1]/2%:R subr_gt0 (le_lt_trans _ less) // ler_pmul2l // all.
  have C0 : 0 <= seen z by apply: sumr_ge0 => k _; rewrite -expr2 sqr_ge0.
  have [N far] := powers arch r0 r1 C0 x0; exists N => k Nk; apply: le_trans (far k Nk).
  rewrite afterE seenE mulr_suml ler_sum // => i _; rewrite [X in _ <= X]mulrC ler_wpmul2r -?expr2 ?sqr_ge0 //.
  by rewrite ler_expn2r ?nnegrE ?sqr_ge0 // below.
exists (fun k => c k + e b k) => goes; have half : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have [N near] := goes _ half; have := near N (leqnn N); rewrite leNgt => /negP; apply.
have one_b : part b (fun k => c k + e b k) = 1.
  rewrite /part (eq_bigr (fun k : 'I_d => e b k * e b k)) => [|k _]; first by rewrite apart // eqxx.
  by congr (_ * _); ring.
apply: (@lt_le_trans _ _ 1); first by rewrite invf_lt1 ?ltr0n // ltr1n.
rewrite afterE (bigD1 (Ordinal bd)) //= one_b !mulr1; apply: ler_paddr.
  apply: sumr_ge0 => i _; apply: mulr_ge0; [exact: exprn_ge0 (sqr_ge0 _) | by rewrite -expr2 sqr_ge0].
apply: exprn_ege1; rewrite -tE -subr_ge0; have -> : (1 - rate * top) ^+ 2 - 1 = rate * top * (rate * top - 2%:R) by ring.
by rewrite mulr_ge0 ?subr_ge0 // (le_trans _ more).
Qed.

(* A step along a symmetric matrix M: along an eigenvector it multiplies by 1 - t l_i. *)
Lemma along_eigen (R : rcfType) d (M e : nat -> nat -> R) (l x : nat -> R) (t : R) i :
  (forall k, (k < d)%N -> forall j, (j < d)%N -> M k j = M j k) ->
  (forall k, (k < d)%N -> \sum_(j < d) (M k j * e i j) = l i * e i k) ->
  \sum_(k < d) (e i k * (x k - t * \sum_(j < d) (M k j * x j))) = (1 - t * l i) * \sum_(k < d) (e i k * x k).
Proof.
move=> sym own; have cross : \sum_(k < d) (e i k * \sum_(j < d) (M k j * x j)) = l i * \sum_(k < d) (e i k * x k).
  rewrite (eq_bigr (fun k : 'I_d => \sum_(j < d) (x j * (M j k * e i k)))) => [|k _]; last first.
    by rewrite mulr_sumr; apply: eq_bigr => j _; rewrite sym //; ring.
  by rewrite exchange_big mulr_sumr; apply: eq_bigr => j _; rewrite -mulr_sumr own //; ring.
rewrite (eq_bigr (fun k : 'I_d => e i k * x k - t * (e i k * \sum_(j < d) (M k j * x j)))) => [|k _]; last by ring.
by rewrite sumrB -mulr_sumr cross mulrBl mul1r mulrA.
Qed.

Lemma picked (R : rcfType) d (f : nat -> R) k : (k < d)%N -> \sum_(i < d) ((i == k :> nat)%:R * f i) = f k.
Proof.
move=> kd; rewrite (bigD1 (Ordinal kd)) //= eqxx mul1r big1 ?addr0 // => i ne.
by rewrite (_ : (i == k :> nat) = false) ?mul0r //; apply/negbTE.
Qed.
