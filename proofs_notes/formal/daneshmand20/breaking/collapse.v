(* Of two columns of the product of the layers, the ratios of entries come nearer to each other: a row of the product is
   a mean of the rows before, and two such means share 1/q of their weights. *)
Lemma least (R : rcfType) (n : nat) (r : nat -> R) : (0 < n)%N -> exists2 m, (m < n)%N & forall i, (i < n)%N -> r m <= r i.
Proof.
elim: n => // -[|n] IH _; first by exists 0%N => // i; rewrite ltnS leqn0 => /eqP ->.
have [//|m hm low] := IH; case: (lerP (r m) (r n.+1)) => h.
  exists m; first exact: ltnW. by move=> i; rewrite ltnS leq_eqVlt => /orP [/eqP -> // | /low].
exists n.+1 => // i; rewrite ltnS leq_eqVlt => /orP [/eqP -> // | /low]; exact: le_trans (ltW h).
Qed.

Lemma averaged (R : rcfType) (n : nat) (u v r : nat -> R) (q e : R) : (0 < n)%N -> 1 <= q ->
  (forall k, (k < n)%N -> 0 < u k) -> (forall k, (k < n)%N -> 0 < v k) ->
  (forall k, (k < n)%N -> v k * (\sum_(i < n) u i) <= q * (u k * (\sum_(i < n) v i))) ->
  (forall k l, (k < n)%N -> (l < n)%N -> r k - r l <= e) ->
  (\sum_(k < n) (u k * r k)) / (\sum_(k < n) u k) - (\sum_(k < n) (v k * r k)) / (\sum_(k < n) v k) <= (1 - 1 / q) * e.
Proof.
move=> n0 q1 u0 v0 share near; have q0 : 0 < q := lt_le_trans ltr01 q1.
have U0 : 0 < \sum_(k < n) u k by apply: sum_gt0 => // k; exact: u0.
have V0 : 0 < \sum_(k < n) v k by apply: sum_gt0 => // k; exact: v0.
have [U eU] : {U | \sum_(k < n) u k = U} by eexists.
have [V eV] : {V | \sum_(k < n) v k = V} by eexists.
have [Su eSu] : {S | \sum_(k < n) (u k * r k) = S} by eexists.
have [Sv eSv] : {S | \sum_(k < n) (v k * r k) = S} by eexists.
rewrite eSu eSv eU eV in share U0 V0 *.
have [a ea] : {a : nat -> R | forall k, a k = q * (u k * V) - v k * U} by exists (fun k => q * (u k * V) - v k * U).
have sa : \sum_(k < n) a k = (q - 1) * (U * V).
  transitivity (q * V * (\sum_(k < n) u k) - U * (\sum_(k < n) v k)); last by rewrite eU eV; ring.
  by rewrite !mulr_sumr -sumrB; apply: eq_bigr => k _; rewrite ea; ring.
have sar : \sum_(k < n) (a k * r k) = q * V * Su - U * Sv.
  by rewrite -eSu -eSv !mulr_sumr -sumrB; apply: eq_bigr => k _; rewrite ea; ring.
have : \sum_(k < n) (\sum_(l < n) (a k * v l * (r k - r l))) <= \sum_(k < n) (\sum_(l < n) (a k * v l * e)).
  apply: ler_sum => k _; apply: ler_sum => l _; apply: ler_wpmul2l; last exact: near.
  by rewrite mulr_ge0 ?ea ?subr_ge0 ?share // ltW // v0.
have -> : \sum_(k < n) (\sum_(l < n) (a k * v l * e)) = (q - 1) * (U * V) * V * e.
  transitivity ((\sum_(k < n) a k) * ((\sum_(l < n) v l) * e)); last by rewrite sa eV; ring.
  by rewrite mulr_suml; apply: eq_bigr => k _; rewrite mulr_suml mulr_sumr; apply: eq_bigr => l _; ring.
have -> : \sum_(k < n) (\sum_(l < n) (a k * v l * (r k - r l))) = q * V * (V * Su - U * Sv).
  transitivity ((\sum_(k < n) (a k * r k)) * (\sum_(l < n) v l) - (\sum_(k < n) a k) * (\sum_(l < n) (v l * r l))).
    rewrite !mulr_suml -sumrB; apply: eq_bigr => k _; rewrite !mulr_sumr -sumrB; apply: eq_bigr => l _; ring.
  by rewrite sa sar eV eSv; ring.
have -> : Su / U - Sv / V = (V * Su - U * Sv) / (U * V) by field; rewrite !gt_eqF.
move=> h; rewrite ler_pdivr_mulr ?mulr_gt0 // -(ler_pmul2l (mulr_gt0 q0 V0)); apply: le_trans h _.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; field; rewrite gt_eqF.
Qed.

Lemma dominated (R : rcfType) (d N : nat) (X : nat -> nat -> R) (x y : nat -> R) (a b e : R) : (0 < d)%N -> 0 < a ->
  0 <= e -> (forall k, (k < d)%N -> 0 < x k) -> (forall k, (k < d)%N -> 0 < y k) ->
  (forall k l, (k < d)%N -> (l < d)%N -> x k * y l <= (1 + e) * (y k * x l)) ->
  let F (z : nat -> R) (n : nat) := \sum_(k < d) (z k * X k n) in
  let I (f g : nat -> R) := \sum_(n < N) (f n * g n) in
  (forall z : nat -> R, a * (\sum_(k < d) (z k * z k)) <= I (F z) (F z) /\ I (F z) (F z) <= b * (\sum_(k < d) (z k * z k))) ->
  [/\ 0 < I (F x) (F x), 0 < I (F y) (F y) & 1 - I (F x) (F y) * I (F x) (F y) / (I (F x) (F x) * I (F y) (F y)) <= b / a * (e * e)].
Proof.
move=> d0 a0 e0 x0 y0 cross F I ends.
have pos (z : nat -> R) : (forall k, (k < d)%N -> 0 < z k) -> 0 < \sum_(k < d) (z k * z k).
  by move=> z0; apply: sum_gt0 => // k; rewrite mulr_gt0 ?z0.
have long (z : nat -> R) : (forall k, (k < d)%N -> 0 < z k) -> 0 < I (F z) (F z).
  by move=> z0; apply: lt_le_trans (ends z).1; rewrite mulr_gt0 ?pos.
have [k0 hk0 low] := least (fun k => x k / y k) d0; have [m em] : {m | x k0 / y k0 = m} by eexists.
have m0 : 0 < m by rewrite -em divr_gt0 ?x0 ?y0.
have ex : x k0 = m * y k0 by rewrite -em divfK // gt_eqF ?y0.
pose g k := x k - m * y k.
have gb k : (k < d)%N -> 0 <= g k <= e * m * y k.
  move=> hk; apply/andP; split; first by rewrite subr_ge0 -em -ler_pdivl_mulr ?y0 // low.
  rewrite ler_subl_addr; have -> : e * m * y k + m * y k = (1 + e) * (m * y k) by ring.
  rewrite -(ler_pmul2r (y0 k0 hk0)); apply: le_trans (cross k k0 hk hk0) _; rewrite ex.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
have xy : m * m * (\sum_(k < d) (y k * y k)) <= \sum_(k < d) (x k * x k).
  rewrite mulr_sumr; apply: ler_sum => k _; have hk := ltn_ord k; have /andP [g0 _] := gb k hk.
  have h : m * y k <= x k by rewrite -subr_ge0.
  have -> : m * m * (y k * y k) = (m * y k) * (m * y k) by ring.
  by apply: ler_pmul => //; rewrite mulr_ge0 ?ltW ?y0.
have gg : \sum_(k < d) (g k * g k) <= e * e * (m * m * (\sum_(k < d) (y k * y k))).
  rewrite !mulr_sumr; apply: ler_sum => k _; have /andP [g0 g1] := gb k (ltn_ord k).
  have -> : e * e * (m * m * (y k * y k)) = (e * m * y k) * (e * m * y k) by ring.
  exact: ler_pmul.
have b0 : 0 <= b.
  have := le_trans (ends y).1 (ends y).2; rewrite ler_pmul2r ?pos // => h; exact: le_trans (ltW a0) h.
have Fx n : F x n = F g n + m * F y n.
  by rewrite /F mulr_sumr -big_split; apply: eq_bigr => k _; rewrite /g /=; ring.
have Ixy : I (F x) (F y) = I (F g) (F y) + m * I (F y) (F y).
  by rewrite /I mulr_sumr -big_split; apply: eq_bigr => n _; rewrite Fx /=; ring.
have Ixx : I (F x) (F x) = I (F g) (F g) + 2%:R * m * I (F g) (F y) + m * m * I (F y) (F y).
  by rewrite /I !mulr_sumr -!big_split; apply: eq_bigr => n _; rewrite Fx /=; ring.
split; [exact: long | exact: long |].
have Lx := long x x0; have Ly := long y y0; have [gl gu] := ends g; have [xl _] := ends x.
apply: (@le_trans _ _ (I (F g) (F g) / I (F x) (F x))).
  rewrite -subr_ge0.
  have -> : I (F g) (F g) / I (F x) (F x) - (1 - I (F x) (F y) * I (F x) (F y) / (I (F x) (F x) * I (F y) (F y))) =
      (I (F g) (F g) * I (F y) (F y) - (I (F x) (F x) * I (F y) (F y) - I (F x) (F y) * I (F x) (F y))) / (I (F x) (F x) * I (F y) (F y)).
    by field; rewrite !gt_eqF.
  rewrite divr_ge0 // ?(ltW (mulr_gt0 Lx Ly)) // Ixy Ixx.
  set p := I (F g) (F g); set r := I (F g) (F y); set s := I (F y) (F y).
  have -> : p * s - ((p + 2%:R * m * r + m * m * s) * s - (r + m * s) * (r + m * s)) = r * r by ring.
  by rewrite -expr2 sqr_ge0.
rewrite ler_pdivr_mulr //; apply: le_trans gu _.
apply: (@le_trans _ _ (b * (e * e * (m * m * (\sum_(k < d) (y k * y k)))))); first by apply: ler_wpmul2l.
have -> : b / a * (e * e) * I (F x) (F x) = b * (e * e * (I (F x) (F x) / a)) by field; rewrite gt_eqF.
apply: ler_wpmul2l => //; apply: ler_wpmul2l; first by rewrite mulr_ge0.
rewrite ler_pdivl_mulr // mulrC; apply: le_trans xl; rewrite ler_pmul2l //.
Qed.

Fixpoint layers (R : rcfType) (d : nat) (A : nat -> nat -> nat -> R) (l : nat) : nat -> nat -> R :=
  if l is k.+1 then fun i j => \sum_(s < d) (A k i s * layers d A k s j) else fun i j => (i == j :> nat)%:R.

Definition shrunk (R : rcfType) (q : nat -> R) (l : nat) : R := q 0%N * \prod_(i < l) (1 - 1 / q i).

Lemma nearer (R : rcfType) (d L : nat) (A : nat -> nat -> nat -> R) (q : nat -> R) : (0 < d)%N ->
  (forall l, (l < L)%N -> forall i, (i < d)%N -> forall j, (j < d)%N -> 0 < A l i j) ->
  (forall l, (l < L)%N -> 1 <= q l) ->
  (forall l, (l < L)%N -> forall i, (i < d)%N -> forall j, (j < d)%N -> forall k, (k < d)%N -> forall m, (m < d)%N ->
    A l i k * A l j m <= q l * (A l i m * A l j k)) ->
  forall l, (l < L)%N -> (forall i k, (i < d)%N -> (k < d)%N -> 0 < layers d A l.+1 i k) /\
    (forall k k', (k < d)%N -> (k' < d)%N -> exists2 m, 0 < m &
      (forall i, (i < d)%N -> m <= layers d A l.+1 i k / layers d A l.+1 i k') /\
      (forall i j, (i < d)%N -> (j < d)%N -> layers d A l.+1 i k / layers d A l.+1 i k' -
        layers d A l.+1 j k / layers d A l.+1 j k' <= m * shrunk q l.+1)).
Proof.
move=> d0 A0 q1 cross; elim=> [|l IH] hl.
  have first i k : (k < d)%N -> layers d A 1 i k = A 0%N i k.
    move=> hk; rewrite /= -(one_of (fun s => A 0%N i s) hk); apply: eq_bigr => s _; exact: mulrC.
  split=> [i k hi hk | k k' hk hk']; first by rewrite first // A0.
  have [i0 hi0 low] := least (fun i => A 0%N i k / A 0%N i k') d0.
  exists (A 0%N i0 k / A 0%N i0 k'); first by rewrite divr_gt0 ?A0.
  split=> [i hi | i j hi hj]; rewrite !first //; first exact: low.
  have q0 : 0 < q 0%N := lt_le_trans ltr01 (q1 _ hl).
  apply: (@le_trans _ _ (A 0%N i k / A 0%N i k' - A 0%N i0 k / A 0%N i0 k')); first by rewrite ler_sub // low.
  have -> : shrunk q 1 = q 0%N - 1 by rewrite /shrunk big_ord_recl big_ord0 mulr1 /=; field; rewrite gt_eqF.
  rewrite mulrBr mulr1 ler_sub // ler_pdivr_mulr ?A0 //.
  have -> : A 0%N i0 k / A 0%N i0 k' * q 0%N * A 0%N i k' = q 0%N * (A 0%N i k' * A 0%N i0 k) / A 0%N i0 k' by ring.
  by rewrite ler_pdivl_mulr ?A0 // cross.
have [P0 near] := IH (ltnW hl); have ql := q1 _ hl.
have next i k : layers d A l.+2 i k = \sum_(s < d) (A l.+1 i s * layers d A l.+1 s k) by [].
have [P eP] : {P : nat -> nat -> R | layers d A l.+1 = P} by eexists.
rewrite eP in P0 near next.
have pos i k : (i < d)%N -> (k < d)%N -> 0 < layers d A l.+2 i k.
  by move=> hi hk; rewrite next; apply: sum_gt0 => // s; rewrite mulr_gt0 ?A0 ?P0.
split=> // k k' hk hk'; have [m m0 [low osc]] := near k k' hk hk'.
have ratio i : (i < d)%N -> layers d A l.+2 i k = \sum_(s < d) (A l.+1 i s * P s k' * (P s k / P s k')).
  by move=> hi; rewrite next; apply: eq_bigr => s _; rewrite -[RHS]mulrA; congr (_ * _); rewrite [RHS]mulrC divfK // gt_eqF // P0.
exists m => //; split=> [i hi | i j hi hj].
  rewrite ler_pdivl_mulr ?pos // ratio // next mulr_sumr; apply: ler_sum => s _.
  by rewrite [X in X <= _]mulrC; apply: ler_wpmul2l; [rewrite ltW // mulr_gt0 ?A0 ?P0 | apply: low].
rewrite !ratio // !next.
have -> : m * shrunk q l.+2 = (1 - 1 / q l.+1) * (m * shrunk q l.+1) by rewrite /shrunk [in LHS]big_ord_recr /=; ring.
apply: (@averaged R d (fun s => A l.+1 i s * P s k') (fun s => A l.+1 j s * P s k') (fun s => P s k / P s k')) => //.
- by move=> s hs; rewrite mulr_gt0 ?A0 ?P0.
- by move=> s hs; rewrite mulr_gt0 ?A0 ?P0.
move=> s hs; rewrite !mulr_sumr; apply: ler_sum => t _; have ht := ltn_ord t.
have -> : A l.+1 j s * P s k' * (A l.+1 i t * P t k') = P s k' * P t k' * (A l.+1 j s * A l.+1 i t) by ring.
have -> : q l.+1 * (A l.+1 i s * P s k' * (A l.+1 j t * P t k')) = P s k' * P t k' * (q l.+1 * (A l.+1 j t * A l.+1 i s)) by ring.
by apply: ler_wpmul2l; [rewrite ltW // mulr_gt0 ?P0 | apply: cross].
Qed.

Lemma through (R : rcfType) (d N L : nat) (A H : nat -> nat -> nat -> R) :
  (forall l, (l < L)%N -> forall i, (i < d)%N -> forall n, (n < N)%N -> H (l + 1)%N i n = \sum_(s < d) (A l i s * H l s n)) ->
  forall l, (l <= L)%N -> forall i, (i < d)%N -> forall n, (n < N)%N -> H l i n = \sum_(k < d) (layers d A l i k * H 0%N k n).
Proof.
move=> step; elim=> [_ i hi n hn|l IH hl i hi n hn].
  by rewrite /= -(one_of (fun k => H 0%N k n) hi); apply: eq_bigr => k _; rewrite eq_sym.
rewrite -addn1 step // addn1 /=; under eq_bigr => s _ do rewrite (IH (ltnW hl) s (ltn_ord s) n hn) mulr_sumr.
rewrite exchange_big; apply: eq_bigr => k _; rewrite mulr_suml; apply: eq_bigr => s _; exact: mulrA.
Qed.

Lemma of_layers (R : rcfType) (d N L : nat) (a b : R) (H A : nat -> nat -> nat -> R) (q : nat -> R) :
  (0 < d)%N -> (0 < L)%N -> 0 < a ->
  (forall z : nat -> R, a * (\sum_(k < d) (z k * z k)) <=
    \sum_(n < N) ((\sum_(k < d) (z k * H 0%N k n)) * (\sum_(k < d) (z k * H 0%N k n))) /\
    \sum_(n < N) ((\sum_(k < d) (z k * H 0%N k n)) * (\sum_(k < d) (z k * H 0%N k n))) <= b * (\sum_(k < d) (z k * z k))) ->
  (forall l, (l < L)%N -> forall i, (i < d)%N -> forall j, (j < d)%N -> 0 < A l i j) ->
  (forall l, (l < L)%N -> 1 <= q l) ->
  (forall l, (l < L)%N -> forall i, (i < d)%N -> forall j, (j < d)%N -> forall k, (k < d)%N -> forall m, (m < d)%N ->
    A l i k * A l j m <= q l * (A l i m * A l j k)) ->
  (forall l, (l < L)%N -> forall i, (i < d)%N -> forall n, (n < N)%N -> H (l + 1)%N i n = \sum_(s < d) (A l i s * H l s n)) ->
  forall i j, (i < d)%N -> (j < d)%N ->
    [/\ 0 < \sum_(n < N) (H L i n * H L i n), 0 < \sum_(n < N) (H L j n * H L j n) &
      1 - (\sum_(n < N) (H L i n * H L j n)) * (\sum_(n < N) (H L i n * H L j n)) /
        ((\sum_(n < N) (H L i n * H L i n)) * (\sum_(n < N) (H L j n * H L j n))) <= b / a * (shrunk q L * shrunk q L)].
Proof.
move=> d0 L0 a0 ends A0 q1 cross step i j hi hj.
have lL : (L.-1 < L)%N by rewrite prednK.
have [] := nearer d0 A0 q1 cross lL; rewrite prednK // => P0 near.
have e0 : 0 <= shrunk q L.
  apply: mulr_ge0; first exact: le_trans ler01 (q1 _ L0).
  apply: prodr_ge0 => l _; rewrite subr_ge0 ler_pdivr_mulr ?mul1r ?q1 //; exact: lt_le_trans ltr01 (q1 _ (ltn_ord l)).
have rows k l : (k < d)%N -> (l < d)%N -> layers d A L i k * layers d A L j l <= (1 + shrunk q L) * (layers d A L j k * layers d A L i l).
  move=> hk hl; have [m m0 [low osc]] := near k l hk hl.
  have {}osc := osc i j hi hj; have {}low := low j hj.
  have : layers d A L i k / layers d A L i l <= (1 + shrunk q L) * (layers d A L j k / layers d A L j l).
    rewrite mulrDl mul1r -ler_subl_addl; apply: le_trans osc _.
    by rewrite mulrC; apply: ler_wpmul2l.
  rewrite ler_pdivr_mulr ?P0 // => h; rewrite -ler_pdivl_mulr ?P0 //; apply: le_trans h _.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; field; rewrite gt_eqF ?P0.
have [] := @dominated R d N (H 0%N) (layers d A L i) (layers d A L j) a b _ d0 a0 e0 (fun k hk => P0 i k hi hk) (fun k hk => P0 j k hj hk) rows ends.
have same x y : (x < d)%N -> (y < d)%N -> \sum_(n < N) ((\sum_(k < d) (layers d A L x k * H 0%N k n)) *
    (\sum_(k < d) (layers d A L y k * H 0%N k n))) = \sum_(n < N) (H L x n * H L y n).
  by move=> hx hy; apply: eq_bigr => n _; rewrite !(through step (leqnn L)).
by rewrite !same.
Qed.

Theorem proof : statement.
Proof.
move=> R d N L a b H A q d2 _ L0 a0 ends A0 q1 cross step; have d0 : (0 < d)%N by apply: ltnW.
have D0 : 0 < d%:R * d%:R :> R by rewrite mulr_gt0 ?ltr0n.
rewrite ler_pdivr_mulr //.
have -> : b / a * (q 0%N * (\prod_(i < L) (1 - 1 / q i)) * (q 0%N * (\prod_(i < L) (1 - 1 / q i)))) * (d%:R * d%:R) =
    \sum_(i < d) (\sum_(j < d) (b / a * (shrunk q L * shrunk q L))).
  by rewrite !sumr_const !card_ord -natrM mulr_natr mulrnA.
apply: ler_sum => i _; apply: ler_sum => j _.
by have [_ _] := of_layers d0 L0 a0 ends A0 q1 cross step (ltn_ord i) (ltn_ord j).
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d N L a b H A q d2 _ L0 a0 ends A0 q1 cross step; have d0 : (0 < d)%N by apply: ltnW.
split=> [i hi j hj|]; last by rewrite mulf_neq0 // pnatr_eq0 -lt0n.
by have [x y _] := of_layers d0 L0 a0 ends A0 q1 cross step hi hj; rewrite gt_eqF // mulr_gt0.
Qed.
