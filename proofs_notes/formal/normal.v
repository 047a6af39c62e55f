(* Means over normal numbers: linear forms of them, centred, and sums of squares of centred rows. *)
Definition is_law (R : rcfType) (P : (nat -> R) -> Prop) (D : ((nat -> R) -> R) -> Prop) (E : ((nat -> R) -> R) -> R) :=
  [/\ D (fun=> 1) /\ E (fun=> 1) = 1,
    (forall a f g, D f -> D g -> D (fun z => a * f z + g z) /\ E (fun z => a * f z + g z) = a * E f + E g),
    (forall f g, (forall z, f z = g z) -> D f -> D g) &
    (forall f, D f -> (forall z, P z -> 0 < f z) -> 0 < E f)].

Lemma law_ext (R : rcfType) P D E (f g : (nat -> R) -> R) : @is_law R P D E -> D f -> (forall z, f z = g z) ->
  D g /\ E g = E f.
Proof.
move=> [[D1 E1] lin ext pos] Df eq; have Dg : D g by exact: ext eq Df.
split=> //; have half e : 0 < e -> `|E g - E f| < e.
  move=> e0; have [Dh Eh] := lin e _ _ D1 Df; have [Dk Ek] := lin (-1) _ _ Dg Dh.
  have up : 0 < E (fun z => (-1) * g z + (e * 1 + f z)).
    by apply: pos => // z _; rewrite eq mulN1r mulr1 addrCA addNr addr0.
  have [Dh' Eh'] := lin e _ _ D1 Dg; have [Dk' Ek'] := lin (-1) _ _ Df Dh'.
  have low : 0 < E (fun z => (-1) * f z + (e * 1 + g z)).
    by apply: pos => // z _; rewrite eq mulN1r mulr1 addrCA addNr addr0.
  move: up low; rewrite Ek Eh Ek' Eh' E1 !mulN1r !mulr1 => up low.
  by rewrite ltr_norml; apply/andP; split; rewrite -subr_gt0; [move: low | move: up]; congr (0 < _); ring.
apply/eqP; rewrite -subr_eq0 -normr_eq0; apply/negPn/negP => n0.
have p : 0 < `|E g - E f| by rewrite lt_def n0 normr_ge0.
by have := half _ p; rewrite ltxx.
Qed.

Lemma law_eq (R : rcfType) P D E (f g : (nat -> R) -> R) : @is_law R P D E -> D f -> D g -> (forall z, f z = g z) ->
  E f = E g.
Proof. by move=> L Df Dg eq; have [_ ->] := law_ext L Df eq. Qed.

Lemma law_sum (R : rcfType) P D E n (f : nat -> (nat -> R) -> R) : @is_law R P D E -> (forall i, (i < n)%N -> D (f i)) ->
  D (fun z => \sum_(i < n) f i z) /\ E (fun z => \sum_(i < n) f i z) = \sum_(i < n) E (f i).
Proof.
move=> L; have [[D1 E1] lin ext pos] := L; elim: n => [|n IH] Df.
  have [D0 E0] := lin (-1) _ _ D1 D1; have [|D0' E0'] := law_ext (g := fun z => \sum_(i < 0) f i z) L D0.
    by move=> z; rewrite big_ord0 mulN1r addNr.
  by split=> //; rewrite E0' E0 E1 big_ord0 mulN1r addNr.
have [Dn En] := IH (fun i lt => Df i (ltnW lt)).
have [Ds Es] := lin 1 _ _ (Df n (ltnSn n)) Dn.
have [|Dn1 En1] := law_ext (g := fun z => \sum_(i < n.+1) f i z) L Ds.
  by move=> z; rewrite big_ord_recr /= mul1r addrC.
by split=> //; rewrite En1 Es En big_ord_recr /= mul1r addrC.
Qed.

Lemma law_scaled (R : rcfType) P D E (a : R) (f : (nat -> R) -> R) : @is_law R P D E -> D f ->
  D (fun z => a * f z) /\ E (fun z => a * f z) = a * E f.
Proof.
move=> L Df; have [[D1 E1] lin ext pos] := L; have [D0 E0] := lin (-1) _ _ D1 D1; have [Da Ea] := lin a _ _ Df D0.
have [|Dg Eg] := law_ext (g := fun z => a * f z) L Da; first by move=> z; rewrite mulN1r addNr addr0.
by split=> //; rewrite Eg Ea E0 E1 mulN1r addNr addr0.
Qed.

(* The squares of a row less its mean. *)
Lemma squares_less_mean (R : rcfType) n (v : nat -> R) : (0 < n)%N ->
  \sum_(i < n) (v i - (\sum_(j < n) v j) / n%:R) * (v i - (\sum_(j < n) v j) / n%:R)
    = \sum_(i < n) v i * v i + - n%:R^-1 * \sum_(i < n) \sum_(j < n) v i * v j.
Proof.
move=> n0; have N : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
set S := \sum_(j < n) v j.
have -> : \sum_(i < n) \sum_(j < n) v i * v j = S * S.
  by rewrite /S mulr_suml; apply: eq_bigr => i _; rewrite mulr_sumr.
rewrite (eq_bigr (fun i : 'I_n => v i * v i + (- (2%:R * S / n%:R) * v i + S * S / (n%:R * n%:R)))); last first.
  by move=> i _; field.
rewrite !big_split /= -mulr_sumr -/S sumr_const card_ord -mulr_natl; congr (_ + _); by field.
Qed.

Lemma mean_squares (R : rcfType) P D E n (v : nat -> (nat -> R) -> R) : @is_law R P D E -> (0 < n)%N ->
  (forall i j, (i < n)%N -> (j < n)%N -> D (fun z => v i z * v j z)) ->
  let f z := \sum_(i < n) (v i z - (\sum_(j < n) v j z) / n%:R) * (v i z - (\sum_(j < n) v j z) / n%:R) in
  D f /\ E f = \sum_(i < n) E (fun z => v i z * v i z)
    - n%:R^-1 * \sum_(i < n) \sum_(j < n) E (fun z => v i z * v j z).
Proof.
move=> L n0 Dv f; have [[D1 E1] lin ext pos] := L.
have [Ds Es] := law_sum L (fun i lt => Dv i i lt lt).
have inner i (lt : (i < n)%N) := law_sum L (fun j lj => Dv i j lt lj).
have [Dd Ed] := law_sum L (fun i lt => proj1 (inner i lt)).
have [Da Ea] := lin (- n%:R^-1) _ _ Dd Ds.
have [|Df Ef] := law_ext (g := f) L Da; first by move=> z; rewrite /f (@squares_less_mean R n (fun i => v i z) n0) addrC.
split=> //; rewrite Ef Ea Es Ed addrC mulNr; congr (_ - _ * _); apply: eq_bigr => i _; exact: (proj2 (inner _ (ltn_ord i))).
Qed.

(* The same mean for all places, and the same for all pairs. *)
Lemma alike (R : rcfType) n (a : nat -> R) (p q : R) : \sum_(i < n) a i = 0 ->
  \sum_(i < n) \sum_(j < n) a i * a j * (if i == j :> nat then q else p) = (q - p) * \sum_(i < n) a i * a i.
Proof.
move=> a0; rewrite mulr_sumr; apply: eq_bigr => i _.
rewrite (eq_bigr (fun j : 'I_n => (a i * p) * a j + (if j == i then (q - p) * (a i * a j) else 0))); last first.
  move=> j _; rewrite -[j == i]val_eqE eq_sym /=; case: (_ == _); ring.
by rewrite big_split /= -mulr_sumr a0 mulr0 add0r -big_mkcond /= big_pred1_eq.
Qed.

(* Entries of a row of normal numbers less their mean, as linear forms. *)
Definition less_mean (R : rcfType) (n i k : nat) : R := (k == i)%:R - n%:R^-1.

Lemma at_place (R : rcfType) n i (g : nat -> R) : (i < n)%N -> \sum_(k < n) (k == i :> nat)%:R * g k = g i.
Proof.
move=> lt; rewrite (bigD1 (Ordinal lt)) //= eqxx mul1r big1 ?addr0 // => k.
by rewrite -val_eqE /= => /negbTE ->; rewrite mul0r.
Qed.

Lemma as_form (R : rcfType) n i (z : nat -> R) : (i < n)%N ->
  \sum_(k < n) less_mean R n i k * z k = z i - (\sum_(k < n) z k) / n%:R.
Proof.
move=> lt; rewrite (eq_bigr (fun k : 'I_n => (k == i :> nat)%:R * z k - n%:R^-1 * z k)).
  by rewrite sumrB (at_place z lt) -mulr_sumr mulrC.
by move=> k _; rewrite mulrBl.
Qed.

Lemma form_dot (R : rcfType) n i j : (i < n)%N -> (j < n)%N ->
  \sum_(k < n) less_mean R n i k * less_mean R n j k = (i == j)%:R - n%:R^-1.
Proof.
move=> li lj; have N : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n (leq_ltn_trans _ li).
rewrite as_form // /less_mean sumrB sumr_const card_ord.
rewrite (eq_bigr (fun k : 'I_n => (k == j :> nat)%:R * 1)) => [|k _]; last by rewrite mulr1.
by rewrite (at_place (fun _ => 1) lj) -mulr_natl; field.
Qed.

(* What a statement with arccos in it knows of normal numbers. *)
Definition both_relu (R : rcfType) (pi : R) (acos : R -> R) n (D : ((nat -> R) -> R) -> Prop) (E : ((nat -> R) -> R) -> R) :=
  forall a b : nat -> R, 0 < (\sum_(k < n) a k * a k) -> 0 < (\sum_(k < n) b k * b k) ->
      (D (fun z => Num.max (\sum_(k < n) a k * z k) 0 * Num.max (\sum_(k < n) b k * z k) 0) /\
       E (fun z => Num.max (\sum_(k < n) a k * z k) 0 * Num.max (\sum_(k < n) b k * z k) 0) = (Num.sqrt ((\sum_(k < n) a k * a k) * (\sum_(k < n) b k * b k) - (\sum_(k < n) a k * b k) * (\sum_(k < n) a k * b k)) + (pi - acos ((\sum_(k < n) a k * b k) / Num.sqrt ((\sum_(k < n) a k * a k) * (\sum_(k < n) b k * b k)))) * (\sum_(k < n) a k * b k)) / (2%:R * pi)).

Definition both_on (R : rcfType) (pi : R) (acos : R -> R) n (D : ((nat -> R) -> R) -> Prop) (E : ((nat -> R) -> R) -> R) :=
  forall a b : nat -> R, 0 < (\sum_(k < n) a k * a k) -> 0 < (\sum_(k < n) b k * b k) ->
      (D (fun z => (0 < (\sum_(k < n) a k * z k))%R%:R * (0 < (\sum_(k < n) b k * z k))%R%:R) /\
       E (fun z => (0 < (\sum_(k < n) a k * z k))%R%:R * (0 < (\sum_(k < n) b k * z k))%R%:R) = (pi - acos ((\sum_(k < n) a k * b k) / Num.sqrt ((\sum_(k < n) a k * a k) * (\sum_(k < n) b k * b k)))) / (2%:R * pi)).

Definition centred (R : rcfType) n i (z : nat -> R) := z i - (\sum_(k < n) z k) / n%:R.

Lemma share_left (R : rcfType) n : (2 <= n)%N -> 0 < 1 - n%:R^-1 :> R.
Proof. by move=> n2; rewrite subr_gt0 invf_lt1 ?ltr0n ?ltr1n // (leq_trans _ n2). Qed.

Lemma correlation (R : rcfType) n : (2 <= n)%N -> - n%:R^-1 / (1 - n%:R^-1) = - 1 / (- 1 + n%:R) :> R.
Proof.
move=> n2; have N : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n (leq_trans _ n2).
have M : n%:R - 1 != 0 :> R by rewrite subr_eq0 pnatr_eq1 gtn_eqF.
have M' : - 1 + n%:R != 0 :> R by rewrite addrC.
by field; rewrite ?N ?M ?M'.
Qed.

Lemma pair_on (R : rcfType) (pi : R) acos n D E i j : @is_law R (fun _ => True) D E ->
  @both_on R pi acos n D E -> 3%:R < pi -> acos 1 = 0 -> (2 <= n)%N -> (i < n)%N -> (j < n)%N ->
  D (fun z => (0 < centred n i z)%R%:R * (0 < centred n j z)%R%:R) /\
  E (fun z => (0 < centred n i z)%R%:R * (0 < centred n j z)%R%:R)
    = if i == j then 2%:R^-1 else (pi - acos (- 1 / (- 1 + n%:R))) / (2%:R * pi).
Proof.
move=> L on pi3 ac1 n2 li lj; have p := share_left R n2; have pi0 : pi != 0 by rewrite gt_eqF // (lt_trans _ pi3) ?ltr0n.
have [||Df Ef] := on (less_mean R n i) (less_mean R n j); rewrite ?form_dot ?eqxx //.
have [|Dg Eg] := law_ext (g := fun z => (0 < centred n i z)%R%:R * (0 < centred n j z)%R%:R) L Df.
  by move=> z; rewrite !as_form.
split=> //; rewrite Eg Ef !form_dot // !eqxx -expr2 sqrtr_sqr gtr0_norm //; case: eqP => [_|_] /=; rewrite ?mulr1n ?mulr0n.
  by rewrite divff ?gt_eqF // ac1 subr0 invfM mulrCA divff // mulr1.
by rewrite add0r correlation.
Qed.

Definition kernel (R : rcfType) (pi : R) (acos : R -> R) n : R :=
  (Num.sqrt (1 + (- 1) / ((- 1 + n%:R) * (- 1 + n%:R))) - (pi - acos (- 1 / (- 1 + n%:R))) / (- 1 + n%:R)) / pi.

Lemma pair_relu (R : rcfType) (pi : R) acos n D E i j : @is_law R (fun _ => True) D E ->
  @both_relu R pi acos n D E -> 3%:R < pi -> acos 1 = 0 -> (2 <= n)%N -> (i < n)%N -> (j < n)%N ->
  D (fun z => Num.max (centred n i z) 0 * Num.max (centred n j z) 0) /\
  E (fun z => Num.max (centred n i z) 0 * Num.max (centred n j z) 0)
    = (1 - n%:R^-1) / 2%:R * (if i == j then 1 else kernel pi acos n).
Proof.
move=> L re pi3 ac1 n2 li lj; have p := share_left R n2; have pi0 : pi != 0 by rewrite gt_eqF // (lt_trans _ pi3) ?ltr0n.
have [||Df Ef] := re (less_mean R n i) (less_mean R n j); rewrite ?form_dot ?eqxx //.
have [|Dg Eg] := law_ext (g := fun z => Num.max (centred n i z) 0 * Num.max (centred n j z) 0) L Df.
  by move=> z; rewrite !as_form.
split=> //; rewrite Eg Ef !form_dot // !eqxx -!expr2 sqrtr_sqr gtr0_norm //; case: eqP => [_|_] /=; rewrite ?mulr1n ?mulr0n.
  by rewrite divff ?gt_eqF // ac1 subrr sqrtr0 add0r subr0 mulr1 invfM [pi * _]mulrC -mulrA [pi * _]mulrCA divff // mulr1.
rewrite add0r sqrrN correlation // /kernel.
have N : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n (leq_trans _ n2).
have M : - 1 + n%:R != 0 :> R by rewrite addrC subr_eq0 pnatr_eq1 gtn_eqF.
have -> : (1 - n%:R^-1) ^+ 2 - n%:R^-1 ^+ 2 = (1 - n%:R^-1) ^+ 2 * (1 + - 1 / ((- 1 + n%:R) * (- 1 + n%:R))) :> R.
  by rewrite !expr2; field; rewrite N M.
by rewrite sqrtrM ?sqr_ge0 // sqrtr_sqr gtr0_norm //; move: (acos _) (Num.sqrt _) => x y; field; rewrite N pi0 M.
Qed.

(* The kernel is below 1. *)
Lemma kernel_lt1 (R : rcfType) (pi : R) acos n : 3%:R < pi ->
  (forall x, - 1 <= x -> x <= 1 -> 0 <= acos x /\ acos (- x) = pi - acos x) -> (2 <= n)%N -> kernel pi acos n < 1.
Proof.
move=> pi3 arc n2; have pi0 : 0 < pi by rewrite (lt_trans _ pi3) ?ltr0n.
have M : 0 < - 1 + n%:R :> R by rewrite addrC subr_gt0 ltr1n.
have r0 : 0 <= (- 1 + n%:R)^-1 :> R by rewrite invr_ge0 ltW.
have r1 : (- 1 + n%:R)^-1 <= 1 :> R by rewrite invf_le1 // addrC ler_subr_addl -(natrD _ 1 1) ler_nat.
have m1 : - 1 <= 0 :> R by rewrite oppr_le0 ler01.
have [a0 turned] := arc (- 1 + n%:R)^-1 (le_trans m1 r0) r1.
rewrite /kernel ltr_pdivr_mulr // mul1r !mulN1r turned opprB addrCA subrr addr0.
have s1 : Num.sqrt (1 - ((- 1 + n%:R) * (- 1 + n%:R))^-1) <= 1 :> R.
  by rewrite -[X in _ <= X]sqrtr1 ler_wsqrtr // ler_subl_addr ler_addl invr_ge0 mulr_ge0 // ltW.
apply: (@le_lt_trans _ _ 1); last by apply: lt_trans pi3; rewrite ltr1n.
by rewrite ler_subl_addr (le_trans s1) // ler_addl divr_ge0 // ltW.
Qed.

Lemma varying (R : rcfType) n (d : nat -> R) : (exists i j, [/\ (i < n)%N, (j < n)%N & d i != d j]) ->
  \sum_(i < n) centred n i d * centred n i d != 0.
Proof.
move=> [i [j [li lj ne]]]; apply: contraNneq ne => z0; apply/eqP.
have zero k (lk : (k < n)%N) : centred n k d = 0.
  have := psumr_eq0P (fun (i : 'I_n) _ => square_ge0 (centred n i d)) z0 (i := Ordinal lk) isT.
  by move=> /eqP; rewrite mulf_eq0 orbb => /eqP.
by apply: (@addIr _ (- ((\sum_(k < n) d k) / n%:R))); have := zero i li; have := zero j lj; rewrite /centred => -> ->.
Qed.

(* Means of exp(-t S) times a product of powers, by independence. *)
Lemma exp_sum (R : rcfType) (ex : R -> R) n (x : nat -> R) : (forall x y, ex (x + y) = ex x * ex y) ->
  (forall x, 1 + x <= ex x) -> ex (\sum_(k < n) x k) = \prod_(k < n) ex (x k).
Proof.
move=> add ge1; have ex0 : ex 0 = 1.
  have p : 0 < ex 0 by apply: lt_le_trans (ge1 0); rewrite addr0 ltr01.
  by apply: (mulfI (lt0r_neq0 p)); rewrite -add addr0 mulr1.
by elim: n => [|n IH]; rewrite ?big_ord0 // !big_ord_recr /= add IH.
Qed.

(* The law of n independent normal numbers, as a statement that has exp in it knows it. *)
Definition normals (R : rcfType) (ex : R -> R) n (D : ((nat -> R) -> R) -> Prop) (E : ((nat -> R) -> R) -> R) :=
  [/\ is_law (fun _ => True) D E,
    (forall f : nat -> R -> R, (forall i, (i < n)%N -> D (fun z => f i (z i))) -> D (fun z => \prod_(i < n) f i (z i)) /\
      E (fun z => \prod_(i < n) f i (z i)) = \prod_(i < n) E (fun z => f i (z i))),
    (forall x y, ex (x + y) = ex x * ex y) /\ (forall x, 1 + x <= ex x),
    (forall i, (i < n)%N -> (D (fun z => z i) /\ E (fun z => z i) = 0) /\
      (forall k, D (fun z => z i ^+ k.+2) /\ E (fun z => z i ^+ k.+2) = k.+1%:R * E (fun z => z i ^+ k))) &
    (forall c k i, (i < n)%N -> 0 <= c -> D (fun z => z i ^+ k * ex (- (c * (z i * z i)))) /\
      E (fun z => z i ^+ k * ex (- (c * (z i * z i)))) = E (fun z => z i ^+ k) / Num.sqrt (1 + 2%:R * c) ^+ k.+1)].

(* Half of the mean of the power 2 (q + 1) of a normal number, for q = 1, is 3; the others are 1. *)
Lemma even_moment (R : rcfType) (ex : R -> R) n D E i q : @normals R ex n D E -> (i < n)%N -> (q <= 2)%N ->
  E (fun z => z i ^+ (q + q)) = if q == 2%N then 3%:R else 1.
Proof.
case=> [L _ _ mom _] lt; have [[D1 E1] _ ext _] := L; have [_ pow] := mom i lt.
have z0 : E (fun z => z i ^+ 0) = 1.
  by rewrite -E1; apply: (law_eq L) => // [|z]; rewrite ?expr0 //; apply: ext D1 => z; rewrite expr0.
have z2 : E (fun z => z i ^+ 2) = 1 by rewrite (proj2 (pow 0%N)) z0 mul1r.
by case: q => [|[|[|q]]] //= _; rewrite (proj2 (pow 2%N)) z2 mulr1.
Qed.

Lemma sqrt_prod (R : rcfType) n (c : nat -> R) : (forall k, (k < n)%N -> 0 <= c k) ->
  Num.sqrt (\prod_(k < n) c k) = \prod_(k < n) Num.sqrt (c k).
Proof.
elim: n => [|n IH] c0; first by rewrite !big_ord0 sqrtr1.
have c1 k : (k < n)%N -> 0 <= c k by move=> lt; apply: c0; apply: ltnW.
by rewrite !big_ord_recr /= sqrtrM ?(IH c1) // prodr_ge0 // => k _; apply: c1.
Qed.

Lemma damped (R : rcfType) (ex : R -> R) n D E (t : R) (lam : nat -> R) (q : nat -> nat) (f : (nat -> R) -> R) :
  @normals R ex n D E -> 0 < t -> (forall k, (k < n)%N -> 0 < lam k) -> (forall k, (q k <= 2)%N) ->
  (forall z, f z = ex (- t * \sum_(k < n) lam k * (z k * z k)) * \prod_(k < n) z k ^+ (q k + q k)) ->
  D f /\ E f = \prod_(k < n) ((if q k == 2%N then 3%:R else 1) / (1 + 2%:R * t * lam k) ^+ q k)
    / Num.sqrt (\prod_(k < n) (t * 2%:R * lam k + 1)).
Proof.
move=> N t0 pos q2 fE; have [L ind [add ge1] mom dam] := N; have [_ _ ext _] := L.
have c0 k : (k < n)%N -> 0 <= t * lam k by move=> lk; rewrite mulr_ge0 ?ltW ?pos.
have part k (lk : (k < n)%N) := dam (t * lam k) (q k + q k)%N k lk (c0 k lk).
have [Dg Eg] := ind (fun k x => x ^+ (q k + q k) * ex (- (t * lam k * (x * x)))) (fun k lk => proj1 (part k lk)).
have same (z : nat -> R) : \prod_(k < n) (z k ^+ (q k + q k) * ex (- (t * lam k * (z k * z k)))) = f z.
  rewrite fE big_split /= -(exp_sum n (fun k => - (t * lam k * (z k * z k))) add ge1) mulrC sumrN mulNr mulr_sumr.
  by under eq_bigr do rewrite -mulrA.
have Df : D f by exact: ext same Dg.
split=> //; rewrite -(law_eq L Dg Df same) Eg.
rewrite (@sqrt_prod R n (fun k => t * 2%:R * lam k + 1)); last first.
  by move=> k lk; rewrite addr_ge0 ?ler01 // mulrAC mulr_ge0 ?c0 ?ler0n.
rewrite -prodfV -big_split /=; apply: eq_bigr => k _; rewrite (proj2 (part k (ltn_ord k))).
rewrite (even_moment N (ltn_ord k) (q2 k)) exprS addnn -mul2n exprM sqr_sqrtr; last first.
  by rewrite addr_ge0 ?ler01 // mulr_ge0 ?ler0n ?c0.
have -> : 1 + 2%:R * (t * lam k) = 1 + 2%:R * t * lam k by rewrite mulrA.
have -> : t * 2%:R * lam k + 1 = 1 + 2%:R * t * lam k by rewrite addrC [t * _]mulrC.
by rewrite invfM mulrA mulrAC.
Qed.

(* A product of which all factors but one, or but two, are 1. *)
Lemma only_place (R : rcfType) n (g : nat -> R) i : (i < n)%N -> (forall k, (k < n)%N -> k != i -> g k = 1) ->
  \prod_(k < n) g k = g i.
Proof.
move=> lt one; rewrite (bigD1 (Ordinal lt)) //= big1 ?mulr1 // => k far; apply: one => //.
Qed.

Lemma two_places (R : rcfType) n (g : nat -> R) i j : (i < n)%N -> (j < n)%N -> i != j ->
  (forall k, (k < n)%N -> k != i -> k != j -> g k = 1) -> \prod_(k < n) g k = g i * g j.
Proof.
move=> li lj ne one; rewrite (bigD1 (Ordinal li)) //=; congr (_ * _).
rewrite (bigD1 (Ordinal lj)) /=; last by rewrite -val_eqE /= eq_sym.
by rewrite big1 ?mulr1 // => k /andP[far off]; apply: one.
Qed.

Lemma damped_square (R : rcfType) (ex : R -> R) n D E (t : R) (lam : nat -> R) i :
  @normals R ex n D E -> 0 < t -> (forall k, (k < n)%N -> 0 < lam k) -> (i < n)%N ->
  let f (z : nat -> R) := ex (- t * \sum_(k < n) lam k * (z k * z k)) * z i * z i in
  D f /\ E f = (1 + 2%:R * t * lam i)^-1 / Num.sqrt (\prod_(k < n) (t * 2%:R * lam k + 1)).
Proof.
move=> N t0 pos li f; pose q k := nat_of_bool (k == i :> nat).
have [||Df ->] := @damped R ex n D E t lam q f N t0 pos; first by move=> k; rewrite /q; case: (k == i).
  move=> z; rewrite (@only_place R n (fun k => z k ^+ (q k + q k)) i li) /q ?eqxx ?mulrA //.
  by move=> k _ /negbTE ->.
split=> //; congr (_ / _).
rewrite (@only_place R n (fun k => (if q k == 2%N then 3%:R else 1) / (1 + 2%:R * t * lam k) ^+ q k) i li) /q.
  by rewrite eqxx expr1 div1r.
by move=> k _ /negbTE ->; rewrite expr0 divr1.
Qed.

Lemma damped_fourth (R : rcfType) (ex : R -> R) n D E (t : R) (lam : nat -> R) i :
  @normals R ex n D E -> 0 < t -> (forall k, (k < n)%N -> 0 < lam k) -> (i < n)%N ->
  let f (z : nat -> R) := ex (- t * \sum_(k < n) lam k * (z k * z k)) * z i * z i * z i * z i in
  D f /\ E f = 3%:R / (1 + 2%:R * t * lam i) ^+ 2 / Num.sqrt (\prod_(k < n) (t * 2%:R * lam k + 1)).
Proof.
move=> N t0 pos li f; pose q k := (2 * (k == i :> nat))%N.
have [||Df ->] := @damped R ex n D E t lam q f N t0 pos; first by move=> k; rewrite /q; case: (k == i).
  move=> z; rewrite (@only_place R n (fun k => z k ^+ (q k + q k)) i li) /q ?eqxx ?mulrA ?expr1 //.
  by move=> k _ /negbTE ->.
split=> //; congr (_ / _).
rewrite (@only_place R n (fun k => (if q k == 2%N then 3%:R else 1) / (1 + 2%:R * t * lam k) ^+ q k) i li) /q.
  by rewrite eqxx.
by move=> k _ /negbTE ->; rewrite expr0 divr1.
Qed.

Lemma damped_pair (R : rcfType) (ex : R -> R) n D E (t : R) (lam : nat -> R) i j :
  @normals R ex n D E -> 0 < t -> (forall k, (k < n)%N -> 0 < lam k) -> (i < n)%N -> (j < n)%N -> i != j ->
  let f (z : nat -> R) := ex (- t * \sum_(k < n) lam k * (z k * z k)) * z i * z j * z i * z j in
  D f /\ E f = (1 + 2%:R * t * lam i)^-1 * (1 + 2%:R * t * lam j)^-1
    / Num.sqrt (\prod_(k < n) (t * 2%:R * lam k + 1)).
Proof.
move=> N t0 pos li lj ne f; pose q k := nat_of_bool ((k == i :> nat) || (k == j :> nat)).
have [||Df ->] := @damped R ex n D E t lam q f N t0 pos; first by move=> k; rewrite /q; case: (_ || _).
  move=> z; rewrite (@two_places R n (fun k => z k ^+ (q k + q k)) i j li lj ne) /q ?eqxx ?orbT //.
    by rewrite /f; move: (ex _) => e; rewrite /= !addn1 !expr2; ring.
  by move=> k _ /negbTE -> /negbTE ->.
split=> //; congr (_ / _).
rewrite (@two_places R n (fun k => (if q k == 2%N then 3%:R else 1) / (1 + 2%:R * t * lam k) ^+ q k) i j li lj ne) /q.
  by rewrite !eqxx orbT !expr1 !div1r.
by move=> k _ /negbTE -> /negbTE ->; rewrite expr0 divr1.
Qed.

Lemma damping_gt0 (R : rcfType) n (t : R) (lam : nat -> R) : 0 < t -> (forall k, (k < n)%N -> 0 < lam k) ->
  0 < Num.sqrt (\prod_(k < n) (t * 2%:R * lam k + 1)) /\ forall k, (k < n)%N -> 0 < 1 + 2%:R * t * lam k.
Proof.
move=> t0 pos; have p k : (k < n)%N -> 0 < 1 + 2%:R * t * lam k.
  by move=> lk; rewrite addr_gt0 ?ltr01 // !mulr_gt0 ?ltr0n ?pos.
by split=> //; rewrite sqrtr_gt0; apply: prodr_gt0 => k _; rewrite addrC [t * _]mulrC p.
Qed.
