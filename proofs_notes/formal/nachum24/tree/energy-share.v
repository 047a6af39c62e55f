(* children of a row of two values have as many of each *)
Lemma two_child (R : rcfType) n o p k (v : nat -> R) : (o < n)%N -> (p < n)%N -> good n o p k v -> kinds n v = 2%:R ->
  [/\ kinds n (up n v) = 2%:R, kinds n (dn n v) = 2%:R, cnt n (up n v) o = cnt n v o & cnt n (dn n v) o = cnt n v o].
Proof.
move=> o_n p_n gv two; have [[gu gd] _ _ _] := good_children o_n p_n gv; have [_ vary _ _] := gv.
have [_ u2 d2 u3 d3] := children_kinds (leq_ltn_trans (leq0n o) o_n) vary; rewrite two in u3 d3.
have ku : kinds n (up n v) = 2%:R by apply/eqP; rewrite eq_le u2 u3.
have kd : kinds n (dn n v) = 2%:R by apply/eqP; rewrite eq_le d2 d3.
have [_ cv _] := good_shape o_n p_n gv two; have [_ cu _] := good_shape o_n p_n gu ku; have [_ cd _] := good_shape o_n p_n gd kd.
have same (w : nat -> R) : (cnt n w o + cnt n w p = n)%N -> (forall q, (cnt n v q <= cnt n w q)%N) -> cnt n w o = cnt n v o.
  move=> e le; apply/eqP; rewrite eqn_leq le andbT -(leq_add2r (cnt n w p)) e -[X in (X <= _)%N]cv leq_add2l; exact: le.
split=> //; apply: same => // q; apply: cnt_mono => l ln e; rewrite /up /dn e //.
Qed.

Lemma stable_with_one (R : rcfType) n o p (v : nat -> R) : (o < n)%N -> (p < n)%N -> good n o p 1 v ->
  kinds n v = 2%:R -> cnt n v o = 1%N \/ (cnt n v o + 1)%N = n -> v o * v p = 0 -> stable_with n 1 v = 1.
Proof.
move=> o_n p_n gv two ck zero; have [sh cc _] := good_shape o_n p_n gv two; have op := good_apart gv.
have cE : \sum_(i < n) (v i != 0)%:R = ((v o != 0)%R * cnt n v o + (v p != 0)%R * cnt n v p)%N%:R :> R.
  rewrite -natr_sum; congr (_%:R); rewrite /cnt !big_distrr -big_split; apply: eq_bigr => i _ /=.
  have vi : v i = if v i == v o then v o else v p by exact: sh.
  move: vi; case: (v i =P v o) => [-> _ | _ ->]; first by rewrite (negbTE op) muln1 muln0 addn0.
  by rewrite eqxx muln1 muln0 add0n.
rewrite /stable_with two eqxx mul1r cE; set c := (_ + _)%N.
have -> : c%:R + 1 = (c + 1)%:R :> R by rewrite natrD.
rewrite pnatr_eq1 eqr_nat; suff : c = 1%N \/ (c + 1)%N = n.
  by case=> ->; rewrite eqxx subrr ?mul0r ?mulr0 subr0.
have flip : cnt n v p = 1%N \/ (cnt n v p + 1)%N = n.
  by case: ck => e; [right; rewrite addnC -[X in (X + _)%N]e | left; apply: (@addnI (cnt n v o)); rewrite cc e].
move/eqP: zero; rewrite mulf_eq0 /c => /orP [] /eqP z; move: op; rewrite z => op.
  by rewrite eqxx [v p == _]eq_sym op mul0n mul1n add0n.
by rewrite eqxx op mul0n mul1n addn0.
Qed.

Definition others (R : rcfType) n (v : nat -> R) : R := (1 - stable_with n 1 v) * energy n v.

Lemma others_le (R : rcfType) n (v : nat -> R) : 0 <= others n v <= energy n v.
Proof.
rewrite /others /stable_with; have e0 := energy_ge0 n v.
case: (kinds n v == _); case: (_ == 1); case: (_ == n%:R);
  by rewrite ?(subrr, subr0, mul0r, mul1r, mulr0, mulr1) ?(subrr, subr0, mul0r, mul1r, mulr0, mulr1) ?lexx ?e0 ?andbT.
Qed.

Lemma leaves_mono (R : rcfType) n (f g : (nat -> R) -> R) L v : (forall w, f w <= g w) -> leaves n L f v <= leaves n L g v.
Proof. by move=> le; elim: L v => [|L IH] v; [exact: le | rewrite !leavesS ler_add]. Qed.

(* below a row that singles out a point all leaves do *)
Lemma others_two (R : rcfType) n o p (v : nat -> R) L : (o < n)%N -> (p < n)%N -> good n o p 1 v -> kinds n v = 2%:R ->
  cnt n v o = 1%N \/ (cnt n v o + 1)%N = n -> leaves n L.+1 (@others R n) v = 0.
Proof.
move=> o_n p_n; elim: L v => [|L IH] v gv two ck; have [[gu gd] _ _ _] := good_children o_n p_n gv;
  have [ku kd cu cd] := two_child o_n p_n gv two; last first.
  by rewrite leavesS !IH ?addr0 ?cu ?cd.
have ends : between n o p v \/ between n p o v by case: gv.
have [eu ed] := ends_zero o_n p_n ends.
by rewrite /leaves /= /others !(stable_with_one o_n p_n) ?cu ?cd // subrr !mul0r addr0.
Qed.

Lemma others_bound (R : rcfType) n o p (a := gain R n 1) (s := rest R n 1) (C := n%:R * (1 + a)) : (1 < n)%N -> (o < n)%N ->
  (p < n)%N -> forall L (v : nat -> R), good n o p 1 v ->
  `|a ^+ L.+1 * leaves n L.+1 (@others R n) v| <= C / s * s ^+ L * (s + (kinds n v - 2%:R) * L%:R) * sq o p v.
Proof.
move=> n1 o_n p_n; have [a0 s0 s1 aK aq] := rates R (isT : (0 < 1)%N) n1; rewrite -/a -/s in a0 s0 s1 aK aq.
have n0 : 0 < n%:R :> R by rewrite ltr0n ltnW.
have C0 : 0 <= C by exact: mulr_ge0 (ltW n0) (addr_ge0 ler01 (ltW a0)).
have Cs : C / s * s = C by rewrite divfK // gt_eqF.
have sqge (v : nat -> R) : 0 <= sq o p v by exact: sqr_ge0.
have nC : n%:R <= C by rewrite /C mulrDr mulr1 ler_addl; exact: mulr_ge0 (ltW n0) (ltW a0).
have naC : n%:R * a <= C by rewrite /C mulrDr mulr1 ler_addr ltW.
have pos (v : nat -> R) L : 0 <= leaves n L (@others R n) v.
  by apply: leaves_ge0 => w; case/andP: (others_le n w).
have less (v : nat -> R) L : leaves n L (@others R n) v <= leaves n L (energy n) v.
  by apply: leaves_mono => w; case/andP: (others_le n w).
have free L v : good n o p 1 v -> kinds n v = 2%:R -> `|a ^+ L.+1 * leaves n L.+1 (@others R n) v| <= C * s ^+ L * sq o p v.
  move=> gv two; have [_ cc _] := good_shape o_n p_n gv two; have [_ _ c0 c1] := gv.
  have rhs0 : 0 <= C * s ^+ L * sq o p v by exact: mulr_ge0 (mulr_ge0 C0 (exprn_ge0 L (ltW s0))) (sqge v).
  have k1 : (cnt n v o + 1 <= n)%N by rewrite -[X in (_ <= X)%N]cc leq_add2l.
  case: (ltngtP 1 (cnt n v o)) (c0) => // [lt1 _|e _]; last by rewrite (others_two L o_n p_n gv two) ?mulr0 ?normr0 //; left.
  move: k1; rewrite leq_eqVlt => /orP [/eqP e|lt2].
    by rewrite (others_two L o_n p_n gv two) ?mulr0 ?normr0 //; right.
  have aK1 := kept_other R (isT : (0 < 1)%N) lt1 lt2; rewrite -/a -/s in aK1.
  rewrite ger0_norm; last exact: mulr_ge0 (exprn_ge0 L.+1 (ltW a0)) (pos v L.+1).
  apply: le_trans (ler_wpmul2l (exprn_ge0 L.+1 (ltW a0)) (less v L.+1)) _.
  rewrite (two_energy L o_n p_n gv two); set c := cnt n v o in cc lt1 lt2 aK1 *; set K := kept R n c in aK1 *.
  have K0 : 0 <= K by rewrite /K /kept addr_ge0 ?sqr_ge0.
  have c_n : 0 <= n%:R - c%:R :> R by rewrite subr_ge0 ler_nat -[X in (_ <= X)%N]cc leq_addr.
  have T1 : c%:R * (n%:R - c%:R) / n%:R <= n%:R :> R.
    rewrite ler_pdivr_mulr // ler_pmul ?ler0n //; first by rewrite -subr_ge0.
    by rewrite ger_addl oppr_le0 ler0n.
  have pw : a ^+ L * K ^+ L <= s ^+ L.
    by rewrite -exprMn ler_expn2r // nnegrE ?(ltW s0) //; exact: mulr_ge0 (ltW a0) K0.
  rewrite exprS; have -> : forall d f g h y : R, d * f * (g * (h * y)) = d * y * (f * g) * h by move=> *; ring.
  apply: ler_wpmul2r => //; apply: ler_pmul => //.
  - by apply: mulr_ge0 (ltW a0) _; rewrite divr_ge0 ?(ltW n0) // mulr_ge0 ?ler0n.
  - exact: mulr_ge0 (exprn_ge0 L (ltW a0)) (exprn_ge0 L K0).
  - by apply: le_trans naC; rewrite mulrC ler_wpmul2r // ltW.
apply: (@descent R n o p 1 a s (C / s) (fun L v => a ^+ L.+1 * leaves n L.+1 (@others R n) v)) => //; try exact: ltW.
- by rewrite divr_ge0 // ltW.
- move=> L v gv ne; rewrite leavesS [a ^+ L.+2]exprS -mulrA mulrDr; set y := _ * _; set z := _ * _.
  rewrite [`|a * _|]normrM (gtr0_norm a0); apply: ler_wpmul2l (ler_norm_add _ _); exact: ltW.
- move=> L v gv two; apply: le_trans (free L v gv two) _; apply: ler_wpmul2r => //.
  have mix (y z w : R) : y * z * w = y * w * z by ring.
  by rewrite [C / s * _ * s]mix Cs.
move=> v gv; rewrite Cs expr1 ger0_norm; last exact: mulr_ge0 (ltW a0) (pos v 1%N).
apply: le_trans (ler_wpmul2l (ltW a0) (less v 1%N)) _.
apply: le_trans (children_energy (isT : (0 < 1)%N) n1 o_n p_n gv) _; exact: ler_wpmul2r.
Qed.

Lemma shares (R : rcfType) n L (v : nat -> R) :
  leaves n L (fun w => stable_with n 1 w * energy n w) v = leaves n L (energy n) v - leaves n L (@others R n) v.
Proof.
elim: L v => [|L IH] v; last by rewrite !leavesS !IH; ring.
by rewrite /leaves /= /others; ring.
Qed.

Lemma alone (R : rcfType) n o p (x : nat -> R) : (forall y : R, exists m, y < m%:R) -> (1 < n)%N ->
  (o < n)%N -> (p < n)%N -> good n o p 1 x -> 0 < leaves n 31 (stable_with n 1) x ->
  forall e, 0 < e -> exists m, forall L, (m <= L)%N -> (32 <= L)%N -> leaves n L (energy n) x != 0 /\
    `|leaves n L (fun w => stable_with n 1 w * energy n w) x / leaves n L (energy n) x + (- 1)| <= e.
Proof.
move=> arch n1 o_n p_n gx begun e e0; have n0 : (0 < n)%N by exact: ltnW.
have same : stable_with n (1 : R) = stable_with n 1%:R by [].
rewrite same in begun; have [c c0 left] := energy_left (isT : (0 < 1)%N) n1 o_n p_n gx begun.
have [a0 s0 s1 _ _] := rates R (isT : (0 < 1)%N) n1; have bound := fun L => others_bound n1 o_n p_n L gx.
have vary : varies n x by case: gx.
have N0 : 0 < n%:R :> R by rewrite ltr0n.
have C0 : 0 <= n%:R * (1 + gain R n 1) / rest R n 1 * sq o p x.
  apply: mulr_ge0 (sqr_ge0 _); apply: divr_ge0 (ltW s0); apply: mulr_ge0 (ltW N0) _; exact: addr_ge0 ler01 (ltW a0).
have b0 := exprn_gt0 32 a0; have e1 : 0 < e * (gain R n 1 ^+ 32 * c) by exact: mulr_gt0 e0 (mulr_gt0 b0 c0).
have [m mL] := vanishing arch s0 s1 C0 (kinds_ge2 n0 vary) e1.
exists m.+1; case=> // L lem; rewrite ltnS => l31.
have [M ML] : exists M, L = (31 + M)%N by exists (L - 31)%N; rewrite subnKC.
rewrite shares; have := mL L lem; have := bound L; have := left M; rewrite ML -addnS.
set G := leaves n _ (energy n) x; set H := leaves n _ (@others R n) x.
have -> : gain R n 1 ^+ (31 + M.+1) = gain R n 1 ^+ 32 * gain R n 1 ^+ M by rewrite -exprD addnS -addSn.
have := exprn_gt0 M a0; move: (gain R n 1 ^+ 32) (gain R n 1 ^+ M) b0 => y z y0 z0 low up small.
have G0 : 0 < G by rewrite -(pmulr_rgt0 _ z0) (lt_le_trans c0).
have G' : G != 0 by rewrite gt_eqF.
have yz : 0 < y * z by rewrite mulr_gt0.
split=> //; have -> : (G - H) / G + (- 1) = - (H / G) by rewrite mulrBl divff // addrAC subrr add0r.
rewrite normrN normrM normfV (gtr0_norm G0) ler_pdivr_mulr // -(ler_pmul2l yz) -{1}(gtr0_norm yz) -normrM.
apply: le_trans up (le_trans _ (le_trans small _)).
  rewrite le_eqVlt; apply/orP; left; apply/eqP; have mix (d f g h : R) : d * f * g * h = d * h * f * g by ring.
  exact: mix.
have mix (d f g h : R) : d * f * (g * h) = g * (d * (f * h)) by ring.
rewrite [X in _ <= X]mix; apply: ler_wpmul2l; first exact: ltW.
by apply: ler_wpmul2l; first exact: ltW.
Qed.

Theorem proof : statement.
Proof.
move=> R n x arch n3 vary; have n0 : (0 < n)%N by exact: leq_trans n3.
have [o [p [o_n p_n ends]]] := extremes x n0; rewrite (rarer_is o_n p_n ends) => /eqP.
have [_ kn gx] := rarer_good o_n p_n ends vary; rewrite pnatr_eq1 => /eqP one; rewrite one in kn gx.
by move=> begun e e0; have [m mL] := alone arch kn o_n p_n gx begun e0; exists m => L /mL h /h.
Qed.
