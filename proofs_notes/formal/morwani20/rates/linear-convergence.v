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
  have m1 : 1 + m != 0 := lt0r_neq0 (addr_gt0 ltr01 m0).
  have bE : b = m * m * f.
    apply: (mulfI m1); apply: (@mulfI _ 2%:R); first by rewrite pnatr_eq0.
    have -> : 2%:R * ((1 + m) * b) = (S 1 1 - m * Q 1 1) - (S (- m) 1 - m * Q (- m) 1) + (1 + m) * (m * m * f) * 2%:R
      + (a - m * f) * (m * m + m * 2%:R - 1 + m * m * 2%:R).
      rewrite /Q /S; ring.
    by rewrite b1 c1 aE; ring.
  by rewrite bE aE; ring.
have total : 0 <= 2%:R * L * b - c - (2%:R * L * m - m * m) * a.
  have := addr_ge0 (addr_ge0 zL (mulr_ge0 (ltW m0) cross)) (mulr_ge0 (_ : 0 <= L - m) (addr_ge0 z (mulr_ge0 (ltW m0) e))).
  rewrite subr_ge0 => /(_ mL); congr (_ <= _); rewrite /Q /S; ring.
rewrite -subr_ge0; have -> : (1 - m / L) * (1 - m / L) * a - (a - 2%:R / L * b + c / (L * L))
    = (2%:R * L * b - c - (2%:R * L * m - m * m) * a) / (L * L) by field.
by rewrite divr_ge0 // mulr_ge0 // ltW.
Qed.

(* one step, in rows over the data: t w' - u = e - h/L with e = t w - u, h = He *)
Lemma stepped (R : rcfType) d n (A : nat -> nat -> R) (y w u after : nat -> R) (low L : R) (X := row d A w) (P := row d A u)
  (C := centred n X) (q := (\sum_(i < n) (X i * X i)) / n%:R)
  (gw := \sum_(k < d) ((\sum_(i < n) (A k i * y i)) / n%:R * w k))
  (form := fun z => (\sum_(i < n) (row d A z i * row d A z i)) / n%:R)
  (away := fun z k => gw / q * z k - u k) :
  0 < \sum_(i < n) (C i * C i) -> (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) ->
  (forall k, (k < d)%N -> \sum_(i < n) (A k i * (P i - y i)) = 0) -> gw != 0 -> 0 < low -> low <= L ->
  (forall z : nat -> R, low * (\sum_(k < d) (z k * z k)) <= form z) ->
  (forall z : nat -> R, form z <= L * (\sum_(k < d) (z k * z k))) ->
  (forall k, (k < d)%N -> after k = w k - (q / (((gw / Num.sqrt q) * (gw / Num.sqrt q)) * L)) * slope d n A y w (gw / Num.sqrt q) k) ->
  form (away after) <= (1 - low / L) * (1 - low / L) * form (away w).
Proof.
move=> pos zero normal g0 low0 lowL lower upper own; have [n0 s0 eqC] := spread pos; have x := no_mean w zero.
have L0 : L != 0 by rewrite lt0r_neq0 // (lt_le_trans low0).
have sq : Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R) = Num.sqrt q by rewrite /q -(still2 x x).
have qE : \sum_(i < n) (X i * X i) = n%:R * (Num.sqrt q * Num.sqrt q) by rewrite -sq -eqC (still2 x x).
rewrite sq in s0; set s := Num.sqrt q in s0 qE sq.
have qs : q = s * s by rewrite /q qE; field.
pose e := away w; pose E := row d A e; pose h k := (\sum_(i < n) (A k i * E i)) / n%:R; pose H := row d A h.
have EE i : E i = gw / q * X i - P i.
  by rewrite /E /X /P /row mulr_sumr -sumrB; apply: eq_bigr => k _; rewrite /e /away; ring.
have moved k : (k < d)%N -> away after k = e k - h k / L.
  move=> kd; rewrite /e /away own // mulrBr addrAC; congr (_ - _).
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

Lemma whole (R : rcfType) d n (A : nat -> nat -> R) (y w u after : nat -> R) (low L : R) (X := row d A w) (P := row d A u)
  (q := (\sum_(i < n) (X i * X i)) / n%:R) (gw := \sum_(k < d) ((\sum_(i < n) (A k i * y i)) / n%:R * w k))
  (excess := fun z : nat -> R => (\sum_(i < n) ((y i - (\sum_(k < d) ((\sum_(i < n) (A k i * y i)) / n%:R * z k))
      / Num.sqrt ((\sum_(i < n) (row d A z i * row d A z i)) / n%:R)
      * (centred n (row d A z) i / Num.sqrt ((\sum_(i < n) (centred n (row d A z) i * centred n (row d A z) i)) / n%:R)))
    * (y i - (\sum_(k < d) ((\sum_(i < n) (A k i * y i)) / n%:R * z k))
      / Num.sqrt ((\sum_(i < n) (row d A z i * row d A z i)) / n%:R)
      * (centred n (row d A z) i / Num.sqrt ((\sum_(i < n) (centred n (row d A z) i * centred n (row d A z) i)) / n%:R)))))
      / (n%:R * 2%:R) - (\sum_(i < n) ((y i - P i) * (y i - P i))) / (n%:R * 2%:R)) :
  0 < \sum_(i < n) (centred n X i * centred n X i) -> (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) ->
  (forall k, (k < d)%N -> \sum_(i < n) (A k i * (P i - y i)) = 0) -> 0 < low ->
  (forall z : nat -> R, low * (\sum_(k < d) (z k * z k)) <= (\sum_(i < n) (centred n (row d A z) i * centred n (row d A z) i)) / n%:R) ->
  (forall z : nat -> R, (\sum_(i < n) (centred n (row d A z) i * centred n (row d A z) i)) / n%:R <= L * (\sum_(k < d) (z k * z k))) ->
  (forall k, (k < d)%N -> after k = w k - (q / (((gw / Num.sqrt q) * (gw / Num.sqrt q)) * L)) * slope d n A y w (gw / Num.sqrt q) k) ->
  gw != 0 -> \sum_(i < n) (centred n (row d A after) i * centred n (row d A after) i) != 0 /\
    excess after <= excess w * ((1 + ((- 1) / (L / low))) * (1 + ((- 1) / (L / low)))).
Proof.
move=> pos zero normal low0 lower upper own g00.
have [n0 s0 eqC] := spread pos; have x := no_mean w zero.
pose form (z : nat -> R) := (\sum_(i < n) (row d A z i * row d A z i)) / n%:R.
have n1 : 0 < n%:R :> R by rewrite lt_def n0 ler0n.
have variance (z : nat -> R) : (\sum_(i < n) (centred n (row d A z) i * centred n (row d A z) i)) / n%:R = form z.
  by rewrite (still2 (no_mean z zero) (no_mean z zero)).
have {}lower (z : nat -> R) : low * (\sum_(k < d) (z k * z k)) <= form z by rewrite -variance; exact: lower.
have {}upper (z : nat -> R) : form z <= L * (\sum_(k < d) (z k * z k)) by rewrite -variance; exact: upper.
have q0 : 0 < q by rewrite /q -(still2 x x) divr_gt0.
have lowL : low <= L.
  have N0 : 0 < \sum_(k < d) (w k * w k).
    rewrite lt_def sumr_ge0 ?andbT => [|k _]; last by rewrite -expr2 sqr_ge0.
    apply/eqP => none; have := upper w; rewrite none mulr0 => le.
    by move: q0; rewrite /q ltNge le.
  by rewrite -(ler_pmul2r N0); exact: (le_trans (lower w) (upper w)).
pose U := (\sum_(i < n) (P i * P i)) / n%:R.
pose g (z : nat -> R) := \sum_(k < d) ((\sum_(i < n) (A k i * y i)) / n%:R * z k).
have gE (z : nat -> R) : g z = (\sum_(i < n) (row d A z i * P i)) / n%:R by rewrite /g crossed (@fitted R d n A y u z normal).
have awayE (t : R) (z : nat -> R) : form (fun k => t * z k - u k) = t * t * form z - 2%:R * t * g z + U.
  have rowE i : row d A (fun k => t * z k - u k) i = t * row d A z i - P i.
    by rewrite /P /row !mulr_sumr -sumrB; apply: eq_bigr => k _ /=; ring.
  rewrite gE /form (eq_bigr (fun i : 'I_n => (t * t) * (row d A z i * row d A z i) - (2%:R * t) * (row d A z i * P i) + P i * P i))
    => [|i _]; last by rewrite rowE; ring.
  rewrite big_split sumrB /= -!mulr_sumr /U; set a := \sum_(i < n) (row d A z i * row d A z i).
  by set b := \sum_(i < n) (row d A z i * P i); set c := \sum_(i < n) (P i * P i); field.
have best (z : nat -> R) : 0 < form z -> forall t, U - g z * g z / form z <= form (fun k => t * z k - u k).
  move=> z0 t; rewrite awayE -subr_ge0.
  have -> : t * t * form z - 2%:R * t * g z + U - (U - g z * g z / form z) = (t * form z - g z) ^+ 2 / form z.
    by field; exact: lt0r_neq0.
  by rewrite divr_ge0 ?sqr_ge0 // ltW.
have start : form (fun k => gw / q * w k - u k) = U - gw * gw / q.
  by rewrite awayE -/(g w) -[g w]/gw -[form w]/q; field; exact: lt0r_neq0.
have factor : 0 <= 1 - low / L <= 1.
  have L0 : 0 < L := lt_le_trans low0 lowL.
  by rewrite subr_ge0 ler_pdivr_mulr // mul1r lowL /= ler_subl_addr ler_addl divr_ge0 // ltW.
have step g0 := @stepped R d n A y w u after low L pos zero normal g0 low0 lowL lower upper own.
have below : gw != 0 -> (1 - low / L) * (1 - low / L) * (U - gw * gw / q) < U.
  move=> g0; have ge : 0 <= U - gw * gw / q by rewrite -start divr_ge0 ?ler0n // sumr_ge0 // => i _; rewrite -expr2 sqr_ge0.
  have lt : U - gw * gw / q < U by rewrite ltr_subl_addr ltr_addl divr_gt0 // -expr2 exprn_even_gt0.
  apply: le_lt_trans lt; rewrite ler_pimull //; have /andP[f0 f1] := factor.
  by rewrite mulr_ile1.
have alive : gw != 0 -> 0 < form after.
  move=> g0; rewrite lt_def divr_ge0 ?andbT ?ler0n ?sumr_ge0 // => [|i _]; last by rewrite -expr2 sqr_ge0.
  apply/eqP => dead; have := step g0.
  have gone i : (i < n)%N -> row d A after i = 0.
    move=> lt; move/eqP: dead; rewrite mulf_eq0 invr_eq0 (negPf n0) orbF psumr_eq0 => [/allP none|j _]; last by rewrite -expr2 sqr_ge0.
    by have := none (Ordinal lt) (mem_index_enum _); rewrite -expr2 sqrf_eq0 => /eqP.
  rewrite -[X in X <= _ -> _]/(form (fun k => gw / q * after k - u k)) awayE dead gE big1 => [|i _]; last by rewrite gone // mul0r.
  rewrite mul0r !mulr0 subr0 add0r -[X in _ <= _ * X -> _]/(form (fun k => gw / q * w k - u k)) start => le.
  by have := le_lt_trans le (below g0); rewrite ltxx.
have centred_after : \sum_(i < n) (centred n (row d A after) i * centred n (row d A after) i) = n%:R * form after.
  by rewrite -variance; set a := \sum_(i < n) _; field.
split; first by rewrite centred_after mulf_neq0 // lt0r_neq0 // alive.
have g0 := g00; have one : excess w = (U - gw * gw / q) / 2%:R by exact: (@at_best R d n A y u w pos zero normal).
have two : 0 < \sum_(i < n) (centred n (row d A after) i * centred n (row d A after) i) by rewrite centred_after mulr_gt0 // alive.
have {}two : excess after = (U - g after * g after / form after) / 2%:R by exact: (@at_best R d n A y u after two zero normal).
rewrite one two (_ : (1 + ((- 1) / (L / low))) * (1 + ((- 1) / (L / low))) = (1 - low / L) * (1 - low / L)); last first.
  by field; rewrite (lt0r_neq0 low0) (lt0r_neq0 (lt_le_trans low0 lowL)).
rewrite [X in _ <= X]mulrC mulrA ler_pmul2r ?invr_gt0 ?ltr0n //; apply: le_trans (best after (alive g0) (gw / q)) _.
by rewrite -start; exact: step.
Qed.

Theorem proof : statement.
Proof.
move=> R d n low L A y w v u after _ pos _ zero normal _ low0 lower upper own.
have key := @whole R d n A y w u after low L pos zero normal low0 lower upper own.
have ne := lt0r_neq0 pos.
split=> [_ e|]; first exact: (elimN eqP ne e).
split=> [g0 _ e|g0 _ _]; first exact: (elimN eqP (proj1 (key g0)) e).
exact: (proj2 (key g0)).
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d n low high A y w v u after _ pos _ zero normal _ low0 lower upper own.
have high0 : high != 0.
  have [n0 _ _] := @spread R n (centred n (row d A w)) pos; apply/eqP => none; have := upper w.
  by rewrite none mul0r leNgt divr_gt0 // lt_def n0 ler0n.
by values.
Qed.
