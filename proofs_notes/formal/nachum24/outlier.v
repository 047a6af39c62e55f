(* What several proofs of nachum24.outlier use: it stands before each of them. *)
(* Laws of rows of numbers: positive linear means on the functions that have one. *)
Definition is_law (R : rcfType) (D : ((nat -> R) -> R) -> Prop) (E : ((nat -> R) -> R) -> R) :=
  [/\ D (fun=> 1) /\ E (fun=> 1) = 1,
    (forall a f g, D f -> D g -> D (fun w => a * f w + g w) /\ E (fun w => a * f w + g w) = a * E f + E g),
    (forall f g, (forall w, f w = g w) -> D f -> D g) &
    (forall f, D f -> (forall w, True -> 0 < f w) -> 0 < E f)].

(* E f = a, as f has a mean *)
Definition mean_is (R : rcfType) (D : ((nat -> R) -> R) -> Prop) (E : ((nat -> R) -> R) -> R) f a := D f /\ E f = a.

Definition is_even (R : rcfType) (D : ((nat -> R) -> R) -> Prop) (E : ((nat -> R) -> R) -> R) :=
  forall f, D f -> D (fun z => f (fun k => - z k)) /\ E (fun z => f (fun k => - z k)) = E f.

Lemma mean_one (R : rcfType) D E (L : @is_law R D E) : mean_is D E (fun=> 1) 1.
Proof. by case: L. Qed.

Lemma mean_le (R : rcfType) D E (L : @is_law R D E) f g : D f -> D g -> (forall w, f w <= g w) -> E f <= E g.
Proof.
move=> Df Dg le; have [[D1 E1] lin _ pos] := L; rewrite leNgt; apply/negP => lt.
pose e := (E f - E g) / 2%:R; have e0 : 0 < e by rewrite divr_gt0 ?subr_gt0 ?ltr0n.
have [Dh Eh] := lin e _ _ D1 Dg; have [Dk Ek] := lin (-1) _ _ Df Dh.
have : 0 < E (fun w => (-1) * f w + (e * 1 + g w)).
  by apply: pos => // w _; rewrite mulN1r mulr1 addrC -addrA ltr_paddr ?subr_ge0.
rewrite Ek Eh E1 mulN1r mulr1 => bad; have : 0 < - e.
  have -> : - e = - E f + (e + E g) by rewrite /e; field.
  exact: bad.
by rewrite oppr_gt0 ltNge ltW.
Qed.

Lemma mean_eq (R : rcfType) D E (L : @is_law R D E) f g a : (forall w, f w = g w) -> mean_is D E f a -> mean_is D E g a.
Proof.
move=> e [Df Ef]; have [_ _ ext _] := L; have Dg := ext f g e Df; split=> //.
by rewrite -Ef; apply/eqP; rewrite eq_le; apply/andP; split; apply: (mean_le L) => // w; rewrite e.
Qed.

Lemma mean_lin (R : rcfType) D E (L : @is_law R D E) c f g a b : mean_is D E f a -> mean_is D E g b ->
  mean_is D E (fun w => c * f w + g w) (c * a + b).
Proof.
move=> [Df Ef] [Dg Eg]; have [_ lin _ _] := L; have [Dh Eh] := lin c f g Df Dg.
by split=> //; rewrite Eh Ef Eg.
Qed.

Lemma mean_add (R : rcfType) D E (L : @is_law R D E) f g a b : mean_is D E f a -> mean_is D E g b ->
  mean_is D E (fun w => f w + g w) (a + b).
Proof. by move=> F G; have := mean_lin L 1 F G; rewrite mul1r; apply: (mean_eq L) => w; rewrite mul1r. Qed.

Lemma mean_zero (R : rcfType) D E (L : @is_law R D E) : mean_is D E (fun=> 0) 0.
Proof. by have := mean_lin L (-1) (mean_one L) (mean_one L); rewrite mulN1r addNr. Qed.

Lemma mean_scale (R : rcfType) D E (L : @is_law R D E) c f a : mean_is D E f a ->
  mean_is D E (fun w => c * f w) (c * a).
Proof. by move=> F; have := mean_lin L c F (mean_zero L); rewrite addr0; apply: (mean_eq L) => w; rewrite addr0. Qed.

Lemma mean_sum (R : rcfType) D E (L : @is_law R D E) n (f : nat -> (nat -> R) -> R) (a : nat ->
  R) : (forall i, (i < n)%N -> mean_is D E (f i) (a i)) ->
  mean_is D E (fun w => \sum_(i < n) f i w) (\sum_(i < n) a i).
Proof.
elim: n => [|n IH] F.
  by rewrite big_ord0; apply: (mean_eq L) (mean_zero L) => w; rewrite big_ord0.
rewrite big_ord_recr; apply: (mean_eq L) (mean_add L (IH (fun i lt => F i (ltnW lt))) (F n (ltnSn n))) => w.
by rewrite big_ord_recr.
Qed.

(* the positive part of x, or that of its negative *)
Definition part (R : rcfType) (s : bool) (x : R) := if s then Num.max x 0 else Num.max (- x) 0.

Lemma part_times (R : rcfType) (d x : R) : Num.max 0 (x * d) = `|d| * part (0 <= d) x.
Proof.
rewrite /part; case: (lerP 0 d) => h; rewrite maxC.
  by rewrite ger0_norm // maxr_pmulr // mulr0 mulrC.
by rewrite ltr0_norm // maxr_pmulr ?oppr_ge0 ?ltW // mulr0 mulrNN mulrC.
Qed.

Lemma part_times_neg (R : rcfType) (d x : R) : Num.max 0 (- (x * d)) = `|d| * part (~~ (0 <= d)) x.
Proof.
have -> : `|d| * part (~~ (0 <= d)) x = `|d| * part (0 <= d) (- x).
  by rewrite /part; case: (0 <= d); rewrite //= opprK.
by rewrite -part_times mulNr.
Qed.

Lemma part0 (R : rcfType) s (x : R) : part s x * part (~~ s) x = 0.
Proof.
wlog -> : s / s = true => [hw|]; first by case: s; [exact: hw | rewrite mulrC; exact: (hw true)].
rewrite /part /=; case: (leP x 0) => h; first by rewrite mul0r.
by rewrite max_r ?mulr0 // oppr_le0 ltW.
Qed.

Lemma part_sum (R : rcfType) s (x : R) : part s x * part s x + part (~~ s) x * part (~~ s) x = x * x.
Proof.
wlog -> : s / s = true => [hw|]; first by case: s; [exact: hw | rewrite addrC; exact: (hw true)].
rewrite /part /=; case: (leP x 0) => h; first by rewrite max_l ?oppr_ge0 // mul0r add0r mulrNN.
by rewrite max_r ?mulr0 ?addr0 // oppr_le0 ltW.
Qed.

Lemma part_mean (R : rcfType) D E (L : @is_law R D E) (even : is_even D E) i v : D
  (fun w => Num.max (w i) 0 * Num.max (w i) 0) -> E (fun w => w i * w i) = v ->
  forall s, mean_is D E (fun w => part s (w i) * part s (w i)) (v / 2%:R).
Proof.
move=> Df Ev; have [D' E'] := even _ Df; set a := E _ in E'.
have F s : mean_is D E (fun w => part s (w i) * part s (w i)) a by case: s; split.
have [_] : mean_is D E (fun w => w i * w i) (a + a).
  by apply: (mean_eq L) (mean_add L (F true) (F false)) => w; rewrite (part_sum true).
by rewrite Ev => -> s; have -> : (a + a) / 2%:R = a; [field | exact: F].
Qed.

Lemma part_mean4 (R : rcfType) D E (L : @is_law R D E) (even : is_even D E) i v : D
  (fun w => Num.max (w i) 0 * Num.max (w i) 0 * Num.max (w i) 0 * Num.max (w i) 0) ->
  E (fun w => w i * w i * w i * w i) = v ->
  forall s, mean_is D E (fun w => part s (w i) * part s (w i) * part s (w i) * part s (w i)) (v / 2%:R).
Proof.
move=> Df Ev; have [D' E'] := even _ Df; set a := E _ in E'.
have F s : mean_is D E (fun w => part s (w i) * part s (w i) * part s (w i) * part s (w i)) a by case: s; split.
have [_] : mean_is D E (fun w => w i * w i * w i * w i) (a + a).
  apply: (mean_eq L) (mean_add L (F true) (F false)) => w; rewrite -[RHS]mulrA.
  have z : part true (w i) * part false (w i) = 0 := part0 true (w i).
  rewrite -(part_sum true (w i)) -/(~~ true); move: (part true _) (part false _) z => X Y z.
  transitivity ((X * X + Y * Y) * (X * X + Y * Y) - 2%:R * (X * Y) * (X * Y)); first by ring.
  by rewrite z !mulr0 subr0.
by rewrite Ev => -> s; have -> : (a + a) / 2%:R = a; [field | exact: F].
Qed.

Lemma mean_const (R : rcfType) D E (L : @is_law R D E) n (f : nat -> (nat -> R) -> R) c : (forall i, (i < n)%N ->
  mean_is D E (f i) c) ->
  mean_is D E (fun w => \sum_(i < n) f i w) (n%:R * c).
Proof. by move=> F; have := mean_sum L F; rewrite sumr_const card_ord mulr_natl. Qed.

Lemma prod_two (R : rcfType) m (A : nat -> R) i j : (i < m)%N -> (j < m)%N -> i != j ->
  (forall k, k != i -> k != j -> A k = 1) -> \prod_(k < m) A k = A i * A j.
Proof.
move=> li lj ij one; rewrite (bigD1 (Ordinal li)) //= (bigD1 (Ordinal lj)) /=; last by rewrite eq_sym.
by rewrite big1 ?mulr1 // => k /andP [ki kj]; apply: one.
Qed.

Lemma mean_two (R : rcfType) D E m i j (f g : R -> R) x y : @is_law R D E ->
  (forall f : nat -> R -> R, (forall i, (i < m)%N -> D (fun z => f i (z i))) ->
    D (fun z => \prod_(i < m) f i (z i)) /\ E (fun z => \prod_(i < m) f i (z i)) = \prod_(i < m) E
      (fun z => f i (z i))) ->
  (i < m)%N -> (j < m)%N -> i != j -> mean_is D E (fun w => f (w i)) x -> mean_is D E (fun w => g (w j)) y ->
  mean_is D E (fun w => f (w i) * g (w j)) (x * y).
Proof.
move=> L apart li lj ij [Df Ef] [Dg Eg]; have [[D1 E1] _ _ _] := L.
pose F (k : nat) (z : R) := if k == i then f z else if k == j then g z else 1.
have Fi z : F i z = f z by rewrite /F eqxx.
have Fj z : F j z = g z by rewrite /F eq_sym (negbTE ij) eqxx.
have Fk k z : k != i -> k != j -> F k z = 1 by rewrite /F => /negbTE -> /negbTE ->.
have DF k : (k < m)%N -> D (fun z => F k (z k)).
  by move=> lk; rewrite /F; case: (k =P i) => [->|_] //; case: (k =P j) => [->|_].
have [Dp Ep] := apart F DF.
have EF : \prod_(k < m) E (fun z => F k (z k)) = x * y.
  rewrite (@prod_two _ _ (fun k => E (fun z => F k (z k))) i j) //; last first.
    by move=> k ki kj; rewrite /F (negbTE ki) (negbTE kj).
  by rewrite {1}/F eqxx Ef /F [j == i]eq_sym (negbTE ij) eqxx Eg.
have : mean_is D E (fun z => \prod_(k < m) F k (z k)) (x * y) by split; rewrite ?Ep.
apply: (mean_eq L) => w; rewrite (@prod_two _ _ (fun k => F k (w k)) i j) ?Fi ?Fj // => k ki kj.
exact: Fk.
Qed.

(* The variance of a sum of independent functions of one weight each, of one mean and one mean square. *)
Lemma variance_sum (R : rcfType) D E m (f : R -> R) a b : @is_law R D E ->
  (forall f : nat -> R -> R, (forall i, (i < m)%N -> D (fun z => f i (z i))) ->
    D (fun z => \prod_(i < m) f i (z i)) /\ E (fun z => \prod_(i < m) f i (z i)) = \prod_(i < m) E
      (fun z => f i (z i))) ->
  (forall i, (i < m)%N -> mean_is D E (fun w => f (w i)) a) ->
  (forall i, (i < m)%N -> mean_is D E (fun w => f (w i) * f (w i)) b) ->
  mean_is D E (fun w => (\sum_(i < m) f (w i)) * (\sum_(i < m) f (w i))) (m%:R * (b - a * a) + (m%:R * a) * (m%:R * a)).
Proof.
move=> L apart A B.
have P i (lt : (i < m)%N) : mean_is D E (fun w => \sum_(j < m) f (w i) * f (w j)) (b - a * a + m%:R * (a * a)).
  have -> : b - a * a + m%:R * (a * a) = \sum_(j < m) (if j == i :> nat then b else a * a).
    rewrite (bigD1 (Ordinal lt)) //= eqxx (eq_bigr (fun=> a * a)); last first.
      by move=> j ne; rewrite ifN //; apply: contraNN ne => /eqP e; apply/eqP; exact: val_inj.
    by rewrite sumr_const cardC1 card_ord -{1}(prednK (leq_ltn_trans (leq0n i) lt)) mulrS -mulr_natl; ring.
  apply: (@mean_sum R D E L m (fun j w => f (w i) * f (w j)) (fun j => if j == i then b else a * a)) => j lj;
    case: (j =P i) => [->|/eqP ne]; first exact: B.
  by apply: (mean_two L apart lt lj); rewrite 1?eq_sym //; exact: A.
have := mean_const L P.
have -> : m%:R * (b - a * a + m%:R * (a * a)) = m%:R * (b - a * a) + m%:R * a * (m%:R * a) by ring.
by apply: (mean_eq L) => w; rewrite mulr_suml; apply: eq_bigr => i _; rewrite mulr_sumr.
Qed.

(* A row of a copies of p and b copies of q has its mean a fraction of p - q away from both. *)
Lemma above (R : rcfType) (a b p q : R) : 0 < a -> 0 < b ->
  p - (a * p + (a + b - a) * q) / (a + (a + b - a)) = b * (p - q) / (a + b).
Proof. by move=> a0 b0; field; rewrite gt_eqF // addr_gt0. Qed.

Lemma below (R : rcfType) (a b p q : R) : 0 < a -> 0 < b ->
  q - (a * p + (a + b - a) * q) / (a + (a + b - a)) = - (a * (p - q) / (a + b)).
Proof. by move=> a0 b0; field; rewrite gt_eqF // addr_gt0. Qed.

(* The same of one p and b copies of q. *)
Lemma above_one (R : rcfType) (b p q : R) : 0 < b ->
  p - (p + (1 + b - 1) * q) / (1 + b - 1 + 1) = b * (p - q) / (1 + b).
Proof.
move=> b0; have -> : 1 + b - 1 = b by ring.
by rewrite [b + 1]addrC; field; rewrite gt_eqF // addr_gt0 ?ltr01.
Qed.

Lemma below_one (R : rcfType) (b p q : R) : 0 < b ->
  q - (p + (1 + b - 1) * q) / (1 + b - 1 + 1) = - (1 * (p - q) / (1 + b)).
Proof.
move=> b0; have -> : 1 + b - 1 = b by ring.
by rewrite [b + 1]addrC; field; rewrite gt_eqF // addr_gt0 ?ltr01.
Qed.

Lemma images (R : rcfType) (a b t : R) : 0 < a -> 0 < b ->
  Num.max (b * t / (a + b)) 0 = (a + b - a) * Num.max 0 t / (a + b) /\
  Num.max (- (a * t / (a + b))) 0 = a * Num.max 0 (- t) / (a + b).
Proof.
move=> a0 b0.
have n0 : 0 <= a + b by rewrite addr_ge0 // ltW.
have -> : a + b - a = b by ring.
have pos c (c0 : 0 <= c) (u : R) (u0 : 0 <= u) : 0 <= c * u / (a + b) by rewrite divr_ge0 ?mulr_ge0.
case/orP: (le_total 0 t) => h.
  rewrite (max_r h) (max_l (_ : - t <= 0)) ?oppr_le0 // mulr0 mul0r.
  rewrite max_l ?pos ?(ltW b0) // max_r // oppr_le0 pos //; exact: ltW.
have h' : 0 <= - t by rewrite oppr_ge0.
rewrite (max_l h) (max_r h') mulr0 mul0r.
have e c : - (c * t / (a + b)) = c * (- t) / (a + b) by rewrite mulrN mulNr.
split; last by rewrite e max_l ?pos // ltW.
by apply: max_r; rewrite -oppr_ge0 e pos // ltW.
Qed.

(* What one neuron of weight x makes of the two clusters, a points p and b points q: one of them is 0. *)
Lemma neuron (R : rcfType) (a b p q x : R) : 0 < a -> 0 < b ->
  Num.max (x * p - (a * (x * p) + (a + b - a) * (x * q)) / (a + (a + b - a))) 0
    = b * `|p - q| / (a + b) * part (0 <= p - q) x /\
  Num.max (x * q - (a * (x * p) + (a + b - a) * (x * q)) / (a + (a + b - a))) 0
    = a * `|p - q| / (a + b) * part (~~ (0 <= p - q)) x.
Proof.
move=> a0 b0; rewrite above // below // -mulrBr.
have [-> ->] := images (x * (p - q)) a0 b0.
rewrite part_times part_times_neg; have -> : a + b - a = b by ring.
by split; rewrite !mulrA mulrAC.
Qed.

Lemma neuron_one (R : rcfType) (b p q x : R) : 0 < b ->
  Num.max (x * p - (x * p + (1 + b - 1) * (x * q)) / (1 + b - 1 + 1)) 0
    = b * `|p - q| / (1 + b) * part (0 <= p - q) x /\
  Num.max (x * q - (x * p + (1 + b - 1) * (x * q)) / (1 + b - 1 + 1)) 0
    = 1 * `|p - q| / (1 + b) * part (~~ (0 <= p - q)) x.
Proof.
move=> b0; have [<- <-] := neuron p q x (@ltr01 R) b0; rewrite mul1r.
by have -> : 1 + b - 1 + 1 = 1 + (1 + b - 1) :> R by rewrite addrC.
Qed.

(* (o - c)^2 of a neuron, and its mean *)
Lemma apart_squares (R : rcfType) (a b d x : R) s :
  (b * d / (a + b) * part s x - a * d / (a + b) * part (~~ s) x) * (b * d / (a + b) * part s x - a * d / (a
    + b) * part (~~ s) x)
  = d * d / ((a + b) * (a + b)) * (b * b * (part s x * part s x) + a * a * (part (~~ s) x * part (~~ s) x)).
Proof.
have z := part0 s x; rewrite invfM; move: (part s x) (part (~~ s) x) ((a + b)^-1) z => X Y n z.
transitivity (d * d * (n * n) * (b * b * (X * X) + a * a * (Y * Y)) - 2%:R * (a * b * d * d * n * n) * (X * Y));
  first by ring.
by rewrite z mulr0 subr0.
Qed.

(* |d'|^2/|d|^2 in the mean, of a law of m weights that the negative has, too *)
Lemma mean_growth (R : rcfType) D E (a b p q : R) m v : is_law D E ->
  (forall f, D f -> D (fun z => f (fun k => - z k)) /\ E (fun z => f (fun k => - z k)) = E f) ->
  (forall i, (i < m)%N -> D (fun w => Num.max (w i) 0 * Num.max (w i) 0)) ->
  (forall i, (i < m)%N -> E (fun w => w i * w i) = v) -> 0 < a -> 0 < b -> p != q ->
  mean_is D E (fun w => (\sum_(i < m) ((Num.max (w i * p - (a * (w i * p) + (a + b - a) * (w i * q)) / (a + (a
    + b - a))) 0
      - Num.max (w i * q - (a * (w i * p) + (a + b - a) * (w i * q)) / (a + (a + b - a))) 0)
    * (Num.max (w i * p - (a * (w i * p) + (a + b - a) * (w i * q)) / (a + (a + b - a))) 0
      - Num.max (w i * q - (a * (w i * p) + (a + b - a) * (w i * q)) / (a + (a + b - a))) 0))) / ((p - q) * (p - q)))
    (m%:R * v / 2%:R * (a * a + b * b) / ((a + b) * (a + b))).
Proof.
move=> L even Df Ev a0 b0 pq; pose s := 0 <= p - q; pose c := 1 / ((a + b) * (a + b)).
have d0 : p - q != 0 by rewrite subr_eq0.
have n0 : a + b != 0 by rewrite gt_eqF // addr_gt0.
have half i lt t := part_mean L even (Df i lt) (Ev i lt) t.
have F i (lt : (i < m)%N) := mean_add L (mean_scale L (b * b) (half i lt s)) (mean_scale L (a * a) (half i lt (~~ s))).
have := mean_scale L c (mean_const L F).
have -> : c * (m%:R * (b * b * (v / 2%:R) + a * a * (v / 2%:R))) = m%:R * v / 2%:R * (a * a + b * b) / ((a
  + b) * (a + b)).
  by rewrite /c; field.
apply: (mean_eq L) => w; rewrite mulr_sumr mulr_suml; apply: eq_bigr => i _.
have [-> ->] := neuron p q (w i) a0 b0; rewrite apart_squares -normrM ger0_norm; last by rewrite -expr2 sqr_ge0.
by rewrite /c -/s; field; rewrite d0 n0.
Qed.

(* The entries of the mean Gram matrix, of one point and b equal ones. *)
Lemma mean_entries (R : rcfType) D E (b p q : R) m v : is_law D E ->
  (forall f, D f -> D (fun z => f (fun k => - z k)) /\ E (fun z => f (fun k => - z k)) = E f) ->
  (forall i, (i < m)%N -> D (fun w => Num.max (w i) 0 * Num.max (w i) 0)) ->
  (forall i, (i < m)%N -> E (fun w => w i * w i) = v) -> 0 < b ->
  let o x := Num.max (x * p - (x * p + (1 + b - 1) * (x * q)) / (1 + b - 1 + 1)) 0 in
  let c x := Num.max (x * q - (x * p + (1 + b - 1) * (x * q)) / (1 + b - 1 + 1)) 0 in
  let d := (p - q) * (p - q) / ((1 + b) * (1 + b)) in
  [/\ E (fun w => \sum_(i < m) (o (w i) * o (w i))) = m%:R * (b * b * d * (v / 2%:R)),
    E (fun w => \sum_(i < m) (c (w i) * c (w i))) = m%:R * (d * (v / 2%:R)) &
    E (fun w => \sum_(i < m) (o (w i) * c (w i))) = 0].
Proof.
move=> L even Df Ev b0 o c d; have n0 : 1 + b != 0 by rewrite gt_eqF // addr_gt0 ?ltr01.
have half i lt t := part_mean L even (Df i lt) (Ev i lt) t; pose s := 0 <= p - q.
have dd : (p - q) * (p - q) = `|p - q| * `|p - q| by rewrite -normrM ger0_norm // -expr2 sqr_ge0.
have oE x : o x * o x = b * b * d * (part s x * part s x).
  rewrite /o; have [-> _] := neuron_one p q x b0; rewrite -/s /d dd.
  by move: (`|p - q|) (part s x) => r y; field.
have cE x : c x * c x = d * (part (~~ s) x * part (~~ s) x).
  rewrite /c; have [_ ->] := neuron_one p q x b0; rewrite -/s /d dd.
  by move: (`|p - q|) (part (~~ s) x) => r y; field.
have zE x : o x * c x = 0.
  rewrite /o /c; have [-> ->] := neuron_one p q x b0; rewrite -/s.
  by rewrite mulrACA part0 mulr0.
split.
- have F i (lt : (i < m)%N) := mean_scale L (b * b * d) (half i lt s).
  suff [] : mean_is D E (fun w => \sum_(i < m) (o (w i) * o (w i))) (m%:R * (b * b * d * (v / 2%:R))) by [].
  by apply: (mean_eq L) (mean_const L F) => w; apply: eq_bigr => i _; rewrite oE.
- have F i (lt : (i < m)%N) := mean_scale L d (half i lt (~~ s)).
  suff [] : mean_is D E (fun w => \sum_(i < m) (c (w i) * c (w i))) (m%:R * (d * (v / 2%:R))) by [].
  by apply: (mean_eq L) (mean_const L F) => w; apply: eq_bigr => i _; rewrite cE.
suff [] : mean_is D E (fun w => \sum_(i < m) (o (w i) * c (w i))) 0 by [].
by apply: (mean_eq L) (mean_zero L) => w; rewrite big1 // => i _; rewrite zE.
Qed.
