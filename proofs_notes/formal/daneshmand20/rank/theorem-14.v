(* E_W|M+|_F^2 <= |M|_F^2 + gamma^2 (delta(M) + d) for every M, in the mean E delta >= -2 d; Cauchy-Schwarz, Schur, Jensen. *)
(* Means over a law: what has one, and which. *)
Definition is_law_on (R : rcfType) (P : (nat -> R) -> Prop) (D : ((nat -> R) -> R) -> Prop) (E : ((nat -> R) -> R) -> R) :=
  [/\ D (fun=> 1) /\ E (fun=> 1) = 1,
    (forall a f g, D f -> D g -> D (fun w => a * f w + g w) /\ E (fun w => a * f w + g w) = a * E f + E g),
    (forall f g, (forall w, f w = g w) -> D f -> D g) &
    (forall f, D f -> (forall w, P w -> 0 < f w) -> 0 < E f)].

Definition averages (R : rcfType) (D : ((nat -> R) -> R) -> Prop) (E : ((nat -> R) -> R) -> R) f v := D f /\ E f = v.

Lemma law_ge (R : rcfType) P D (E : ((nat -> R) -> R) -> R) f c : is_law_on P D E -> D f -> (forall w, P w -> c <= f w) ->
  c <= E f.
Proof.
move=> [[D1 E1] lin _ pos] Df le; rewrite leNgt; apply/negP => lt.
have [Dg Eg] := lin ((c - E f) / 2%:R - c) _ _ D1 Df.
have : 0 < E (fun w => ((c - E f) / 2%:R - c) * 1 + f w).
  apply: pos => // w Pw; rewrite mulr1 -addrA ltr_paddr //; first by rewrite addrC subr_ge0 le.
  by rewrite divr_gt0 ?subr_gt0 ?ltr0n.
rewrite Eg E1 mulr1 => bad; have : 0 < (E f - c) / 2%:R by rewrite (_ : _ / _ = (c - E f) / 2%:R - c + E f) //; field.
by rewrite pmulr_lgt0 ?invr_gt0 ?ltr0n // subr_gt0 ltNge ltW.
Qed.

Lemma av_le (R : rcfType) P D (E : ((nat -> R) -> R) -> R) f g a b : is_law_on P D E -> averages D E f a ->
  averages D E g b -> (forall w, P w -> f w <= g w) -> a <= b.
Proof.
move=> law [Df <-] [Dg <-] le; have [_ lin _ _] := law; have [Dh Eh] := lin (-1) _ _ Df Dg.
have := law_ge (c := 0) law Dh; rewrite Eh mulN1r addrC subr_ge0; apply=> w Pw.
by rewrite mulN1r addrC subr_ge0 le.
Qed.

Lemma av_ext (R : rcfType) P D (E : ((nat -> R) -> R) -> R) f g a : is_law_on P D E -> (forall w, f w = g w) ->
  averages D E f a -> averages D E g a.
Proof.
move=> law e [Df Ef]; have [_ _ ext _] := law; have Dg := ext _ _ e Df; split=> //; apply/eqP; rewrite eq_le.
by rewrite (av_le (f := g) (g := f) law) ?(av_le (f := f) (g := g) law) // => w _; rewrite e.
Qed.

Lemma av_const (R : rcfType) P D (E : ((nat -> R) -> R) -> R) c : is_law_on P D E -> averages D E (fun=> c) c.
Proof.
move=> law; have [[D1 E1] lin _ _] := law; have [D0 E0] := lin (-1) _ _ D1 D1; have [Dc Ec] := lin c _ _ D1 D0.
apply: (@av_ext R P D E (fun w => c * 1 + (-1 * 1 + 1)) _ _ law) => [w|]; first by ring.
by split=> //; rewrite Ec E0 E1; ring.
Qed.

Lemma av_lin (R : rcfType) P D (E : ((nat -> R) -> R) -> R) c f g a b : is_law_on P D E -> averages D E f a ->
  averages D E g b -> averages D E (fun w => c * f w + g w) (c * a + b).
Proof. by move=> [_ lin _ _] [Df <-] [Dg <-]; exact: lin. Qed.

Lemma av_add (R : rcfType) P D (E : ((nat -> R) -> R) -> R) f g a b : is_law_on P D E -> averages D E f a ->
  averages D E g b -> averages D E (fun w => f w + g w) (a + b).
Proof.
by move=> law Af Ag; have := av_lin 1 law Af Ag; rewrite mul1r; apply: av_ext law _ => w; rewrite mul1r.
Qed.

Lemma av_scale (R : rcfType) P D (E : ((nat -> R) -> R) -> R) c f a : is_law_on P D E -> averages D E f a ->
  averages D E (fun w => c * f w) (c * a).
Proof.
by move=> law Af; have := av_lin c law Af (av_const 0 law); rewrite addr0; apply: av_ext law _ => w; rewrite addr0.
Qed.

Lemma av_sum (R : rcfType) P D (E : ((nat -> R) -> R) -> R) n (f : nat -> (nat -> R) -> R) a : is_law_on P D E ->
  (forall i, (i < n)%N -> averages D E (f i) (a i)) -> averages D E (fun w => \sum_(i < n) f i w) (\sum_(i < n) a i).
Proof.
move=> law; elim: n => [_|n IH h].
  by rewrite big_ord0; apply: av_ext law _ (av_const 0 law) => w; rewrite big_ord0.
rewrite big_ord_recr; apply: av_ext law _ (av_add law (IH _) (h n (ltnSn n))) => [w|i hi]; first by rewrite big_ord_recr.
exact: h (ltnW _).
Qed.

Lemma within_add (R : rcfType) (a b x y : R) : `|a| <= x -> `|b| <= y -> `|a + b| <= x + y.
Proof. by move=> ha hb; apply: le_trans (ler_norm_add _ _) _; exact: ler_add. Qed.

Lemma within_mul (R : rcfType) (a b x y : R) : `|a| <= x -> `|b| <= y -> `|a * b| <= x * y.
Proof. by move=> ha hb; rewrite normrM ler_pmul. Qed.

Lemma within_opp (R : rcfType) (a x : R) : `|a| <= x -> `|- a| <= x.
Proof. by rewrite normrN. Qed.

Lemma within_nat (R : rcfType) (n : nat) : `|n%:R : R| <= n%:R.
Proof. by rewrite ger0_norm ?ler0n. Qed.

Ltac within :=
  lazymatch goal with
  | |- is_true (`|_ + _| <= _) => eapply within_add; [within | within]
  | |- is_true (`|_ * _| <= _) => eapply within_mul; [within | within]
  | |- is_true (`|- _| <= _) => eapply within_opp; within
  | |- is_true (`|_%:R| <= _) => exact: within_nat
  | |- is_true (`|?a| <= _) => first [eassumption | progress unfold a; within]
  end.

(* One entry of M+, squared, up to the second order in the weights: what is left is at most 256 x^3. *)
Lemma one_entry (R : rcfType) (x m P Q U V S T : R) : 0 <= x -> x * 256%:R <= 1 -> `|m| <= 1 ->
  `|P| <= 2%:R * x -> `|Q| <= x * x -> `|U| <= 2%:R * x -> `|S| <= x * x -> `|V| <= 2%:R * x -> `|T| <= x * x ->
  (m + P + Q) * (m + P + Q) / ((1 + U + S) * (1 + V + T)) <=
  m * m + (2%:R * m * P - m * m * (U + V)) +
  (P * P + 2%:R * m * Q - 2%:R * m * P * (U + V) + m * m * (U * U + V * V + U * V - S - T)) + 256%:R * (x * x * x).
Proof.
move=> x0 x1 hm hP hQ hU hS hV hT.
have xx : x * x <= x.
  have l1 : x <= 1 by apply: le_trans x1; rewrite ler_pemulr // ler1n.
  by rewrite ler_pimulr.
pose D1 := U + V; pose D2 := S + T + U * V; pose D3 := U * T + V * S; pose D4 := S * T.
pose g1 := 2%:R * m * P - m * m * D1.
pose g2 := P * P + 2%:R * m * Q - 2%:R * m * P * D1 + m * m * (U * U + V * V + U * V - S - T).
have b1 : `|D1| <= 4%:R * x by rewrite (_ : 4%:R * x = 2%:R * x + 2%:R * x); [within | ring].
have b2 : `|D2| <= 6%:R * (x * x).
  by rewrite (_ : 6%:R * (x * x) = x * x + x * x + 2%:R * x * (2%:R * x)); [within | ring].
have b3 : `|D3| <= 4%:R * (x * x * x).
  by rewrite (_ : 4%:R * (x * x * x) = 2%:R * x * (x * x) + 2%:R * x * (x * x)); [within | ring].
have b4 : `|D4| <= x * x * (x * x) by within.
have c1 : `|g1| <= 8%:R * x.
  by rewrite (_ : 8%:R * x = 2%:R * 1 * (2%:R * x) + 1 * 1 * (4%:R * x)); [within | ring].
have c2 : `|g2| <= 36%:R * (x * x).
  rewrite (_ : 36%:R * (x * x) = 2%:R * x * (2%:R * x) + 2%:R * 1 * (x * x) + 2%:R * 1 * (2%:R * x) * (4%:R * x)
    + 1 * 1 * (2%:R * x * (2%:R * x) + 2%:R * x * (2%:R * x) + 2%:R * x * (2%:R * x) + x * x + x * x)); [within | ring].
pose r3 := 2%:R * P * Q - m * m * D3 - g1 * D2 - g2 * D1.
pose r4 := Q * Q - m * m * D4 - g1 * D3 - g2 * D2.
pose r5 := - (g1 * D4) - g2 * D3; pose r6 := - (g2 * D4).
have e3 : `|r3| <= 200%:R * (x * x * x).
  rewrite (_ : 200%:R * (x * x * x) = 2%:R * (2%:R * x) * (x * x) + 1 * 1 * (4%:R * (x * x * x)) + 8%:R * x * (6%:R * (x * x))
    + 36%:R * (x * x) * (4%:R * x)); [within | ring].
have e4 : `|r4| <= 250%:R * (x * x * x * x).
  rewrite (_ : 250%:R * (x * x * x * x) = x * x * (x * x) + 1 * 1 * (x * x * (x * x)) + 8%:R * x * (4%:R * (x * x * x))
    + 36%:R * (x * x) * (6%:R * (x * x))); [within | ring].
have e5 : `|r5| <= 152%:R * (x * x * x * x * x).
  rewrite (_ : 152%:R * (x * x * x * x * x) = 8%:R * x * (x * x * (x * x)) + 36%:R * (x * x) * (4%:R * (x * x * x)));
    [within | ring].
have e6 : `|r6| <= 36%:R * (x * x * x * x * x * x).
  by rewrite (_ : 36%:R * (x * x * x * x * x * x) = 36%:R * (x * x) * (x * x * (x * x))); [within | ring].
set y := x * x * x in e3 e4 e5 e6 *; have y0 : 0 <= y by rewrite !mulr_ge0.
have small k n : (n <= 256)%N -> 0 <= k -> n%:R * (k * x) <= k.
  move=> n256 k0; rewrite mulrCA -[X in _ <= X]mulr1 ler_wpmul2l // mulrC; apply: le_trans x1.
  by rewrite ler_wpmul2l // ler_nat.
have l4 : 250%:R * (y * x) <= y by apply: small.
have yx : y * x <= y by apply: le_trans l4; rewrite ler_pemull ?mulr_ge0 // ler1n.
have l5 : 152%:R * (y * x * x) <= y by apply: le_trans yx; apply: small; rewrite ?mulr_ge0.
have l6 : 36%:R * (y * x * x * x) <= y.
  apply: le_trans yx; apply: (@le_trans _ _ (y * x * x)); first by apply: small; rewrite ?mulr_ge0.
  by rewrite -[y * x * x]mulrA mulrA ler_pimulr ?mulr_ge0 //; apply: le_trans x1; rewrite ler_pemulr // ler1n.
have rest : r3 + r4 + r5 + r6 <= 203%:R * y.
  rewrite (_ : 203%:R * y = 200%:R * y + y + y + y); last by ring.
  by rewrite !ler_add //; apply: le_trans (ler_norm _) _; [exact: e3 | exact: le_trans l4 | exact: le_trans l5 | exact: le_trans l6].
have near a b : `|a| <= 2%:R * x -> `|b| <= x * x -> 1 - 3%:R * x <= 1 + a + b.
  move=> ha hb; rewrite -addrA ler_add2l ler_oppl; have := within_add ha hb; rewrite -normrN => h.
  apply: le_trans (ler_norm _) (le_trans h _); rewrite (_ : 3%:R * x = 2%:R * x + x) ?ler_add2l //; ring.
have p0 : 0 < 1 - 3%:R * x.
  rewrite subr_gt0; apply: le_lt_trans (_ : 3%:R * x <= x * 256%:R - x) _.
    by rewrite -subr_ge0 (_ : _ - _ = 252%:R * x) ?mulr_ge0 ?ler0n //; ring.
  move: x0; rewrite le_eqVlt => /orP [/eqP <- | xp]; first by rewrite mul0r subr0 ltr01.
  by rewrite ltr_subl_addr (le_lt_trans x1) // ltr_addl.
have q1 := near _ _ hU hS; have q2 := near _ _ hV hT; set D := _ * (1 + V + T).
have Dlow : 203%:R <= 256%:R * D.
  apply: (@le_trans _ _ (256%:R * ((1 - 3%:R * x) * (1 - 3%:R * x)))); last first.
    by rewrite ler_pmul2l ?ltr0n // ler_pmul // ltW.
  rewrite -subr_ge0; have -> : 256%:R * ((1 - 3%:R * x) * (1 - 3%:R * x)) - 203%:R =
    6%:R * (1 - x * 256%:R) + 47%:R + 2304%:R * (x * x) :> R by ring.
  apply: addr_ge0; last by apply: mulr_ge0; rewrite ?ler0n ?mulr_ge0.
  by apply: addr_ge0; rewrite ?ler0n //; apply: mulr_ge0; rewrite ?ler0n ?subr_ge0.
have D0 : 0 < D by rewrite mulr_gt0 // (lt_le_trans p0).
rewrite ler_pdivr_mulr // -/D1 -/g1 -/g2.
have -> : (m + P + Q) * (m + P + Q) = (m * m + g1 + g2) * D + (r3 + r4 + r5 + r6).
  by rewrite /D /r3 /r4 /r5 /r6 /g1 /g2 /D1 /D2 /D3 /D4; ring.
set G := m * m + g1 + g2; rewrite [X in _ <= X]mulrDl ler_add2l; apply: le_trans rest _.
by rewrite (_ : 256%:R * y * D = 256%:R * D * y) ?ler_wpmul2r //; ring.
Qed.

(* One layer, in the mean over the weights w: L = W M and K = W M W^T, C = (I + gamma W) M (I + gamma W)^T. *)
Definition right_ (R : rcfType) d (M : nat -> nat -> R) (w : nat -> R) i j := \sum_(a < d) (w ((i * d)%N + a)%N * M a j).
Definition both (R : rcfType) d (M : nat -> nat -> R) (w : nat -> R) i j := \sum_(b < d) (right_ d M w i b * w ((j * d)%N + b)%N).
Definition image (R : rcfType) d (M : nat -> nat -> R) (w : nat -> R) (g : R) i j :=
  \sum_(a < d) (((i == a :> nat)%:R + g * w ((i * d)%N + a)%N) *
    (\sum_(b < d) (M a b * ((j == b :> nat)%:R + g * w ((j * d)%N + b)%N)))).
Definition rows2 (R : rcfType) d (M : nat -> nat -> R) i j := \sum_(k < d) (M i k * M j k).

Lemma image_is (R : rcfType) d (M : nat -> nat -> R) w g i j : (i < d)%N -> (j < d)%N ->
  (forall a, (a < d)%N -> forall b, (b < d)%N -> M a b = M b a) ->
  image d M w g i j = M i j + g * (right_ d M w i j + right_ d M w j i) + g * g * both d M w i j.
Proof.
move=> hi hj sym.
have inside a : (a < d)%N -> \sum_(b < d) (M a b * ((j == b :> nat)%:R + g * w ((j * d)%N + b)%N)) = M a j + g * right_ d M w j a.
  move=> ha; rewrite (eq_bigr (fun b : 'I_d => (b == j :> nat)%:R * M a b + g * (w ((j * d)%N + b)%N * M b a))) => [|b _].
    by rewrite big_split /= (one_of (fun b => M a b)) // -mulr_sumr.
  by rewrite [(j == b :> nat)]eq_sym (sym a ha b (ltn_ord b)); ring.
rewrite /image (eq_bigr (fun a : 'I_d => (a == i :> nat)%:R * (M a j + g * right_ d M w j a) + g * (w ((i * d)%N + a)%N * M a j)
  + g * g * (w ((i * d)%N + a)%N * right_ d M w j a))) => [|a _]; last first.
  by rewrite inside // [(i == a :> nat)]eq_sym; ring.
rewrite !big_split /= (one_of (fun a => M a j + g * right_ d M w j a)) // -!mulr_sumr -/(right_ d M w i j).
have -> : \sum_(a < d) (w ((i * d)%N + a)%N * right_ d M w j a) = both d M w i j.
  rewrite /both /right_ (eq_bigr (fun a : 'I_d => \sum_(b < d) (w ((i * d)%N + a)%N * (w ((j * d)%N + b)%N * M b a)))) => [|a _]; last first.
    by rewrite mulr_sumr.
  rewrite exchange_big; apply: eq_bigr => b _; rewrite mulr_suml; apply: eq_bigr => a _ /=.
  by rewrite (sym b (ltn_ord b) a (ltn_ord a)); ring.
ring.
Qed.

Lemma place_lt d i j : (i < d)%N -> (j < d)%N -> (i * d + j < d * d)%N.
Proof.
move=> hi hj; apply: (@leq_trans (i.+1 * d)); last by rewrite leq_mul2r hi orbT.
by rewrite mulSn addnC ltn_add2r.
Qed.

Lemma place_eq d i j k l : (i < d)%N -> (j < d)%N -> (k < d)%N -> (l < d)%N ->
  ((i * d + j == k * d + l) = ((i == k) && (j == l)))%N.
Proof.
move=> hi hj hk hl; apply/eqP/andP => [e | [/eqP -> /eqP ->] //].
have d0 : (0 < d)%N by apply: leq_ltn_trans hi.
have := congr1 (fun x => x %/ d)%N e; have := congr1 (fun x => x %% d)%N e.
by rewrite !modnMDl !divnMDl // !modn_small // !divn_small // !addn0 => -> ->.
Qed.

Definition white (R : rcfType) d (D : ((nat -> R) -> R) -> Prop) E :=
  (forall s, (s < (d * d)%N)%N -> averages D E (fun w => w s) 0) /\
  (forall s, (s < (d * d)%N)%N -> forall t, (t < (d * d)%N)%N -> averages D E (fun w => w s * w t) (s == t :> nat)%:R).

Lemma mean_right (R : rcfType) P D (E : ((nat -> R) -> R) -> R) d (M : nat -> nat -> R) i j : is_law_on P D E -> white d D E ->
  (i < d)%N -> (j < d)%N -> averages D E (fun w => right_ d M w i j) 0.
Proof.
move=> law W hi hj; have := @av_sum R P D E d (fun a w => M a j * w ((i * d)%N + a)%N) (fun a => M a j * 0) law.
rewrite [X in averages _ _ _ X]big1 => [h|a _]; last by rewrite mulr0.
refine (av_ext law _ (h _)) => [w|a ha]; first by apply: eq_bigr => a _; rewrite mulrC.
by apply: av_scale law _; apply: (proj1 W); exact: place_lt.
Qed.

Lemma mean_rights (R : rcfType) P D (E : ((nat -> R) -> R) -> R) d (M : nat -> nat -> R) i j k l : is_law_on P D E -> white d D E ->
  (forall a, (a < d)%N -> forall b, (b < d)%N -> M a b = M b a) -> (i < d)%N -> (j < d)%N -> (k < d)%N -> (l < d)%N ->
  averages D E (fun w => right_ d M w i j * right_ d M w k l) ((i == k :> nat)%:R * rows2 d M j l).
Proof.
move=> law W sym hi hj hk hl.
have := @av_sum R P D E d (fun a w => \sum_(b < d) (M a j * M b l * (w ((i * d)%N + a)%N * w ((k * d)%N + b)%N)))
  (fun a => \sum_(b < d) (M a j * M b l * ((i * d + a)%N == (k * d + b)%N :> nat)%:R)) law.
have -> : \sum_(a < d) \sum_(b < d) (M a j * M b l * ((i * d + a)%N == (k * d + b)%N :> nat)%:R) = (i == k :> nat)%:R * rows2 d M j l.
  rewrite /rows2 mulr_sumr; apply: eq_bigr => a _.
  rewrite (eq_bigr (fun b : 'I_d => (b == a :> nat)%:R * ((i == k :> nat)%:R * (M a j * M b l)))) => [|b _]; last first.
    rewrite place_eq // [(b == a :> nat)]eq_sym; case: (i == k); case: (a == b :> nat) => /=; ring.
  by rewrite (one_of (fun b => (i == k :> nat)%:R * (M a j * M b l))) // (sym _ hj _ (ltn_ord a)) (sym _ hl _ (ltn_ord a)).
move=> h; refine (av_ext law _ (h _)) => [w|a ha].
  rewrite /right_ mulr_suml; apply: eq_bigr => a _; rewrite mulr_sumr; apply: eq_bigr => b _ /=; ring.
apply: (@av_sum R P D E d (fun b w => M a j * M b l * (w ((i * d)%N + a)%N * w ((k * d)%N + b)%N))
  (fun b => M a j * M b l * ((i * d + a)%N == (k * d + b)%N :> nat)%:R) law) => b hb.
by apply: av_scale law _; apply: (proj2 W); exact: place_lt.
Qed.

Lemma mean_both (R : rcfType) P D (E : ((nat -> R) -> R) -> R) d (M : nat -> nat -> R) i j : is_law_on P D E -> white d D E ->
  (forall a, (a < d)%N -> M a a = 1) -> (i < d)%N -> (j < d)%N -> averages D E (fun w => both d M w i j) ((i == j :> nat)%:R * d%:R).
Proof.
move=> law W unit hi hj.
have := @av_sum R P D E d (fun b w => \sum_(a < d) (M a b * (w ((i * d)%N + a)%N * w ((j * d)%N + b)%N)))
  (fun b => \sum_(a < d) (M a b * ((i * d + a)%N == (j * d + b)%N :> nat)%:R)) law.
have -> : \sum_(b < d) \sum_(a < d) (M a b * ((i * d + a)%N == (j * d + b)%N :> nat)%:R) = (i == j :> nat)%:R * d%:R.
  rewrite -[X in _ * X%:R]card_ord -sumr_const mulr_sumr; apply: eq_bigr => b _.
  rewrite (eq_bigr (fun a : 'I_d => (a == b :> nat)%:R * ((i == j :> nat)%:R * M a b))) => [|a _]; last first.
    rewrite place_eq //; case: (i == j); case: (a == b :> nat) => /=; ring.
  by rewrite (one_of (fun a => (i == j :> nat)%:R * M a b)) // unit.
move=> h; refine (av_ext law _ (h _)) => [w|b hb].
  rewrite /both; apply: eq_bigr => b _; rewrite mulr_suml; apply: eq_bigr => a _ /=; ring.
apply: (@av_sum R P D E d (fun a w => M a b * (w ((i * d)%N + a)%N * w ((j * d)%N + b)%N))
  (fun a => M a b * ((i * d + a)%N == (j * d + b)%N :> nat)%:R) law) => a ha.
by apply: av_scale law _; apply: (proj2 W); exact: place_lt.
Qed.

Lemma mean_pair (R : rcfType) P D (E : ((nat -> R) -> R) -> R) d (M : nat -> nat -> R) g c i j : is_law_on P D E -> white d D E ->
  (forall a, (a < d)%N -> forall b, (b < d)%N -> M a b = M b a) -> (forall a, (a < d)%N -> M a a = 1) -> (i < d)%N -> (j < d)%N -> let m := M i j in let q := rows2 d M in let e := (i == j :> nat)%:R in
  averages D E (fun w =>
    let L := right_ d M w in let K := both d M w in
    let P := g * (L i j + L j i) in let U := g * (L i i + L i i) in let V := g * (L j j + L j j) in
    m * m + (2%:R * m * P - m * m * (U + V)) +
    (P * P + 2%:R * m * (g * g * K i j) - 2%:R * m * P * (U + V) +
      m * m * (U * U + V * V + U * V - g * g * K i i - g * g * K j j)) + c)
  (m * m + c + g * g * (q j j + 2%:R * e * q j i + q i i + 2%:R * m * e * d%:R -
    4%:R * m * (q j i + e * q i i + e * q j j + q i j) + m * m * (4%:R * q i i + 4%:R * q j j + 4%:R * e * q i j - 2%:R * d%:R))).
Proof.
move=> law W sym unit hi hj m q e.
have A1 := mean_right M law W hi hj; have A2 := mean_right M law W hj hi; have A3 := mean_right M law W hi hi; have A4 := mean_right M law W hj hj.
have B1 := mean_rights law W sym hi hj hi hj; have B2 := mean_rights law W sym hi hj hj hi; have B3 := mean_rights law W sym hj hi hj hi.
have B4 := mean_rights law W sym hi hj hi hi; have B5 := mean_rights law W sym hj hi hi hi; have B6 := mean_rights law W sym hi hj hj hj.
have B7 := mean_rights law W sym hj hi hj hj; have B8 := mean_rights law W sym hi hi hi hi; have B9 := mean_rights law W sym hj hj hj hj.
have B0 := mean_rights law W sym hi hi hj hj; have C1 := mean_both law W unit hi hj; have C2 := mean_both law W unit hi hi; have C3 := mean_both law W unit hj hj.
have ji : (j == i :> nat) = (i == j :> nat) by exact: eq_sym.
rewrite ?(eqxx, ji) /= ?mulr1n -/e -/q in B1 B2 B3 B4 B5 B6 B7 B8 B9 B0 C1 C2 C3.
have := av_lin (2%:R * m * g) law A1 (av_lin (2%:R * m * g) law A2 (av_lin (- (2%:R * m * m * g)) law A3
  (av_lin (- (2%:R * m * m * g)) law A4 (av_lin (g * g) law B1 (av_lin (2%:R * g * g) law B2 (av_lin (g * g) law B3
  (av_lin (- (4%:R * m * g * g)) law B4 (av_lin (- (4%:R * m * g * g)) law B5 (av_lin (- (4%:R * m * g * g)) law B6
  (av_lin (- (4%:R * m * g * g)) law B7 (av_lin (4%:R * m * m * g * g) law B8 (av_lin (4%:R * m * m * g * g) law B9
  (av_lin (4%:R * m * m * g * g) law B0 (av_lin (2%:R * m * g * g) law C1 (av_lin (- (m * m * g * g)) law C2
  (av_lin (- (m * m * g * g)) law C3 (av_const (m * m + c) law))))))))))))))))).
set v := (X in averages _ _ _ X -> _); move=> h; rewrite [X in averages _ _ _ X](_ : _ = v); last by rewrite /v; ring.
by apply: av_ext law _ h => w /=; ring.
Qed.

Lemma pairs_sum (R : rcfType) d (M : nat -> nat -> R) g c :
  (forall a, (a < d)%N -> forall b, (b < d)%N -> M a b = M b a) -> (forall a, (a < d)%N -> M a a = 1) -> let q := rows2 d M in
  let F := \sum_(i < d) (\sum_(j < d) (M i j * M i j)) in
  let T := \sum_(a < d) (\sum_(b < d) ((\sum_(k < d) (M a k * M b k)) * M a b)) in
  let S := \sum_(i < d) ((\sum_(j < d) (M i j * M i j)) * (\sum_(j < d) (M i j * M i j))) in
  \sum_(i < d) \sum_(j < d) (M i j * M i j + c + g * g * (q j j + 2%:R * (i == j :> nat)%:R * q j i + q i i +
    2%:R * M i j * (i == j :> nat)%:R * d%:R - 4%:R * M i j * (q j i + (i == j :> nat)%:R * q i i + (i == j :> nat)%:R * q j j + q i j) +
    M i j * M i j * (4%:R * q i i + 4%:R * q j j + 4%:R * (i == j :> nat)%:R * q i j - 2%:R * d%:R))) =
  F + d%:R * d%:R * c + g * g * (2%:R * d%:R * d%:R - 2%:R * F - 8%:R * T + 8%:R * S).
Proof.
move=> sym unit q F T S; have qs i j : q i j = q j i by apply: eq_bigr => k _; rewrite mulrC.
pose t i := \sum_(j < d) (q i j * M i j); pose s i := \sum_(j < d) (M i j * M i j * q j j).
have row i : (i < d)%N -> \sum_(j < d) (M i j * M i j + c + g * g * (q j j + 2%:R * (i == j :> nat)%:R * q j i + q i i +
    2%:R * M i j * (i == j :> nat)%:R * d%:R - 4%:R * M i j * (q j i + (i == j :> nat)%:R * q i i + (i == j :> nat)%:R * q j j + q i j) +
    M i j * M i j * (4%:R * q i i + 4%:R * q j j + 4%:R * (i == j :> nat)%:R * q i j - 2%:R * d%:R))) =
  q i i + d%:R * c + g * g * (F + 2%:R * d%:R - (2%:R + d%:R) * q i i - 8%:R * t i + 4%:R * (q i i * q i i) + 4%:R * s i).
  move=> hi; have [k kE] : {k | k = c + g * g * q i i} by eexists.
  rewrite (eq_bigr (fun j : 'I_d => (1 + g * g * (4%:R * q i i - 2%:R * d%:R)) * (M i j * M i j) + k + g * g * q j j +
    (- (8%:R * g * g)) * (q i j * M i j) + 4%:R * g * g * (M i j * M i j * q j j) +
    (j == i :> nat)%:R * (g * g * (2%:R * q j i + 2%:R * M i j * d%:R - 4%:R * M i j * (q i i + q j j) + 4%:R * (M i j * M i j * q i j))))) => [|j _];
    last by rewrite (qs j i) [(j == i :> nat)]eq_sym kE; ring.
  rewrite !big_split /= (one_of (fun j => g * g * (2%:R * q j i + 2%:R * M i j * d%:R - 4%:R * M i j * (q i i + q j j) + 4%:R * (M i j * M i j * q i j)))) //.
  rewrite -!mulr_sumr sumr_const card_ord -/(t i) -/(s i) unit // -[k *+ d]mulr_natl kE.
  have -> : \sum_(j < d) (M i j * M i j) = q i i by [].
  have -> : \sum_(j < d) q j j = F by [].
  ring.
have [k kE] : {k | k = d%:R * c + g * g * F + g * g * 2%:R * d%:R} by eexists.
rewrite (eq_bigr (fun i : 'I_d => k + (1 - g * g * (2%:R + d%:R)) * q i i +
  (- (8%:R * g * g)) * t i + 4%:R * g * g * (q i i * q i i) + 4%:R * g * g * s i)) => [|i _]; last by rewrite row // kE; ring.
rewrite !big_split /= -!mulr_sumr sumr_const card_ord -[k *+ d]mulr_natl kE.
have -> : \sum_(i < d) s i = S.
  rewrite /s exchange_big; apply: eq_bigr => j _; rewrite -mulr_suml; congr (_ * _); apply: eq_bigr => i _ /=.
  by rewrite (sym _ (ltn_ord i) _ (ltn_ord j)).
have -> : \sum_(i < d) q i i = F by [].
have -> : \sum_(i < d) t i = T by [].
have -> : \sum_(i < d) (q i i * q i i) = S by [].
ring.
Qed.

Lemma entry_le1 (R : rcfType) d (M : nat -> nat -> R) i j :
  (forall a, (a < d)%N -> forall b, (b < d)%N -> M a b = M b a) -> (forall a, (a < d)%N -> M a a = 1) ->
  (forall z : nat -> R, 0 <= \sum_(a < d) (\sum_(b < d) (z a * M a b * z b))) -> (i < d)%N -> (j < d)%N -> `|M i j| <= 1.
Proof.
move=> sym unit psd hi hj.
have form s : 0 <= 1 + s * M i j + (s * M i j + s * s).
  have := psd (fun k => (k == i)%:R + s * (k == j)%:R); congr (_ <= _).
  rewrite (eq_bigr (fun a : 'I_d => (a == i :> nat)%:R * (M a i + s * M a j) + (a == j :> nat)%:R * (s * (M a i + s * M a j)))) => [|a _].
    rewrite big_split /= (one_of (fun a => M a i + s * M a j)) // (one_of (fun a => s * (M a i + s * M a j))) //.
    by rewrite !unit // (sym j hj i hi); ring.
  rewrite (eq_bigr (fun b : 'I_d => (b == i :> nat)%:R * (((a == i :> nat)%:R + s * (a == j :> nat)%:R) * M a b) +
    (b == j :> nat)%:R * (s * (((a == i :> nat)%:R + s * (a == j :> nat)%:R) * M a b)))) => [|b _]; last by ring.
  rewrite big_split /= (one_of (fun b => ((a == i :> nat)%:R + s * (a == j :> nat)%:R) * M a b)) //.
  by rewrite (one_of (fun b => s * (((a == i :> nat)%:R + s * (a == j :> nat)%:R) * M a b))) //; ring.
have two : 0 < 2%:R :> R by rewrite ltr0n.
rewrite ler_norml; apply/andP; split; rewrite -subr_ge0 -(pmulr_rge0 _ two).
  by have := form 1; congr (_ <= _); ring.
by have := form (-1); congr (_ <= _); ring.
Qed.
Lemma sum_within (R : rcfType) n (f : nat -> R) y : (forall i, (i < n)%N -> `|f i| <= y) -> `|\sum_(i < n) f i| <= n%:R * y.
Proof.
move=> h; apply: le_trans (ler_norm_sum _ _ _) _; rewrite mulr_natl -[X in _ *+ X]card_ord -sumr_const.
by apply: ler_sum => i _; exact: h.
Qed.

Lemma layer (R : rcfType) D E d (M : nat -> nat -> R) g B v : (0 < d)%N -> 0 < g -> 1 <= B ->
  d%:R * d%:R * d%:R * d%:R * 256%:R * (B * B * B) * g <= 1 ->
  is_law_on (fun w => forall j, (j < (d * d)%N)%N -> `|w j| <= B) D E -> white d D E ->
  (forall a, (a < d)%N -> forall b, (b < d)%N -> M a b = M b a) -> (forall a, (a < d)%N -> M a a = 1) ->
  (forall z : nat -> R, 0 <= \sum_(a < d) (\sum_(b < d) (z a * M a b * z b))) ->
  averages D E (fun w => \sum_(i < d) (\sum_(j < d) (image d M w g i j * image d M w g i j / (image d M w g i i * image d M w g j j)))) v ->
  let F := \sum_(i < d) (\sum_(j < d) (M i j * M i j)) in
  let T := \sum_(a < d) (\sum_(b < d) ((\sum_(k < d) (M a k * M b k)) * M a b)) in
  let S := \sum_(i < d) ((\sum_(j < d) (M i j * M i j)) * (\sum_(j < d) (M i j * M i j))) in
  v <= F + g * g * (2%:R * d%:R * d%:R - 2%:R * F - 8%:R * T + 8%:R * S) + g * g * d%:R.
Proof.
move=> d0 g0 B1 small law W sym unit psd Av; cbv zeta; set F := \sum_(i < d) (\sum_(j < d) (M i j * M i j)).
set T := \sum_(a < d) (\sum_(b < d) ((\sum_(k < d) _) * _)); set S := \sum_(i < d) (_ * _).
have B0 : 0 <= B := le_trans ler01 B1.
have g1 : 0 <= g := ltW g0.
have n1 : 1 <= d%:R :> R by rewrite ler1n.
have n0 : 0 <= d%:R :> R by exact: ler0n.
pose x := g * (d%:R * B); have x0 : 0 <= x by rewrite !mulr_ge0.
have entry i j : (i < d)%N -> (j < d)%N -> `|M i j| <= 1 by exact: entry_le1.
have x1 : x * 256%:R <= 1.
  apply: le_trans small; have -> : d%:R * d%:R * d%:R * d%:R * 256%:R * (B * B * B) * g = x * 256%:R * (d%:R * d%:R * d%:R * (B * B)) :> R.
    by rewrite /x; ring.
  by rewrite ler_pemulr ?mulr_ge0 ?ler0n // !mulr_ege1.
pose c := 256%:R * (x * x * x).
have A := av_sum law (fun i (hi : (i < d)%N) => av_sum law (fun j (hj : (j < d)%N) => mean_pair g c law W sym unit hi hj)).
rewrite /= (pairs_sum g c sym unit) -/F -/T -/S in A.
apply: (@le_trans _ _ (F + d%:R * d%:R * c + g * g * (2%:R * d%:R * d%:R - 2%:R * F - 8%:R * T + 8%:R * S))).
  apply: (av_le law Av A) => w wB; apply: ler_sum => i _; apply: ler_sum => j _.
  have hL a b : (a < d)%N -> (b < d)%N -> `|right_ d M w a b| <= d%:R * B.
    move=> ha hb; apply: (sum_within (f := fun k => w ((a * d)%N + k)%N * M k b)) => k hk; rewrite -[B]mulr1; apply: within_mul; first exact: wB (place_lt ha hk).
    exact: entry.
  have hK a b : (a < d)%N -> (b < d)%N -> `|both d M w a b| <= d%:R * (d%:R * B * B).
    move=> ha hb; apply: (sum_within (f := fun k => right_ d M w a k * w ((b * d)%N + k)%N)) => k hk; apply: within_mul; [exact: hL | exact: wB (place_lt hb hk)].
  have gg : `|g| <= g by rewrite ger0_norm.
  have two a b : (a < d)%N -> (b < d)%N -> `|g * (right_ d M w a b + right_ d M w b a)| <= 2%:R * x.
    move=> ha hb; rewrite (_ : 2%:R * x = g * (d%:R * B + d%:R * B)); last by rewrite /x; ring.
    by apply: within_mul => //; apply: within_add; exact: hL.
  have one a b : (a < d)%N -> (b < d)%N -> `|g * g * both d M w a b| <= x * x.
    move=> ha hb; rewrite (_ : x * x = g * g * (d%:R * (d%:R * B * B))); last by rewrite /x; ring.
    by apply: within_mul; [exact: within_mul | exact: hK].
  rewrite !image_is // !unit //.
  by apply: one_entry; rewrite ?entry ?two ?one.
rewrite -!addrA ler_add2l [X in _ <= X]addrC ler_add2r /c.
have -> : d%:R * d%:R * (256%:R * (x * x * x)) = g * g * d%:R * (d%:R * d%:R * d%:R * d%:R * 256%:R * (B * B * B) * g) :> R.
  by rewrite /x; ring.
by rewrite ler_pimulr // !mulr_ge0.
Qed.

Definition kind (R : rcfType) d (w : nat -> R) :=
  ((forall j_1, (j_1 < d)%N -> (forall j_0, (j_0 < d)%N -> (w ((j_1 * d)%N + j_0)%N = w ((j_0 * d)%N + j_1)%N))) /\
  (forall j_0, (j_0 < d)%N -> (w ((j_0 * d)%N + j_0)%N = 1)) /\
  (forall z_0 : nat -> R, (0 <= (\sum_(i_1 < d) (\sum_(i_0 < d) ((z_0 i_1 * w ((i_1 * d)%N + i_0)%N) * z_0 i_0)))))).

Lemma means (R : rcfType) d D (E : ((nat -> R) -> R) -> R) (F T S r K : (nat -> R) -> R) g : (0 < d)%N -> 0 < g ->
  is_law_on (kind d) D E -> D F -> D T -> D S -> D r -> D K ->
  (forall w, kind d w -> [/\ d%:R <= F w, F w * F w <= d%:R * S w, S w <= T w, r w = d%:R * d%:R / F w &
    K w <= F w + g * g * (2%:R * d%:R * d%:R - 2%:R * F w - 8%:R * T w + 8%:R * S w) + g * g * d%:R]) ->
  E F <= E K + g * g * d%:R ->
  [/\ 0 < E T, d%:R * (4%:R + - 4%:R * (E S / E T)) <= E r * E r & - (d%:R * d%:R * d%:R) <= (1 - E S / E T) * (- 4%:R) * E F * E F].
Proof.
move=> d0 g0 law DF DT DS Dr DK known bal; have n0 : 0 < d%:R :> R by rewrite ltr0n.
have AF : averages D E F (E F) by []. have AT : averages D E T (E T) by []. have AS : averages D E S (E S) by [].
have Ar : averages D E r (E r) by []. have AK : averages D E K (E K) by [].
have low : d%:R <= E F by apply: (av_le law (av_const d%:R law) AF) => w /known [].
have f0 : 0 < E F by exact: lt_le_trans low.
have ST : E S <= E T by apply: (av_le law AS AT) => w /known [].
have FS : E F * E F <= d%:R * E S.
  have := av_le law (av_lin (2%:R * E F) law AF (av_const (- (E F * E F)) law)) (av_scale d%:R law AS).
  rewrite (_ : 2%:R * E F * E F + - (E F * E F) = E F * E F); last by ring.
  apply=> w /known [_ FS _ _ _]; apply: le_trans FS; rewrite -subr_ge0.
  have -> : F w * F w - (2%:R * E F * F w + - (E F * E F)) = (F w - E F) ^+ 2 by ring.
  exact: sqr_ge0.
have S0 : 0 < E S by have := lt_le_trans (mulr_gt0 f0 f0) FS; rewrite pmulr_rgt0.
have T0 : 0 < E T by exact: lt_le_trans ST.
have drift : 4%:R * (E T - E S) <= d%:R * d%:R.
  have A := av_lin (1 - 2%:R * g * g) law AF (av_lin (- (8%:R * g * g)) law AT (av_lin (8%:R * g * g) law AS
    (av_const (2%:R * g * g * d%:R * d%:R + g * g * d%:R) law))).
  have up : E K <= (1 - 2%:R * g * g) * E F + (- (8%:R * g * g) * E T + (8%:R * g * g * E S +
      (2%:R * g * g * d%:R * d%:R + g * g * d%:R))).
    apply: (av_le law AK A) => w /known [_ _ _ _ h]; apply: le_trans h _; rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
  have gg : 0 < 2%:R * g * g by rewrite !mulr_gt0 ?ltr0n.
  have h : 0 <= 2%:R * g * g * (d%:R * d%:R - E F - 4%:R * (E T - E S) + d%:R).
    have h := le_trans bal (ler_add up (lexx (g * g * d%:R))); rewrite -subr_ge0 in h; apply: le_trans h _.
    by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
  rewrite pmulr_rge0 // in h; rewrite -subr_ge0; apply: le_trans h _; rewrite -subr_ge0.
  have -> : d%:R * d%:R - 4%:R * (E T - E S) - (d%:R * d%:R - E F - 4%:R * (E T - E S) + d%:R) = E F - d%:R by ring.
  by rewrite subr_ge0.
pose b := 4%:R * (E T - E S) / E T.
have b0 : 0 <= b by apply: divr_ge0; [rewrite mulr_ge0 ?ler0n ?subr_ge0 | exact: ltW].
have main : E F * E F * b <= d%:R * d%:R * d%:R.
  apply: (@le_trans _ _ (d%:R * E T * b)).
    by apply: ler_wpmul2r => //; apply: le_trans FS _; rewrite ler_pmul2l.
  rewrite (_ : d%:R * E T * b = d%:R * (4%:R * (E T - E S))); last by rewrite /b; field; rewrite gt_eqF.
  by rewrite -mulrA ler_pmul2l.
have jensen : d%:R * d%:R / E F <= E r.
  have := av_le law (av_lin (- (d%:R * d%:R / (E F * E F))) law AF (av_const (2%:R * (d%:R * d%:R / E F)) law)) Ar.
  rewrite (_ : - (d%:R * d%:R / (E F * E F)) * E F + 2%:R * (d%:R * d%:R / E F) = d%:R * d%:R / E F); last first.
    by field; rewrite gt_eqF.
  apply=> w /known [hF _ _ -> _]; have F0 : 0 < F w by exact: lt_le_trans hF.
  rewrite -subr_ge0.
  have -> : d%:R * d%:R / F w - (- (d%:R * d%:R / (E F * E F)) * F w + 2%:R * (d%:R * d%:R / E F)) =
    d%:R * d%:R * (F w - E F) ^+ 2 / (F w * (E F * E F)) by field; rewrite !gt_eqF.
  exact: (divr_ge0 (mulr_ge0 (mulr_ge0 (ltW n0) (ltW n0)) (sqr_ge0 _)) (mulr_ge0 (ltW F0) (mulr_ge0 (ltW f0) (ltW f0)))).
have eb : 4%:R + - 4%:R * (E S / E T) = b by rewrite /b; field; rewrite gt_eqF.
split=> //; last first.
  rewrite (_ : (1 - E S / E T) * - 4%:R * E F * E F = - (E F * E F * b)) ?ler_opp2 //.
  by rewrite /b; field; rewrite gt_eqF.
rewrite eb; apply: (@le_trans _ _ (d%:R * d%:R / E F * (d%:R * d%:R / E F))).
  rewrite mulf_div ler_pdivl_mulr ?mulr_gt0 //.
  rewrite (_ : d%:R * b * (E F * E F) = d%:R * (E F * E F * b)); last by ring.
  by rewrite (_ : d%:R * d%:R * (d%:R * d%:R) = d%:R * (d%:R * d%:R * d%:R)) ?ler_pmul2l //; ring.
have q0 : 0 <= d%:R * d%:R / E F := divr_ge0 (mulr_ge0 (ltW n0) (ltW n0)) (ltW f0).
exact: ler_pmul.
Qed.

Lemma trace_is (R : rcfType) d (w : nat -> R) : kind d w -> \sum_(i_0 < d) w ((i_0 * d)%N + i_0)%N = d%:R.
Proof. by move=> [_ [one _]]; rewrite (eq_bigr (fun=> 1)) ?sumr_const ?card_ord // => i _; exact: one. Qed.

Theorem proof : statement.
Proof.
move=> R d g B Dn En Dl El d2 [[g0 B1] small] law nu [W1 W2] seen DF DT DS Dr DK bal.
have d0 : (0 < d)%N by exact: ltnW.
have := means d0 g0 nu DF DT DS Dr DK _ bal; case=> [w kw|//]; move: (kw) => [sym [unit psd]].
have [F [T [S [eF eT eS [hF hFS hST]]]]] := @sizes R d (fun a b => w ((a * d)%N + b)%N) d0 sym unit psd.
have lay := layer d0 g0 B1 small law (conj W1 W2) sym unit psd (conj (seen w kw) (erefl _)).
rewrite /= in eF eT eS lay; rewrite trace_is //; split; rewrite ?eF ?eT ?eS //.
by move: lay; rewrite eF eT eS.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d g B Dn En Dl El d2 [[g0 B1] small] law nu [W1 W2] seen DF DT DS Dr DK bal.
have d0 : (0 < d)%N by exact: ltnW.
have inside a b : (a < d)%N -> (b < d)%N -> a%:R * d%:R + b%:R < d%:R * d%:R :> R.
  by move=> ha hb; rewrite -!natrM -natrD ltr_nat; exact: place_lt.
have T0 : 0 < En (fun w => \sum_(i_2 < d) (\sum_(i_1 < d) ((\sum_(i_0 < d) (w ((i_2 * d)%N + i_0)%N * w ((i_1 * d)%N + i_0)%N)) * w ((i_2 * d)%N + i_1)%N))).
  have [_ _ _ pos] := nu; apply: pos => // w [sym [unit psd]].
  have [F [T [S [_ -> _ [hF hFS hST]]]]] := @sizes R d (fun a b => w ((a * d)%N + b)%N) d0 sym unit psd.
  have n0 : 0 < d%:R :> R by rewrite ltr0n.
  apply: lt_le_trans hST; have := lt_le_trans (mulr_gt0 (lt_le_trans n0 hF) (lt_le_trans n0 hF)) hFS.
  by rewrite pmulr_rgt0.
repeat split; intros; try exact: inside; try (by rewrite gt_eqF).
have [F [T [S [-> _ _ [hF _ _]]]]] := @sizes R d (fun a b => w_0 ((a * d)%N + b)%N) d0 (proj1 H) (proj1 (proj2 H)) (proj2 (proj2 H)).
by rewrite gt_eqF // (lt_le_trans _ hF) // ltr0n.
Qed.
