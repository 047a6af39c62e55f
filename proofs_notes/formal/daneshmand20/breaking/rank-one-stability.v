(* Of gamma the logarithm has the coefficient - 2 (w_1 + w_2), of gamma^2 - 2 w_1 w_2 + w_1^2 + w_2^2 + 2 w_0 w_1 +
   2 w_2 w_3, the weights numbered row after row. *)
Definition is_law_on (R : rcfType) (P : (nat -> R) -> Prop) (D : ((nat -> R) -> R) -> Prop) (E : ((nat -> R) -> R) -> R) :=
  [/\ D (fun=> 1) /\ E (fun=> 1) = 1,
    (forall a f g, D f -> D g -> D (fun w => a * f w + g w) /\ E (fun w => a * f w + g w) = a * E f + E g),
    (forall f g, (forall w, f w = g w) -> D f -> D g) & (forall f, D f -> (forall w, P w -> 0 < f w) -> 0 < E f)].
Definition mean_is (R : rcfType) (D : ((nat -> R) -> R) -> Prop) (E : ((nat -> R) -> R) -> R) f a := D f /\ E f = a.

Lemma mean_le (R : rcfType) P D E (L : @is_law_on R P D E) f g : D f -> D g -> (forall w, P w -> f w <= g w) -> E f <= E g.
Proof.
move=> Df Dg le; have [[D1 E1] lin _ pos] := L; rewrite leNgt; apply/negP => lt.
pose e := (E f - E g) / 2%:R; have e0 : 0 < e by rewrite divr_gt0 ?subr_gt0 ?ltr0n.
have [Dh Eh] := lin e _ _ D1 Dg; have [Dk Ek] := lin (-1) _ _ Df Dh.
have : 0 < E (fun w => (-1) * f w + (e * 1 + g w)).
  by apply: pos => // w Pw; rewrite mulN1r mulr1 addrC -addrA ltr_paddr ?subr_ge0 ?le.
rewrite Ek Eh E1 mulN1r mulr1 => bad; have : 0 < - e.
  have -> : - e = - E f + (e + E g) by rewrite /e; field.
  exact: bad.
by rewrite oppr_gt0 ltNge ltW.
Qed.

Lemma mean_eq (R : rcfType) P D E (L : @is_law_on R P D E) f g a : (forall w, f w = g w) -> mean_is D E f a -> mean_is D E g a.
Proof.
move=> e [Df Ef]; have [_ _ ext _] := L; have Dg := ext f g e Df; split=> //.
by rewrite -Ef; apply/eqP; rewrite eq_le; apply/andP; split; apply: (mean_le L) => // w _; rewrite e.
Qed.

Lemma mean_lin (R : rcfType) P D E (L : @is_law_on R P D E) c f g a b : mean_is D E f a -> mean_is D E g b ->
  mean_is D E (fun w => c * f w + g w) (c * a + b).
Proof.
move=> [Df Ef] [Dg Eg]; have [_ lin _ _] := L; have [Dh Eh] := lin c f g Df Dg.
by split=> //; rewrite Eh Ef Eg.
Qed.

Lemma mean_add (R : rcfType) P D E (L : @is_law_on R P D E) f g a b : mean_is D E f a -> mean_is D E g b ->
  mean_is D E (fun w => f w + g w) (a + b).
Proof. by move=> F G; have := mean_lin L 1 F G; rewrite mul1r; apply: (mean_eq L) => w; rewrite mul1r. Qed.

Lemma mean_zero (R : rcfType) P D E (L : @is_law_on R P D E) : mean_is D E (fun=> 0) 0.
Proof. by have [one _ _ _] := L; have := mean_lin L (-1) one one; rewrite mulN1r addNr. Qed.

Lemma mean_scale (R : rcfType) P D E (L : @is_law_on R P D E) c f a : mean_is D E f a ->
  mean_is D E (fun w => c * f w) (c * a).
Proof. by move=> F; have := mean_lin L c F (mean_zero L); rewrite addr0; apply: (mean_eq L) => w; rewrite addr0. Qed.

Lemma mean_const (R : rcfType) P D E (L : @is_law_on R P D E) c : mean_is D E (fun=> c) c.
Proof. by have [one _ _ _] := L; have := mean_scale L c one; rewrite mulr1. Qed.

Theorem proof : statement.
Proof.
move=> R m D E L0 [one two]; have L : is_law_on (fun=> True) D E by exact: L0.
have M i : (i < 4)%N -> mean_is D E (fun w => w i) m by move=> hi; have [] := one i hi.
have Q i j : (i < 4)%N -> (j < 4)%N -> mean_is D E (fun w => w i * w j) (m * m + (i == j :> nat)%:R).
  by move=> hi hj; have [] := two i hi j hj.
split; match goal with |- E ?f = ?v => suff: mean_is D E f v by case end.
  have F := mean_add L (mean_scale L (- 2%:R) (M 1%N isT)) (mean_scale L (- 2%:R) (M 2%N isT)).
  have -> : - 4%:R * m = - 2%:R * m + - 2%:R * m by ring.
  by apply: (mean_eq L) F => w; ring.
have F := mean_add L (mean_add L (mean_scale L (- 2%:R) (Q 1%N 2%N isT isT)) (mean_add L (Q 1%N 1%N isT isT) (Q 2%N 2%N isT isT)))
  (mean_add L (mean_scale L 2%:R (Q 0%N 1%N isT isT)) (mean_scale L 2%:R (Q 2%N 3%N isT isT))).
rewrite /= in F; have <- : - 2%:R * (m * m + 0) + (m * m + 1 + (m * m + 1)) + (2%:R * (m * m + 0) + 2%:R * (m * m + 0)) =
  2%:R + 4%:R * (m * m) by ring.
by apply: (mean_eq L) F => w; field.
Qed.
