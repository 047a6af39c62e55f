(* Means over laws of rows, and over rows whose numbers may change places. *)
Definition is_law_on (R : rcfType) (P : (nat -> R) -> Prop) (D : ((nat -> R) -> R) -> Prop) (E : ((nat -> R) -> R) -> R) :=
  [/\ D (fun=> 1) /\ E (fun=> 1) = 1,
    (forall a f g, D f -> D g -> D (fun w => a * f w + g w) /\ E (fun w => a * f w + g w) = a * E f + E g),
    (forall f g, (forall w, f w = g w) -> D f -> D g) &
    (forall f, D f -> (forall w, P w -> 0 < f w) -> 0 < E f)].

Lemma mean_le (R : rcfType) P D (E : ((nat -> R) -> R) -> R) f g : is_law_on P D E -> D f -> D g ->
  (forall w, P w -> f w <= g w) -> E f <= E g.
Proof.
move=> [[D1 E1] lin _ pos] Df Dg le; rewrite leNgt; apply/negP => lt.
pose e := (E f - E g) / 2%:R; have e0 : 0 < e by rewrite divr_gt0 ?subr_gt0 ?ltr0n.
have [Dh Eh] := lin e _ _ D1 Dg; have [Dk Ek] := lin (-1) _ _ Df Dh.
have : 0 < E (fun w => (-1) * f w + (e * 1 + g w)).
  by apply: pos => // w Pw; rewrite mulN1r mulr1 addrC -addrA ltr_paddr ?subr_ge0 // le.
rewrite Ek Eh E1 mulN1r mulr1 => bad; have : 0 < - e by rewrite (_ : - e = - E f + (e + E g)) // /e; field.
by rewrite oppr_gt0 ltNge ltW.
Qed.

Lemma mean_eq (R : rcfType) P D (E : ((nat -> R) -> R) -> R) f g : is_law_on P D E -> D f -> D g ->
  (forall w, P w -> f w = g w) -> E f = E g.
Proof. by move=> L Df Dg eq; apply/eqP; rewrite eq_le; apply/andP; split; apply: (mean_le L) => // w /eq ->. Qed.

Lemma mean_sum (R : rcfType) P D (E : ((nat -> R) -> R) -> R) n (f : nat -> (nat -> R) -> R) : is_law_on P D E ->
  (forall i, (i < n)%N -> D (f i)) ->
  D (fun w => \sum_(i < n) f i w) /\ E (fun w => \sum_(i < n) f i w) = \sum_(i < n) E (f i).
Proof.
move=> L; have [[D1 E1] lin ext pos] := L; elim: n => [|n IH] Df.
  have [D0 E0] := lin (-1) _ _ D1 D1.
  have zero w : -1 * 1 + 1 = \sum_(i < 0) f i w by rewrite big_ord0 mulN1r addNr.
  have D0' := ext _ _ zero D0; split=> //.
  by rewrite big_ord0 -(mean_eq L D0 D0' (fun w _ => zero w)) E0 E1 mulN1r addNr.
have [Dn En] := IH (fun i lt => Df i (ltnW lt)); have [Ds Es] := lin 1 _ _ (Df n (ltnSn n)) Dn.
have same w : 1 * f n w + (\sum_(i < n) f i w) = \sum_(i < n.+1) f i w by rewrite big_ord_recr addrC mul1r.
have Dn1 := ext _ _ same Ds; split=> //.
by rewrite -(mean_eq L Ds Dn1 (fun w _ => same w)) Es En big_ord_recr addrC mul1r.
Qed.

Lemma mean_scale (R : rcfType) P D (E : ((nat -> R) -> R) -> R) a f : is_law_on P D E -> D f ->
  D (fun w => a * f w) /\ E (fun w => a * f w) = a * E f.
Proof.
move=> L Df; have [[D1 E1] lin ext _] := L; have [D0 E0] := lin (-1) _ _ D1 D1; have [Da Ea] := lin a _ _ Df D0.
have same w : a * f w + (-1 * 1 + 1) = a * f w by rewrite mulN1r addNr addr0.
have Db := ext _ _ same Da; split=> //.
by rewrite -(mean_eq L Da Db (fun w _ => same w)) Ea E0 E1 mulN1r addNr addr0.
Qed.

(* of a form in d, by its coefficients *)
Lemma mean_form (R : rcfType) P D (E : ((nat -> R) -> R) -> R) n (d : nat -> R) (F : nat -> nat -> (nat -> R) -> R) :
  is_law_on P D E -> (forall i j, (i < n)%N -> (j < n)%N -> D (F i j)) ->
  D (fun w => \sum_(i < n) \sum_(j < n) (d i * d j * F i j w)) /\
  E (fun w => \sum_(i < n) \sum_(j < n) (d i * d j * F i j w)) = \sum_(i < n) \sum_(j < n) (d i * d j * E (F i j)).
Proof.
move=> L DF; have one i j hi hj := mean_scale (d i * d j) L (DF i j hi hj).
have row i (hi : (i < n)%N) := mean_sum (f := fun j w => d i * d j * F i j w) L (fun j hj => (one i j hi hj).1).
have [Ds Es] := mean_sum (f := fun i w => \sum_(j < n) (d i * d j * F i j w)) L (fun i hi => (row i hi).1).
split=> //; rewrite Es; apply: eq_bigr => i _; rewrite (row i (ltn_ord i)).2.
by apply: eq_bigr => j _; rewrite (one i j (ltn_ord i) (ltn_ord j)).2.
Qed.

Definition moved (i j k : nat) := if k == i then j else if k == j then i else k.
Definition may_move (R : rcfType) n (D : ((nat -> R) -> R) -> Prop) (E : ((nat -> R) -> R) -> R) :=
  forall i j f, (i < n)%N -> (j < n)%N -> D f ->
    D (fun z => f (fun k => z (if k == i then j else if k == j then i else k))) /\
    E (fun z => f (fun k => z (if k == i then j else if k == j then i else k))) = E f.

Lemma sum_moved (R : rcfType) n i j (f : nat -> R) : (i < n)%N -> (j < n)%N ->
  \sum_(k < n) f (moved i j k) = \sum_(k < n) f k.
Proof.
move=> hi hj; pose a := Ordinal hi; pose b := Ordinal hj; pose t k := if k == a then b else if k == b then a else k.
have t2 : involutive t.
  move=> k; rewrite /t; case: (k =P a) => [->|ka]; first by rewrite eqxx; case: (b =P a) => [->|].
  by case: (k =P b) => [->|kb]; rewrite ?eqxx // (introF eqP ka) (introF eqP kb).
rewrite [RHS](reindex_inj (inv_inj t2)); apply: eq_bigr => k _; congr f; rewrite /moved /t -!(inj_eq val_inj) /=.
by case: eqP => // _; case: eqP.
Qed.

(* of n numbers that may change places, shares F i j that sum to 0 over j and on the diagonal to h *)
Lemma shares (R : rcfType) P D (E : ((nat -> R) -> R) -> R) n (F : nat -> nat -> (nat -> R) -> R) h i j :
  is_law_on P D E -> may_move n D E -> (2 <= n)%N -> (i < n)%N -> (j < n)%N -> i != j -> D h ->
  (forall a b, (a < n)%N -> (b < n)%N -> D (F a b)) ->
  (forall a b c d w, (a < n)%N -> (b < n)%N -> (c < n)%N -> (d < n)%N ->
    F c d (fun k => w (moved a b k)) = F (moved a b c) (moved a b d) w) ->
  (forall a w, (a < n)%N -> P w -> \sum_(b < n) F a b w = 0) ->
  (forall w, P w -> \sum_(a < n) F a a w = h w) ->
  n%:R * E (F i i) = E h /\ (n%:R - 1) * E (F i j) = - E (F i i).
Proof.
move=> L X n2 hi hj ij Dh DF moves rows trace; have [[D1 E1] lin ext pos] := L.
have same a b c d : (a < n)%N -> (b < n)%N -> (c < n)%N -> (d < n)%N ->
    E (F c d) = E (F (moved a b c) (moved a b d)).
  move=> ha hb hc hd; have [Dm <-] := X a b _ ha hb (DF c d hc hd).
  have in_n k : (k < n)%N -> (moved a b k < n)%N by rewrite /moved; case: eqP => // _; case: eqP.
  by apply: (mean_eq L Dm (DF _ _ (in_n c hc) (in_n d hd))) => w _; exact: moves.
have diag a : (a < n)%N -> E (F a a) = E (F i i) by move=> ha; rewrite (same a i) // /moved eqxx.
have off b : (b < n)%N -> i != b -> E (F i b) = E (F i j).
  move=> hb ib; rewrite (same b j) // /moved eqxx (negbTE ib); case: eqP ij => // ->; by rewrite eqxx.
split.
  have [Ds Es] := mean_sum (f := fun a => F a a) L (fun a (ha : (a < n)%N) => DF a a ha ha).
  rewrite -(mean_eq L Ds Dh trace) Es (eq_bigr (fun=> E (F i i))) => [|a _]; last exact: diag.
  by rewrite sumr_const card_ord mulr_natl.
have [Ds Es] := mean_sum (f := F i) L (fun b (hb : (b < n)%N) => DF i b hi hb).
have [D0 E0] := lin (-1) _ _ D1 D1.
have : \sum_(b < n) E (F i b) = 0.
  rewrite -Es (mean_eq L Ds D0) => [|w Pw]; last by rewrite rows // mulN1r addNr.
  by rewrite E0 E1 mulN1r addNr.
rewrite (bigD1 (Ordinal hi)) //= (eq_bigr (fun=> E (F i j))) => [|b nb]; last first.
  by apply: off => //; apply: contra nb => /eqP e; apply/eqP; apply: val_inj.
rewrite sumr_const cardC1 card_ord -subn1 -[_ *+ _]mulr_natl natrB ?(ltnW n2) // => /eqP.
by rewrite addrC addr_eq0 => /eqP.
Qed.

Definition centred (R : rcfType) n (w : nat -> R) i := w i - (\sum_(k < n) w k) / n%:R.

Lemma centred_moved (R : rcfType) n a b (w : nat -> R) i : (a < n)%N -> (b < n)%N ->
  centred n (fun k => w (moved a b k)) i = centred n w (moved a b i).
Proof. by move=> ha hb; rewrite /centred (sum_moved w ha hb). Qed.

Lemma centred_sum (R : rcfType) n (w : nat -> R) : (0 < n)%N -> \sum_(i < n) centred n w i = 0.
Proof.
move=> n0; rewrite sumrB sumr_const card_ord -[X in _ - X]mulr_natr divfK ?subrr //.
by rewrite pnatr_eq0 -lt0n.
Qed.
