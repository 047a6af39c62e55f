(* the excess of the loss at the best gamma: half of U^2 - s^2 *)
Lemma at_best (R : rcfType) d n (A : nat -> nat -> R) (y u w : nat -> R) (X := row d A w) (P := row d A u)
  (C := centred n X) (q := (\sum_(i < n) (X i * X i)) / n%:R)
  (gw := \sum_(k < d) ((\sum_(i < n) (A k i * y i)) / n%:R * w k)) : 0 < \sum_(i < n) (C i * C i) ->
  (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) -> (forall k, (k < d)%N -> \sum_(i < n) (A k i * (P i - y i)) = 0) ->
  (\sum_(i < n) ((y i - gw / Num.sqrt q * (C i / Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R)))
      * (y i - gw / Num.sqrt q * (C i / Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R))))) / (n%:R * 2%:R)
    - (\sum_(i < n) ((y i - P i) * (y i - P i))) / (n%:R * 2%:R)
  = ((\sum_(i < n) (P i * P i)) / n%:R - gw * gw / q) / 2%:R.
Proof.
move=> pos zero normal; have [n0 s0 e] := spread pos; have x := no_mean w zero.
have -> : Num.sqrt q = Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R) by rewrite /q -(still2 x x).
have -> : q = (\sum_(i < n) (C i * C i)) / n%:R by rewrite /q -(still2 x x).
have gwE : \sum_(i < n) (C i * y i) = n%:R * gw by rewrite /gw crossed -(still1 y x) mulrC mulfVK.
have fit := @fitted R d n A y u u normal; rewrite -/P in fit.
set s := Num.sqrt _ in s0 e *; set Y := \sum_(i < n) (y i * y i); set U := \sum_(i < n) (P i * P i) in fit *.
have -> : \sum_(i < n) ((y i - P i) * (y i - P i)) = Y - U.
  rewrite (eq_bigr (fun i : 'I_n => y i * y i - 2%:R * (P i * y i) + P i * P i)) => [|i _]; last by ring.
  by rewrite big_split sumrB /= -mulr_sumr -fit -/Y -/U; ring.
have -> : \sum_(i < n) ((y i - gw / s * (C i / s)) * (y i - gw / s * (C i / s))) = Y - n%:R * gw * gw / (s * s).
  rewrite (eq_bigr (fun i : 'I_n => y i * y i - 2%:R * gw / (s * s) * (C i * y i) + gw * gw / (s * s * (s * s)) * (C i * C i)))
    => [|i _]; last by field.
  by rewrite big_split sumrB /= -!mulr_sumr e gwE -/Y; field; rewrite s0.
by rewrite e; field; rewrite n0 s0.
Qed.

(* e and h = He, m |z|^2 <= z.Hz <= L |z|^2 for all z: (e - h/L).H (e - h/L) <= (1 - m/L)^2 e.He.
   a = e.He, b = |h|^2 = e.Hh, c = h.Hh, f = |e|^2 *)
Lemma shrunk (R : rcfType) (m L a b c f : R) (Q := fun p r => p * p * f + 2%:R * p * r * a + r * r * b)
  (S := fun p r => p * p * a + 2%:R * p * r * b + r * r * c) : 0 < m -> m <= L ->
  (forall p r, m * Q p r <= S p r) -> (forall p r, S p r <= L * Q p r) -> (forall p r, 0 <= Q p r) ->
  a - 2%:R / L * b + c / (L * L) <= (1 - m / L) * (1 - m / L) * a.
Proof.
move=> m0 mL low high pos; have L0 : 0 < L := lt_le_trans m0 mL; have ne := lt0r_neq0 L0.
have low' p r : 0 <= S p r - m * Q p r by rewrite subr_ge0.
have high' p r : 0 <= L * Q p r - S p r by rewrite subr_ge0.
have z := pos (- m) 1; have zL := high' (- m) 1; have yl := low' L (- 1); have e := low' 1 0.
have cross : 0 <= (L + m) * a - b - m * L * f.
  move: mL; rewrite le_eqVlt => /orP[/eqP same|less]; last first.
    have gap : 0 < L - m by rewrite subr_gt0.
    rewrite -(pmulr_rge0 _ gap); have := addr_ge0 yl zL.
    by congr (_ <= _); rewrite /Q /S; ring.
  have flat p r : S p r = m * Q p r by apply/eqP; rewrite eq_le low andbT; have := high p r; rewrite -same.
  have a1 := flat 1 0; have b1 := flat (- m) 1; have c1 := flat 1 1.
  rewrite (_ : (L + m) * a - b - m * L * f = 0) //.
  rewrite -same; have aE : a = m * f by move: a1; rewrite /Q /S !(mulr0, mul0r, addr0, mul1r).
  have m1 : 1 + m != 0 by rewrite lt0r_neq0 // addr_gt0.
  have bE : b = m * m * f.
    apply: (mulfI m1); apply: (@mulfI _ 2%:R); first by rewrite pnatr_eq0.
    have -> : 2%:R * ((1 + m) * b) = (S 1 1 - m * Q 1 1) - (S (- m) 1 - m * Q (- m) 1) + (1 + m) * (m * m * f) * 2%:R
      + (a - m * f) * (m * m + m * 2%:R - 1 + m * m * 2%:R).
      rewrite /Q /S; ring.
    by rewrite b1 c1 aE !subrr mul0r subr0 add0r addr0; ring.
  by rewrite bE aE; ring.
have total : 0 <= 2%:R * L * b - c - (2%:R * L * m - m * m) * a.
  have := addr_ge0 (addr_ge0 zL (mulr_ge0 (ltW m0) cross)) (mulr_ge0 (_ : 0 <= L - m) (addr_ge0 z (mulr_ge0 (ltW m0) e))).
  rewrite subr_ge0 => /(_ mL); congr (_ <= _); rewrite /Q /S; ring.
rewrite -subr_ge0; have -> : (1 - m / L) * (1 - m / L) * a - (a - 2%:R / L * b + c / (L * L))
    = (2%:R * L * b - c - (2%:R * L * m - m * m) * a) / (L * L) by field.
by rewrite divr_ge0 // mulr_ge0 // ltW.
Qed.

(* one step, in rows over the data: t w' - u = e - h/L with e = t w - u, h = He *)
Lemma stepped (R : rcfType) d n (A : nat -> nat -> R) (y w u : nat -> R) (low L : R) (X := row d A w) (P := row d A u)
  (C := centred n X) (q := (\sum_(i < n) (X i * X i)) / n%:R)
  (gw := \sum_(k < d) ((\sum_(i < n) (A k i * y i)) / n%:R * w k))
  (after := fun k => w k - (q / (((gw / Num.sqrt q) * (gw / Num.sqrt q)) * L)) * slope d n A y w (gw / Num.sqrt q) k)
  (form := fun z => (\sum_(i < n) (row d A z i * row d A z i)) / n%:R)
  (away := fun z k => gw / q * z k - u k) :
  0 < \sum_(i < n) (C i * C i) -> (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) ->
  (forall k, (k < d)%N -> \sum_(i < n) (A k i * (P i - y i)) = 0) -> gw != 0 -> 0 < low -> low <= L ->
  (forall z : nat -> R, low * (\sum_(k < d) (z k * z k)) <= form z) ->
  (forall z : nat -> R, form z <= L * (\sum_(k < d) (z k * z k))) ->
  form (away after) <= (1 - low / L) * (1 - low / L) * form (away w).
Proof.
move=> pos zero normal g0 low0 lowL lower upper; have [n0 s0 eqC] := spread pos; have x := no_mean w zero.
have L0 : L != 0 by rewrite lt0r_neq0 // (lt_le_trans low0).
have sq : Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R) = Num.sqrt q by rewrite /q -(still2 x x).
have qE : \sum_(i < n) (X i * X i) = n%:R * (Num.sqrt q * Num.sqrt q) by rewrite -sq -eqC (still2 x x).
rewrite sq in s0; set s := Num.sqrt q in s0 qE sq.
have qs : q = s * s by rewrite /q qE; field.
pose e := away w; pose E := row d A e; pose h k := (\sum_(i < n) (A k i * E i)) / n%:R; pose H := row d A h.
have EE i : E i = gw / q * X i - P i.
  by rewrite /E /X /P /row mulr_sumr -sumrB; apply: eq_bigr => k _; rewrite /e /away; ring.
have moved k : (k < d)%N -> away after k = e k - h k / L.
  move=> kd; rewrite /e /away /after mulrBr addrAC; congr (_ - _).
  have row0 : \sum_(i < n) A k i = 0 by apply: zero.
  rewrite /slope -/X -/C sq -/s (@sloped R n C (centred n (A k)) y s (gw / s) n0 s0); last by rewrite -sq.
  rewrite (still2 x row0) (still1 y row0) (still1 y x) -(crossed d n A y w) -/gw.
  have -> : \sum_(i < n) (A k i * y i) = \sum_(i < n) (A k i * P i).
    apply/eqP; rewrite -subr_eq0 -sumrB -oppr_eq0 -sumrN -[X in _ == X](normal k kd); apply/eqP.
    by apply: eq_bigr => i _; ring.
  have -> : h k = (gw / q * (\sum_(i < n) (X i * A k i)) - \sum_(i < n) (A k i * P i)) / n%:R.
    rewrite /h; congr (_ / _); rewrite mulr_sumr -sumrB; apply: eq_bigr => i _; rewrite EE; ring.
  by rewrite qs; set a := \sum_(i < n) (A k i * P i); set b := \sum_(i < n) _; field; rewrite n0 s0 g0 L0.
pose F := \sum_(k < d) (e k * e k); pose B := \sum_(k < d) (h k * h k).
have cross : (\sum_(i < n) (E i * H i)) / n%:R = B.
  rewrite /H /row (eq_bigr (fun i : 'I_n => \sum_(k < d) (h k * (A k i * E i)))) => [|i _]; last first.
    by rewrite mulr_sumr; apply: eq_bigr => k _; ring.
  rewrite exchange_big mulr_suml; apply: eq_bigr => k _ /=; by rewrite -mulr_sumr -mulrA.
have formE p r : form (fun k => p * e k + r * h k) = p * p * form e + 2%:R * p * r * B + r * r * form h.
  have rowE i : row d A (fun k => p * e k + r * h k) i = p * E i + r * H i.
    by rewrite /E /H /row !mulr_sumr -big_split; apply: eq_bigr => k _ /=; ring.
  rewrite -cross /form -/E -/H (eq_bigr (fun i : 'I_n => (p * p) * (E i * E i) + (2%:R * p * r) * (E i * H i) + (r * r) * (H i * H i)))
    => [|i _]; last by rewrite rowE; ring.
  rewrite !big_split /= -!mulr_sumr; set a := \sum_(i < n) (E i * E i); set b := \sum_(i < n) (E i * H i).
  by set c := \sum_(i < n) _; field.
have inner_ : \sum_(k < d) (e k * h k) = form e.
  rewrite /form -/E /h (eq_bigr (fun k : 'I_d => \sum_(i < n) (e k * A k i * (E i / n%:R)))) => [|k _]; last first.
    by rewrite mulrA mulr_sumr mulr_suml; apply: eq_bigr => i _; ring.
  rewrite exchange_big mulr_suml; apply: eq_bigr => i _ /=; by rewrite -mulr_suml -/(row d A e i) -/E mulrA.
have sizeE p r : \sum_(k < d) ((p * e k + r * h k) * (p * e k + r * h k)) = p * p * F + 2%:R * p * r * form e + r * r * B.
  rewrite (eq_bigr (fun k : 'I_d => (p * p) * (e k * e k) + (2%:R * p * r) * (e k * h k) + (r * r) * (h k * h k))) => [|k _]; last by ring.
  by rewrite !big_split /= -!mulr_sumr inner_.
have -> : form (away after) = form e - 2%:R / L * B + form h / (L * L).
  have -> : form (away after) = form (fun k => 1 * e k + (- L^-1) * h k).
    rewrite /form; congr (_ / _); apply: eq_bigr => i _; congr (_ * _);
      by rewrite /row; apply: eq_bigr => k _; rewrite moved //; field.
  by rewrite formE; field.
apply: (@shrunk R low L (form e) B (form h) F low0 lowL) => p r.
- by rewrite -sizeE -formE; exact: lower.
- by rewrite -sizeE -formE; exact: upper.
- by rewrite -sizeE; apply: sumr_ge0 => k _; rewrite -expr2 sqr_ge0.
Qed.
