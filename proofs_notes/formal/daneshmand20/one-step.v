(* What several proofs of daneshmand20.one-step use: it stands before each of them. *)
(* One row y + p, y of length 1: r = x.y, s = x.p, a = y.p, b = p.p, X = x.x. The share (x.(y + p))^2/(y + p)^2 of x in
   its direction, to first and second order in p. *)
Lemma share_form (R : rcfType) (k X r t A B : R) : 0 <= k -> t * t <= (X - r * r) * k ->
  (A * (t * t - k * (r * r)) - 2%:R * B * (r * t)) ^+ 2 <= k * (k * (A * A) + B * B) * (X * X).
Proof.
move=> k0 h; have [k00 | kp] : k = 0 \/ 0 < k by move: k0; rewrite le_eqVlt eq_sym => /orP [/eqP|]; auto.
  have -> : t = 0.
    by apply/eqP; move: h; rewrite k00 mulr0 -expr2 => h; rewrite -sqrf_eq0 eq_le h sqr_ge0.
  by rewrite k00 !(mul0r, mulr0, subr0) expr0n.
rewrite -(ler_pmul2l kp) -subr_ge0.
have -> : k * (k * (k * (A * A) + B * B) * (X * X)) - k * (A * (t * t - k * (r * r)) - 2%:R * B * (r * t)) ^+ 2 =
    (k * (A * A) + B * B) * ((k * X - (t * t + k * (r * r))) * (k * X + (t * t + k * (r * r)))) +
    (k * A * (2%:R * (r * t)) + B * (t * t - k * (r * r))) ^+ 2 by ring.
have le : t * t + k * (r * r) <= k * X by rewrite -subr_ge0; move: h; rewrite -subr_ge0; congr (_ <= _); ring.
have sq (c : R) : 0 <= c * c by rewrite -expr2 sqr_ge0.
have ge : 0 <= t * t + k * (r * r) by rewrite addr_ge0 // mulr_ge0.
apply: addr_ge0; last exact: sqr_ge0.
apply: mulr_ge0; first by apply: addr_ge0; [apply: mulr_ge0 | ].
apply: mulr_ge0; first by rewrite subr_ge0.
by apply: addr_ge0 => //; exact: le_trans ge le.
Qed.

Lemma norm_below (R : rcfType) (x m : R) : 0 <= m -> x ^+ 2 <= m ^+ 2 -> `|x| <= m.
Proof. by move=> m0; rewrite -(real_normK (num_real x)) ler_pexpn2r // nnegrE. Qed.

Lemma quotient_below (R : rcfType) (D N x m : R) : 0 < D -> 0 <= m -> x * D = N -> N ^+ 2 <= (m * D) ^+ 2 -> `|x| <= m.
Proof.
move=> D0 m0 e le; apply: norm_below => //; rewrite -(@ler_pmul2r _ (D ^+ 2)) ?exprn_gt0 //.
by rewrite -!exprMn e.
Qed.

Lemma share_even (R : rcfType) (X r s a b : R) (p := 1 + 2%:R * a + b) (m := 1 - 2%:R * a + b)
    (S := ((r + s) * (r + s) / p + (r - s) * (r - s) / m) / 2%:R) :
  0 < p -> 0 < m -> a * a <= b -> 0 <= X -> (s - r * a) * (s - r * a) <= (X - r * r) * (b - a * a) ->
  `|S - r * r - ((s - 2%:R * r * a) * (s - 2%:R * r * a) - r * r * b)| <= X * (b * b) /\ `|S - r * r| <= X * b.
Proof.
move=> p0 m0 ab X0 h; pose D := p * m; have D0 : 0 < D by rewrite mulr_gt0.
have b0 : 0 <= b by apply: le_trans ab; rewrite -expr2 sqr_ge0.
have k0 : 0 <= b - a * a by rewrite subr_ge0.
have kD : b - a * a <= b * D.
  rewrite -subr_ge0 /D /p /m; case: (lerP b (1 / 4%:R)) => b4.
    have -> : b * ((1 + 2%:R * a + b) * (1 - 2%:R * a + b)) - (b - a * a) =
      b * b * (2%:R + b) + a * a * (4%:R * (1 / 4%:R - b)) by field.
    have sq (c : R) : 0 <= c * c by rewrite -expr2 sqr_ge0.
    by apply: addr_ge0; apply: mulr_ge0 => //; [apply: addr_ge0; rewrite ?ler0n | rewrite mulr_ge0 ?ler0n ?subr_ge0].
  have -> : b * ((1 + 2%:R * a + b) * (1 - 2%:R * a + b)) - (b - a * a) =
    b * (1 - b) ^+ 2 + (b - a * a) * (4%:R * (b - 1 / 4%:R)) by field.
  apply: addr_ge0; first by rewrite mulr_ge0 ?sqr_ge0.
  by apply: mulr_ge0 => //; rewrite mulr_ge0 ?ler0n // subr_ge0 ltW.
have mp : m != 0 by rewrite gt_eqF. have pp : p != 0 by rewrite gt_eqF.
have kX := mulr_ge0 X0 b0.
split.
  apply: (@quotient_below R D (((1 + b) - D) * ((s - r * a) * (s - r * a) - (b - a * a) * (r * r)) -
    2%:R * (a * ((1 - b) - D)) * (r * (s - r * a)))) => //; first by rewrite !mulr_ge0.
    by rewrite /S /D; move: mp pp; rewrite /p /m => mp pp; field; rewrite mp pp.
  apply: le_trans (share_form _ _ k0 h) _; rewrite -subr_ge0.
  have -> : (X * (b * b) * D) ^+ 2 - (b - a * a) * ((b - a * a) * (((1 + b) - D) * ((1 + b) - D)) +
      a * ((1 - b) - D) * (a * ((1 - b) - D))) * (X * X) = X * X * (b * b * b) * D * (b * D - (b - a * a)).
    by rewrite /D /p /m; ring.
  by rewrite !mulr_ge0 ?subr_ge0 // ltW.
apply: (@quotient_below R D ((1 + b) * ((s - r * a) * (s - r * a) - (b - a * a) * (r * r)) -
  2%:R * (a * (1 - b)) * (r * (s - r * a)))) => //.
  by rewrite /S /D; move: mp pp; rewrite /p /m => mp pp; field; rewrite mp pp.
apply: le_trans (share_form _ _ k0 h) _; rewrite -subr_ge0.
have -> : (X * b * D) ^+ 2 - (b - a * a) * ((b - a * a) * ((1 + b) * (1 + b)) + a * (1 - b) * (a * (1 - b))) * (X * X) =
  X * X * b * D * (b * D - (b - a * a)) by rewrite /D /p /m; ring.
by rewrite !mulr_ge0 ?subr_ge0 // ltW.
Qed.

(* The same of one row alone: c^3 for the cube of the length of p, c^2 >= b and c^6 >= b^3. *)
Lemma share_any (R : rcfType) (X r s a b c e : R) (p := 1 + 2%:R * a + b) (S := (r + s) * (r + s) / p) :
  0 < p -> a * a <= b -> 0 <= X -> (s - r * a) * (s - r * a) <= (X - r * r) * (b - a * a) ->
  0 <= c -> b <= c * c -> 0 <= e -> b * b * b <= e * e ->
  `|S - r * r - 2%:R * r * (s - r * a) - ((s - 2%:R * r * a) * (s - 2%:R * r * a) - r * r * b)| <= X * e /\
  `|S - r * r| <= X * c.
Proof.
move=> p0 ab X0 h c0 bc e0 be; have b0 : 0 <= b by apply: le_trans ab; rewrite -expr2 sqr_ge0.
have k0 : 0 <= b - a * a by rewrite subr_ge0.
have kp : b - a * a <= b * p.
  rewrite -subr_ge0; have -> : b * p - (b - a * a) = (a + b) ^+ 2 by rewrite /p; ring.
  exact: sqr_ge0.
have kq : b - a * a <= p.
  rewrite -subr_ge0; have -> : p - (b - a * a) = (1 + a) ^+ 2 by rewrite /p; ring.
  exact: sqr_ge0.
have pp : p != 0 by rewrite gt_eqF.
split.
  apply: (@quotient_below R p ((1 - p) * ((s - r * a) * (s - r * a) - (b - a * a) * (r * r)) -
    2%:R * (- ((1 + a) - (1 - a) * p)) * (r * (s - r * a)))) => //; first by rewrite mulr_ge0.
    by rewrite /S; move: pp; rewrite /p => pp; field.
  apply: le_trans (share_form _ _ k0 h) _; apply: (@le_trans _ _ (X * X * (b * b * b) * (p * p))); last first.
    rewrite !exprMn !expr2 ler_pmul2r ?mulr_gt0 // ler_wpmul2l // mulr_ge0 //.
  rewrite -subr_ge0.
  have -> : X * X * (b * b * b) * (p * p) - (b - a * a) * ((b - a * a) * ((1 - p) * (1 - p)) +
      - ((1 + a) - (1 - a) * p) * - ((1 + a) - (1 - a) * p)) * (X * X) = X * X * (b * b) * p * (b * p - (b - a * a)).
    by rewrite /p; ring.
  by rewrite !mulr_ge0 ?subr_ge0 // ltW.
apply: (@quotient_below R p (1 * ((s - r * a) * (s - r * a) - (b - a * a) * (r * r)) -
  2%:R * (- (1 + a)) * (r * (s - r * a)))) => //; first by rewrite mulr_ge0.
  by rewrite /S; move: pp; rewrite /p => pp; field.
apply: le_trans (share_form _ _ k0 h) _; apply: (@le_trans _ _ (X * X * b * (p * p))); last first.
  by rewrite !exprMn !expr2 ler_pmul2r ?mulr_gt0 // ler_wpmul2l // mulr_ge0.
rewrite -subr_ge0.
have -> : X * X * b * (p * p) - (b - a * a) * ((b - a * a) * (1 * 1) + - (1 + a) * - (1 + a)) * (X * X) =
  X * X * p * (b * p - (b - a * a)) by rewrite /p; ring.
by rewrite !mulr_ge0 ?subr_ge0 // ltW.
Qed.

(* Forms x M y of a correlation matrix. *)
Definition form (R : rcfType) d (M : nat -> nat -> R) (x y : nat -> R) : R := \sum_(a < d) (x a * (\sum_(b < d) (M a b * y b))).
Definition is_correlation (R : rcfType) d (M : nat -> nat -> R) :=
  [/\ forall i, (i < d)%N -> forall j, (j < d)%N -> M i j = M j i, forall i, (i < d)%N -> M i i = 1 &
    forall z : nat -> R, 0 <= \sum_(i < d) (\sum_(j < d) ((z i * M i j) * z j))].
Definition unit_at (R : rcfType) (j : nat) : nat -> R := fun k => (k == j :> nat)%:R.

Lemma form_eq (R : rcfType) d M (x y u v : nat -> R) : (forall k, (k < d)%N -> x k = u k) -> (forall k, (k < d)%N -> y k = v k) ->
  form d M x y = form d M u v.
Proof. by move=> xu yv; apply: eq_bigr => a _; rewrite xu //; congr (_ * _); apply: eq_bigr => b _; rewrite yv. Qed.

Lemma form_left (R : rcfType) d M (x y z : nat -> R) c : form d M (fun k => x k + c * y k) z = form d M x z + c * form d M y z.
Proof. by rewrite /form mulr_sumr -big_split; apply: eq_bigr => a _ /=; ring. Qed.

Lemma form_right (R : rcfType) d M (x y z : nat -> R) c : form d M z (fun k => x k + c * y k) = form d M z x + c * form d M z y.
Proof.
rewrite /form mulr_sumr -big_split; apply: eq_bigr => a _ /=; rewrite mulrCA -mulrDr; congr (_ * _).
by rewrite mulr_sumr -big_split; apply: eq_bigr => b _ /=; ring.
Qed.

Lemma form_two_left (R : rcfType) d M (x y z : nat -> R) c e :
  form d M (fun k => c * x k + e * y k) z = c * form d M x z + e * form d M y z.
Proof. by rewrite /form !mulr_sumr -big_split; apply: eq_bigr => a _ /=; ring. Qed.

Lemma form_two_right (R : rcfType) d M (x y z : nat -> R) c e :
  form d M z (fun k => c * x k + e * y k) = c * form d M z x + e * form d M z y.
Proof.
transitivity (\sum_(a < d) (c * (z a * \sum_(b < d) (M a b * x b)) + e * (z a * \sum_(b < d) (M a b * y b)))).
  apply: eq_bigr => a _; rewrite ![_ * (z a * _)]mulrCA -mulrDr; congr (_ * _).
  by rewrite !mulr_sumr -big_split; apply: eq_bigr => b _ /=; ring.
by rewrite big_split /= -!mulr_sumr.
Qed.

Lemma form_sym (R : rcfType) d M (x y : nat -> R) : is_correlation d M -> form d M x y = form d M y x.
Proof.
move=> [sym _ _]; rewrite /form; under eq_bigr do rewrite mulr_sumr; rewrite exchange_big; apply: eq_bigr => a _.
by rewrite mulr_sumr; apply: eq_bigr => b _; rewrite sym //; ring.
Qed.

Lemma form_ge0 (R : rcfType) d M (x : nat -> R) : is_correlation d M -> 0 <= form d M x x.
Proof.
move=> [_ _ psd]; have := psd x; congr (_ <= _); apply: eq_bigr => a _; rewrite mulr_sumr.
by apply: eq_bigr => b _; rewrite mulrA.
Qed.

Lemma sum_at (R : rcfType) (d i : nat) (f : nat -> R) : (i < d)%N -> \sum_(j < d) (unit_at R i j * f j) = f i.
Proof.
move=> id; rewrite (bigD1 (Ordinal id)) //= /unit_at eqxx mul1r big1 ?addr0 // => j ji.
by rewrite -val_eqE /= in ji; rewrite (negbTE ji) mul0r.
Qed.

Lemma form_at (R : rcfType) d M i (y : nat -> R) : (i < d)%N -> form d M (unit_at R i) y = \sum_(b < d) (M i b * y b).
Proof. by move=> id; rewrite /form (sum_at (fun a => \sum_(b < d) (M a b * y b))). Qed.

Lemma form_entry (R : rcfType) d M i j : (i < d)%N -> (j < d)%N -> form d M (unit_at R i) (unit_at R j) = M i j.
Proof. by move=> id jd; rewrite form_at //; under eq_bigr do rewrite mulrC; rewrite (sum_at (M i)). Qed.

Lemma form_images (R : rcfType) d M (x y : nat -> R) : is_correlation d M ->
  form d M x y = \sum_(k < d) (x k * form d M (unit_at R k) y).
Proof. by move=> _; apply: eq_bigr => k _; rewrite form_at. Qed.

Lemma form_schwarz (R : rcfType) d M (x y : nat -> R) : is_correlation d M ->
  form d M x y * form d M x y <= form d M x x * form d M y y.
Proof.
move=> cor; have sym u v := form_sym u v cor; set X := form d M x x; set Y := form d M y y; set P := form d M x y.
have along c : 0 <= X + c * (2%:R * P) + c * c * Y.
  have := form_ge0 (fun k => x k + c * y k) cor; rewrite form_left !form_right (sym y x) -/X -/Y -/P.
  by congr (_ <= _); ring.
have := form_ge0 y cor; rewrite le_eqVlt eq_sym -/Y => /orP [/eqP Y0 | Y0].
  have -> : P = 0; last by rewrite mul0r Y0 mulr0.
  apply/eqP; apply/negPn/negP => P0; have := along (- (X + 1) / (2%:R * P)); rewrite Y0.
  have -> : X + - (X + 1) / (2%:R * P) * (2%:R * P) + - (X + 1) / (2%:R * P) * (- (X + 1) / (2%:R * P)) * 0 = - 1 by field.
  by rewrite oppr_ge0 ler10.
have := along (- P / Y); rewrite -(ler_pmul2l Y0) mulr0 -subr_ge0; move: (lt0r_neq0 Y0) => Yn.
have -> : Y * (X + - P / Y * (2%:R * P) + - P / Y * (- P / Y) * Y) - 0 = X * Y - P * P by field.
by rewrite subr_ge0.
Qed.

(* Row j of H + c W H, w row j of W; its share of x, in the square of its length. *)
Definition moved (R : rcfType) (j : nat) (c : R) (w : nat -> R) : nat -> R := fun k => unit_at R j k + c * w k.
Definition share (R : rcfType) d M j (c : R) (x w : nat -> R) : R :=
  form d M x (moved j c w) * form d M x (moved j c w) / form d M (moved j c w) (moved j c w).

Lemma moved_square (R : rcfType) d M j (c : R) w : is_correlation d M -> (j < d)%N ->
  form d M (moved j c w) (moved j c w) = 1 + 2%:R * (c * form d M (unit_at R j) w) + c * c * form d M w w.
Proof.
move=> cor jd; have [_ unit _] := cor.
rewrite /moved form_left !form_right (form_sym w (unit_at R j) cor) form_entry // unit //; ring.
Qed.

Lemma moved_within (R : rcfType) d M j (c : R) (x w : nat -> R) (r := form d M x (unit_at R j)) (s := c * form d M x w)
    (a := c * form d M (unit_at R j) w) (b := c * c * form d M w w) : is_correlation d M -> (j < d)%N ->
  [/\ a * a <= b, 0 <= form d M x x & (s - r * a) * (s - r * a) <= (form d M x x - r * r) * (b - a * a)].
Proof.
move=> cor jd; have [_ unit _] := cor; have sym u v := form_sym u v cor.
have sq (e : R) : 0 <= e * e by rewrite -expr2 sqr_ge0.
have one : form d M (unit_at R j) (unit_at R j) = 1 by rewrite form_entry // unit.
split; [| exact: form_ge0 |].
  have := form_schwarz (unit_at R j) w cor; rewrite one mul1r => le.
  rewrite -subr_ge0 /a /b; have -> : c * c * form d M w w - c * form d M (unit_at R j) w * (c * form d M (unit_at R j) w) =
    c * c * (form d M w w - form d M (unit_at R j) w * form d M (unit_at R j) w) by ring.
  by rewrite mulr_ge0 // subr_ge0.
have := form_schwarz (fun k => 1 * x k + (- r) * unit_at R j k) (fun k => c * w k + (- a) * unit_at R j k) cor.
rewrite !form_two_left !form_two_right (sym (unit_at R j) x) (sym w (unit_at R j)) one -/r.
by rewrite /s /a /b => h; apply: le_trans (le_trans _ h) _; rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.

(* Laws of a row: positive linear means on the functions that have one. *)
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

Lemma mean_sum (R : rcfType) P D E (L : @is_law_on R P D E) n (f : nat -> (nat -> R) -> R) (a : nat -> R) :
  (forall i, (i < n)%N -> mean_is D E (f i) (a i)) -> mean_is D E (fun w => \sum_(i < n) f i w) (\sum_(i < n) a i).
Proof.
elim: n => [|n IH] F.
  by rewrite big_ord0; apply: (mean_eq L) (mean_zero L) => w; rewrite big_ord0.
rewrite big_ord_recr; apply: (mean_eq L) (mean_add L (IH (fun i lt => F i (ltnW lt))) (F n (ltnSn n))) => w.
by rewrite big_ord_recr.
Qed.

Lemma mean_near (R : rcfType) P D E (L : @is_law_on R P D E) f g e a b : D f -> mean_is D E g a -> mean_is D E e b ->
  (forall w, P w -> `|f w - g w| <= e w) -> `|E f - a| <= b.
Proof.
move=> Df G [De Eb] near; have [Dp Ep] := mean_add L G (conj De Eb).
have [Dm Em] := mean_lin L (-1) (conj De Eb) G.
rewrite ler_distl -Ep; apply/andP; split; last first.
  by apply: (mean_le L) => // w /near; rewrite ler_distl => /andP [].
have -> : a - b = E (fun w => -1 * e w + g w) by rewrite Em mulN1r addrC.
by apply: (mean_le L) => // w /near; rewrite ler_distl => /andP [+ _]; rewrite mulN1r addrC.
Qed.

(* The mean over w and - w, for laws that are symmetric, and f itself for others. *)
Definition avg (R : rcfType) (even : bool) (f : (nat -> R) -> R) (w : nat -> R) :=
  if even then (f w + f (fun k => - w k)) / 2%:R else f w.
Definition balanced (R : rcfType) d (even : bool) (D : ((nat -> R) -> R) -> Prop) (E : ((nat -> R) -> R) -> R) :=
  if even then forall f, D f -> D (fun z => f (fun k => - z k)) /\ E (fun z => f (fun k => - z k)) = E f
  else forall k, (k < d)%N -> D (fun w => w k) /\ E (fun w => w k) = 0.
Definition uncorrelated (R : rcfType) d (D : ((nat -> R) -> R) -> Prop) (E : ((nat -> R) -> R) -> R) :=
  forall k, (k < d)%N -> forall l, (l < d)%N -> D (fun w => w k * w l) /\ E (fun w => w k * w l) = (k == l :> nat)%:R.

Lemma mean_avg (R : rcfType) P D E (L : @is_law_on R P D E) d even f : balanced d even D E -> D f -> mean_is D E (avg even f) (E f).
Proof.
case: even => [sym Df | _ Df] //; have [Dg Eg] := sym f Df.
have := mean_scale L (1 / 2%:R) (mean_add L (conj Df erefl) (conj Dg Eg)).
have -> : 1 / 2%:R * (E f + E f) = E f by field.
by apply: (mean_eq L) => w; rewrite /avg mul1r mulrC.
Qed.

Lemma avg_near (R : rcfType) (even : bool) (f g : (nat -> R) -> R) e w : `|f w - g w| <= e ->
  (even -> `|f (fun k => - w k) - g (fun k => - w k)| <= e) -> `|avg even f w - avg even g w| <= e.
Proof.
move=> one; case: even => [/(_ isT) two | _] //; rewrite /avg.
have -> : (f w + f (fun k => - w k)) / 2%:R - (g w + g (fun k => - w k)) / 2%:R =
  ((f w - g w) + (f (fun k => - w k) - g (fun k => - w k))) / 2%:R by field.
rewrite normrM [`|_^-1|]gtr0_norm ?invr_gt0 ?ltr0n // ler_pdivr_mulr ?ltr0n //.
by apply: le_trans (ler_norm_add _ _) _; rewrite mulr_natr mulr2n ler_add.
Qed.

Lemma mean_forms (R : rcfType) P D E (L : @is_law_on R P D E) d M (x y : nat -> R) : is_correlation d M -> uncorrelated d D E ->
  mean_is D E (fun w => form d M x w * form d M y w) (\sum_(k < d) (form d M (unit_at R k) x * form d M (unit_at R k) y)).
Proof.
move=> cor unc; pose u z k := form d M (unit_at R k) z.
have -> : \sum_(k < d) (u x k * u y k) = \sum_(k < d) \sum_(l < d) ((u x k * u y l) * (k == l :> nat)%:R).
  apply: eq_bigr => k _; under eq_bigr do rewrite mulrC eq_sym.
  by rewrite (sum_at (fun l => u x k * u y l)).
have S := mean_sum L (n := d) (f := fun k w => \sum_(l < d) ((u x k * u y l) * (w k * w l)))
  (a := fun k => \sum_(l < d) ((u x k * u y l) * (k == l :> nat)%:R)).
apply: (mean_eq L) (S _) => [w | k kd].
  rewrite (form_sym x w cor) (form_sym y w cor) (form_images w x cor) (form_images w y cor) mulr_suml.
  apply: eq_bigr => k _; rewrite mulr_sumr; apply: eq_bigr => l _; rewrite /u; ring.
have S' := mean_sum L (n := d) (f := fun l w => (u x k * u y l) * (w k * w l)) (a := fun l => (u x k * u y l) * (k == l :> nat)%:R).
by apply: S' => l ld; apply: (mean_scale L); exact: unc.
Qed.

Lemma mean_length (R : rcfType) P D E (L : @is_law_on R P D E) d M : is_correlation d M -> uncorrelated d D E ->
  mean_is D E (fun w => form d M w w) d%:R.
Proof.
move=> cor unc; have [_ unit _] := cor.
have -> : d%:R = \sum_(k < d) \sum_(l < d) (M k l * (k == l :> nat)%:R) :> R.
  rewrite -[LHS]mulr1 -[in LHS](card_ord d) mulr_natl -sumr_const; apply: eq_bigr => k _.
  by under eq_bigr do rewrite mulrC eq_sym; rewrite (sum_at (M k)) ?unit.
have S := mean_sum L (n := d) (f := fun k w => \sum_(l < d) (M k l * (w k * w l))) (a := fun k => \sum_(l < d) (M k l * (k == l :> nat)%:R)).
apply: (mean_eq L) (S _) => [w | k kd].
  by apply: eq_bigr => k _; rewrite mulr_sumr; apply: eq_bigr => l _; ring.
have S' := mean_sum L (n := d) (f := fun l w => M k l * (w k * w l)) (a := fun l => M k l * (k == l :> nat)%:R).
by apply: S' => l ld; apply: (mean_scale L); exact: unc.
Qed.

Lemma mean_form (R : rcfType) P D E (L : @is_law_on R P D E) d M (x : nat -> R) : is_correlation d M ->
  balanced d false D E -> mean_is D E (fun w => form d M x w) 0.
Proof.
move=> cor cen; have -> : 0 = \sum_(k < d) (form d M (unit_at R k) x * 0) :> R by rewrite big1 // => k _; rewrite mulr0.
have S := mean_sum L (n := d) (f := fun k w => form d M (unit_at R k) x * w k) (a := fun k => form d M (unit_at R k) x * 0).
apply: (mean_eq L) (S _) => [w | k kd].
  by rewrite (form_sym x w cor) (form_images w x cor); apply: eq_bigr => k _; rewrite mulrC.
by apply: (mean_scale L); exact: cen.
Qed.

(* Errors of first and second order of a share, of b = w M w. *)
Definition first_error (R : rcfType) (even : bool) (c b : R) := if even then c * c * b else c * (1 + b) / 2%:R.
Definition second_error (R : rcfType) (even : bool) (c b : R) :=
  if even then c * c * b * (c * c * b) else c * c * c * (b + b * b) / 2%:R.
Definition slope (R : rcfType) d M (even : bool) j (c : R) (x w : nat -> R) := if even then 0 else
  2%:R * form d M x (unit_at R j) * (c * (form d M x w - form d M x (unit_at R j) * form d M (unit_at R j) w)).
Definition bend (R : rcfType) d M j (x w : nat -> R) := form d M (fun k => 1 * x k + (- (2%:R * form d M x (unit_at R j))) * unit_at R j k) w *
    form d M (fun k => 1 * x k + (- (2%:R * form d M x (unit_at R j))) * unit_at R j k) w -
  form d M x (unit_at R j) * form d M x (unit_at R j) * form d M w w.

Lemma regrouped (R : rcfType) (S a k l y z m : R) : `|S - a - k - y| <= m -> k = l -> y = z -> `|S - (a + l + z)| <= m.
Proof. by move=> h <- <-; rewrite !opprD !addrA. Qed.

Lemma regrouped_even (R : rcfType) (S a y z m : R) : `|S - a - y| <= m -> y = z -> `|S - (a + 0 + z)| <= m.
Proof. by move=> h <-; rewrite addr0 opprD addrA. Qed.

Lemma share_near (R : rcfType) d M (even : bool) j (c : R) (x w : nat -> R) (r := form d M x (unit_at R j)) : is_correlation d M -> (j < d)%N ->
  0 < c -> 0 < form d M (moved j c w) (moved j c w) -> (even -> 0 < form d M (moved j (- c) w) (moved j (- c) w)) ->
  `|avg even (share d M j c x) w - (r * r + slope d M even j c x w + c * c * bend d M j x w)|
      <= form d M x x * second_error even c (form d M w w) /\
  `|avg even (share d M j c x) w - r * r| <= form d M x x * first_error even c (form d M w w).
Proof.
move=> cor jd c0 up; have [ab X0 near] := moved_within c x w cor jd; have b0 := form_ge0 w cor.
have num e : form d M x (moved j e w) = r + e * form d M x w by exact: form_right.
have bendE : bend d M j x w = (form d M x w - 2%:R * r * form d M (unit_at R j) w) * (form d M x w - 2%:R * r * form d M (unit_at R j) w)
    - r * r * form d M w w by rewrite /bend !form_two_left -/r; ring.
rewrite bendE; rewrite moved_square // in up.
case: even => [/(_ isT) dn | _]; rewrite /avg /slope /second_error /first_error.
  have turn : share d M j c x (fun k => - w k) = share d M j (- c) x w.
    have mv k : moved j c (fun k => - w k) k = moved j (- c) w k by rewrite /moved mulrN mulNr.
    rewrite /share (@form_eq R d M x (moved j c (fun k => - w k)) x (moved j (- c) w)) //.
    by rewrite (@form_eq R d M (moved j c (fun k => - w k)) (moved j c (fun k => - w k)) (moved j (- c) w) (moved j (- c) w)).
  rewrite moved_square // in dn; rewrite turn /share !num !moved_square //.
  have e : 1 + 2%:R * (- c * form d M (unit_at R j) w) + - c * - c * form d M w w =
    1 - 2%:R * (c * form d M (unit_at R j) w) + c * c * form d M w w by ring.
  rewrite e in dn *; have [] := share_even up dn ab X0 near; rewrite mulNr => h2 h1; split=> //.
  by apply: regrouped_even h2 _; rewrite /r; ring.
have c3 : 0 <= c * c * c by rewrite !mulr_ge0 // ltW.
have sq (e : R) : 0 <= e * e by rewrite -expr2 sqr_ge0.
rewrite /share !num moved_square //.
have := share_any up ab X0 near (c := c * (1 + form d M w w) / 2%:R) (e := c * c * c * (form d M w w + form d M w w * form d M w w) / 2%:R).
move: (form d M w w) b0 => b b0; case.
- by rewrite divr_ge0 ?mulr_ge0 ?addr_ge0 ?ler0n ?ler01 // ltW.
- rewrite -subr_ge0; have -> : c * (1 + b) / 2%:R * (c * (1 + b) / 2%:R) - c * c * b = (c * (1 - b) / 2%:R) * (c * (1 - b) / 2%:R) by field.
  exact: sq.
- by apply: divr_ge0; rewrite ?ler0n //; apply: mulr_ge0 => //; apply: addr_ge0 => //; exact: mulr_ge0.
- rewrite -subr_ge0; have -> : c * c * c * (b + b * b) / 2%:R * (c * c * c * (b + b * b) / 2%:R) - c * c * b * (c * c * b) * (c * c * b) =
    (c * c * c * b * (1 - b) / 2%:R) * (c * c * c * b * (1 - b) / 2%:R) by field.
  exact: sq.
by move=> h2 h1; split=> //; apply: regrouped h2 _ _; rewrite /r; ring.
Qed.

Lemma avg_lin (R : rcfType) (even : bool) (f g : (nat -> R) -> R) c w :
  avg even (fun w => c * f w + g w) w = c * avg even f w + avg even g w.
Proof. by case: even; rewrite /avg //; field. Qed.

Lemma avg_sum (R : rcfType) (even : bool) n (f : nat -> (nat -> R) -> R) w :
  avg even (fun w => \sum_(k < n) f k w) w = \sum_(k < n) avg even (f k) w.
Proof. by case: even; rewrite /avg // -big_split /= mulr_suml. Qed.

(* The mean of `bend`. *)
Definition mirrored (R : rcfType) d M j (x : nat -> R) : nat -> R :=
  fun k => 1 * x k + (- (2%:R * form d M x (unit_at R j))) * unit_at R j k.
Definition turning (R : rcfType) d M j (x : nat -> R) : R :=
  \sum_(k < d) (form d M (unit_at R k) (mirrored d M j x) * form d M (unit_at R k) (mirrored d M j x)) -
  d%:R * (form d M x (unit_at R j) * form d M x (unit_at R j)).

Lemma mean_bend (R : rcfType) P D E (L : @is_law_on R P D E) d M j (x : nat -> R) : is_correlation d M -> uncorrelated d D E ->
  mean_is D E (bend d M j x) (turning d M j x).
Proof.
move=> cor unc; have F := mean_forms L (mirrored d M j x) (mirrored d M j x) cor unc.
have G := mean_scale L (- (form d M x (unit_at R j) * form d M x (unit_at R j))) (mean_length L cor unc).
have := mean_add L F G; rewrite mulNr [_ * d%:R]mulrC; apply: (mean_eq L) => w; by rewrite /bend mulNr.
Qed.

Lemma mean_slope (R : rcfType) P D E (L : @is_law_on R P D E) d M (even : bool) j (c : R) x : is_correlation d M ->
  balanced d even D E -> mean_is D E (slope d M even j c x) 0.
Proof.
move=> cor; rewrite /slope; case: even => bal; first exact: mean_zero L.
have F := mean_lin L (- form d M x (unit_at R j)) (mean_form L (unit_at R j) cor bal) (mean_form L x cor bal).
have := mean_scale L (2%:R * form d M x (unit_at R j) * c) F; rewrite mulr0 addr0 mulr0.
by apply: (mean_eq L) => w; ring.
Qed.

Lemma first_error_ge0 (R : rcfType) (even : bool) (c b : R) : 0 < c -> 0 <= b -> 0 <= first_error even c b.
Proof.
move=> c0 b0; rewrite /first_error; case: even; first by rewrite !mulr_ge0 // ltW.
by rewrite divr_ge0 ?ler0n // mulr_ge0 ?addr_ge0 ?ler01 // ltW.
Qed.

Lemma mirrored_at (R : rcfType) d M j k (x : nat -> R) : is_correlation d M -> (j < d)%N -> (k < d)%N ->
  form d M (unit_at R k) (mirrored d M j x) = form d M (mirrored d M j (unit_at R k)) x /\
  form d M (mirrored d M j (unit_at R k)) (mirrored d M j (unit_at R k)) = 1.
Proof.
move=> cor jd kd; have [_ unit _] := cor.
rewrite /mirrored !form_two_left !form_two_right (form_sym x (unit_at R j) cor).
by rewrite (form_sym (unit_at R j) (unit_at R k) cor) !form_entry // !unit //; split; ring.
Qed.

Lemma turning_of_row (R : rcfType) d M j (x : nat -> R) : is_correlation d M -> (j < d)%N ->
  turning d M j x = \sum_(k < d) (form d M (mirrored d M j (unit_at R k)) x * form d M (mirrored d M j (unit_at R k)) x) -
    d%:R * (form d M (unit_at R j) x * form d M (unit_at R j) x).
Proof.
move=> cor jd; rewrite /turning (form_sym x (unit_at R j) cor); congr (_ - _); apply: eq_bigr => k _.
by have [-> _] := mirrored_at x cor jd (ltn_ord k).
Qed.

(* One of two independent rows in the mean: what is left of its share of x beyond second order. *)
Lemma mean_share (R : rcfType) P D E (L : @is_law_on R P D E) d M (even : bool) j (c e : R) x : is_correlation d M -> (j < d)%N ->
  0 < c -> balanced d even D E -> uncorrelated d D E ->
  (forall w, P w -> 0 < form d M (moved j c w) (moved j c w) /\ (even -> 0 < form d M (moved j (- c) w) (moved j (- c) w))) ->
  D (share d M j c x) -> mean_is D E (fun w => second_error even c (form d M w w)) e ->
  `|E (share d M j c x) - (form d M x (unit_at R j) * form d M x (unit_at R j) + c * c * turning d M j x)| <= form d M x x * e.
Proof.
move=> cor jd c0 bal unc pos Dx De; have [Da <-] := mean_avg L bal Dx.
have S := mean_slope L j c x cor bal.
apply: (mean_near L (g := fun w => c * c * bend d M j x w + (slope d M even j c x w +
  form d M x (unit_at R j) * form d M x (unit_at R j))) Da _ (mean_scale L (form d M x x) De)) => [|w Pw].
  have := mean_lin L (c * c) (mean_bend L j x cor unc) (mean_add L S (mean_const L (form d M x (unit_at R j) * form d M x (unit_at R j)))).
  by rewrite add0r addrC.
have [up dn] := pos w Pw; have [near _] := share_near x cor jd c0 up dn.
by move: near; congr (`|_ - _| <= _); ring.
Qed.

(* (M+_ij)^2 in the mean over two independent rows. *)
Definition entry (R : rcfType) d M (c : R) i w j v : R := form d M (moved i c w) (moved j c v) * form d M (moved i c w) (moved j c v) /
  (form d M (moved i c w) (moved i c w) * form d M (moved j c v) (moved j c v)).

Lemma entry_near (R : rcfType) P D E (L : @is_law_on R P D E) d M (even : bool) i j (c e : R) w (S := share d M i c (unit_at R j)) :
  is_correlation d M -> (i < d)%N -> (j < d)%N -> 0 < c -> balanced d even D E -> uncorrelated d D E ->
  (forall w, P w -> 0 < form d M (moved j c w) (moved j c w) /\ (even -> 0 < form d M (moved j (- c) w) (moved j (- c) w))) ->
  (forall x, D (share d M j c x)) -> mean_is D E (fun w => second_error even c (form d M w w)) e ->
  0 < form d M (moved i c w) (moved i c w) ->
  `|E (entry d M c i w j) - (c * c * (- d%:R * S w + \sum_(k < d) share d M i c (mirrored d M j (unit_at R k)) w) + S w)| <= e.
Proof.
move=> cor hi hj c0 bal unc pos Dx De X0; set g := moved i c w; set X := form d M g g.
have [_ ->] : mean_is D E (entry d M c i w j) (X^-1 * E (share d M j c g)).
  apply: (mean_eq L) (mean_scale L X^-1 (conj (Dx g) erefl)) => v.
  by rewrite /entry -/g -/X /share invfM mulrCA.
have near := mean_share L (x := g) cor hj c0 bal unc pos (Dx g) De.
rewrite -(ler_pmul2l X0) -[X in X * _](gtr0_norm X0) -normrM; apply: le_trans near; rewrite -/g -/X le_eqVlt; apply/orP; left; apply/eqP.
congr (`|_|); rewrite mulrBr mulVKf ?gt_eqF //; congr (_ - _); rewrite turning_of_row //.
have Sx x : share d M i c x w = form d M x g * form d M x g / X by [].
rewrite /S Sx (eq_bigr (fun k : 'I_d => form d M (mirrored d M j (unit_at R k)) g * form d M (mirrored d M j (unit_at R k)) g / X)) //.
rewrite -mulr_suml (form_sym g (unit_at R j) cor).
have alg (rr s y dd cc : R) : y != 0 -> y * (cc * (- dd * (rr / y) + s / y) + rr / y) = rr + cc * (s - dd * rr) by move=> ?; field.
by rewrite alg // gt_eqF.
Qed.

Lemma mean_pair (R : rcfType) P D E (L : @is_law_on R P D E) d M (even : bool) i j (c e f : R) :
  is_correlation d M -> (i < d)%N -> (j < d)%N -> 0 < c -> balanced d even D E -> uncorrelated d D E ->
  (forall w, P w -> forall i, (i < d)%N ->
    0 < form d M (moved i c w) (moved i c w) /\ (even -> 0 < form d M (moved i (- c) w) (moved i (- c) w))) ->
  (forall x j, (j < d)%N -> D (share d M j c x)) -> D (fun w => E (entry d M c i w j)) ->
  mean_is D E (fun w => second_error even c (form d M w w)) e -> mean_is D E (fun w => first_error even c (form d M w w)) f ->
  `|E (fun w => E (entry d M c i w j)) - (M i j * M i j + c * c * (turning d M j (unit_at R i) + turning d M i (unit_at R j)))|
    <= e + e + c * c * (2%:R * d%:R * f).
Proof.
move=> cor hi hj c0 bal unc pos Dx DG De Df; have [_ unit _] := cor; have [Da <-] := mean_avg L bal DG.
set S := share d M i c (unit_at R j); pose z k := mirrored d M j (unit_at R k); set m := M i j.
have mE : form d M (unit_at R j) (unit_at R i) = m by rewrite form_sym // form_entry.
pose H w := c * c * (- d%:R * S w + \sum_(k < d) share d M i c (z k) w) + S w.
pose T w := c * c * (bend d M i (unit_at R j) w) + (slope d M even i c (unit_at R j) w +
  (m * m + c * c * turning d M j (unit_at R i))).
have pj w : P w -> 0 < form d M (moved j c w) (moved j c w) /\ (even -> 0 < form d M (moved j (- c) w) (moved j (- c) w)).
  by move=> Pw; exact: pos.
have GH w : P w -> `|avg even (fun w => E (entry d M c i w j)) w - avg even H w| <= e.
  move=> Pw; have [up dn] := pos w Pw i hi.
  apply: avg_near => [|/dn {}dn]; first exact: (entry_near L cor hi hj c0 bal unc pj (fun x => Dx x j hj) De up).
  apply: (entry_near L cor hi hj c0 bal unc pj (fun x => Dx x j hj) De).
  rewrite (@form_eq R d M _ _ (moved i (- c) w) (moved i (- c) w)) // => k _; by rewrite /moved mulrN mulNr.
have TE : mean_is D E T (m * m + c * c * (turning d M j (unit_at R i) + turning d M i (unit_at R j))).
  have Sl := mean_slope L i c (unit_at R j) cor bal.
  have := mean_lin L (c * c) (mean_bend L i (unit_at R j) cor unc) (mean_add L Sl (mean_const L (m * m + c * c * turning d M j (unit_at R i)))).
  by rewrite add0r [c * c * _ + _]addrC -addrA -mulrDr.
have errE := mean_add L (mean_const L e) (mean_lin L (c * c * (2%:R * d%:R)) Df De).
have -> : e + e + c * c * (2%:R * d%:R * f) = e + (c * c * (2%:R * d%:R) * f + e) by ring.
apply: (mean_near L Da TE errE) => w Pw; have [up dn] := pos w Pw i hi.
set b := form d M w w; set ef := first_error even c b; set es := second_error even c b.
have f0 : 0 <= ef by apply: first_error_ge0 => //; exact: form_ge0.
set G := fun w => E (entry d M c i w j).
have -> : avg even G w - T w = (avg even G w - avg even H w) + (avg even H w - T w) by rewrite addrA subrK.
apply: le_trans (ler_norm_add _ _) _; apply: ler_add; first exact: GH.
have own : form d M (unit_at R j) (unit_at R j) = 1 by rewrite form_entry // unit.
have [] := share_near (unit_at R j) cor hi c0 up dn; rewrite own !mul1r mE -/b -/ef -/es -/S => near2 near1.
have nearz k : (k < d)%N -> `|avg even (share d M i c (z k)) w - form d M (z k) (unit_at R i) * form d M (z k) (unit_at R i)| <= ef.
  move=> kd; have [_] := share_near (z k) cor hi c0 up dn; have [_ ->] := mirrored_at (unit_at R i) cor hj kd.
  by rewrite mul1r.
have -> : avg even H w = c * c * (- d%:R * avg even S w + \sum_(k < d) avg even (share d M i c (z k)) w) + avg even S w.
  rewrite /H (avg_lin even (fun w => - d%:R * S w + \sum_(k < d) share d M i c (z k) w) S); congr (_ * _ + _).
  rewrite (avg_lin even S (fun w => \sum_(k < d) share d M i c (z k) w)); congr (_ + _).
  exact: (avg_sum even d (fun k => share d M i c (z k)) w).
have -> : c * c * (- d%:R * avg even S w + \sum_(k < d) avg even (share d M i c (z k)) w) + avg even S w - T w =
    c * c * (- d%:R * (avg even S w - m * m) + \sum_(k < d) (avg even (share d M i c (z k)) w - form d M (z k) (unit_at R i) * form d M (z k) (unit_at R i))) +
    (avg even S w - (m * m + slope d M even i c (unit_at R j) w + c * c * bend d M i (unit_at R j) w)).
  have alg (q dd A B y l mm s : R) : q * (- dd * A + B) + A - (q * y + (l + (mm + q * (s - dd * mm)))) =
    q * (- dd * (A - mm) + (B - s)) + (A - (mm + l + q * y)) by ring.
  by rewrite /T turning_of_row // mE sumrB; exact: alg.
apply: le_trans (ler_norm_add _ _) _; apply: ler_add => //; rewrite normrM (ger0_norm (mulr_ge0 (ltW c0) (ltW c0))) -[X in _ <= X]mulrA ler_pmul2l ?mulr_gt0 //.
apply: le_trans (ler_norm_add _ _) _; have -> : 2%:R * d%:R * ef = d%:R * ef + d%:R * ef by ring.
apply: ler_add; first by rewrite normrM normrN (ger0_norm (ler0n _ _)) ler_wpmul2l ?ler0n.
apply: le_trans (ler_norm_sum _ _ _) _; rewrite mulr_natl -[X in _ *+ X](card_ord d) -sumr_const; apply: ler_sum => k _; exact: nearz.
Qed.

Lemma off_diagonal (R : rcfType) d (f : nat -> nat -> R) :
  \sum_(i < d) \sum_(j < d) ((i != j :> nat)%:R * f i j) = \sum_(i < d) \sum_(j < d) f i j - \sum_(i < d) f i i.
Proof.
rewrite -sumrB; apply: eq_bigr => i _; rewrite (bigD1 i) //= eqxx mul0r add0r [in RHS](bigD1 i) //= [RHS]addrC addKr.
by apply: eq_bigr => j ji; rewrite eq_sym -val_eqE /= in ji *; rewrite ji mul1r.
Qed.

Lemma turning_entries (R : rcfType) d M i j : is_correlation d M -> (i < d)%N -> (j < d)%N ->
  turning d M j (unit_at R i) = (\sum_(k < d) (M i k * M i k)) - 4%:R * M i j * (\sum_(k < d) (M i k * M j k)) +
    4%:R * (M i j * M i j) * (\sum_(k < d) (M j k * M j k)) - d%:R * (M i j * M i j).
Proof.
move=> cor hi hj; have [sym _ _] := cor; rewrite /turning form_entry //; congr (_ - _).
rewrite !mulr_sumr -sumrB -big_split; apply: eq_bigr => k _ /=.
by rewrite /mirrored form_two_right !form_entry // (sym _ (ltn_ord k) _ hi) (sym _ (ltn_ord k) _ hj); ring.
Qed.

Lemma drift_sum (R : rcfType) d (M : nat -> nat -> R) (F := \sum_(i < d) (\sum_(j < d) (M i j * M i j))) : is_correlation d M ->
  \sum_(i < d) \sum_(j < d) ((i != j :> nat)%:R * (turning d M j (unit_at R i) + turning d M i (unit_at R j))) =
  (((d%:R * 2%:R) * d%:R) - (F * 2%:R)) - ((\sum_(i < d) (\sum_(j < d) ((\sum_(k < d) (M i k * M j k)) * M i j))) * 8%:R) +
  ((\sum_(i < d) ((\sum_(j < d) (M i j * M i j)) * (\sum_(j < d) (M i j * M i j)))) * 8%:R).
Proof.
move=> cor; have [sym unit _] := cor; pose r i := \sum_(k < d) (M i k * M i k); pose c i j := \sum_(k < d) (M i k * M j k).
have own i j : (i < d)%N -> (j < d)%N -> turning d M j (unit_at R i) + turning d M i (unit_at R j) =
    r i + r j - 8%:R * (c i j * M i j) + 4%:R * (M i j * M i j) * (r i + r j) - 2%:R * d%:R * (M i j * M i j).
  move=> hi hj; rewrite !turning_entries // (sym j hj i hi) -/(r i) -/(r j) -/(c i j).
  have -> : \sum_(k < d) (M j k * M i k) = c i j by apply: eq_bigr => k _; rewrite mulrC.
  by ring.
rewrite (off_diagonal d (fun i j => turning d M j (unit_at R i) + turning d M i (unit_at R j))).
under eq_bigr do under eq_bigr do rewrite own //.
under [X in _ - X]eq_bigr do rewrite own //.
have Fr : F = \sum_(i < d) r i by [].
have all (i : 'I_d) : \sum_(j < d) (r i + r j - 8%:R * (c i j * M i j) + 4%:R * (M i j * M i j) * (r i + r j) - 2%:R * d%:R * (M i j * M i j)) =
    d%:R * r i + F - 8%:R * (\sum_(j < d) (c i j * M i j)) + (4%:R * (r i * r i) + 4%:R * (\sum_(j < d) (M i j * M i j * r j))) - 2%:R * d%:R * r i.
  transitivity (\sum_(j < d) r i + \sum_(j < d) r j - \sum_(j < d) 8%:R * (c i j * M i j) + \sum_(j < d) (M i j * M i j * (4%:R * r i)) +
      \sum_(j < d) (4%:R * (M i j * M i j * r j)) - \sum_(j < d) (M i j * M i j * (2%:R * d%:R))).
    by rewrite -big_split -sumrB -!big_split -sumrB; apply: eq_bigr => j _ /=; ring.
  have alg (q G C S e : R) : e * q + G - 8%:R * C + q * (4%:R * q) + 4%:R * S - q * (2%:R * e) =
    e * q + G - 8%:R * C + (4%:R * (q * q) + 4%:R * S) - 2%:R * e * q by ring.
  by rewrite -!mulr_suml -!mulr_sumr -/(r i) -Fr sumr_const card_ord -mulr_natl; exact: alg.
under eq_bigr do rewrite all.
have swap : \sum_(i < d) \sum_(j < d) (M i j * M i j * r j) = \sum_(i < d) (r i * r i).
  rewrite exchange_big; apply: eq_bigr => j _; rewrite -mulr_suml; congr (_ * _).
  by apply: eq_bigr => i _; rewrite (sym i (ltn_ord i) j (ltn_ord j)).
have diag : \sum_(i < d) (r i + r i - 8%:R * (c i i * M i i) + 4%:R * (M i i * M i i) * (r i + r i) - 2%:R * d%:R * (M i i * M i i)) =
    2%:R * F - d%:R * (2%:R * d%:R).
  have -> : d%:R * (2%:R * d%:R) = \sum_(i < d) (2%:R * d%:R) :> R by rewrite sumr_const card_ord mulr_natl.
  by rewrite Fr mulr_sumr -sumrB; apply: eq_bigr => i _; rewrite unit // /c -/(r i); ring.
have alg (q G T S e : R) : e * G + e * G - 8%:R * T + (4%:R * S + 4%:R * S) - 2%:R * e * G - (2%:R * G - e * (2%:R * e)) =
    e * 2%:R * e - G * 2%:R - T * 8%:R + S * 8%:R by ring.
rewrite diag sumrB big_split sumrB !big_split /= -!mulr_sumr swap -Fr sumr_const card_ord -[F *+ d]mulr_natl.
exact: alg.
Qed.

Lemma layer_mean (R : rcfType) P D E (L : @is_law_on R P D E) d (M : nat -> nat -> R) (even : bool) (c e f : R) (F := \sum_(i < d) (\sum_(j < d) (M i j * M i j))) :
  is_correlation d M -> 0 < c -> balanced d even D E -> uncorrelated d D E ->
  (forall w, P w -> forall i, (i < d)%N ->
    0 < form d M (moved i c w) (moved i c w) /\ (even -> 0 < form d M (moved i (- c) w) (moved i (- c) w))) ->
  (forall x j, (j < d)%N -> D (share d M j c x)) ->
  (forall i, (i < d)%N -> forall j, (j < d)%N -> D (fun w => E (entry d M c i w j))) ->
  mean_is D E (fun w => second_error even c (form d M w w)) e -> mean_is D E (fun w => first_error even c (form d M w w)) f ->
  `|d%:R + \sum_(i < d) (\sum_(j < d) ((i != j :> nat)%:R * E (fun w => E (entry d M c i w j)))) - F - c * c *
    ((((d%:R * 2%:R) * d%:R) - (F * 2%:R)) - ((\sum_(i < d) (\sum_(j < d) ((\sum_(k < d) (M i k * M j k)) * M i j))) * 8%:R) +
    ((\sum_(i < d) ((\sum_(j < d) (M i j * M i j)) * (\sum_(j < d) (M i j * M i j)))) * 8%:R))|
  <= d%:R * (d%:R - 1) * (e + e + c * c * (2%:R * d%:R * f)).
Proof.
move=> cor c0 bal unc pos Dx DG De Df; have [_ unit _] := cor; rewrite -drift_sum //.
set b := e + e + _.
have FE : F = d%:R + \sum_(i < d) \sum_(j < d) ((i != j :> nat)%:R * (M i j * M i j)).
  rewrite (off_diagonal d (fun i j => M i j * M i j)) -/F addrC -addrA [X in _ + X](_ : _ = 0) ?addr0 //.
  by rewrite (eq_bigr (fun=> 1)) ?sumr_const ?card_ord ?addNr // => i _; rewrite unit // mulr1.
rewrite FE opprD addrACA subrr add0r -sumrB mulr_sumr -sumrB; apply: le_trans (ler_norm_sum _ _ _) _.
have -> : d%:R * (d%:R - 1) * b = \sum_(i < d) \sum_(j < d) ((i != j :> nat)%:R * b).
  rewrite (off_diagonal d (fun _ _ => b)) !sumr_const !card_ord -[b *+ d]mulr_natl -mulr_natl; ring.
apply: ler_sum => i _; rewrite -sumrB mulr_sumr -sumrB; apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => j _.
have near := mean_pair L cor (ltn_ord i) (ltn_ord j) c0 bal unc pos Dx (DG i (ltn_ord i) j (ltn_ord j)) De Df.
have -> : (i != j :> nat)%:R * E (fun w => E (entry d M c i w j)) - (i != j :> nat)%:R * (M i j * M i j) -
    c * c * ((i != j :> nat)%:R * (turning d M j (unit_at R i) + turning d M i (unit_at R j))) = (i != j :> nat)%:R *
    (E (fun w => E (entry d M c i w j)) - (M i j * M i j + c * c * (turning d M j (unit_at R i) + turning d M i (unit_at R j)))) by ring.
by rewrite normrM (ger0_norm (ler0n _ _)) ler_wpmul2l ?ler0n.
Qed.

(* E (w M w)^2 is at least (E w M w)^2 = d^2. *)
Lemma square_mean_ge (R : rcfType) P D E (L : @is_law_on R P D E) d M : is_correlation d M -> uncorrelated d D E ->
  D (fun w => form d M w w * form d M w w) -> d%:R * d%:R <= E (fun w => form d M w w * form d M w w).
Proof.
move=> cor unc Db; have [Dg Eg] := mean_lin L (2%:R * d%:R) (mean_length L cor unc) (mean_const L (- (d%:R * d%:R))).
have -> : d%:R * d%:R = E (fun w => 2%:R * d%:R * form d M w w + - (d%:R * d%:R)) by rewrite Eg; ring.
apply: (mean_le L) => // w _; rewrite -subr_ge0.
have -> : form d M w w * form d M w w - (2%:R * d%:R * form d M w w + - (d%:R * d%:R)) = (form d M w w - d%:R) ^+ 2 by ring.
exact: sqr_ge0.
Qed.
