(* The power of the sine depends on the entries below d alone; given what came before, a layer multiplies its mean by
   kappa at most. *)
Definition along (R : rcfType) (d : nat) (u v : nat -> R) : R := \sum_(i < d) (u i * v i).
Definition power (R : rcfType) (d j : nat) (u v : nat -> R) : R :=
  Num.sqrt (Num.sqrt (Num.sqrt (Num.sqrt ((1 - along d u v * along d u v / (along d u u * along d v v)) ^+ j)))).
Definition not_zero (R : rcfType) (d : nat) (u : nat -> R) : Prop := exists2 i, (i < d)%N & u i != 0.

Lemma along_eq (R : rcfType) (d : nat) (u v u' v' : nat -> R) :
  (forall i, (i < d)%N -> u i = u' i) -> (forall i, (i < d)%N -> v i = v' i) -> along d u v = along d u' v'.
Proof. by move=> hu hv; apply: eq_bigr => i _; rewrite hu ?hv. Qed.

Lemma power_eq (R : rcfType) (d j : nat) (u v u' v' : nat -> R) :
  (forall i, (i < d)%N -> u i = u' i) -> (forall i, (i < d)%N -> v i = v' i) -> power d j u v = power d j u' v'.
Proof. by move=> hu hv; rewrite /power (along_eq hu hv) (along_eq hu hu) (along_eq hv hv). Qed.

Lemma sine_ge0 (R : rcfType) (d : nat) (u v : nat -> R) : not_zero d u -> not_zero d v ->
  0 <= 1 - along d u v * along d u v / (along d u u * along d v v).
Proof.
move=> /squares u0 /squares v0; rewrite subr_ge0 ler_pdivr_mulr ?mul1r; first exact: cauchy_schwarz.
exact: mulr_gt0.
Qed.

Lemma zero_or_not (R : rcfType) (d : nat) (u : nat -> R) : (forall i, (i < d)%N -> u i = 0) \/ not_zero d u.
Proof.
case: (boolP [forall i : 'I_d, u i == 0]) => [/forallP h | /forallPn [i hi]]; last by right; exists i.
by left=> i hi; apply/eqP; exact: (h (Ordinal hi)).
Qed.

Lemma not_both (R : rcfType) (d : nat) (u : nat -> R) : not_zero d u -> (forall i, (i < d)%N -> u i = 0) -> False.
Proof. by case=> i hi /eqP u0 h; apply: u0; exact: h. Qed.

Lemma along_zero (R : rcfType) (d : nat) (u v : nat -> R) :
  (forall i, (i < d)%N -> u i = 0) -> along d u v = 0 /\ along d v u = 0.
Proof. by move=> h; split; apply: big1 => i _; rewrite h ?mul0r ?mulr0. Qed.

Lemma not_parallel (R : rcfType) (d : nat) (x y : nat -> R) :
  along d x y * along d x y != along d x x * along d y y -> not_zero d x /\ not_zero d y.
Proof.
move=> /eqP indep; split.
  case: (zero_or_not d x) => // /along_zero h; case: indep.
  by have [-> _] := h y; have [-> _] := h x; rewrite !mul0r.
case: (zero_or_not d y) => // /along_zero h; case: indep.
by have [_ ->] := h x; have [-> _] := h y; rewrite !mulr0.
Qed.

Lemma power_gt0 (R : rcfType) (d j : nat) (x y : nat -> R) :
  along d x y * along d x y != along d x x * along d y y -> 0 < power d j x y.
Proof.
move=> indep; have [x0 y0] := not_parallel indep; rewrite !sqrtr_gt0 exprn_gt0 // lt_neqAle sine_ge0 // andbT eq_sym.
have xy : along d x x * along d y y != 0 by rewrite gt_eqF // mulr_gt0 ?squares.
apply: contra indep => /eqP h; rewrite -subr_eq0 -oppr_eq0 opprB; apply/eqP.
transitivity ((1 - along d x y * along d x y / (along d x x * along d y y)) * (along d x x * along d y y)).
  by rewrite mulrBl mul1r divfK.
by rewrite h mul0r.
Qed.

Lemma outcomes_not_zero (R : rcfType) (d L m : nat) (x : nat -> R) (A X : nat -> nat -> nat -> R) :
  (0 < m)%N -> not_zero d x ->
  (forall z, (forall i, (i < d)%N -> z i = 0) \/
    (forall a, (a < m)%N -> not_zero d (fun i => \sum_(k < d) (A a i k * z k)))) ->
  (forall i, (i < d)%N -> X 0%N 0%N i = x i) ->
  (forall l, (l < L)%N -> forall w, (w < (m ^ l)%N)%N -> forall a, (a < m)%N -> forall i, (i < d)%N ->
    X (l + 1)%N ((w * m)%N + a)%N i = \sum_(k < d) (A a i k * X l w k)) ->
  forall l, (l <= L)%N -> forall w, (w < (m ^ l)%N)%N -> not_zero d (X l w).
Proof.
move=> m0 x0 inv start step; elim=> [_ w|l IH hl w hw].
  by rewrite expn0 ltnS leqn0 => /eqP ->; case: x0 => i hi xi; exists i; rewrite ?start.
have hw' : (w %/ m < m ^ l)%N by rewrite ltn_divLR // -expnSr.
have before := IH (ltnW hl) _ hw'.
case: (inv (X l (w %/ m)%N)) => [zero | /(_ (w %% m)%N (ltn_pmod w m0)) [i hi zi]]; first by case: (not_both before zero).
exists i => //; move: (step l hl _ hw' _ (ltn_pmod w m0) i hi); rewrite -divn_eq addn1 => ->; exact: zi.
Qed.

Theorem proof : statement.
Proof.
move=> R d L m j kappa x y p A q X Y d2 L1 m1 j1 indep p0 one inv contracts q0 X0 Y0 step.
have [x0 y0] := not_parallel indep.
have stepX l : (l < L)%N -> forall w, (w < (m ^ l)%N)%N -> forall a, (a < m)%N -> forall i, (i < d)%N ->
    X (l + 1)%N ((w * m)%N + a)%N i = \sum_(k < d) (A a i k * X l w k).
  by move=> hl w hw a ha; have [[_ h] _] := step l hl w hw a ha.
have stepY l : (l < L)%N -> forall w, (w < (m ^ l)%N)%N -> forall a, (a < m)%N -> forall i, (i < d)%N ->
    Y (l + 1)%N ((w * m)%N + a)%N i = \sum_(k < d) (A a i k * Y l w k).
  by move=> hl w hw a ha; have [_ h] := step l hl w hw a ha.
have nzX := outcomes_not_zero m1 x0 inv X0 stepX; have nzY := outcomes_not_zero m1 y0 inv Y0 stepY.
have qpos l : (l <= L)%N -> forall w, (w < (m ^ l)%N)%N -> 0 <= q l w.
  elim: l => [_ w|l IH hl w hw]; first by rewrite expn0 ltnS leqn0 => /eqP ->; rewrite q0 ler01.
  have hw' : (w %/ m < m ^ l)%N by rewrite ltn_divLR // -expnSr.
  have [[e _] _] := step l hl _ hw' _ (ltn_pmod w m1); move: e; rewrite -divn_eq addn1 => ->.
  by rewrite mulr_ge0 ?(IH (ltnW hl)) // ltW // p0 // ltn_pmod.
rewrite ler_pdivr_mulr; last exact: power_gt0.
suff bound l : (l <= L)%N -> \sum_(w < (m ^ l)%N) (q l w * power d j (X l w) (Y l w)) <= kappa ^+ l * power d j x y.
  exact: bound.
elim: l => [_|l IH hl].
  by rewrite expn0 big_ord_recl big_ord0 /= q0 mul1r addr0 expr0 mul1r (power_eq j X0 Y0).
have size : (m ^ l.+1 = m ^ l * m)%N by rewrite expnSr.
have k0 : 0 <= kappa.
  case: (contracts x y) => [[zero | zero] | h]; [by case: (not_both x0 zero) | by case: (not_both y0 zero) |].
  rewrite -(pmulr_lge0 _ (power_gt0 j indep)); apply: le_trans h; apply: sumr_ge0 => a _.
  by rewrite mulr_ge0 ?sqrtr_ge0 // ltW // p0.
apply: (@le_trans _ _ (\sum_(w < (m ^ l)%N) (q l w * (kappa * power d j (X l w) (Y l w))))); last first.
  have -> : \sum_(w < (m ^ l)%N) (q l w * (kappa * power d j (X l w) (Y l w))) =
      kappa * \sum_(w < (m ^ l)%N) (q l w * power d j (X l w) (Y l w)).
    by rewrite mulr_sumr; apply: eq_bigr => w _; rewrite mulrCA.
  by rewrite exprS -mulrA ler_wpmul2l // IH // ltnW.
rewrite size (@words R (m ^ l) m (fun w => q l.+1 w * power d j (X l.+1 w) (Y l.+1 w))); apply: ler_sum => w _.
have hw := ltn_ord w.
case: (contracts (X l w) (Y l w)) => [[zero | zero] | h].
- by case: (not_both (nzX l (ltnW hl) w hw) zero).
- by case: (not_both (nzY l (ltnW hl) w hw) zero).
apply: (@le_trans _ _ (q l w * \sum_(a < m) (p a * power d j (fun i => \sum_(k < d) (A a i k * X l w k))
    (fun i => \sum_(k < d) (A a i k * Y l w k))))); last by rewrite ler_wpmul2l // qpos // ltnW.
rewrite mulr_sumr le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigr => a _.
have ha := ltn_ord a; have [[e _] _] := step l hl w hw a ha; rewrite -addn1 e -mulrA; congr (_ * (_ * _)).
by apply: power_eq => i hi; [exact: stepX | exact: stepY].
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d L m j kappa x y p A q X Y d2 L1 m1 j1 indep p0 one inv contracts q0 X0 Y0 step.
have [x0 y0] := not_parallel indep.
have nzX := outcomes_not_zero m1 x0 inv X0 (fun l hl w hw a ha => (step l hl w hw a ha).1.2).
have nzY := outcomes_not_zero m1 y0 inv Y0 (fun l hl w hw a ha => (step l hl w hw a ha).2).
do ! [split]; try by move=> *; exact: sqrtr_ge0.
- by move=> w hw; rewrite gt_eqF // mulr_gt0 ?squares //; [exact: nzX | exact: nzY].
- by move=> w hw; rewrite exprn_ge0 // sine_ge0 //; [exact: nzX | exact: nzY].
- by rewrite gt_eqF // mulr_gt0 ?squares.
- by rewrite exprn_ge0 // sine_ge0.
- by rewrite gt_eqF // power_gt0.
Qed.
