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
