(* What several proofs of nachum24.tree use of the two extremes of a node, at the places o and p. *)
Definition between (R : rcfType) n o p (v : nat -> R) := forall j, (j < n)%N -> v o <= v j /\ v j <= v p.

Lemma two_squares (R : rcfType) (N l A B : R) : l <= A -> l <= B -> A + B = N * l ->
  A * A + B * B <= ((N + - 1) * (N + - 1) + 1) * (l * l).
Proof.
move=> la lb e; have pos : 0 <= (A - l) * (B - l) by rewrite mulr_ge0 // subr_ge0.
rewrite -subr_ge0; suff -> : ((N + - 1) * (N + - 1) + 1) * (l * l) - (A * A + B * B) = (A - l) * (B - l) * 2%:R.
  by rewrite mulr_ge0 ?ler0n.
have -> : B = N * l - A by rewrite -e addrAC subrr add0r.
ring.
Qed.

(* the mean lies apart from both extremes by an n-th of their distance *)
Lemma halves (R : rcfType) n o p (v : nat -> R) (m := (\sum_(i < n) v i) / n%:R) :
  (o < n)%N -> (p < n)%N -> between n o p v ->
  [/\ v p - v o <= n%:R * (v p - m), v p - v o <= n%:R * (m - v o), v o <= m & m <= v p].
Proof.
move=> o_n p_n ends; have n0 : 0 < n%:R :> R by rewrite ltr0n; exact: leq_ltn_trans o_n.
have total c : \sum_(j < n) (v j - c) = n%:R * (m - c).
  rewrite sumrB sumr_const card_ord -[c *+ n]mulr_natl mulrBr; congr (_ - _).
  by rewrite /m mulrC divfK // gt_eqF.
have single (f : nat -> R) k : (k < n)%N -> (forall j, (j < n)%N -> 0 <= f j) -> f k <= \sum_(j < n) f j.
  move=> kn f0; rewrite (bigD1 (Ordinal kn)) //= ler_addl; apply: sumr_ge0 => j _; exact: f0.
have low : v p - v o <= n%:R * (m - v o).
  rewrite -total; apply: (single (fun j => v j - v o)) => // j jn.
  by rewrite subr_ge0; case: (ends j jn).
have high : v p - v o <= n%:R * (v p - m).
  have -> : n%:R * (v p - m) = \sum_(j < n) (v p - v j).
    by rewrite -[v p - m]opprB mulrN -total -sumrN; apply: eq_bigr => j _; rewrite opprB.
  apply: (single (fun j => v p - v j)) => // j jn.
  by rewrite subr_ge0; case: (ends j jn).
have l0 : 0 <= v p - v o by rewrite subr_ge0; case: (ends p p_n).
by split=> //; rewrite -subr_ge0 -(pmulr_rge0 _ n0); apply: le_trans l0 _.
Qed.

Lemma halves_lengths (R : rcfType) n o p (v : nat -> R) (m := (\sum_(i < n) v i) / n%:R) :
  (o < n)%N -> (p < n)%N -> between n o p v ->
  [/\ between n o p (up n v) /\ between n p o (dn n v), up n v o = 0, up n v p = v p - m, dn n v o = m - v o & dn n v p = 0].
Proof.
move=> o_n p_n ends; have [_ _ om mp] := halves o_n p_n ends.
have mono (a b : R) : a <= b -> Num.max a 0 <= Num.max b 0 by move=> h; rewrite le_maxl !le_maxr h lexx !orbT.
split; first (split=> j jn); rewrite /up /dn ?mulrN1 ?opprB -/m.
- by case: (ends j jn) => a b; split; apply: mono; rewrite ler_add2r.
- by case: (ends j jn) => a b; split; apply: mono; rewrite ler_add2l ler_opp2.
- by apply: max_r; rewrite subr_le0.
- by apply: max_l; rewrite subr_ge0.
- by apply: max_l; rewrite subr_ge0.
- by apply: max_r; rewrite subr_le0.
Qed.

Lemma halves_squares (R : rcfType) n o p (v : nat -> R) : (o < n)%N -> (p < n)%N -> between n o p v ->
  ((up n v p - up n v o) * (up n v p - up n v o) + (dn n v p - dn n v o) * (dn n v p - dn n v o)) *
    ((n%:R * n%:R) / ((n%:R + - 1) * (n%:R + - 1) + 1)) <= (v p - v o) * (v p - v o).
Proof.
move=> o_n p_n ends; have n0 : 0 < n%:R :> R by rewrite ltr0n; exact: leq_ltn_trans o_n.
have [_ -> -> -> ->] := halves_lengths o_n p_n ends; have [hp ho _ _] := halves o_n p_n ends.
set m := (\sum_(i < n) v i) / n%:R in hp ho *; set N : R := n%:R in n0 hp ho *.
have k0 : 0 < (N + - 1) * (N + - 1) + 1 by rewrite ltr_spaddr ?ltr01 // -expr2 sqr_ge0.
have le := two_squares hp ho (N := N); rewrite [X in X <= _]mulrA ler_pdivr_mulr //.
have -> : ((v p - m - 0) * (v p - m - 0) + (0 - (m - v o)) * (0 - (m - v o))) * (N * N) =
   N * (v p - m) * (N * (v p - m)) + N * (m - v o) * (N * (m - v o)) by ring.
by rewrite [X in _ <= X]mulrC le //; ring.
Qed.

(* three different ones are at least three values *)
Lemma three_kinds (R : rcfType) n a b c (v : nat -> R) : (a < n)%N -> (b < n)%N -> (c < n)%N ->
  v a != v b -> v a != v c -> v b != v c -> 3%:R <= kinds n v.
Proof.
move=> an bn cn ab ac bc; have : uniq [:: v a; v b; v c] by rewrite /= !inE negb_or ab ac bc.
move/uniq_leq_size => /(_ (undup (mkseq v n))) le; rewrite kinds_is ler_nat.
apply: le => y; rewrite mem_undup !inE => /or3P [] /eqP ->; apply/mapP;
  [exists a | exists b | exists c]; rewrite ?mem_iota //.
Qed.

(* Of three points or more at two values not both have one. *)
Lemma not_both (R : rcfType) n o p (v : nat -> R) : (3 <= n)%N -> (o < n)%N -> (p < n)%N ->
  between n o p v \/ between n p o v -> (kinds n v == 2%:R)%:R *
  ((((\sum_(i < n) (v i == v o)%:R) == 1 :> R)%:R + ((\sum_(i < n) (v i == v p)%:R) == 1 :> R)%:R)) <= 1 :> R.
Proof.
move=> n3 o_n p_n ends.
have alone k j : (k < n)%N -> (j < n)%N -> j != k -> (\sum_(i < n) (v i == v k)%:R) == 1 :> R -> v j != v k.
  move=> kn jn ne; apply: contraTneq => e; rewrite (bigD1 (Ordinal kn)) //= eqxx (bigD1 (Ordinal jn)) //= e eqxx.
  rewrite gt_eqF // ltr_addl ltr_spaddl ?ltr01 // sumr_ge0 // => i _; exact: ler0n.
have [j [j3 jo jp]] : exists j, [/\ (j < 3)%N, j != o & j != p].
  by case: o {o_n ends} => [|[|o]]; case: p {p_n} => [|[|p]];
    first [by exists 0%N | by exists 1%N | by exists 2%N].
have jn : (j < n)%N by exact: leq_trans j3 n3.
case: eqP => [two|_]; last by rewrite mul0r ler01.
case: (boolP (_ == _ :> R)) => [ao|_]; last by case: (_ == _); rewrite mul1r add0r ?ler01 ?lexx.
case: (boolP (_ == _ :> R)) => [ap|_]; last by rewrite mul1r addr0 lexx.
have vo := alone o j o_n jn jo ao; have vp := alone p j p_n jn jp ap.
have op : v o != v p.
  apply: contra_neq vo => e; apply/eqP; rewrite eq_le; case: ends => /(_ j jn) []; rewrite e => a b; by rewrite a b.
by have := three_kinds jn o_n p_n vo vp op; rewrite two ler_nat.
Qed.

(* what the maximal data-free intervals beside the extremes carry, down to a depth *)
Definition own (R : rcfType) n o p (v : nat -> R) := (kinds n v == 2%:R)%:R *
  ((((\sum_(i < n) (v i == v o)%:R) == 1 :> R)%:R + ((\sum_(i < n) (v i == v p)%:R) == 1 :> R)%:R) *
    ((v p - v o) * (v p - v o))).
Definition carried (R : rcfType) n o p L (x : nat -> R) := iter L
  (fun (g : (nat -> R) -> R) v => own n o p v + (1 - (kinds n v == 2%:R)%:R) * (g (up n v) + g (dn n v)) *
    (n%:R * n%:R / ((n%:R + - 1) * (n%:R + - 1) + 1))) (own n o p) x.

Lemma carriedS (R : rcfType) n o p L (x : nat -> R) : carried n o p L.+1 x = own n o p x +
  (1 - (kinds n x == 2%:R)%:R) * (carried n o p L (up n x) + carried n o p L (dn n x)) *
    (n%:R * n%:R / ((n%:R + - 1) * (n%:R + - 1) + 1)).
Proof. by []. Qed.

Definition by_halves (R : rcfType) n o p (v : nat -> R) :=
  ((up n v p - up n v o) * (up n v p - up n v o) + (dn n v p - dn n v o) * (dn n v p - dn n v o)) *
    (n%:R * n%:R / ((n%:R + - 1) * (n%:R + - 1) + 1)).

Lemma growth_ge0 (R : rcfType) n : 0 <= n%:R * n%:R / ((n%:R + - 1) * (n%:R + - 1) + 1) :> R.
Proof.
apply: divr_ge0; first by rewrite mulr_ge0 ?ler0n.
by apply/ltW; rewrite ltr_spaddr ?ltr01 // -expr2 sqr_ge0.
Qed.

Lemma halves_both (R : rcfType) n o p (v : nat -> R) : (o < n)%N -> (p < n)%N ->
  between n o p v \/ between n p o v ->
  [/\ between n o p (up n v) \/ between n p o (up n v), between n o p (dn n v) \/ between n p o (dn n v) &
    by_halves n o p v <= (v p - v o) * (v p - v o)].
Proof.
have step a b : (a < n)%N -> (b < n)%N -> between n a b v -> [/\ between n a b (up n v), between n b a (dn n v) &
    by_halves n a b v <= (v b - v a) * (v b - v a)].
  by move=> an bn e; have [[bu bd] _ _ _ _] := halves_lengths an bn e; split=> //; exact: halves_squares.
move=> o_n p_n; case=> e; first by have [] := step o p o_n p_n e; split; [left | right |].
have [bu bd] := step p o p_n o_n e; split; [by right | by left |].
by rewrite /by_halves -![(v p - v o)]opprB -![(_ n v p - _ n v o)]opprB !mulrNN.
Qed.

Lemma carried_le (R : rcfType) n o p : (3 <= n)%N -> (o < n)%N -> (p < n)%N ->
  forall L (v : nat -> R), between n o p v \/ between n p o v -> carried n o p L v <= (v p - v o) * (v p - v o).
Proof.
move=> n3 o_n p_n; have sq (a : R) : 0 <= a * a by rewrite -expr2 sqr_ge0.
elim=> [|L IH] v which.
  by rewrite /carried /= /own mulrA -[X in _ <= X]mul1r ler_wpmul2r //; exact: (not_both n3 o_n p_n which).
have [bu bd le] := halves_both o_n p_n which; have [Iu Id] := (IH _ bu, IH _ bd).
rewrite carriedS /own; case: (kinds n v =P 2%:R) (not_both n3 o_n p_n which) => [two|_] one.
  by rewrite subrr !mul0r addr0 mulrA -[X in _ <= X]mul1r ler_wpmul2r.
rewrite !mul0r add0r subr0 mul1r; apply: le_trans le; rewrite ler_wpmul2r ?growth_ge0 //; exact: ler_add.
Qed.

(* Limits in an archimedean field. *)
Lemma bernoulli (R : rcfType) (h : R) L : 0 <= h -> 1 + h * L%:R <= (1 + h) ^+ L.
Proof.
move=> h0; elim: L => [|L IH]; first by rewrite mulr0 addr0 expr0.
have le : (1 + h) * (1 + h * L%:R) <= (1 + h) ^+ L.+1 by rewrite exprS ler_wpmul2l // addr_ge0 ?ler01.
apply: le_trans le; rewrite -[L.+1]addn1 natrD -subr_ge0.
have -> : (1 + h) * (1 + h * L%:R) - (1 + h * (L%:R + 1)) = h * h * L%:R by ring.
by rewrite !mulr_ge0 ?ler0n.
Qed.

Lemma decays (R : rcfType) (s C e : R) : (forall y : R, exists m, y < m%:R) -> 0 < s -> s < 1 -> 0 < e ->
  exists m, forall L, (m <= L)%N -> C * (s ^+ L * (1 + L%:R)) <= e.
Proof.
move=> arch s0 s1 e0; set t := Num.sqrt s; have t0 : 0 < t by rewrite sqrtr_gt0.
have ts : s = t ^+ 2 by rewrite sqr_sqrtr // ltW.
have t1 : t < 1 by rewrite ltNge; apply: contraL s1 => t1; rewrite -leNgt ts exprn_ege1.
set h := 1 - t; have h0 : 0 < h by rewrite subr_gt0.
have one L : (h * t ^+ L * (1 + L%:R)) <= 1.
  have b := bernoulli L (ltW h0).
  have le : t ^+ L * (1 + h * L%:R) <= 1.
    apply: (@le_trans _ _ (t ^+ L * (1 + h) ^+ L)); first by rewrite ler_wpmul2l // exprn_ge0 // ltW.
    rewrite -exprMn; apply: exprn_ile1; first exact: mulr_ge0 (ltW t0) (addr_ge0 ler01 (ltW h0)).
    rewrite -subr_ge0; have -> : 1 - t * (1 + h) = h * h by rewrite /h; ring.
    exact: mulr_ge0 (ltW h0) (ltW h0).
  apply: le_trans le; have -> : h * t ^+ L * (1 + L%:R) = t ^+ L * (h + h * L%:R) by ring.
  apply: ler_wpmul2l; first exact: exprn_ge0 (ltW t0).
  by rewrite ler_add2r ger_addl oppr_le0 ltW.
have [m ym] := arch (`|C| / (h ^+ 2 * e)); exists m => L mL.
have big : `|C| / (h ^+ 2 * e) <= 1 + L%:R.
  by apply: le_trans (ltW ym) _; rewrite (le_trans (_ : _ <= L%:R)) ?ler_nat // ler_addr ler01.
have h2 : 0 < h ^+ 2 by exact: exprn_gt0.
have L0 : 0 < 1 + L%:R :> R by rewrite ltr_spaddl ?ltr01 ?ler0n.
rewrite (ler_pdivr_mulr _ _ (mulr_gt0 h2 e0)) in big.
apply: (@le_trans _ _ (`|C| * (s ^+ L * (1 + L%:R)))).
  apply: ler_wpmul2r (ler_norm C); exact: mulr_ge0 (exprn_ge0 L (ltW s0)) (ltW L0).
have [sq0 sq1] : 0 <= h * t ^+ L * (1 + L%:R) /\ (h * t ^+ L * (1 + L%:R)) ^+ 2 <= 1.
  have z : 0 <= h * t ^+ L * (1 + L%:R) by exact: mulr_ge0 (mulr_ge0 (ltW h0) (exprn_ge0 L (ltW t0))) (ltW L0).
  by split=> //; rewrite expr_le1.
rewrite -(ler_pmul2r (mulr_gt0 h2 L0)).
apply: (@le_trans _ _ (`|C| * (h * t ^+ L * (1 + L%:R)) ^+ 2)).
  rewrite ts exprAC [X in _ <= X](_ : _ = `|C| * ((t ^+ L) ^+ 2 * (1 + L%:R)) * (h ^+ 2 * (1 + L%:R))) //; ring.
apply: (@le_trans _ _ `|C|); first by rewrite -[X in _ <= X]mulr1 ler_wpmul2l.
apply: le_trans big _; rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.

(* Rows of two values a and b, a where e holds, and what is under them. *)
Definition shape (R : rcfType) n (e : nat -> bool) (a b : R) (v : nat -> R) :=
  forall l, (l < n)%N -> v l = if e l then a else b.
Definition share (R : rcfType) n (e : nat -> bool) : R := (\sum_(l < n) (e l)%:R) / n%:R.

Lemma shape_mean (R : rcfType) n e (a b : R) v : (0 < n)%N -> shape n e a b v ->
  (\sum_(i < n) v i) / n%:R = b + (a - b) * share R n e.
Proof.
move=> n0 sh; have -> : \sum_(i < n) v i = \sum_(i < n) (b + (a - b) * (e i)%:R).
  by apply: eq_bigr => i _; rewrite sh //; case: (e i) => /=; ring.
rewrite big_split /= sumr_const card_ord -mulr_sumr mulrDl -[b *+ n]mulr_natr mulfK ?pnatr_eq0 -?lt0n //.
by rewrite /share mulrA.
Qed.

Lemma shape_up (R : rcfType) n e (a b : R) v (c := share R n e) : (0 < n)%N -> shape n e a b v ->
  shape n e (Num.max ((a - b) * (1 - c)) 0) (Num.max ((b - a) * c) 0) (up n v) /\
  shape n e (Num.max ((b - a) * (1 - c)) 0) (Num.max ((a - b) * c) 0) (dn n v).
Proof.
move=> n0 sh; have m := shape_mean n0 sh; rewrite -/c in m.
split=> l ln; rewrite /up /dn m sh //; case: (e l); congr (Num.max _ 0); ring.
Qed.

Lemma share01 (R : rcfType) n e : 0 <= share R n e /\ 0 <= 1 - share R n e.
Proof.
case: n => [|n]; first by rewrite /share big_ord0 mul0r subr0 ler01.
have n0 : 0 < n.+1%:R :> R by rewrite ltr0n.
split; first by rewrite divr_ge0 ?ler0n // sumr_ge0 // => i _; exact: ler0n.
rewrite subr_ge0 ler_pdivr_mulr // mul1r -[X in _ <= X%:R](card_ord n.+1) -sumr_const.
by apply: ler_sum => i _; case: (e i); rewrite ?lexx ?ler01.
Qed.

(* the squares of the lengths of the two children are shares of it, and one child has a place, or the other *)
Lemma shape_child (R : rcfType) n e (a b : R) (c := share R n e) :
  let A := Num.max ((a - b) * (1 - c)) 0 in let B := Num.max ((b - a) * c) 0 in
  let A' := Num.max ((b - a) * (1 - c)) 0 in let B' := Num.max ((a - b) * c) 0 in
  [/\ (A - B) ^+ 2 + (A' - B') ^+ 2 = ((1 - c) ^+ 2 + c ^+ 2) * (a - b) ^+ 2,
      A ^+ 2 + A' ^+ 2 = (1 - c) ^+ 2 * (a - b) ^+ 2, B ^+ 2 + B' ^+ 2 = c ^+ 2 * (a - b) ^+ 2,
      A * B + A' * B' = 0 & A * B = 0].
Proof.
have [c0 c1] := share01 R n e; rewrite -/c in c0 c1.
case: (lerP b a) => ba.
  have ab0 : 0 <= a - b by rewrite subr_ge0.
  have ba0 : b - a <= 0 by rewrite subr_le0.
  rewrite (max_l (mulr_ge0 ab0 c1)) (max_l (mulr_ge0 ab0 c0)) (max_r (mulr_le0_ge0 ba0 c0)) (max_r (mulr_le0_ge0 ba0 c1)).
  by split; ring.
have ab0 : 0 <= b - a by rewrite subr_ge0 ltW.
have ba0 : a - b <= 0 by rewrite subr_le0 ltW.
rewrite (max_l (mulr_ge0 ab0 c1)) (max_l (mulr_ge0 ab0 c0)) (max_r (mulr_le0_ge0 ba0 c0)) (max_r (mulr_le0_ge0 ba0 c1)).
by split; ring.
Qed.

Lemma shape_gram (R : rcfType) n e (i j : nat) (c := share R n e) : (0 < n)%N -> (i < n)%N -> (j < n)%N ->
  forall L (a b : R) v, shape n e a b v -> leaves n L.+1 (fun w => w i * w j) v =
    ((1 - c) ^+ 2 + c ^+ 2) ^+ L * ((a - b) ^+ 2 * ((1 - c) ^+ 2 * (e i && e j)%:R + c ^+ 2 * (~~ e i && ~~ e j)%:R)).
Proof.
move=> n0 hi hj; elim=> [|L IH] a b v sh; have [su sd] := shape_up n0 sh;
  have [sq sA sB sAB AB] := shape_child n e a b; rewrite -/c in su sd sq sA sB sAB AB.
  rewrite /= !su ?sd // expr0 mul1r; case: (e i); case: (e j) => /=.
  - by rewrite -!expr2 sA; ring.
  - by rewrite !mulr0 addr0 mulr0 sAB.
  - by rewrite !mulr0 addr0 mulr0 -[RHS]sAB mulrC [X in _ + X]mulrC.
  - by rewrite -!expr2 sB; ring.
rewrite leavesS (IH _ _ _ su) (IH _ _ _ sd) [_ ^+ L.+1]exprS -mulrDr -mulrDl sq.
have assoc (y z w u : R) : y * (z * w * u) = z * y * (w * u) by ring.
exact: assoc.
Qed.

(* How many entries are that at a place. *)
Definition cnt (R : rcfType) n (v : nat -> R) q : nat := \sum_(l < n) (v l == v q).

Lemma cntE (R : rcfType) n (v : nat -> R) q : \sum_(l < n) (v l == v q)%:R = (cnt n v q)%:R :> R.
Proof. by rewrite /cnt natr_sum. Qed.

(* Rows with their extremes at o and p, in either order, each of which occurs k times or more. *)
Definition good (R : rcfType) n o p k (v : nat -> R) :=
  [/\ between n o p v \/ between n p o v, varies n v, (k <= cnt n v o)%N & (k <= cnt n v p)%N].
Definition sq (R : rcfType) o p (v : nat -> R) : R := (v p - v o) ^+ 2.

Lemma cnt_mono (R : rcfType) n (v w : nat -> R) q : (forall l, (l < n)%N -> v l = v q -> w l = w q) ->
  (cnt n v q <= cnt n w q)%N.
Proof.
move=> h; apply: leq_sum => l _; case: (v l =P v q) => // e.
by rewrite (h l (ltn_ord l) e) eqxx.
Qed.

(* a share of k/n of the range lies beyond the mean on both sides *)
Lemma halves_k (R : rcfType) n o p k (v : nat -> R) (m := (\sum_(i < n) v i) / n%:R) : (o < n)%N -> (p < n)%N ->
  between n o p v -> (k <= cnt n v o)%N -> (k <= cnt n v p)%N ->
  k%:R * (v p - v o) <= n%:R * (v p - m) /\ k%:R * (v p - v o) <= n%:R * (m - v o).
Proof.
move=> o_n p_n ends ko kp; have n0 : 0 < n%:R :> R by rewrite ltr0n; exact: leq_ltn_trans o_n.
have r0 : 0 <= v p - v o by rewrite subr_ge0; case: (ends p p_n).
have total c : \sum_(j < n) (v j - c) = n%:R * (m - c).
  rewrite sumrB sumr_const card_ord -[c *+ n]mulr_natl mulrBr; congr (_ - _).
  by rewrite /m mulrC divfK // gt_eqF.
have some q (f : nat -> R) : (forall j, (j < n)%N -> 0 <= f j) -> (forall j, (j < n)%N -> v j = v q -> f j = v p - v o) ->
    (k <= cnt n v q)%N -> k%:R * (v p - v o) <= \sum_(j < n) f j.
  move=> f0 fq kq; apply: (@le_trans _ _ (\sum_(j < n) (v j == v q)%:R * (v p - v o))).
    by rewrite -mulr_suml cntE ler_wpmul2r // ler_nat.
  apply: ler_sum => j _; case: eqP => e; first by rewrite mul1r (fq j).
  by rewrite mul0r f0.
split.
  have -> : n%:R * (v p - m) = \sum_(j < n) (v p - v j).
    by rewrite -[v p - m]opprB mulrN -total -sumrN; apply: eq_bigr => j _; rewrite opprB.
  apply: (some o (fun j => v p - v j)) => // j jn; first by rewrite subr_ge0; case: (ends j jn).
  by move=> ->.
rewrite -total; apply: (some p (fun j => v j - v o)) => // j jn; first by rewrite subr_ge0; case: (ends j jn).
by move=> ->.
Qed.

Lemma squares_k (R : rcfType) (N k l A B : R) : k * l <= A -> k * l <= B -> A + B = N * l -> 0 <= k * l ->
  [/\ A ^+ 2 + B ^+ 2 <= (k ^+ 2 + (N - k) ^+ 2) * l ^+ 2, A ^+ 2 <= (N - k) ^+ 2 * l ^+ 2 &
    B ^+ 2 <= (N - k) ^+ 2 * l ^+ 2].
Proof.
move=> kA kB AB kl; have le (X Y : R) : k * l <= X -> k * l <= Y -> X + Y = N * l -> X ^+ 2 <= (N - k) ^+ 2 * l ^+ 2.
  move=> kX kY e; rewrite -exprMn; have X0 : 0 <= X by exact: le_trans kX.
  have Xl : X <= (N - k) * l by rewrite mulrBl -e ler_subr_addr ler_add2l.
  by rewrite ler_sqr // nnegrE // (le_trans X0).
split; last 2 first; [exact: (le A B) | by apply: (le B A) => //; rewrite addrC |].
have pos : 0 <= (A - k * l) * (B - k * l) by rewrite mulr_ge0 // subr_ge0.
rewrite -subr_ge0; have -> : (k ^+ 2 + (N - k) ^+ 2) * l ^+ 2 - (A ^+ 2 + B ^+ 2) = (A - k * l) * (B - k * l) * 2%:R.
  by have -> : B = N * l - A; [rewrite -AB addrAC subrr add0r | ring].
by rewrite mulr_ge0 ?ler0n.
Qed.

Lemma good_children (R : rcfType) n o p k (v : nat -> R) (N : R := n%:R) (K : R := k%:R) : (o < n)%N -> (p < n)%N ->
  good n o p k v ->
  [/\ good n o p k (up n v) /\ good n o p k (dn n v),
      (sq o p (up n v) + sq o p (dn n v)) * N ^+ 2 <= (K ^+ 2 + (N - K) ^+ 2) * sq o p v,
      sq o p (up n v) * N ^+ 2 <= (N - K) ^+ 2 * sq o p v & sq o p (dn n v) * N ^+ 2 <= (N - K) ^+ 2 * sq o p v].
Proof.
move=> o_n p_n [ends vary ko kp]; have n0 : (0 < n)%N by exact: leq_ltn_trans o_n.
have n0r : N != 0 by rewrite pnatr_eq0 -lt0n.
have [[Vu _ _] [Vd _ _]] := nodes n0 vary.
have step a b : (a < n)%N -> (b < n)%N -> between n a b v -> (k <= cnt n v a)%N -> (k <= cnt n v b)%N ->
   [/\ (between n a b (up n v) /\ between n b a (dn n v)),
      (sq a b (up n v) + sq a b (dn n v)) * N ^+ 2 <= (K ^+ 2 + (N - K) ^+ 2) * sq a b v,
      sq a b (up n v) * N ^+ 2 <= (N - K) ^+ 2 * sq a b v & sq a b (dn n v) * N ^+ 2 <= (N - K) ^+ 2 * sq a b v].
  move=> an bn e ka kb; have [bt ua ub da db] := halves_lengths an bn e; have [hb ha] := halves_k an bn e ka kb.
  have kl : 0 <= K * (v b - v a) by rewrite mulr_ge0 ?ler0n // subr_ge0; case: (e b bn).
  have [|s1 s2 s3] := squares_k hb ha _ kl (N := N); first by rewrite /N; ring.
  rewrite /sq ua ub da db subr0 sub0r sqrrN.
  split=> //.
  - by move: s1; rewrite !exprMn -mulrDr mulrC.
  - by move: s2; rewrite !exprMn mulrC.
  - by move: s3; rewrite !exprMn mulrC.
have up_cnt q : (k <= cnt n v q)%N -> (k <= cnt n (up n v) q)%N.
  by move=> kq; apply: leq_trans kq (cnt_mono _) => l ln e; rewrite /up e.
have dn_cnt q : (k <= cnt n v q)%N -> (k <= cnt n (dn n v) q)%N.
  by move=> kq; apply: leq_trans kq (cnt_mono _) => l ln e; rewrite /dn e.
have sym w : sq p o w = sq o p w by rewrite /sq -sqrrN opprB.
case: ends => e.
  have [[bu bd] s1 s2 s3] := step o p o_n p_n e ko kp.
  by split=> //; split; split; rewrite ?up_cnt ?dn_cnt //; [left | right].
have [[bu bd] s1 s2 s3] := step p o p_n o_n e kp ko; rewrite !sym in s1 s2 s3.
by split=> //; split; split; rewrite ?up_cnt ?dn_cnt //; [right | left].
Qed.

Lemma budget (R : rcfType) n (v : nat -> R) : (0 < n)%N -> varies n v ->
  (kinds n (up n v) - 2%:R) + (kinds n (dn n v) - 2%:R) <= kinds n v - 2%:R.
Proof.
move=> n0 vary; have [e _ _ _ _] := children_kinds n0 vary.
have le1 : \prod_(j < n) (v j != (\sum_(i < n) v i) / n%:R)%:R <= 1 :> R.
  suff /andP [_ h] : (0 <= \prod_(j < n) (v j != (\sum_(i < n) v i) / n%:R)%:R :> R) && (\prod_(j < n) (v j != (\sum_(i < n) v i) / n%:R)%:R <= 1 :> R) by exact: h.
  apply: (big_ind (fun y : R => (0 <= y) && (y <= 1))) => [|a b /andP [a0 a1] /andP [b0 b1]|j _]; rewrite ?ler01 ?lexx //.
    by rewrite mulr_ge0 // mulr_ile1.
  by case: (_ != _); rewrite ?ler01 ?lexx.
have -> : kinds n (up n v) - 2%:R + (kinds n (dn n v) - 2%:R) = kinds n (up n v) + kinds n (dn n v) - 2%:R - 2%:R by ring.
rewrite e ler_add2r; set p := \prod_(j < n) _ in le1 *.
have -> : kinds n v + 2%:R - (1 - p) - 2%:R = kinds n v - (1 - p) by ring.
by rewrite ler_subl_addr ler_addl subr_ge0.
Qed.

(* A function of depth and row that a layer splits, and that decays on rows of two values, decays. *)
Lemma descent (R : rcfType) n o p k (a s C : R) (F : nat -> (nat -> R) -> R) : (o < n)%N -> (p < n)%N ->
  0 <= a -> 0 <= s -> 0 <= C -> a * (k%:R ^+ 2 + (n%:R - k%:R) ^+ 2) = n%:R ^+ 2 -> a * (n%:R - k%:R) ^+ 2 <= s * n%:R ^+ 2 ->
  (forall L v, good n o p k v -> kinds n v != 2%:R -> `|F L.+1 v| <= a * (`|F L (up n v)| + `|F L (dn n v)|)) ->
  (forall L v, good n o p k v -> kinds n v = 2%:R -> `|F L v| <= C * s ^+ L * s * sq o p v) ->
  (forall v, good n o p k v -> `|F 0%N v| <= C * s * sq o p v) ->
  forall L v, good n o p k v -> `|F L v| <= C * s ^+ L * (s + (kinds n v - 2%:R) * L%:R) * sq o p v.
Proof.
move=> o_n p_n a0 s0 C0 aK aq split two base; have n0 : (0 < n)%N by exact: leq_ltn_trans o_n.
have N0 : 0 < n%:R ^+ 2 :> R by rewrite exprn_gt0 // ltr0n.
elim=> [|L IH] v gv; first by rewrite expr0 mulr1 mulr0 addr0; exact: base.
case: (kinds n v =P 2%:R) => [e|/eqP ne]; first by rewrite e subrr mul0r addr0; exact: two.
have [[gu gd] s1 s2 s3] := good_children o_n p_n gv.
have sq0 (w : nat -> R) : 0 <= sq o p w by exact: sqr_ge0.
have vary : varies n v by case: gv.
have [_ u2 d2 u3 _] := children_kinds n0 vary; have bud := budget n0 vary.
have u1 : 1 <= kinds n v - 2%:R.
  move: ne (le_trans u2 u3); rewrite kinds_is eqr_nat ler_nat => ne le.
  by rewrite ler_subr_addr -[1]/(1%:R) -natrD ler_nat addn2 ltn_neqAle eq_sym ne.
apply: le_trans (split L v gv ne) _.
have := ler_wpmul2l a0 (ler_add (IH _ gu) (IH _ gd)); move/le_trans; apply.
have h1 : a * (sq o p (up n v) + sq o p (dn n v)) <= sq o p v.
  rewrite -(ler_pmul2r N0) -mulrA; apply: le_trans (ler_wpmul2l a0 s1) _.
  by rewrite mulrA aK mulrC.
have hq w : sq o p w * n%:R ^+ 2 <= (n%:R - k%:R) ^+ 2 * sq o p v -> a * sq o p w <= s * sq o p v.
  move=> h; rewrite -(ler_pmul2r N0) -mulrA; apply: le_trans (ler_wpmul2l a0 h) _.
  by rewrite mulrA [X in _ <= X]mulrAC; exact: ler_wpmul2r.
have {hq} [h2 h3] := (hq _ s2, hq _ s3).
set x := sq o p (up n v) in h1 h2 *; set y := sq o p (dn n v) in h1 h3 *; set z := sq o p v in h1 h2 h3 *.
set ux := kinds n (up n v) - 2%:R in bud *; set uy := kinds n (dn n v) - 2%:R in bud *; set u := kinds n v - 2%:R in u1 bud *.
have ux0 : 0 <= ux by rewrite subr_ge0.
have uy0 : 0 <= uy by rewrite subr_ge0.
have CL : 0 <= C * s ^+ L by rewrite mulr_ge0 ?exprn_ge0.
have -> : a * (C * s ^+ L * (s + ux * L%:R) * x + C * s ^+ L * (s + uy * L%:R) * y) =
   C * s ^+ L * (s * (a * (x + y)) + L%:R * (ux * (a * x) + uy * (a * y))) by ring.
rewrite exprSr -[L.+1]addn1 natrD.
have -> : C * (s ^+ L * s) * (s + u * (L%:R + 1%:R)) * z = C * s ^+ L * (s * ((s + u * (L%:R + 1%:R)) * z)) by ring.
apply: ler_wpmul2l => //.
apply: (@le_trans _ _ (s * z + L%:R * (u * (s * z)))).
  apply: ler_add; first by rewrite ler_wpmul2l.
  apply: ler_wpmul2l; first exact: ler0n.
  apply: (@le_trans _ _ (ux * (s * z) + uy * (s * z))); first by apply: ler_add; rewrite ler_wpmul2l.
  by rewrite -mulrDl ler_wpmul2r // mulr_ge0 // sqr_ge0.
rewrite -subr_ge0; have -> : s * ((s + u * (L%:R + 1%:R)) * z) - (s * z + L%:R * (u * (s * z))) = s * z * (s + (u - 1)) by ring.
have u10 : 0 <= u - 1 by rewrite subr_ge0.
exact: mulr_ge0 (mulr_ge0 s0 (sq0 v)) (addr_ge0 s0 u10).
Qed.

Lemma good_apart (R : rcfType) n o p k (v : nat -> R) : good n o p k v -> v o != v p.
Proof.
move=> [ends [i [j [hi hj ij]]] _ _]; apply: contra_neq ij => e.
have same l : (l < n)%N -> v l = v o.
  by move=> ln; apply/eqP; rewrite eq_le; case: ends => /(_ l ln) []; rewrite -?e => -> ->.
by rewrite !same.
Qed.

(* A row of two values, and how many there are of each. *)
Lemma good_shape (R : rcfType) n o p k (v : nat -> R) (e := fun l => v l == v o) : (o < n)%N -> (p < n)%N ->
  good n o p k v -> kinds n v = 2%:R ->
  [/\ shape n e (v o) (v p) v, (cnt n v o + cnt n v p = n)%N & share R n e = (cnt n v o)%:R / n%:R].
Proof.
move=> o_n p_n gv two; have op := good_apart gv.
have either l : (l < n)%N -> v l != v o -> v l = v p.
  move=> ln lo; apply/eqP; apply: contraT => lp.
  by have := three_kinds ln o_n p_n lo lp op; rewrite two ler_nat.
split; last by rewrite /share cntE.
- by move=> l ln; rewrite /e; case: (v l =P v o) => // /eqP; exact: either.
- rewrite /cnt -big_split /= -[RHS](card_ord n) -sum1_card; apply: eq_bigr => l _.
  case: (v l =P v o) => [->|/eqP lo]; first by rewrite (negbTE op).
  by rewrite (either l) // eqxx.
Qed.

(* What a layer multiplies, at least: the inverse of the share of k of n. *)
Definition under (R : rcfType) n k : R := k%:R ^+ 2 + (n%:R - k%:R) ^+ 2.
Definition gain (R : rcfType) n k : R := n%:R ^+ 2 / under R n k.
Definition rest (R : rcfType) n k : R := 1 - 1 / under R n k.
Definition kept (R : rcfType) n c : R := (1 - c%:R / n%:R) ^+ 2 + (c%:R / n%:R) ^+ 2.

Lemma under_gt1 (R : rcfType) n k : (0 < k)%N -> (k < n)%N -> 1 < under R n k.
Proof.
move=> k0 kn; rewrite /under; have -> : n%:R - k%:R = (n - k)%:R :> R by rewrite natrB // ltnW.
rewrite -!natrX -natrD -[1]/(1%:R) ltr_nat.
have a : (0 < k ^ 2)%N by rewrite expn_gt0 k0.
have b : (0 < (n - k) ^ 2)%N by rewrite expn_gt0 subn_gt0 kn.
exact: (leq_add a b).
Qed.

(* the rates: all that is not of k or n - k is multiplied by less *)
Lemma rates (R : rcfType) n k : (0 < k)%N -> (k < n)%N ->
  [/\ 0 < gain R n k, 0 < rest R n k, rest R n k < 1, gain R n k * (k%:R ^+ 2 + (n%:R - k%:R) ^+ 2) = n%:R ^+ 2 &
    gain R n k * (n%:R - k%:R) ^+ 2 <= rest R n k * n%:R ^+ 2].
Proof.
move=> k0 kn; have u1 := under_gt1 R k0 kn; have u : 0 < under R n k by exact: lt_trans ltr01 u1.
split.
- by rewrite divr_gt0 // exprn_gt0 // ltr0n (leq_ltn_trans _ kn).
- by rewrite subr_gt0 ltr_pdivr_mulr // mul1r.
- by rewrite ltr_subl_addr ltr_addl divr_gt0 ?ltr01.
- by rewrite divfK // gt_eqF.
have u' : under R n k != 0 by rewrite gt_eqF.
rewrite -subr_ge0; have -> : rest R n k * n%:R ^+ 2 - gain R n k * (n%:R - k%:R) ^+ 2 =
   n%:R ^+ 2 * (k%:R ^+ 2 - 1) / under R n k.
  rewrite /rest /gain; have -> : (n%:R - k%:R) ^+ 2 = under R n k - k%:R ^+ 2 by rewrite /under addrAC subrr add0r.
  by move: u'; move: (under R n k) => y y0; field.
apply: divr_ge0; last exact: ltW.
by rewrite mulr_ge0 ?sqr_ge0 // subr_ge0 -natrX -[1]/(1%:R) ler_nat expn_gt0 k0.
Qed.

Lemma keptE (R : rcfType) n k c : (0 < n)%N ->
  kept R n c = (under R n k - 2%:R * (c%:R - k%:R) * (n%:R - c%:R - k%:R)) / n%:R ^+ 2.
Proof.
move=> n0; have {}n0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
by rewrite /kept /under; field.
Qed.

Lemma kept_own (R : rcfType) n k c : (0 < k)%N -> (k < n)%N -> c = k \/ (c + k)%N = n -> gain R n k * kept R n c = 1.
Proof.
move=> k0 kn e; have n0 : (0 < n)%N by exact: leq_ltn_trans kn.
have u' : under R n k != 0 by rewrite gt_eqF // (lt_trans ltr01) // under_gt1.
rewrite (keptE R k c n0); have -> : 2%:R * (c%:R - k%:R) * (n%:R - c%:R - k%:R) = 0 :> R.
  case: e => [-> | <-]; first by rewrite subrr mulr0 mul0r.
  by rewrite natrD -addrA -opprD subrr mulr0.
by rewrite subr0 /gain mulrA divfK // divff // expf_eq0 /= pnatr_eq0 -lt0n.
Qed.

Lemma kept_other (R : rcfType) n k c : (0 < k)%N -> (k < c)%N -> (c + k < n)%N -> gain R n k * kept R n c <= rest R n k.
Proof.
move=> k0 kc ckn; have kn : (k < n)%N by apply: leq_ltn_trans ckn; rewrite leq_addl.
have n0 : (0 < n)%N by exact: leq_ltn_trans kn.
have u : 0 < under R n k by rewrite (lt_trans ltr01) // under_gt1.
have u' : under R n k != 0 by rewrite gt_eqF.
have n' : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
rewrite (keptE R k c n0) -subr_ge0; set x := 2%:R * _ * _.
have -> : rest R n k - gain R n k * ((under R n k - x) / n%:R ^+ 2) = (x - 1) / under R n k.
  by rewrite /rest /gain; move: u'; move: (under R n k) x => y x y0; field; rewrite y0 n'.
apply: divr_ge0; last exact: ltW.
rewrite subr_ge0 /x -(natrB _ (ltnW kc)).
have -> : n%:R - c%:R - k%:R = (n - (c + k))%:R :> R by rewrite natrB ?(ltnW ckn) // natrD opprD addrA.
by rewrite -!natrM -[1]/(1%:R) ler_nat !muln_gt0 !subn_gt0 kc ckn.
Qed.

(* what `descent` bounds tends to 0 *)
Lemma vanishing (R : rcfType) (s C u e : R) : (forall y : R, exists m, y < m%:R) -> 0 < s -> s < 1 -> 0 <= C -> 0 <= u ->
  0 < e -> exists m, forall L, (m <= L)%N -> C * s ^+ L * (s + u * L%:R) <= e.
Proof.
move=> arch s0 s1 C0 u0 e0; have [m mL] := decays (C * (1 + u)) arch s0 s1 e0; exists m => L /mL; apply: le_trans.
rewrite [X in _ <= X]mulrACA; apply: ler_wpmul2l; first exact: mulr_ge0 C0 (exprn_ge0 L (ltW s0)).
have -> : (1 + u) * (1 + L%:R) = 1 + u * L%:R + (u + L%:R) by ring.
by rewrite ler_paddr ?addr_ge0 ?ler0n // ler_add2r ltW.
Qed.

Lemma kinds_ge2 (R : rcfType) n (v : nat -> R) : (0 < n)%N -> varies n v -> 0 <= kinds n v - 2%:R.
Proof. by move=> n0 vary; have [_ u _ le _] := children_kinds n0 vary; rewrite subr_ge0 (le_trans u). Qed.

Lemma cnt_gt0 (R : rcfType) n (v : nat -> R) q : (q < n)%N -> (0 < cnt n v q)%N.
Proof. by move=> qn; rewrite /cnt (bigD1 (Ordinal qn)) //= eqxx. Qed.

(* A sequence goes to a number. *)
Definition goes (R : rcfType) (f : nat -> R) (c : R) :=
  forall e : R, 0 < e -> exists m, forall L, (m <= L)%N -> `|f L - c| <= e.

(* Energy along depth. *)
Lemma entry_le (R : rcfType) n o p (v : nat -> R) i j : (o < n)%N -> (p < n)%N -> (i < n)%N -> (j < n)%N ->
  between n o p v \/ between n p o v -> v o * v p = 0 -> (forall l, 0 <= v l) -> 0 <= v i * v j <= sq o p v.
Proof.
move=> o_n p_n hi hj ends /eqP zero pos; have [vi vj] := (pos i, pos j); rewrite mulr_ge0 //=.
have [m [mo le]] : exists m, sq o p v = m ^+ 2 /\ forall l, (l < n)%N -> v l <= m.
  rewrite /sq; move: zero; rewrite mulf_eq0 => /orP [] /eqP z; rewrite z ?subr0 ?sub0r ?sqrrN.
    exists (v p); split=> // l ln; case: ends => /(_ l ln) [] // _ le.
    by rewrite z in le; apply: le_trans le (pos p).
  exists (v o); split=> // l ln; case: ends => /(_ l ln) [] // _ le.
  by rewrite z in le; apply: le_trans le (pos o).
by rewrite mo expr2 ler_pmul // le.
Qed.

Lemma ends_zero (R : rcfType) n o p (v : nat -> R) : (o < n)%N -> (p < n)%N ->
  between n o p v \/ between n p o v -> up n v o * up n v p = 0 /\ dn n v o * dn n v p = 0.
Proof.
move=> o_n p_n; case=> e.
  by have [_ -> _ _ ->] := halves_lengths o_n p_n e; rewrite mul0r mulr0.
by have [_ -> _ _ ->] := halves_lengths p_n o_n e; rewrite mul0r mulr0.
Qed.

(* the squares of the entries of a row, and of all leaves *)
Definition energy (R : rcfType) n (v : nat -> R) : R := \sum_(i < n) (v i * v i).

Lemma leaves_sum (R : rcfType) n m (f : nat -> (nat -> R) -> R) L v :
  leaves n L (fun w => \sum_(i < m) f i w) v = \sum_(i < m) leaves n L (f i) v.
Proof.
elim: L v => // L IH v; rewrite leavesS !IH -big_split; exact: eq_bigr.
Qed.

Lemma leaves_add (R : rcfType) n (f : (nat -> R) -> R) L M v : leaves n (L + M) f v = leaves n L (leaves n M f) v.
Proof. by rewrite /leaves iterD. Qed.

Lemma leaves_ge0 (R : rcfType) n (f : (nat -> R) -> R) L v : (forall w, 0 <= f w) -> 0 <= leaves n L f v.
Proof. by move=> f0; elim: L v => [|L IH] v; [exact: f0 | rewrite leavesS addr_ge0]. Qed.

Lemma energy_ge0 (R : rcfType) n (v : nat -> R) : 0 <= energy n v.
Proof. by apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0. Qed.

(* below a row of two values, c of them the one *)
Lemma two_energy (R : rcfType) n o p k (v : nat -> R) L (c := cnt n v o) : (o < n)%N -> (p < n)%N -> good n o p k v ->
  kinds n v = 2%:R -> leaves n L.+1 (energy n) v =
    kept R n c ^+ L * (sq o p v * (c%:R * (n%:R - c%:R) / n%:R)).
Proof.
move=> o_n p_n gv two; have [sh cc ce] := good_shape o_n p_n gv two; have n0 : (0 < n)%N by exact: leq_ltn_trans o_n.
have N0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
rewrite [LHS](leaves_sum n n (fun i w => w i * w i)).
transitivity (\sum_(i < n) (kept R n c ^+ L * (sq o p v * ((1 - c%:R / n%:R) ^+ 2 * (v i == v o)%:R + (c%:R / n%:R) ^+ 2 * (1 - (v i == v o)%:R))))).
  apply: eq_bigr => i _; rewrite (shape_gram n0 (ltn_ord i) (ltn_ord i) L sh) ce -/(kept R n c) /sq -[v p - v o]opprB sqrrN.
  by case: (v i == v o) => /=; rewrite ?subrr ?subr0.
rewrite -mulr_sumr -mulr_sumr big_split /= -!mulr_sumr sumrB sumr_const card_ord cntE -/c.
congr (_ * (_ * _)); field; exact: N0.
Qed.

(* a node is at most as long as its range, entry by entry *)
Lemma energy_le (R : rcfType) n o p (v : nat -> R) : (o < n)%N -> (p < n)%N -> between n o p v \/ between n p o v ->
  v o * v p = 0 -> (forall l, 0 <= v l) -> energy n v <= n%:R * sq o p v.
Proof.
move=> o_n p_n ends zero pos; rewrite -[n in n%:R](card_ord n) mulr_natl -sumr_const; apply: ler_sum => i _.
by have /andP [] := entry_le o_n p_n (ltn_ord i) (ltn_ord i) ends zero pos.
Qed.

Lemma children_energy (R : rcfType) n o p k (v : nat -> R) : (0 < k)%N -> (k < n)%N -> (o < n)%N -> (p < n)%N -> good n o p k v ->
  gain R n k * leaves n 1 (energy n) v <= n%:R * sq o p v.
Proof.
move=> k0 kn o_n p_n gv; have [a0 _ _ aK _] := rates R k0 kn.
have ends : between n o p v \/ between n p o v by case: gv.
have [[gu gd] t1 _ _] := good_children o_n p_n gv; have [eu ed] := ends_zero o_n p_n ends.
have pos (w : nat -> R) l : 0 <= up n w l /\ 0 <= dn n w l by rewrite /up /dn !le_maxr lexx !orbT.
have [bu _ _ _] := gu; have [bd _ _ _] := gd.
have lu := energy_le o_n p_n bu eu (fun l => (pos v l).1); have ld := energy_le o_n p_n bd ed (fun l => (pos v l).2).
have N0 : 0 < n%:R :> R by rewrite ltr0n (leq_ltn_trans _ kn).
have tot : gain R n k * (sq o p (up n v) + sq o p (dn n v)) <= sq o p v.
  rewrite -(ler_pmul2r (exprn_gt0 2 N0)) -mulrA; apply: le_trans (ler_wpmul2l (ltW a0) t1) _.
  by rewrite mulrA aK mulrC.
rewrite /leaves /=; apply: le_trans (ler_wpmul2l (ltW a0) (ler_add lu ld)) _.
by rewrite -mulrDr mulrCA ler_wpmul2l // ltW.
Qed.

(* What the energy of a layer is above that of the rate. *)
Definition excess (R : rcfType) n k L (v : nat -> R) : R :=
  gain R n k ^+ L.+1 * (gain R n k * leaves n L.+2 (energy n) v - leaves n L.+1 (energy n) v).

Lemma excess_le (R : rcfType) n o p k (C : R := n%:R * (1 + gain R n k)) : (0 < k)%N -> (k < n)%N -> (o < n)%N -> (p < n)%N ->
  forall L (v : nat -> R), good n o p k v ->
  `|excess n k L v| <= C / rest R n k * rest R n k ^+ L * (rest R n k + (kinds n v - 2%:R) * L%:R) * sq o p v.
Proof.
move=> k0 kn o_n p_n; have [a0 s0 s1 aK aq] := rates R k0 kn; have n0 : (0 < n)%N by exact: leq_ltn_trans kn.
have N0 : 0 < n%:R :> R by rewrite ltr0n.
set a := gain R n k in C a0 aK aq *; set s := rest R n k in s0 s1 aq *.
have C0 : 0 <= C by rewrite /C mulr_ge0 ?addr_ge0 ?ler01 ?ltW.
have Cs : C / s * s = C by rewrite divfK // gt_eqF.
have sqge (v : nat -> R) : 0 <= sq o p v by exact: sqr_ge0.
have free L v : good n o p k v -> kinds n v = 2%:R -> `|excess n k L v| <= C * s ^+ L * sq o p v.
  move=> gv two; have [sh cc _] := good_shape o_n p_n gv two; have [_ _ ko kp] := gv.
  rewrite /excess !(two_energy _ o_n p_n gv two) -/a; set c := cnt n v o in cc ko *; set K := kept R n c.
  set T := sq o p v * _.
  have -> : a ^+ L.+1 * (a * (K ^+ L.+1 * T) - K ^+ L * T) = a * ((a * K) ^+ L * (a * K - 1) * T).
    rewrite [(a * K) ^+ L]exprMn [a ^+ L.+1]exprS [K ^+ L.+1]exprS; set y := a ^+ L; set z := K ^+ L.
    have mix (d q f g t : R) : d * f * (d * (q * g * t) - g * t) = d * (f * g * (d * q - 1) * t) by ring.
    exact: mix.
  have rhs0 : 0 <= C * s ^+ L * sq o p v by exact: mulr_ge0 (mulr_ge0 C0 (exprn_ge0 L (ltW s0))) (sqge v).
  have kc : (c + k <= n)%N by rewrite -[X in (_ <= X)%N]cc leq_add2l.
  case: (ltngtP k c) (ko) => // [kc' _|ck _]; last first.
    by rewrite kept_own ?subrr ?mulr0 ?mul0r ?mulr0 ?normr0 //; left.
  move: kc; rewrite leq_eqVlt => /orP [/eqP e | lt].
    by rewrite kept_own ?subrr ?mulr0 ?mul0r ?mulr0 ?normr0 //; right.
  have aK1 := kept_other R k0 kc' lt; rewrite -/K in aK1.
  have K0 : 0 <= a * K by rewrite mulr_ge0 ?addr_ge0 ?sqr_ge0 // ltW.
  have cn : c%:R <= n%:R :> R by rewrite ler_nat -[X in (_ <= X)%N]cc leq_addr.
  have [T0 T1] : 0 <= T /\ T <= n%:R * sq o p v.
    rewrite /T; split; first by rewrite mulr_ge0 // divr_ge0 ?ler0n // mulr_ge0 ?ler0n // subr_ge0.
    rewrite [X in _ <= X]mulrC ler_wpmul2l // ler_pdivr_mulr // ler_pmul ?ler0n ?subr_ge0 //.
    by rewrite ger_addl oppr_le0 ler0n.
  rewrite [`|a * _|]normrM [`|_ * T|]normrM [`|_ ^+ L * _|]normrM (ger0_norm (ltW a0)) (ger0_norm T0) (ger0_norm (exprn_ge0 L K0)).
  have one : `|a * K - 1| <= 1.
    by rewrite distrC ger0_norm ?ger_addl ?oppr_le0 // subr_ge0 (le_trans aK1) // ltW.
  have pw : (a * K) ^+ L <= s ^+ L by rewrite ler_expn2r // nnegrE // ltW.
  apply: (@le_trans _ _ (a * (s ^+ L * 1 * (n%:R * sq o p v)))).
    apply: ler_wpmul2l; first exact: ltW.
    apply: ler_pmul => //; first exact: mulr_ge0 (exprn_ge0 L K0) (normr_ge0 _).
    by apply: ler_pmul => //; exact: exprn_ge0.
  have -> : a * (s ^+ L * 1 * (n%:R * sq o p v)) = n%:R * a * s ^+ L * sq o p v.
    by rewrite mulr1; move: (s ^+ L) => z; ring.
  apply: ler_wpmul2r => //; apply: ler_wpmul2r; first exact: exprn_ge0 (ltW s0).
  by rewrite /C ler_wpmul2l ?ler0n // ler_addr ler01.
apply: (@descent R n o p k a s (C / s) (excess n k)) => //; try exact: ltW.
- by rewrite divr_ge0 // ltW.
- move=> L v gv ne; rewrite /excess !(leavesS _ L.+1) [leaves n L.+3 _ _]leavesS -/a [a ^+ L.+2]exprS.
  have -> : forall y u u' d d', a * y * (a * (u + d) - (u' + d')) = a * (y * (a * u - u') + y * (a * d - d')) by move=> *; ring.
  rewrite normrM ger0_norm ?(ltW a0) //; apply: ler_wpmul2l (ler_norm_add _ _); exact: ltW.
- move=> L v gv two; apply: le_trans (free L v gv two) _; apply: ler_wpmul2r => //.
  have mix (y z w : R) : y * z * w = y * w * z by ring.
  by rewrite [C / s * _ * s]mix Cs.
move=> v gv; rewrite Cs /excess expr1 -/a.
have [[gu gd] t1 _ _] := good_children o_n p_n gv.
have tot : a * (sq o p (up n v) + sq o p (dn n v)) <= sq o p v.
  rewrite -(ler_pmul2r (exprn_gt0 2 N0)) -mulrA; apply: le_trans (ler_wpmul2l (ltW a0) t1) _.
  by rewrite mulrA aK mulrC.
have l1 := children_energy k0 kn o_n p_n gv; have lu := children_energy k0 kn o_n p_n gu; have ld := children_energy k0 kn o_n p_n gd.
have ge (w : nat -> R) M : 0 <= leaves n M (energy n) w by apply: leaves_ge0; exact: energy_ge0.
rewrite mulrBr -/a in l1 lu ld *.
have l2 : a * (a * leaves n 2%N (energy n) v) <= n%:R * sq o p v.
  rewrite [leaves n 2%N _ _]leavesS mulrDr; apply: le_trans (ler_wpmul2l (ltW a0) (ler_add lu ld)) _.
  by rewrite -mulrDr mulrCA ler_wpmul2l // ltW.
apply: (@le_trans _ _ (n%:R * sq o p v)); last first.
  by apply: ler_wpmul2r => //; rewrite /C mulrDr mulr1 ler_addl; exact: mulr_ge0 (ler0n _ _) (ltW a0).
have [y0 z0] : 0 <= a * (a * leaves n 2%N (energy n) v) /\ 0 <= a * leaves n 1%N (energy n) v.
  by split; [exact: mulr_ge0 (ltW a0) (mulr_ge0 (ltW a0) (ge v 2%N)) | exact: mulr_ge0 (ltW a0) (ge v 1%N)].
rewrite ler_norml; apply/andP; split.
  by rewrite ler_subr_addr (le_trans _ y0) // addrC subr_le0.
by rewrite ler_subl_addl (le_trans l2) // ler_addr.
Qed.

(* 1 of a row of two values of which one is 0 and the other occurs k times or all but k times, else 0 *)
Definition stable_with (R : rcfType) n (k : R) (v : nat -> R) : R := (kinds n v == 2%:R)%:R *
  (1 - (1 - ((\sum_(i < n) (v i != 0)%:R) == k :> R)%:R) * (1 - (((\sum_(i < n) (v i != 0)%:R) + k) == n%:R :> R)%:R)).

Lemma stable_with_gt0 (R : rcfType) n o p k (v : nat -> R) : (0 < k)%N -> (k < n)%N -> (o < n)%N -> (p < n)%N ->
  good n o p k v -> 0 < stable_with n k%:R v -> kinds n v = 2%:R /\ (cnt n v o = k \/ (cnt n v o + k)%N = n).
Proof.
move=> k0 kn o_n p_n gv; rewrite /stable_with; case: (kinds n v =P 2%:R) => [two|_]; last by rewrite mul0r ltxx.
have [sh cc _] := good_shape o_n p_n gv two; have op := good_apart gv.
have -> : \sum_(i < n) (v i != 0)%:R = (\sum_(i < n) (v i != 0)%R)%:R :> R by rewrite natr_sum.
rewrite -natrD !eqr_nat; set c := (\sum_(i < n) _)%N => pos; split=> //.
have either : c = k \/ (c + k)%N = n.
  by move: pos; case: (c =P k) => [->|_]; [left | case: (_ =P n) => [->|_]; [right | rewrite !subr0 mulr1 subrr mulr0 ltxx]].
have cE : c = ((v o != 0)%R * cnt n v o + (v p != 0)%R * cnt n v p)%N.
  rewrite /cnt !big_distrr -big_split; apply: eq_bigr => i _ /=.
  have vi : v i = if v i == v o then v o else v p by exact: sh.
  move: vi; case: (v i =P v o) => [-> _ | _ ->]; first by rewrite (negbTE op) muln1 muln0 addn0.
  by rewrite eqxx muln1 muln0 add0n.
have c_n : c != n by case: either => [->|e]; [rewrite neq_ltn kn | rewrite -e -[X in X != _]addn0 eqn_add2l eq_sym -lt0n].
have c_0 : c != 0%N by case: either => [->|e]; [rewrite -lt0n | by apply/eqP => z; move: kn; rewrite -[X in (_ < X)%N]e z add0n ltnn].
move: cE c_n c_0; case: (v o =P 0) => _; case: (v p =P 0) => _; rewrite ?mul0n ?mul1n ?addn0 ?add0n ?cc => cE.
- by rewrite cE.
- move=> _ _; have cc' : (cnt n v o + c)%N = n by rewrite cE.
  by case: either => e; [right; rewrite -[in LHS]e | left; apply: (@addnI c); rewrite e addnC].
- by move=> _ _; rewrite -cE.
- by rewrite cE eqxx.
Qed.

(* from such a node on energy is left *)
Lemma energy_left (R : rcfType) n o p k D (v : nat -> R) : (0 < k)%N -> (k < n)%N -> (o < n)%N -> (p < n)%N ->
  good n o p k v -> 0 < leaves n D (stable_with n k%:R) v ->
  exists2 c, 0 < c & forall L, c <= gain R n k ^+ L * leaves n (D + L.+1) (energy n) v.
Proof.
move=> k0 kn o_n p_n; elim: D v => [|D IH] v gv pos; last first.
  have [[gu gd] _ _ _] := good_children o_n p_n gv; have [a0 _ _ _ _] := rates R k0 kn.
  have ge (w : nat -> R) M : 0 <= leaves n M (energy n) w by apply: leaves_ge0; exact: energy_ge0.
  move: pos; rewrite leavesS; case: (ltrP 0 (leaves n D (stable_with n k%:R) (up n v))) => [pu _|nu].
    have [c c0 h] := IH _ gu pu; exists c => // L; apply: le_trans (h L) _.
    by rewrite addSn leavesS mulrDr ler_addl mulr_ge0 ?exprn_ge0 ?ge // ltW.
  case: (ltrP 0 (leaves n D (stable_with n k%:R) (dn n v))) => [pd _|nd]; last first.
    by rewrite ltNge; case/negP; rewrite -[X in _ <= X]addr0 ler_add.
  have [c c0 h] := IH _ gd pd; exists c => // L; apply: le_trans (h L) _.
  by rewrite addSn leavesS mulrDr ler_addr mulr_ge0 ?exprn_ge0 ?ge // ltW.
have [two ck] := stable_with_gt0 k0 kn o_n p_n gv pos; set c := cnt n v o in ck.
have [sh cc _] := good_shape o_n p_n gv two; have [_ _ ko kp] := gv; have op := good_apart gv.
exists (sq o p v * (c%:R * (n%:R - c%:R) / n%:R)).
  have n0 : 0 < n%:R :> R by rewrite ltr0n (leq_ltn_trans _ kn).
  apply: mulr_gt0; first by rewrite exprn_even_gt0 //= subr_eq0 eq_sym.
  apply: divr_gt0 => //; apply: mulr_gt0; first by rewrite ltr0n (leq_trans k0).
  by rewrite subr_gt0 ltr_nat -[X in (_ < X)%N]cc -[X in (X < _)%N]addn0 ltn_add2l (leq_trans k0).
by move=> L; rewrite add0n (two_energy L o_n p_n gv two) mulrA -exprMn kept_own // expr1n mul1r.
Qed.

(* the places of extremes *)
Lemma least (R : rcfType) n (x : nat -> R) : (0 < n)%N -> exists2 o, (o < n)%N & forall j, (j < n)%N -> x o <= x j.
Proof.
elim: n => // n IH _; case: n IH => [|n] IH; first by exists 0%N => // j; rewrite ltnS leqn0 => /eqP ->.
have [o o_n le] := IH isT; case: (lerP (x o) (x n.+1)) => h.
  by exists o; [exact: ltnW | move=> j; rewrite ltnS leq_eqVlt => /orP [/eqP ->|/le]].
exists n.+1 => // j; rewrite ltnS leq_eqVlt => /orP [/eqP -> //|/le]; exact: le_trans (ltW h).
Qed.

Lemma extremes (R : rcfType) n (x : nat -> R) : (0 < n)%N -> exists o p, [/\ (o < n)%N, (p < n)%N & between n o p x].
Proof.
move=> n0; have [o o_n lo] := least x n0; have [p p_n hi] := least (fun j => - x j) n0.
by exists o, p; split=> // j jn; split; [exact: lo | rewrite -ler_opp2; exact: hi].
Qed.

(* how often an extreme occurs *)
Lemma extreme_cnt (R : rcfType) n o p (x : nat -> R) : (o < n)%N -> (p < n)%N -> between n o p x ->
  \sum_(i < n) \prod_(j < n) (x i <= x j)%R%:R = (cnt n x o)%:R :> R /\
  \sum_(i < n) \prod_(j < n) (x j <= x i)%R%:R = (cnt n x p)%:R :> R.
Proof.
move=> o_n p_n ends; rewrite -!cntE; split; apply: eq_bigr => i _.
- rewrite (product_of R n (fun j => (x i <= x j)%R)); congr (nat_of_bool _)%:R.
  apply/forallP/eqP => [h|-> j]; last by case: (ends j (ltn_ord j)).
  by apply/eqP; rewrite eq_le (h (Ordinal o_n)); case: (ends i (ltn_ord i)).
- rewrite (product_of R n (fun j => (x j <= x i)%R)); congr (nat_of_bool _)%:R.
  apply/forallP/eqP => [h|-> j]; last by case: (ends j (ltn_ord j)).
  by apply/eqP; rewrite eq_le (h (Ordinal p_n)) andbT; case: (ends i (ltn_ord i)).
Qed.

Lemma rarer_is (R : rcfType) n o p (x : nat -> R) : (o < n)%N -> (p < n)%N -> between n o p x ->
  - Num.max (- (\sum_(i < n) \prod_(j < n) (x i <= x j)%R%:R)) (- (\sum_(i < n) \prod_(j < n) (x j <= x i)%R%:R)) =
  (minn (cnt n x o) (cnt n x p))%:R :> R.
Proof.
move=> o_n p_n ends; have [-> ->] := extreme_cnt o_n p_n ends; rewrite oppr_max !opprK minEle ler_nat /minn.
by case: ltngtP => [||->].
Qed.

Lemma rarer_good (R : rcfType) n o p (x : nat -> R) (k := minn (cnt n x o) (cnt n x p)) : (o < n)%N -> (p < n)%N ->
  between n o p x -> varies n x -> [/\ (0 < k)%N, (k < n)%N & good n o p k x].
Proof.
move=> o_n p_n ends vary; have k0 : (0 < k)%N by rewrite leq_min !cnt_gt0.
have g : good n o p k x by split; rewrite ?geq_minl ?geq_minr //; left.
have op := good_apart g; split=> //; apply: leq_ltn_trans (geq_minl _ _) _.
have le : (cnt n x o + cnt n x p <= n)%N.
  rewrite /cnt -big_split /= -[X in (_ <= X)%N](card_ord n) -sum1_card; apply: leq_sum => l _.
  by case: (x l =P x o) => [->|_]; rewrite ?(negbTE op) // add0n leq_b1.
by apply: leq_trans le; rewrite -addn1 leq_add2l cnt_gt0.
Qed.
