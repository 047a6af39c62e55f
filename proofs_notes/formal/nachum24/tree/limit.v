Lemma only (R : rcfType) n (v : nat -> R) q l : (q < n)%N -> (l < n)%N -> cnt n v q = 1%N -> (v l == v q) = (l == q).
Proof.
move=> qn ln; rewrite /cnt (bigD1 (Ordinal qn)) //= eqxx -[X in _ = X]addn0 => /addnI /eqP.
rewrite sum_nat_eq0 => /forallP /(_ (Ordinal ln)) /=; rewrite -(inj_eq val_inj) /=.
by case: (l =P q) => [-> _|_ /=]; rewrite ?eqxx //; case: (v l == v q).
Qed.

(* What the free intervals beside the extreme at q carry, down to a depth. *)
Definition single (R : rcfType) n o p q (v : nat -> R) := (kinds n v == 2%:R)%:R *
  ((\sum_(i < n) (v i == v q)%:R) == 1 :> R)%:R * ((v p - v o) * (v p - v o)).
Definition beside (R : rcfType) n o p q L (x : nat -> R) := iter L (fun (g : (nat -> R) -> R) v =>
  single n o p q v + (1 - (kinds n v == 2%:R)%:R) * (g (up n v) + g (dn n v)) *
    (n%:R * n%:R / ((n%:R + - 1) * (n%:R + - 1) + 1))) (single n o p q) x.
Definition outlier (R : rcfType) (n q i j : nat) : R :=
  if (i == q) && (j == q) then (n%:R - 1) ^+ 2 else ((i != q) && (j != q))%:R.

Lemma alphaE (R : rcfType) n : n%:R * n%:R / ((n%:R + - 1) * (n%:R + - 1) + 1) = gain R n 1.
Proof. by rewrite /gain /under expr1n addrC -!expr2. Qed.

Lemma besideS (R : rcfType) n o p q L (v : nat -> R) : beside n o p q L.+1 v = single n o p q v +
  (1 - (kinds n v == 2%:R)%:R) * (beside n o p q L (up n v) + beside n o p q L (dn n v)) * gain R n 1.
Proof. by rewrite -alphaE. Qed.

Lemma single01 (R : rcfType) n o p q (v : nat -> R) : 0 <= single n o p q v <= sq o p v.
Proof.
rewrite /single /sq -expr2; case: eqP => _; case: eqP => _; rewrite ?mul0r ?mul1r ?mulr0 ?mul0r ?lexx ?sqr_ge0 //.
Qed.

Definition apart_from (R : rcfType) n o p i j L (v : nat -> R) : R :=
  gain R n 1 ^+ L.+1 * leaves n L.+1 (fun w => w i * w j) v -
  gain R n 1 / n%:R ^+ 2 * (outlier R n o i j * beside n o p o L.+1 v + outlier R n p i j * beside n o p p L.+1 v).

Lemma apart_from_le (R : rcfType) n o p i j (C : R := gain R n 1 + 1 + gain R n 1 / n%:R ^+ 2 * (outlier R n o i j + outlier R n p i j)) :
  (3 <= n)%N -> (o < n)%N -> (p < n)%N -> (i < n)%N -> (j < n)%N -> forall L (v : nat -> R), good n o p 1 v ->
  `|apart_from n o p i j L v| <= C / rest R n 1 * rest R n 1 ^+ L * (rest R n 1 + (kinds n v - 2%:R) * L%:R) * sq o p v.
Proof.
move=> n3 o_n p_n hi hj; have n1 : (1 < n)%N by exact: leq_trans n3.
have n0 : (0 < n)%N by exact: ltnW.
have [a0 s0 s1 aK aq] := rates R (isT : (0 < 1)%N) n1.
have N0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
set a := gain R n 1 in C a0 aK aq *; set s := rest R n 1 in s0 s1 aq *.
have O0 q : 0 <= outlier R n q i j.
  by rewrite /outlier; case: ifP => _; [exact: sqr_ge0 | exact: ler0n].
have aN : 0 <= a / n%:R ^+ 2 by rewrite divr_ge0 ?sqr_ge0 // ltW.
have C0 : 0 <= C by rewrite /C addr_ge0 ?addr_ge0 ?ler01 ?(ltW a0) // mulr_ge0 // addr_ge0.
have Cs : C / s * s = C by rewrite divfK // gt_eqF.
have sqge (v : nat -> R) : 0 <= sq o p v by exact: sqr_ge0.
have step L v : good n o p 1 v -> kinds n v != 2%:R ->
    apart_from n o p i j L.+1 v = a * (apart_from n o p i j L (up n v) + apart_from n o p i j L (dn n v)).
  move=> gv ne; rewrite /apart_from leavesS !(besideS _ _ _ _ L.+1) /single (negbTE ne) !mul0r !add0r subr0 !mul1r -/a.
  rewrite [a ^+ L.+2]exprS; ring.
have free L v : good n o p 1 v -> kinds n v = 2%:R -> `|apart_from n o p i j L v| <= a * s ^+ L * sq o p v.
  move=> gv two; have [sh cc ce] := good_shape o_n p_n gv two; have op := good_apart gv.
  have [_ _ c0 c1] := gv.
  rewrite /apart_from (shape_gram n0 hi hj L sh) ce -/(kept R n (cnt n v o)).
  rewrite !besideS two eqxx subrr !mul0r !addr0 /single two eqxx !mul1r !cntE -expr2 -/(sq o p v) -/a.
  rewrite -[(v o - v p) ^+ 2]sqrrN opprB -/(sq o p v) !pnatr_eq1.
  have split3 : [\/ cnt n v o = 1%N, cnt n v p = 1%N | (1 < cnt n v o)%N /\ (cnt n v o + 1 < n)%N].
    case: (ltngtP 1 (cnt n v o)) (c0) => // [lt _ | <- _]; last by constructor 1.
    case: (ltngtP 1 (cnt n v p)) (c1) => // [lt' _ | <- _]; last by constructor 2.
    by constructor 3; split=> //; rewrite -[X in (_ < X)%N]cc ltn_add2l.
  have rhs0 : 0 <= a * s ^+ L * sq o p v.
    exact: mulr_ge0 (mulr_ge0 (ltW a0) (exprn_ge0 L (ltW s0))) (sqge v).
  have own : cnt n v o = 1%N \/ (cnt n v o + 1)%N = n -> a ^+ L.+1 * kept R n (cnt n v o) ^+ L = a.
    by move=> h; rewrite exprSr -mulrA mulrCA -exprMn kept_own // expr1n mulr1.
  case: split3 => [one | one | [lt1 lt2]].
  - have c1' : cnt n v p == 1%N = false.
      by apply/negbTE; apply: contraL n3 => /eqP e; rewrite -cc one e.
    rewrite mulrA own; last by left.
    rewrite one eqxx c1' (only o_n hi one) (only o_n hj one) /outlier.
    rewrite [X in `|X|](_ : _ = 0) ?normr0 //.
    by case: (i == o); case: (j == o); case: (i == p); case: (j == p) => /=; field.
  - have c0' : cnt n v o == 1%N = false.
      by apply/negbTE; apply: contraL n3 => /eqP e; rewrite -cc one e.
    rewrite mulrA own; last by right; rewrite -one.
    have other l : (l < n)%N -> (v l == v o) = (l != p).
      move=> ln; rewrite -(only p_n ln one) (sh l ln); case: (v l == v o); first by rewrite eqxx op.
      by rewrite eqxx eq_sym (negbTE op).
    have cE : (cnt n v o)%:R = n%:R - 1 :> R by rewrite -[X in _ = X%:R - 1]cc one natrD addrK.
    rewrite one eqxx c0' (other i hi) (other j hj) /outlier cE.
    rewrite [X in `|X|](_ : _ = 0) ?normr0 //.
    by case: (i == o); case: (j == o); case: (i == p); case: (j == p) => /=; field.
  - have c0' : cnt n v o == 1%N = false by rewrite eqn_leq leqNgt lt1.
    have c1' : cnt n v p == 1%N = false by move: lt2; rewrite -[X in (_ < X)%N]cc ltn_add2l => lt; rewrite eqn_leq leqNgt lt.
    rewrite c0' c1' !mul0r !mulr0 addr0 mulr0 subr0.
    set X := _ * _%:R + _; have [X0 X1] : 0 <= X /\ X <= 1.
      have [h0 h1] := share01 R n (fun l => v l == v o); rewrite ce in h0 h1.
      have h2 : (cnt n v o)%:R / n%:R <= 1 :> R by rewrite -subr_ge0.
      have h3 : 1 - (cnt n v o)%:R / n%:R <= 1 :> R by rewrite ger_addl oppr_le0.
      rewrite /X; case: (v i == v o); case: (v j == v o) => /=; rewrite ?mulr0 ?mulr1 ?addr0 ?add0r ?ler01 ?lexx ?sqr_ge0 ?exprn_ile1 //.
    have k0 : 0 <= kept R n (cnt n v o) by rewrite addr_ge0 // sqr_ge0.
    have kL : 0 <= kept R n (cnt n v o) ^+ L by exact: exprn_ge0.
    rewrite ger0_norm; last exact: mulr_ge0 (exprn_ge0 L.+1 (ltW a0)) (mulr_ge0 kL (mulr_ge0 (sqge v) X0)).
    have -> : a ^+ L.+1 * (kept R n (cnt n v o) ^+ L * (sq o p v * X)) = a * (a * kept R n (cnt n v o)) ^+ L * sq o p v * X.
      have mix (y z w t u : R) : y * z * (w * (t * u)) = y * (z * w) * t * u by ring.
      by rewrite [(a * kept R n _) ^+ L]exprMn [a ^+ L.+1]exprS; exact: mix.
    apply: (@le_trans _ _ (a * (a * kept R n (cnt n v o)) ^+ L * sq o p v)).
      apply: ler_pimulr X1; exact: mulr_ge0 (mulr_ge0 (ltW a0) (exprn_ge0 L (mulr_ge0 (ltW a0) k0))) (sqge v).
    apply: ler_wpmul2r => //; apply: ler_wpmul2l; first exact: ltW.
    have ak := mulr_ge0 (ltW a0) k0; have le := kept_other R (isT : (0 < 1)%N) lt1 lt2.
    by rewrite ler_expn2r // nnegrE ltW.
apply: (@descent R n o p 1 a s (C / s) (apart_from n o p i j)) => //; try exact: ltW.
- by rewrite divr_ge0 // ltW.
- move=> L v gv ne; rewrite (step L v gv ne) normrM ger0_norm ?(ltW a0) //.
  by rewrite ler_wpmul2l ?ler_norm_add // ltW.
- move=> L v gv two; apply: le_trans (free L v gv two) _; apply: ler_wpmul2r => //.
  have mix (y z w : R) : y * z * w = y * w * z by ring.
  rewrite [C / s * _ * s]mix Cs; apply: ler_wpmul2r; first exact: exprn_ge0 (ltW s0).
  by rewrite /C -addrA ler_addl addr_ge0 ?ler01 // mulr_ge0 // addr_ge0.
move=> v gv; rewrite Cs; case: (kinds n v =P 2%:R) => [two | /eqP ne].
  apply: le_trans (free 0%N v gv two) _; rewrite expr0 mulr1; apply: ler_wpmul2r => //.
  by rewrite /C -addrA ler_addl addr_ge0 ?ler01 // mulr_ge0 // addr_ge0.
have [[gu gd] t1 _ _] := good_children o_n p_n gv.
have ends : between n o p v \/ between n p o v by case: gv.
have [eu ed] := ends_zero o_n p_n ends.
have pos (w : nat -> R) l : 0 <= up n w l /\ 0 <= dn n w l by rewrite /up /dn !le_maxr lexx !orbT.
have [bu _ _ _] := gu; have [bd _ _ _] := gd.
have /andP [gu0 gu1] := entry_le o_n p_n hi hj bu eu (fun l => (pos v l).1).
have /andP [gd0 gd1] := entry_le o_n p_n hi hj bd ed (fun l => (pos v l).2).
have tot : a * (sq o p (up n v) + sq o p (dn n v)) <= sq o p v.
  have N2 : 0 < n%:R ^+ 2 :> R by rewrite exprn_gt0 // ltr0n.
  rewrite -(ler_pmul2r N2) -mulrA; apply: le_trans (ler_wpmul2l (ltW a0) t1) _.
  by rewrite mulrA aK mulrC.
rewrite /apart_from !besideS /single (negbTE ne) !mul0r !add0r subr0 !mul1r -/a expr1 /leaves /=.
have s01 q (w : nat -> R) := single01 n o p q w.
have /andP [ou0 ou1] := s01 o (up n v); have /andP [od0 od1] := s01 o (dn n v).
have /andP [pu0 pu1] := s01 p (up n v); have /andP [pd0 pd1] := s01 p (dn n v).
rewrite /beside /=.
set A := outlier R n o i j; set B := outlier R n p i j; have [A0 B0] : 0 <= A /\ 0 <= B by split; exact: O0.
apply: (@le_trans _ _ (a * (sq o p (up n v) + sq o p (dn n v)) * (1 + a / n%:R ^+ 2 * (A + B)))).
  set u := sq o p (up n v) in gu1 ou1 pu1 *; set d := sq o p (dn n v) in gd1 od1 pd1 *.
  apply: le_trans (ler_norm_sub _ _) _; rewrite ger0_norm; last by rewrite mulr_ge0 ?addr_ge0 // ltW.
  rewrite ger0_norm; last by rewrite mulr_ge0 // addr_ge0 // mulr_ge0 // mulr_ge0 ?addr_ge0 // ltW.
  rewrite [X in _ <= X](_ : _ = a * (u + d) + a / n%:R ^+ 2 * ((A + B) * (a * (u + d)))); last first.
    by move: (a / n%:R ^+ 2) => w; ring.
  apply: ler_add; first by rewrite ler_wpmul2l ?ler_add // ltW.
  apply: ler_wpmul2l => //; have le q f g : f <= u -> g <= d -> 0 <= q -> q * ((f + g) * a) <= q * (a * (u + d)).
    by move=> fu gd' q0; rewrite ler_wpmul2l // [X in X <= _]mulrC ler_wpmul2l ?ler_add // ltW.
  by apply: le_trans (ler_add (le A _ _ ou1 od1 A0) (le B _ _ pu1 pd1 B0)) _; rewrite -mulrDl.
rewrite mulrC; apply: le_trans (ler_wpmul2l _ tot) _.
  by rewrite addr_ge0 ?ler01 // mulr_ge0 // addr_ge0.
apply: ler_wpmul2r => //; rewrite /C -addrA ler_addr; exact: ltW.
Qed.

Lemma outlier_ge0 (R : rcfType) n q i j : 0 <= outlier R n q i j.
Proof. by rewrite /outlier; case: ifP => _; [exact: sqr_ge0 | exact: ler0n]. Qed.

Lemma apart_bound (R : rcfType) n o p i j : (3 <= n)%N -> (o < n)%N -> (p < n)%N -> (i < n)%N -> (j < n)%N ->
  exists2 C, 0 <= C & forall L (v : nat -> R), good n o p 1 v ->
    `|apart_from n o p i j L v| <= C * rest R n 1 ^+ L * (rest R n 1 + (kinds n v - 2%:R) * L%:R) * sq o p v.
Proof.
move=> n3 o_n p_n hi hj; have [a0 s0 _ _ _] := rates R (isT : (0 < 1)%N) (leq_trans (isT : (1 < 3)%N) n3).
have := @apart_from_le R n o p i j n3 o_n p_n hi hj; set C := _ / _ => bound.
exists C; last exact: bound.
have O2 : 0 <= outlier R n o i j + outlier R n p i j by rewrite addr_ge0 ?outlier_ge0.
have g2 : 0 <= gain R n 1 / n%:R ^+ 2 by rewrite divr_ge0 ?sqr_ge0 // ltW.
by apply: divr_ge0 (ltW s0); apply: addr_ge0 (mulr_ge0 g2 O2); apply: addr_ge0 ler01; exact: ltW.
Qed.

Lemma tree_limit (R : rcfType) n o p i j (x : nat -> R) (a b : R) (A := outlier R n o i j) (B := outlier R n p i j) :
  (forall y : R, exists m, y < m%:R) ->
  (3 <= n)%N -> (o < n)%N -> (p < n)%N -> (i < n)%N -> (j < n)%N -> between n o p x -> varies n x ->
  goes (fun L => beside n o p o L x * (n%:R * n%:R / ((n%:R + - 1) * (n%:R + - 1) + 1)) / (n%:R * n%:R)) a ->
  goes (fun L => beside n o p p L x * (n%:R * n%:R / ((n%:R + - 1) * (n%:R + - 1) + 1)) / (n%:R * n%:R)) b ->
  goes (fun L => (n%:R * n%:R / ((n%:R + - 1) * (n%:R + - 1) + 1)) ^+ L * leaves n L (fun w => w i * w j) x)
    (a * A + b * B).
Proof.
move=> arch n3 o_n p_n hi hj ends vary ta tb e e0; rewrite alphaE in ta tb *.
have [A0 B0] : 0 <= A /\ 0 <= B by rewrite /A /B !outlier_ge0.
have D0 : 0 < 1 + A + B by rewrite ltr_paddr // ltr_paddr // ltr01.
have e1 : 0 < e / (1 + A + B) by rewrite divr_gt0.
have n0 : (0 < n)%N by exact: leq_trans n3.
have gx : good n o p 1 x by split; rewrite ?cnt_gt0 //; left.
have [C C0 bound] := apart_bound R n3 o_n p_n hi hj.
have [_ s0 s1 _ _] := rates R (isT : (0 < 1)%N) (leq_trans (isT : (1 < 3)%N) n3).
have [m mL] := vanishing arch s0 s1 (mulr_ge0 C0 (sqr_ge0 (x p - x o))) (kinds_ge2 n0 vary) e1.
have [ma taL] := ta _ e1; have [mb tbL] := tb _ e1.
exists (maxn m.+1 (maxn ma mb)); case=> [|L]; first by rewrite geq_max.
rewrite !geq_max => /and3P [lem lea leb]; have := bound L x gx; have := mL L lem.
have := taL _ lea; have := tbL _ leb; rewrite /apart_from -/A -/B.
have N0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
set u := beside _ _ _ o _ _; set w := beside _ _ _ p _ _; set G := _ ^+ _ * leaves _ _ _ _; set g := gain R n 1.
set k := e / _ => hb ha small le.
have hF : `|G - g / n%:R ^+ 2 * (A * u + B * w)| <= k.
  apply: le_trans le (le_trans _ small); rewrite /sq le_eqVlt; apply/orP; left; apply/eqP; ring.
have -> : G - (a * A + b * B) = (G - g / n%:R ^+ 2 * (A * u + B * w)) + (A * (u * g / (n%:R * n%:R) - a) + B * (w * g / (n%:R * n%:R) - b)).
  by field.
have -> : e = k + (A * k + B * k) by rewrite -{1}[k]mul1r -!mulrDl addrA /k mulrC divfK // gt_eqF.
apply: le_trans (ler_norm_add _ _) (ler_add hF _); apply: le_trans (ler_norm_add _ _) _.
by rewrite !normrM (ger0_norm A0) (ger0_norm B0) ler_add // ler_wpmul2l.
Qed.

Theorem proof : statement.
Proof.
move=> R n o p i j x b a arch n3 o_n p_n hi hj io ip jo jp ends vary tb ta.
have T k l : (k < n)%N -> (l < n)%N -> goes (fun L => (n%:R * n%:R / ((n%:R + - 1) * (n%:R + - 1) + 1)) ^+ L *
    leaves n L (fun w => w k * w l) x) (a * outlier R n o k l + b * outlier R n p k l).
  by move=> kn ln; exact: (@tree_limit R n o p k l x a b arch n3 o_n p_n kn ln ends vary ta tb).
have gx : good n o p 1 x by split; rewrite ?cnt_gt0 //; left.
have op : o != p by apply: contra_neq (good_apart gx) => ->.
have po : p != o by rewrite eq_sym.
move=> e e0; have [m1 h1] := T o o o_n o_n e e0; have [m2 h2] := T o p o_n p_n e e0.
have [m3 h3] := T p p p_n p_n e e0; have [m4 h4] := T o j o_n hj e e0.
have [m5 h5] := T p j p_n hj e e0; have [m6 h6] := T i j hi hj e e0.
exists (maxn (maxn m1 m2) (maxn (maxn m3 m4) (maxn m5 m6))) => L; rewrite !geq_max => /and3P [/andP [l1 l2] /andP [l3 l4] /andP [l5 l6]] _.
have := (h1 L l1, h2 L l2, h3 L l3, h4 L l4, h5 L l5, h6 L l6); rewrite /outlier !eqxx.
rewrite (negbTE op) (negbTE po) (negbTE io) (negbTE ip) (negbTE jo) (negbTE jp) /= !mulr1 !mulr0 ?addr0 ?add0r ?subr0.
rewrite [- 1 + _]addrC -!expr2 [b + a * _]addrC => -[[[[[g1 g2] g3] g4] g5] g6].
by split=> //; rewrite [b + a]addrC.
Qed.
