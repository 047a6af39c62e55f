(* What proofs on powers of gamma use: it stands after one-step.v before those that name the two. *)
(* The coefficients of g^k in (al + be g + et g^2)/(1 + 2 a g + b g^2). *)
Fixpoint coef (R : rcfType) (al be et a b : R) (k : nat) : R :=
  if k is k1.+1 then
    (if k1 is k2.+1 then (if k2 is 0 then et else 0) - 2%:R * a * coef al be et a b k1 - b * coef al be et a b k2
     else be - 2%:R * a * al)
  else al.

Lemma coef_next (R : rcfType) (al be et a b : R) k :
  coef al be et a b k.+3 = - (2%:R * a * coef al be et a b k.+2) - b * coef al be et a b k.+1.
Proof. by rewrite [LHS]/= add0r. Qed.

Lemma divided (R : rcfType) (al be et a b g : R) K (u := coef al be et a b) :
  al + be * g + et * (g * g) = (1 + 2%:R * a * g + b * (g * g)) * (\sum_(k < K.+1) (u k * g ^+ k)) +
    g ^+ K.+1 * (u K.+1 + g * (u K.+2 + 2%:R * a * u K.+1)).
Proof.
elim: K => [|K IH]; first by rewrite big_ord_recr big_ord0 /= expr1 expr0 mulr1 add0r /u /=; ring.
rewrite IH [in RHS]big_ord_recr /= (exprS g K.+1) /u coef_next; ring.
Qed.

Lemma coef_lin (R : rcfType) (c al be et al' be' et' a b : R) k :
  coef (c * al + al') (c * be + be') (c * et + et') a b k = c * coef al be et a b k + coef al' be' et' a b k.
Proof.
suff: coef (c * al + al') (c * be + be') (c * et + et') a b k = c * coef al be et a b k + coef al' be' et' a b k /\
  coef (c * al + al') (c * be + be') (c * et + et') a b k.+1 = c * coef al be et a b k.+1 + coef al' be' et' a b k.+1 by case.
elim: k => [|k [IH0 IH1]]; first by split=> /=; ring.
split=> //; case: k IH0 IH1 => [|k] IH0 IH1; first by rewrite /=; ring.
by rewrite !coef_next IH0 IH1; ring.
Qed.

Lemma discriminant (R : rcfType) (p m n : R) :
  (forall x y, 0 <= p * (x * x) + m * (x * y) + n * (y * y)) -> m * m <= 4%:R * (p * n).
Proof.
move=> h; have p0 : 0 <= p by have := h 1 0; rewrite !(mulr0, mulr1, addr0).
have n0 : 0 <= n by have := h 0 1; rewrite !(mulr0, mul0r, mulr1, addr0, add0r).
rewrite -subr_ge0; have pe : 0 <= p * (4%:R * (p * n) - m * m).
  by have := h (- m) (2%:R * p); congr (_ <= _); ring.
have ne : 0 <= n * (4%:R * (p * n) - m * m).
  by have := h (2%:R * n) (- m); congr (_ <= _); ring.
move: p0; rewrite le_eqVlt => /orP [/eqP p0 | p0]; last by rewrite pmulr_rge0 in pe.
move: n0; rewrite le_eqVlt => /orP [/eqP n0 | n0]; last by rewrite pmulr_rge0 in ne.
have := h 1 (- m); rewrite -p0 -n0; congr (_ <= _); ring.
Qed.

(* A form between lo and hi times that of lengths: its difference at orthogonal places is at most hi - lo. *)
Lemma difference (R : rcfType) (lo hi al si ta q : R) : 0 <= q ->
  (forall x y, lo * (x * x + q * (y * y)) <= al * (x * x) + si * (x * y) + ta * (y * y) <= hi * (x * x + q * (y * y))) ->
  q * (si * si) + (ta - al * q) * (ta - al * q) <= (hi - lo) * (hi - lo) * (q * q) /\ (q = 0 -> si = 0 /\ ta = 0).
Proof.
move=> q0 h.
have up : si * si <= 4%:R * ((hi - al) * (hi * q - ta)).
  rewrite -[si * si]mulrNN; apply: discriminant => x y; have /andP [_] := h x y; rewrite -subr_ge0; congr (_ <= _); ring.
have dn : si * si <= 4%:R * ((al - lo) * (ta - lo * q)).
  apply: discriminant => x y; have /andP [+ _] := h x y; rewrite -subr_ge0; congr (_ <= _); ring.
have /andP [a1 a2] : lo <= al <= hi by have := h 1 0; rewrite !(mulr0, mulr1, addr0).
have /andP [t1 t2] : lo * q <= ta <= hi * q by have := h 0 1; rewrite !(mulr0, mul0r, mulr1, addr0, add0r).
have sq (c : R) : 0 <= c * c by rewrite -expr2 sqr_ge0.
split; last first.
  move=> qz; move: t1 t2 dn; rewrite qz !mulr0 subr0 => t1 t2.
  have -> : ta = 0 by apply/eqP; rewrite eq_le t1 t2.
  by rewrite !mulr0 -expr2 => s0; split=> //; apply/eqP; rewrite -sqrf_eq0 eq_le s0 sqr_ge0.
have [le | /ltW ge] := lerP ((lo + hi) * q) (ta + al * q).
  apply: (@le_trans _ _ ((2%:R * hi * q - (ta + al * q)) * (2%:R * hi * q - (ta + al * q)))).
    rewrite -subr_ge0; have := ler_wpmul2l q0 up; rewrite -subr_ge0; congr (_ <= _); ring.
  have l0 : 0 <= 2%:R * hi * q - (ta + al * q).
    have -> : 2%:R * hi * q - (ta + al * q) = (hi * q - ta) + (hi - al) * q by ring.
    by rewrite addr_ge0 ?mulr_ge0 ?subr_ge0.
  have l1 : 2%:R * hi * q - (ta + al * q) <= (hi - lo) * q by rewrite -subr_ge0; move: le; rewrite -subr_ge0; congr (_ <= _); ring.
  have -> : (hi - lo) * (hi - lo) * (q * q) = (hi - lo) * q * ((hi - lo) * q) by ring.
  by apply: ler_pmul.
apply: (@le_trans _ _ ((ta + al * q - 2%:R * lo * q) * (ta + al * q - 2%:R * lo * q))).
  rewrite -subr_ge0; have := ler_wpmul2l q0 dn; rewrite -subr_ge0; congr (_ <= _); ring.
have l0 : 0 <= ta + al * q - 2%:R * lo * q.
  have -> : ta + al * q - 2%:R * lo * q = (ta - lo * q) + (al - lo) * q by ring.
  by rewrite addr_ge0 ?mulr_ge0 ?subr_ge0.
have l1 : ta + al * q - 2%:R * lo * q <= (hi - lo) * q by rewrite -subr_ge0; move: ge; rewrite -subr_ge0; congr (_ <= _); ring.
have -> : (hi - lo) * (hi - lo) * (q * q) = (hi - lo) * q * ((hi - lo) * q) by ring.
by apply: ler_pmul.
Qed.

Lemma powers_near (R : rcfType) (lo hi al be et a b A g : R) (D := 1 + 2%:R * a * g + b * (g * g)) (u := coef al be et a b) :
  (forall x y, lo * (x * x + 2%:R * a * (x * y) + b * (y * y)) <= al * (x * x) + be * (x * y) + et * (y * y) <=
     hi * (x * x + 2%:R * a * (x * y) + b * (y * y))) ->
  0 <= A -> b = A * A -> a * a <= b -> 0 <= g -> 0 < D ->
  (forall K, `|(al + be * g + et * (g * g)) / D - \sum_(k < K.+1) (u k * g ^+ k)| <= (hi - lo) * (g * A) ^+ K.+1) /\
  forall k, `|u k.+1| <= (hi - lo) * A ^+ k.+1.
Proof.
move=> h A0 bA ab g0 D0; pose q := b - a * a; have q0 : 0 <= q by rewrite subr_ge0.
have gap0 : 0 <= hi - lo.
  have /andP [h1 h2] := h 1 0; rewrite subr_ge0; have := le_trans h1 h2.
  by rewrite !(mulr0, mulr1, addr0).
have [] := @difference R lo hi al (be - 2%:R * a * al) (et - a * be + a * a * al) q q0.
  move=> x y; have := h (x - a * y) y; rewrite /q.
  have -> : (x - a * y) * (x - a * y) + 2%:R * a * ((x - a * y) * y) + b * (y * y) = x * x + (b - a * a) * (y * y) by ring.
  by have -> : al * ((x - a * y) * (x - a * y)) + be * ((x - a * y) * y) + et * (y * y) = al * (x * x) +
    (be - 2%:R * a * al) * (x * y) + (et - a * be + a * a * al) * (y * y) by ring.
move=> first zero; pose E k := b * (u k.+1 * u k.+1) + 2%:R * a * (u k.+1 * u k.+2) + u k.+2 * u k.+2.
have EE k : E k = b ^+ k * E 0%N.
  elim: k => [|k IH]; first by rewrite expr0 mul1r.
  by rewrite exprS -mulrA -IH /E /u coef_next; ring.
have E0 : E 0%N <= (hi - lo) * (hi - lo) * (q * q).
  by apply: le_trans first; rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite /E /u /q /=; ring.
have b0 : 0 <= b by rewrite bA mulr_ge0.
have Ek k : E k <= b ^+ k * ((hi - lo) * (hi - lo) * (q * q)) by rewrite EE ler_wpmul2l ?exprn_ge0.
have flat : q = 0 -> forall k, u k.+1 = 0.
  move=> qz; have [s0 t0] := zero qz; suff: forall k, u k.+1 = 0 /\ u k.+2 = 0 by move=> all k; have [] := all k.
  elim=> [|k [IH1 IH2]]; last by split=> //; rewrite /u coef_next -/u IH1 IH2 !mulr0 oppr0 addr0.
  split; first exact: s0.
  rewrite /u /=; have -> : et - 2%:R * a * (be - 2%:R * a * al) - b * al = (et - a * be + a * a * al) - q * al - a * (be - 2%:R * a * al).
    by rewrite /q; ring.
  by rewrite s0 t0 qz mul0r mulr0 !subr0.
have bK k : b ^+ k = A ^+ k * A ^+ k by rewrite bA exprMn.
split=> [K | k]; last first.
  have [qz | qp] : q = 0 \/ 0 < q by move: q0; rewrite le_eqVlt eq_sym => /orP [/eqP | ]; auto.
    by rewrite flat // normr0 mulr_ge0 ?exprn_ge0.
  apply: norm_below; first by rewrite mulr_ge0 ?exprn_ge0.
  rewrite -(ler_pmul2l qp); apply: (@le_trans _ _ (E k)).
    have -> : E k = q * u k.+1 ^+ 2 + (u k.+2 + a * u k.+1) ^+ 2 by rewrite /E /q; ring.
    by rewrite ler_addl sqr_ge0.
  apply: le_trans (Ek k) _; rewrite bK -subr_ge0.
  have -> : q * ((hi - lo) * A ^+ k.+1) ^+ 2 - A ^+ k * A ^+ k * ((hi - lo) * (hi - lo) * (q * q)) =
      q * ((hi - lo) * A ^+ k) ^+ 2 * (a * a) by rewrite (exprS A k) /q bA; ring.
  by apply: mulr_ge0; [rewrite mulr_ge0 ?sqr_ge0 | rewrite -expr2 sqr_ge0].
rewrite (divided _ _ _ a b g K) -/D -/u.
have -> : (D * (\sum_(k < K.+1) (u k * g ^+ k)) + g ^+ K.+1 * (u K.+1 + g * (u K.+2 + 2%:R * a * u K.+1))) / D -
    \sum_(k < K.+1) (u k * g ^+ k) = g ^+ K.+1 * ((u K.+1 + g * (u K.+2 + 2%:R * a * u K.+1)) / D).
  by field; rewrite gt_eqF.
rewrite normrM ger0_norm ?exprn_ge0 // exprMn mulrCA; apply: ler_wpmul2l; rewrite ?exprn_ge0 //.
have [qz | qp] : q = 0 \/ 0 < q by move: q0; rewrite le_eqVlt eq_sym => /orP [/eqP | ]; auto.
  by rewrite !flat // !mulr0 addr0 mulr0 addr0 mul0r normr0 mulr_ge0 ?exprn_ge0.
apply: (quotient_below D0 (mulr_ge0 gap0 (exprn_ge0 _ A0)) (divfK (lt0r_neq0 D0) _)).
rewrite -(ler_pmul2l qp); apply: (@le_trans _ _ (E K * D)).
  rewrite -subr_ge0; have -> : E K * D - q * (u K.+1 + g * (u K.+2 + 2%:R * a * u K.+1)) ^+ 2 =
    (u K.+2 + a * u K.+1 + g * (a * u K.+2 + (2%:R * a * a - b) * u K.+1)) ^+ 2 by rewrite /E /D /q; ring.
  exact: sqr_ge0.
apply: le_trans (ler_wpmul2r (ltW D0) (Ek K)) _; rewrite bK -subr_ge0.
have -> : q * ((hi - lo) * A ^+ K.+1 * D) ^+ 2 - A ^+ K * A ^+ K * ((hi - lo) * (hi - lo) * (q * q)) * D =
    q * D * ((hi - lo) * A ^+ K) ^+ 2 * (A * A * D - q) by rewrite (exprS A K); ring.
have near : 0 <= A * A * D - q by have -> : A * A * D - q = (a + b * g) ^+ 2; [rewrite /q /D bA; ring | exact: sqr_ge0].
by apply: mulr_ge0 => //; apply: mulr_ge0; [rewrite mulr_ge0 // ltW | exact: sqr_ge0].
Qed.

Lemma coef_sum (R : rcfType) (p q s a1 b1 c1 a2 b2 c2 a3 b3 c3 a b : R) k :
  coef (p * a1 + q * a2 + s * a3) (p * b1 + q * b2 + s * b3) (p * c1 + q * c2 + s * c3) a b k =
  p * coef a1 b1 c1 a b k + q * coef a2 b2 c2 a b k + s * coef a3 b3 c3 a b k.
Proof.
have zero : coef 0 0 0 a b k = 0 :> R by have := coef_lin (- 1) 0 0 0 0 0 0 a b k; rewrite mulr0 addr0 mulN1r addNr.
have last : s * coef a3 b3 c3 a b k = coef (s * a3 + 0) (s * b3 + 0) (s * c3 + 0) a b k by rewrite coef_lin zero addr0.
by rewrite last -[in RHS]addrA -coef_lin -coef_lin !addr0 !addrA.
Qed.

(* The coefficient of c^k in (y M h) (z M h)/(h M h), h = e_j + c v. *)
Definition power (R : rcfType) d M j k (y z v : nat -> R) : R :=
  coef (form d M y (unit_at R j) * form d M z (unit_at R j))
    (form d M y (unit_at R j) * form d M z v + form d M z (unit_at R j) * form d M y v)
    (form d M y v * form d M z v) (form d M (unit_at R j) v) (form d M v v) k.

Lemma power_form (R : rcfType) d M j k (y z v : nat -> R) p q :
  power d M j k (fun m => p * y m + q * z m) (fun m => p * y m + q * z m) v =
  p * p * power d M j k y y v + 2%:R * (p * q) * power d M j k y z v + q * q * power d M j k z z v.
Proof. by rewrite /power !form_two_left -coef_sum; congr coef; ring. Qed.

Lemma power_moved (R : rcfType) d M j k i c (w v : nat -> R) : power d M j k (moved i c w) (moved i c w) v =
  power d M j k (unit_at R i) (unit_at R i) v + 2%:R * power d M j k (unit_at R i) w v * c + power d M j k w w v * (c * c).
Proof.
have := power_form d M j k (unit_at R i) w v 1 c.
have -> : power d M j k (fun m => 1 * unit_at R i m + c * w m) (fun m => 1 * unit_at R i m + c * w m) v =
  power d M j k (moved i c w) (moved i c w) v by rewrite /power !form_two_left !form_left !mul1r.
by move=> ->; ring.
Qed.

Lemma ratio_near (R : rcfType) d M i (c : R) w A lo hi al be et : is_correlation d M -> (i < d)%N -> 0 <= c -> 0 <= A ->
  form d M w w = A * A -> 0 < form d M (moved i c w) (moved i c w) ->
  (forall p q Y, Y = (fun m => p * unit_at R i m + q * w m) -> lo * form d M Y Y <= al * (p * p) + be * (p * q) + et * (q * q) <= hi * form d M Y Y) ->
  (forall K, `|(al + be * c + et * (c * c)) / form d M (moved i c w) (moved i c w) -
    \sum_(k < K.+1) (coef al be et (form d M (unit_at R i) w) (form d M w w) k * c ^+ k)| <= (hi - lo) * (c * A) ^+ K.+1) /\
  forall k, `|coef al be et (form d M (unit_at R i) w) (form d M w w) k.+1| <= (hi - lo) * A ^+ k.+1.
Proof.
move=> cor id c0 A0 wA pos h; have [_ unit _] := cor.
have one : form d M (unit_at R i) (unit_at R i) = 1 by rewrite form_entry // unit.
have DE : form d M (moved i c w) (moved i c w) = 1 + 2%:R * form d M (unit_at R i) w * c + form d M w w * (c * c).
  by rewrite moved_square //; ring.
rewrite DE in pos *; apply: (@powers_near R lo hi al be et _ _ A c) => //.
  move=> p q; have := h p q _ erefl; rewrite !form_two_left !form_two_right one (form_sym w (unit_at R i) cor).
  have -> : p * (p * 1 + q * form d M (unit_at R i) w) + q * (p * form d M (unit_at R i) w + q * form d M w w) =
    p * p + 2%:R * form d M (unit_at R i) w * (p * q) + form d M w w * (q * q) by ring.
  by [].
by have := form_schwarz (unit_at R i) w cor; rewrite one mul1r.
Qed.

Lemma power_near (R : rcfType) d M j (c : R) (y v : nat -> R) A : is_correlation d M -> (j < d)%N -> 0 <= c -> 0 <= A ->
  form d M v v = A * A -> 0 < form d M (moved j c v) (moved j c v) ->
  (forall K, `|share d M j c y v - \sum_(k < K.+1) (power d M j k y y v * c ^+ k)| <= form d M y y * (c * A) ^+ K.+1) /\
  forall k, `|power d M j k y y v| <= form d M y y * A ^+ k.
Proof.
move=> cor jd c0 A0 vA pos; set r := form d M y (unit_at R j); set s := form d M y v.
have schwarz p q : 0 <= (p * r + q * s) * (p * r + q * s) <= form d M y y * form d M (fun m => p * unit_at R j m + q * v m) (fun m => p * unit_at R j m + q * v m).
  rewrite -expr2 sqr_ge0 expr2 /=; have := form_schwarz y (fun m => p * unit_at R j m + q * v m) cor.
  by rewrite !(form_two_right d M (unit_at R j) v y).
have [] := @ratio_near R d M j c v A 0 (form d M y y) (r * r) (r * s + r * s) (s * s) cor jd c0 A0 vA pos.
  move=> p q Y ->; have := schwarz p q; rewrite mul0r.
  by have -> : r * r * (p * p) + (r * s + r * s) * (p * q) + s * s * (q * q) = (p * r + q * s) * (p * r + q * s) by ring.
rewrite subr0 => near least; split=> [K | [|k]]; last exact: least.
  have -> : share d M j c y v = (r * r + (r * s + r * s) * c + s * s * (c * c)) / form d M (moved j c v) (moved j c v).
    by rewrite /share {1 2}/moved !form_right -/r -/s; congr (_ / _); ring.
  exact: near.
rewrite expr0 mulr1 /power /= -/r ger0_norm -expr2 ?sqr_ge0 // expr2; have [_ unit _] := cor.
by have := form_schwarz y (unit_at R j) cor; rewrite form_entry // unit // mulr1.
Qed.

(* x^m y^n + x^n y^m <= x^(m + n) + y^(m + n). *)
Lemma mixed (R : rcfType) (x y : R) m n : 0 <= x -> 0 <= y -> x ^+ m * y ^+ n + x ^+ n * y ^+ m <= x ^+ (m + n) + y ^+ (m + n).
Proof.
move=> x0 y0; rewrite -subr_ge0 !exprD.
have -> : x ^+ m * x ^+ n + y ^+ m * y ^+ n - (x ^+ m * y ^+ n + x ^+ n * y ^+ m) = (x ^+ m - y ^+ m) * (x ^+ n - y ^+ n) by ring.
have [le | /ltW le] := lerP x y; last by rewrite mulr_ge0 // subr_ge0 ler_expn2r ?nnegrE.
by rewrite mulr_le0 // subr_le0 ler_expn2r ?nnegrE.
Qed.

Lemma mixed_sum (R : rcfType) (x y : R) K : 0 <= x -> 0 <= y ->
  \sum_(k < K) (2%:R * (x ^+ k.+1 * y ^+ (K - k))) <= K%:R * (x ^+ K.+1 + y ^+ K.+1).
Proof.
move=> x0 y0; have turn : \sum_(k < K) (x ^+ k.+1 * y ^+ (K - k)) = \sum_(k < K) (x ^+ (K - k) * y ^+ k.+1).
  by rewrite (reindex_inj rev_ord_inj); apply: eq_bigr => k _ /=; rewrite subKn // subnSK.
rewrite -mulr_sumr mulr_natl mulr2n {2}turn -big_split mulr_natl -[X in _ *+ X](card_ord K) -sumr_const; apply: ler_sum => k _ /=.
by have := mixed k.+1 (K - k) x0 y0; rewrite addSn subnKC // ltnW.
Qed.

(* The square of an entry after a layer, in powers of c: k of them from row j and l from row i. *)
Definition powers (R : rcfType) d M i (w : nat -> R) j (v : nat -> R) k l : R :=
  coef (power d M j k (unit_at R i) (unit_at R i) v) (2%:R * power d M j k (unit_at R i) w v) (power d M j k w w v)
    (form d M (unit_at R i) w) (form d M w w) l.

Lemma pair_near (R : rcfType) d M i j (c : R) (w v : nat -> R) A B K : is_correlation d M -> (i < d)%N -> (j < d)%N -> 0 <= c ->
  0 <= A -> form d M w w = A * A -> 0 <= B -> form d M v v = B * B ->
  0 < form d M (moved i c w) (moved i c w) -> 0 < form d M (moved j c v) (moved j c v) ->
  `|entry d M c i w j v - \sum_(k < K.+1) \sum_(l < (K - k).+1) (powers d M i w j v k l * c ^+ (k + l))|
    <= K.+1%:R * (c ^+ K.+1 * (A ^+ K.+1 + B ^+ K.+1)).
Proof.
move=> cor id jd c0 A0 wA B0 vB posi posj; set g := moved i c w; set G := form d M g g in posi *.
have G0 : G != 0 by rewrite gt_eqF.
have entryE : entry d M c i w j v = share d M j c g v / G.
  by rewrite /entry /share -/g -/G invfM mulrA mulrAC.
have [near least] := power_near g cor jd c0 B0 vB posj; rewrite -/G in near least.
have first : `|entry d M c i w j v - \sum_(k < K.+1) (power d M j k g g v / G * c ^+ k)| <= (c * B) ^+ K.+1.
  rewrite entryE (eq_bigr (fun k : 'I_K.+1 => power d M j k g g v * c ^+ k / G)) => [|k _]; last by rewrite mulrAC.
  rewrite -mulr_suml -mulrBl normrM normfV (ger0_norm (ltW posi)) ler_pdivr_mulr // mulrC; exact: near.
have second k : (k < K.+1)%N -> `|power d M j k g g v / G * c ^+ k - \sum_(l < (K - k).+1) (powers d M i w j v k l * c ^+ (k + l))| <=
    (if k is 0 then A ^+ K.+1 else 2%:R * (B ^+ k * A ^+ (K.+1 - k))) * c ^+ K.+1.
  move=> kK; pose lo : R := if k is 0 then 0 else - B ^+ k; pose hi : R := B ^+ k.
  have [] := @ratio_near R d M i c w A lo hi (power d M j k (unit_at R i) (unit_at R i) v)
      (2%:R * power d M j k (unit_at R i) w v) (power d M j k w w v) cor id c0 A0 wA posi.
    move=> p q Y YE.
    have -> : power d M j k (unit_at R i) (unit_at R i) v * (p * p) + 2%:R * power d M j k (unit_at R i) w v * (p * q) +
      power d M j k w w v * (q * q) = power d M j k Y Y v by rewrite YE power_form; ring.
    have [_ leastY] := power_near Y cor jd c0 B0 vB posj; have := leastY k; rewrite ler_norml mulrC => /andP [l1 l2].
    apply/andP; split=> //; rewrite /lo; case: (k) l1 => [|k'] l1; last by rewrite mulNr.
    by rewrite mul0r /power /= -expr2 sqr_ge0.
  move=> all _; have := all (K - k)%N; rewrite -power_moved -/g -/G => near2.
  have kk : (k + (K - k).+1 = K.+1)%N by rewrite addnS subnKC.
  have -> : \sum_(l < (K - k).+1) (powers d M i w j v k l * c ^+ (k + l)) =
      (\sum_(l < (K - k).+1) (powers d M i w j v k l * c ^+ l)) * c ^+ k.
    by rewrite mulr_suml; apply: eq_bigr => l _; rewrite exprD; ring.
  rewrite -mulrBl normrM (ger0_norm (exprn_ge0 _ c0)); apply: le_trans (ler_wpmul2r (exprn_ge0 _ c0) near2) _.
  have le : (c * A) ^+ (K - k).+1 * c ^+ k = A ^+ (K.+1 - k) * c ^+ K.+1.
    rewrite subSn // exprMn -kk exprD; move: (c ^+ k) (c ^+ (K - k).+1) (A ^+ (K - k).+1) => x y z; ring.
  rewrite -mulrA le [X in X <= _]mulrA; apply: ler_wpmul2r; first exact: exprn_ge0.
  by rewrite /lo /hi; case: (k) => [|k']; rewrite ?subn0 ?expr0 ?subr0 ?mul1r // le_eqVlt; apply/orP; left; apply/eqP; ring.
set S := \sum_(k < K.+1) (power d M j k g g v / G * c ^+ k) in first; set T := \sum_(k < K.+1) _.
have rest : `|S - T| <= c ^+ K.+1 * (A ^+ K.+1 + \sum_(k < K) (2%:R * (B ^+ k.+1 * A ^+ (K - k)))).
  rewrite /S /T -sumrB; apply: le_trans (ler_norm_sum _ _ _) _; rewrite mulrDr mulr_sumr big_ord_recl; apply: ler_add.
    rewrite [X in _ <= X]mulrC; exact: (second 0%N isT).
  apply: ler_sum => k _; rewrite [X in _ <= X]mulrC; exact: (second k.+1 (ltn_ord (lift ord0 k))).
have -> : entry d M c i w j v - T = (entry d M c i w j v - S) + (S - T) by rewrite addrA subrK.
apply: le_trans (ler_norm_add _ _) _; apply: le_trans (ler_add first rest) _.
rewrite exprMn -mulrDr mulrCA; apply: ler_wpmul2l; first exact: exprn_ge0.
have := mixed_sum K B0 A0; have -> : K.+1%:R = K%:R + 1 :> R by rewrite -addn1 natrD.
rewrite mulrDl mul1r => le.
have -> : B ^+ K.+1 + (A ^+ K.+1 + \sum_(k < K) (2%:R * (B ^+ k.+1 * A ^+ (K - k)))) =
  \sum_(k < K) (2%:R * (B ^+ k.+1 * A ^+ (K - k))) + (A ^+ K.+1 + B ^+ K.+1) by ring.
by rewrite ler_add2r [A ^+ _ + _]addrC.
Qed.

(* Means of what a layer gives in powers of c, and with it of |M+|_F^2 less a share. *)
Lemma pair_mean (R : rcfType) P D E (L : @is_law_on R P D E) d M i j (c : R) K T S m be :
  is_correlation d M -> (i < d)%N -> (j < d)%N -> 0 < c ->
  (forall w, P w -> forall i, (i < d)%N -> 0 < form d M (moved i c w) (moved i c w)) ->
  (forall x j, (j < d)%N -> D (share d M j c x)) -> D (fun w => E (entry d M c i w j)) ->
  (forall w v, \sum_(k < K.+1) \sum_(l < (K - k).+1) (powers d M i w j v k l * c ^+ (k + l)) = T w v) ->
  (forall w, mean_is D E (T w) (S w)) -> mean_is D E S m ->
  mean_is D E (fun w => Num.sqrt (form d M w w) ^+ K.+1) be ->
  `|E (fun w => E (entry d M c i w j)) - m| <= 2%:R * (K.+1%:R * (c ^+ K.+1 * be)).
Proof.
move=> cor id jd c0 pos Dx DG TE TS Sm B; have root v : form d M v v = Num.sqrt (form d M v v) * Num.sqrt (form d M v v).
  by rewrite -expr2 sqr_sqrtr // form_ge0.
have near w : P w -> `|E (entry d M c i w j) - S w| <= K.+1%:R * (c ^+ K.+1 * (Num.sqrt (form d M w w) ^+ K.+1 + be)).
  move=> Pw; set G := form d M (moved i c w) (moved i c w).
  have [De _] : mean_is D E (entry d M c i w j) (G^-1 * E (share d M j c (moved i c w))).
    apply: (mean_eq L) (mean_scale L G^-1 (conj (Dx _ j jd) erefl)) => v; by rewrite /entry /share -/G invfM mulrCA.
  apply: (mean_near L De (TS w) (mean_scale L _ (mean_scale L _ (mean_add L (mean_const L _) B)))) => v Pv.
  rewrite -TE; apply: pair_near => //; rewrite ?sqrtr_ge0 ?ltW //; exact: pos.
have -> : 2%:R * (K.+1%:R * (c ^+ K.+1 * be)) = K.+1%:R * (c ^+ K.+1 * (be + be)) by ring.
exact: (mean_near L DG Sm (mean_scale L _ (mean_scale L _ (mean_add L B (mean_const L _)))) near).
Qed.

Lemma layer_near (R : rcfType) d (M h m : nat -> nat -> R) (e : R) (F := \sum_(i < d) (\sum_(j < d) (M i j * M i j))) :
  is_correlation d M -> (forall i j, (i < d)%N -> (j < d)%N -> `|h i j - (M i j * M i j + m i j)| <= e) ->
  `|d%:R + \sum_(i < d) (\sum_(j < d) ((i != j :> nat)%:R * h i j)) - F - \sum_(i < d) \sum_(j < d) ((i != j :> nat)%:R * m i j)|
    <= d%:R * (d%:R - 1) * e.
Proof.
move=> cor near; have [_ unit _] := cor.
have FE : F = d%:R + \sum_(i < d) \sum_(j < d) ((i != j :> nat)%:R * (M i j * M i j)).
  rewrite (off_diagonal d (fun i j => M i j * M i j)) -/F addrC -addrA [X in _ + X](_ : _ = 0) ?addr0 //.
  by rewrite (eq_bigr (fun=> 1)) ?sumr_const ?card_ord ?addNr // => i _; rewrite unit // mulr1.
rewrite FE opprD addrACA subrr add0r -sumrB -sumrB; apply: le_trans (ler_norm_sum _ _ _) _.
have -> : d%:R * (d%:R - 1) * e = \sum_(i < d) \sum_(j < d) ((i != j :> nat)%:R * e).
  rewrite (off_diagonal d (fun _ _ => e)) !sumr_const !card_ord -[e *+ d]mulr_natl -mulr_natl; ring.
apply: ler_sum => i _; rewrite -sumrB -sumrB; apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => j _.
rewrite -mulrBr -mulrBr normrM (ger0_norm (ler0n _ _)) ler_wpmul2l ?ler0n // -addrA -opprD; exact: near.
Qed.

Lemma mean_coef (R : rcfType) P D E (L : @is_law_on R P D E) al be et x y z a b k : mean_is D E al x -> mean_is D E be y ->
  mean_is D E et z -> mean_is D E (fun v => coef (al v) (be v) (et v) a b k) (coef x y z a b k).
Proof.
have split p q r : coef p q r a b k = coef 1 0 0 a b k * p + (coef 0 1 0 a b k * q + coef 0 0 1 a b k * r) :> R.
  rewrite [in RHS]mulrC [_ * q]mulrC [_ * r]mulrC addrA -coef_sum; congr coef; ring.
move=> A B C; rewrite split; apply: (mean_eq L) (mean_lin L _ A (mean_lin L _ B (mean_scale L _ C))) => v; by rewrite -split.
Qed.

Lemma mean_powers (R : rcfType) P D E (L : @is_law_on R P D E) d M i j (c : R) K (Q : nat -> (nat -> R) -> (nat -> R) -> R) w :
  (forall k y z, (k < K.+1)%N -> mean_is D E (power d M j k y z) (Q k y z)) ->
  mean_is D E (fun v => \sum_(k < K.+1) \sum_(l < (K - k).+1) (powers d M i w j v k l * c ^+ (k + l)))
    (\sum_(k < K.+1) \sum_(l < (K - k).+1) (coef (Q k (unit_at R i) (unit_at R i)) (2%:R * Q k (unit_at R i) w) (Q k w w)
      (form d M (unit_at R i) w) (form d M w w) l * c ^+ (k + l))).
Proof.
move=> QE; apply: (mean_sum L (f := fun k v => \sum_(l < (K - k).+1) (powers d M i w j v k l * c ^+ (k + l)))
  (a := fun k => \sum_(l < (K - k).+1) (coef (Q k (unit_at R i) (unit_at R i)) (2%:R * Q k (unit_at R i) w) (Q k w w)
      (form d M (unit_at R i) w) (form d M w w) l * c ^+ (k + l)))) => k kK.
apply: (mean_sum L (f := fun l v => powers d M i w j v k l * c ^+ (k + l)) (a := fun l =>
  coef (Q k (unit_at R i) (unit_at R i)) (2%:R * Q k (unit_at R i) w) (Q k w w) (form d M (unit_at R i) w) (form d M w w) l * c ^+ (k + l))) => l _.
rewrite mulrC; apply: (mean_eq L) (mean_scale L (c ^+ (k + l)) (mean_coef L _ _ l (QE k _ _ kK) (mean_scale L 2%:R (QE k _ _ kK)) (QE k _ _ kK))) => v.
by rewrite mulrC.
Qed.

(* Means of products of forms. *)
Lemma form_images_of (R : rcfType) d M (x w : nat -> R) : is_correlation d M -> form d M x w = \sum_(k < d) (form d M (unit_at R k) x * w k).
Proof. by move=> cor; rewrite (form_sym x w cor) (form_images w x cor); apply: eq_bigr => k _; rewrite mulrC. Qed.

Lemma mean_times (R : rcfType) P D E (L : @is_law_on R P D E) d M x g (a : nat -> R) : is_correlation d M ->
  (forall k, (k < d)%N -> mean_is D E (fun w => w k * g w) (a k)) ->
  mean_is D E (fun w => form d M x w * g w) (\sum_(k < d) (form d M (unit_at R k) x * a k)).
Proof.
move=> cor G; have S := mean_sum L (n := d) (f := fun k w => form d M (unit_at R k) x * (w k * g w)) (a := fun k => form d M (unit_at R k) x * a k).
apply: (mean_eq L) (S _) => [w | k kd]; last by apply: (mean_scale L); exact: G.
by rewrite (form_images_of x w cor) mulr_suml; apply: eq_bigr => k _; rewrite mulrA.
Qed.

Definition third_moments (R : rcfType) d (D : ((nat -> R) -> R) -> Prop) (E : ((nat -> R) -> R) -> R) (s : R) :=
  forall k, (k < d)%N -> forall l, (l < d)%N -> forall m, (m < d)%N ->
    mean_is D E (fun w => w k * w l * w m) ((k == l :> nat)%:R * (l == m :> nat)%:R * s).

Lemma one_place (R : rcfType) (d k : nat) (f : nat -> R) : (k < d)%N -> \sum_(l < d) (f l * (k == l :> nat)%:R) = f k.
Proof. by move=> kd; rewrite -[RHS](one_of f kd); apply: eq_bigr => l _; rewrite mulrC eq_sym. Qed.

Lemma mean_two_more (R : rcfType) P D E (L : @is_law_on R P D E) d M s k (y z : nat -> R) : is_correlation d M -> third_moments d D E s -> (k < d)%N ->
  mean_is D E (fun w => w k * (form d M y w * form d M z w)) (s * (form d M (unit_at R k) y * form d M (unit_at R k) z)).
Proof.
move=> cor third kd; have two l : (l < d)%N -> mean_is D E (fun w => w l * (w k * form d M z w)) (s * form d M (unit_at R k) z * (k == l :> nat)%:R).
  move=> ld; have := mean_times L z cor (g := fun w => w l * w k) (a := fun m => (m == l :> nat)%:R * (l == k :> nat)%:R * s).
  have -> : \sum_(m < d) (form d M (unit_at R m) z * ((m == l :> nat)%:R * (l == k :> nat)%:R * s)) = s * form d M (unit_at R k) z * (k == l :> nat)%:R.
    rewrite (eq_bigr (fun m : 'I_d => (form d M (unit_at R m) z * (l == k :> nat)%:R * s) * (l == m :> nat)%:R)) => [|m _]; last by rewrite eq_sym; ring.
    rewrite (one_place (fun m => form d M (unit_at R m) z * (l == k :> nat)%:R * s) ld) eq_sym.
    by case: (k =P l) => [-> | _]; rewrite /=; ring.
  move=> h; apply: (mean_eq L) (h _) => [w | m md]; first by ring.
  by apply: (mean_eq L _ (third m md l ld k kd)) => w; ring.
have := mean_times L y cor (g := fun w => w k * form d M z w) (a := fun l => s * form d M (unit_at R k) z * (k == l :> nat)%:R) two.
rewrite (eq_bigr (fun l : 'I_d => (form d M (unit_at R l) y * (s * form d M (unit_at R k) z)) * (k == l :> nat)%:R)) => [|l _]; last by ring.
rewrite (one_place (fun l => form d M (unit_at R l) y * (s * form d M (unit_at R k) z)) kd) mulrCA.
by apply: (mean_eq L) => w; ring.
Qed.

Lemma mean_three (R : rcfType) P D E (L : @is_law_on R P D E) d M s (x y z : nat -> R) : is_correlation d M -> third_moments d D E s ->
  mean_is D E (fun w => form d M x w * (form d M y w * form d M z w))
    (s * \sum_(k < d) (form d M (unit_at R k) x * (form d M (unit_at R k) y * form d M (unit_at R k) z))).
Proof.
move=> cor third; rewrite mulr_sumr (eq_bigr (fun k : 'I_d => form d M (unit_at R k) x * (s * (form d M (unit_at R k) y * form d M (unit_at R k) z)))) => [|k _].
  by apply: (mean_times L x cor (a := fun k => s * (form d M (unit_at R k) y * form d M (unit_at R k) z))) => k kd; exact: (mean_two_more L _ _ cor third kd).
by ring.
Qed.

Lemma mean_with_length (R : rcfType) P D E (L : @is_law_on R P D E) d M s (x : nat -> R) : is_correlation d M -> third_moments d D E s ->
  mean_is D E (fun w => form d M x w * form d M w w) (s * \sum_(k < d) form d M (unit_at R k) x).
Proof.
move=> cor third; have [_ unit _] := cor; rewrite mulr_sumr.
have S := mean_sum L (n := d) (f := fun k w => w k * (form d M (unit_at R k) w * form d M x w)) (a := fun k => s * form d M (unit_at R k) x).
apply: (mean_eq L) (S _) => [w | k kd].
  by rewrite (form_images w w cor) mulr_sumr; apply: eq_bigr => k _; ring.
have := mean_two_more L (unit_at R k) x cor third kd; by rewrite form_entry // unit // mul1r.
Qed.

(* Means of the first powers of c. *)
Lemma mean_form_of (R : rcfType) P D E (L : @is_law_on R P D E) d M mu (x : nat -> R) : is_correlation d M ->
  (forall k, (k < d)%N -> mean_is D E (fun w => w k) mu) -> mean_is D E (fun w => form d M x w) (mu * \sum_(k < d) form d M (unit_at R k) x).
Proof.
move=> cor one; rewrite mulr_sumr; have S := mean_sum L (n := d) (f := fun k w => form d M (unit_at R k) x * w k) (a := fun k => mu * form d M (unit_at R k) x).
apply: (mean_eq L) (S _) => [w | k kd]; first by rewrite (form_images_of x w cor).
by rewrite mulrC; apply: (mean_scale L); exact: one.
Qed.

Definition cubic (R : rcfType) d M j (y z : nat -> R) : R :=
  4%:R * (form d M y (unit_at R j) * form d M z (unit_at R j)) * (\sum_(k < d) form d M (unit_at R k) (unit_at R j)) -
  2%:R * (\sum_(k < d) (form d M (unit_at R k) (unit_at R j) *
    (form d M (unit_at R k) (mirrored d M j y) * form d M (unit_at R k) (mirrored d M j z)))) -
  form d M y (unit_at R j) * (\sum_(k < d) form d M (unit_at R k) z) - form d M z (unit_at R j) * (\sum_(k < d) form d M (unit_at R k) y).

Definition means (R : rcfType) d M j s k (y z : nat -> R) : R :=
  match k with
  | 0 => form d M y (unit_at R j) * form d M z (unit_at R j)
  | 1 => 0
  | 2 => \sum_(k < d) (form d M (unit_at R k) (mirrored d M j y) * form d M (unit_at R k) (mirrored d M j z)) -
      d%:R * (form d M y (unit_at R j) * form d M z (unit_at R j))
  | _ => s * cubic d M j y z
  end.

Lemma form_mirrored (R : rcfType) d M j (y v : nat -> R) :
  form d M (mirrored d M j y) v = form d M y v - 2%:R * form d M y (unit_at R j) * form d M (unit_at R j) v.
Proof. by rewrite /mirrored form_two_left; ring. Qed.

Lemma mean_power (R : rcfType) P D E (L : @is_law_on R P D E) d M j s k (y z : nat -> R) : is_correlation d M ->
  balanced d false D E -> uncorrelated d D E -> third_moments d D E s -> (k < 4)%N -> mean_is D E (power d M j k y z) (means d M j s k y z).
Proof.
move=> cor cen unc third; have Fx x := mean_form L x cor cen; have Fxy x x' := mean_forms L x x' cor unc.
have Fxyz x x' x'' := mean_three L x x' x'' cor third; have Fb x := mean_with_length L x cor third; have Fd := mean_length L cor unc.
set a := unit_at R j; set ry := form d M y a; set rz := form d M z a.
case: k => [|[|[|[|//]]]] _.
- exact: (mean_const L).
- have := mean_lin L ry (Fx z) (mean_lin L rz (Fx y) (mean_scale L (- (2%:R * (ry * rz))) (Fx a))).
  by rewrite !mulr0 !addr0; apply: (mean_eq L) => v; rewrite /power /= -/a -/ry -/rz; ring.
- have := mean_add L (Fxy (mirrored d M j y) (mirrored d M j z)) (mean_scale L (- (ry * rz)) Fd).
  rewrite /means -/a -/ry -/rz mulNr [ry * rz * d%:R]mulrC.
  by apply: (mean_eq L) => v; rewrite /power /= !form_mirrored -/a -/ry -/rz; ring.
have := mean_lin L (4%:R * (ry * rz)) (Fb a) (mean_lin L (- 2%:R) (Fxyz a (mirrored d M j y) (mirrored d M j z))
  (mean_lin L (- ry) (Fb z) (mean_scale L (- rz) (Fb y)))).
rewrite /means /cubic -/a -/ry -/rz.
set A := \sum_(k < d) form d M (unit_at R k) a; set B := \sum_(k < d) form d M (unit_at R k) y; set C := \sum_(k < d) form d M (unit_at R k) z.
set Q := \sum_(k < d) (_ * (_ * _)).
have -> : 4%:R * (ry * rz) * (s * A) + (- 2%:R * (s * Q) + (- ry * (s * C) + - rz * (s * B))) =
  s * (4%:R * (ry * rz) * A - 2%:R * Q - ry * C - rz * B) by ring.
by apply: (mean_eq L) => v; rewrite /power /= !form_mirrored -/a -/ry -/rz; ring.
Qed.

Lemma mean_linear (R : rcfType) P D E (L : @is_law_on R P D E) d M i j s : is_correlation d M -> balanced d false D E ->
  mean_is D E (fun w => means d M j s 2 (unit_at R i) w) 0.
Proof.
move=> cor cen; have Fx x := mean_form L x cor cen; set e := unit_at R i; set a := unit_at R j.
have S := mean_sum L (n := d) (f := fun k w => form d M (unit_at R k) (mirrored d M j e) * (form d M (unit_at R k) w - 2%:R * form d M a w * form d M (unit_at R k) a))
  (a := fun=> 0).
have {}S : mean_is D E (fun w => \sum_(k < d) (form d M (unit_at R k) (mirrored d M j e) * (form d M (unit_at R k) w - 2%:R * form d M a w * form d M (unit_at R k) a))) 0.
  have Z : \sum_(k < d) 0 = 0 :> R by rewrite big1.
  rewrite -[X in mean_is _ _ _ X]Z; apply: S => k _.
  have := mean_scale L (form d M (unit_at R k) (mirrored d M j e)) (mean_lin L (- (2%:R * form d M (unit_at R k) a)) (Fx a) (Fx (unit_at R k))).
  by rewrite mulr0 addr0 mulr0; apply: (mean_eq L) => w; ring.
have := mean_add L S (mean_scale L (- (d%:R * form d M e a)) (Fx a)); rewrite mulr0 addr0.
apply: (mean_eq L) => w; rewrite /means -/e -/a (form_sym w a cor); congr (_ + _); last by ring.
apply: eq_bigr => k _; congr (_ * _); rewrite /mirrored form_two_right -/a (form_sym w a cor); ring.
Qed.

Lemma pair_to_third (R : rcfType) P D E (L : @is_law_on R P D E) d M i j (c : R) s be (r := M i j) :
  is_correlation d M -> (i < d)%N -> (j < d)%N -> 0 < c -> balanced d false D E -> uncorrelated d D E -> third_moments d D E s ->
  (forall w, P w -> forall i, (i < d)%N -> 0 < form d M (moved i c w) (moved i c w)) ->
  (forall x j, (j < d)%N -> D (share d M j c x)) -> D (fun w => E (entry d M c i w j)) ->
  mean_is D E (fun w => form d M w w * form d M w w) be ->
  `|E (fun w => E (entry d M c i w j)) - (r * r + (c * c * (turning d M j (unit_at R i) + turning d M i (unit_at R j)) +
     c * c * c * (s * (cubic d M j (unit_at R i) (unit_at R i) + cubic d M i (unit_at R j) (unit_at R j)))))|
    <= 8%:R * (c * c * (c * c) * be).
Proof.
move=> cor id jd c0 cen unc third pos Dx DG B; set e := unit_at R i; set a := unit_at R j.
have B4 : mean_is D E (fun w => Num.sqrt (form d M w w) ^+ 4) be.
  by apply: (mean_eq L) B => w; rewrite (exprM _ 2 2) sqr_sqrtr ?expr2 // form_ge0.
have -> : 8%:R * (c * c * (c * c) * be) = 2%:R * (4%:R * (c ^+ 4 * be)) by ring.
have QE k y z : (k < 4)%N -> mean_is D E (power d M j k y z) (means d M j s k y z) by exact: (mean_power L).
apply: (pair_mean L cor id jd c0 pos Dx DG (fun _ _ => erefl) (fun w => mean_powers L i c w QE) _ B4).
have QE' k : (k < 4)%N -> mean_is D E (power d M i k a a) (means d M i s k a a) by move=> k4; exact: (mean_power L).
have ea : form d M a e = r by rewrite form_entry //; have [sym _ _] := cor; rewrite /r sym.
have ae : form d M e a = r by rewrite form_entry.
have first := mean_add L (QE' 0%N isT) (mean_lin L c (QE' 1%N isT) (mean_lin L (c * c) (QE' 2%N isT) (mean_scale L (c * c * c) (QE' 3%N isT)))).
have cross := mean_lin L (c * c * c * 2%:R) (mean_linear L i j s cor cen) (mean_scale L (- (c * c * c * 2%:R * means d M j s 2 e e)) (mean_form L e cor cen)).
have := mean_add L (mean_add L first cross) (mean_const L (c * c * means d M j s 2 e e + c * c * c * means d M j s 3 e e)).
have -> : means d M i s 0 a a + (c * means d M i s 1 a a + (c * c * means d M i s 2 a a + c * c * c * means d M i s 3 a a)) +
    (c * c * c * 2%:R * 0 + - (c * c * c * 2%:R * means d M j s 2 e e) * 0) + (c * c * means d M j s 2 e e + c * c * c * means d M j s 3 e e) =
    r * r + (c * c * (turning d M j e + turning d M i a) + c * c * c * (s * (cubic d M j e e + cubic d M i a a))).
  by rewrite /means /turning -/e -/a ea ae; ring.
apply: (mean_eq L) => w; rewrite /power !big_ord_recr !big_ord0 /= -/e -/a ea ae (form_sym w a cor).
set q := \sum_(k < d) _ - _; set p := \sum_(k < d) _ - _.
by ring.
Qed.
