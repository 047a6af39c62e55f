(* rows that differ at the first place only: c e + d, e = (1, 0, .., 0) *)
Lemma first_one (R : rcfType) n (c : R) : (0 < n)%N -> \sum_(i < n) (c * (i == 0%N :> nat)%:R) = c.
Proof.
case: n => // n _; rewrite big_ord_recl eqxx mulr1 big1 ?addr0 // => i _.
by rewrite /= mulr0.
Qed.

Lemma spike (R : rcfType) n (F : nat -> R) (c d : R) : (0 < n)%N -> (forall i, (i < n)%N -> F i = c * (i == 0%N :> nat)%:R + d) ->
  \sum_(i < n) ((F i - (\sum_(j < n) F j) / n%:R) * (F i - (\sum_(j < n) F j) / n%:R)) = c * c * (1 - n%:R^-1).
Proof.
move=> n0 FE; have ne : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have -> : \sum_(j < n) F j = c + d * n%:R.
  rewrite (eq_bigr (fun j : 'I_n => c * (j == 0%N :> nat)%:R + d)) => [|j _]; last by rewrite FE.
  by rewrite big_split /= first_one // sumr_const card_ord mulr_natr.
rewrite (eq_bigr (fun i : 'I_n => (c * c * (1 - 2%:R / n%:R)) * (i == 0%N :> nat)%:R + c * c / (n%:R * n%:R))) => [|i _].
  by rewrite big_split /= first_one // sumr_const card_ord -mulr_natr; field.
by rewrite FE //; case: (i == 0%N :> nat); rewrite ?mulr1 ?mulr0 ?mulr1n ?mulr0n; field.
Qed.

Lemma layer (R : rcfType) n (g : R) (x : nat -> R) (xp := fun i => g * (i == 0%N :> nat)%:R - (\sum_(j < n) (g * (j == 0%N :> nat)%:R)) / n%:R)
  (xm := fun i => g * (i == 0%N :> nat)%:R * (- 1) - (\sum_(j < n) (g * (j == 0%N :> nat)%:R * (- 1))) / n%:R)
  (del := fun i => (i != 0%N :> nat)%:R * (x i - (\sum_(j < n) x j - x 0%N) / (n%:R + - 1)))
  (size := fun F : nat -> R => \sum_(i < n) ((F i - (\sum_(j < n) F j) / n%:R) * (F i - (\sum_(j < n) F j) / n%:R)))
  (same := (1 + ((- 1 + n%:R) * (- 1 + n%:R))) / (n%:R * n%:R)) :
  (3 <= n)%N -> 0 < g -> \sum_(i < n) (del i * del i) != 0 ->
  [/\ size (fun i => Num.max (xp i) 0 / xp i * del i) / (\sum_(i < n) (del i * del i))
      + size (fun i => Num.max (xm i) 0 / xm i * del i) / (\sum_(i < n) (del i * del i)) = 1,
    size (fun i => Num.max (xp i) 0 / xp i * xp i) / (\sum_(i < n) (xp i * xp i))
      + size (fun i => Num.max (xm i) 0 / xm i * xp i) / (\sum_(i < n) (xp i * xp i)) = same &
    size (fun i => Num.max (xp i) 0) / (\sum_(i < n) (xp i * xp i))
      + size (fun i => Num.max (xm i) 0) / (\sum_(i < n) (xp i * xp i)) = same].
Proof.
move=> n3 g0 del0; have n0 : (0 < n)%N by apply: leq_trans n3.
have ne : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have np : 0 < n%:R :> R by rewrite ltr0n.
have less : 0 < 1 - n%:R^-1 :> R by rewrite subr_gt0 invf_lt1 // ltr1n (leq_trans _ n3).
have gne := lt0r_neq0 g0; have lne := lt0r_neq0 less.
have gn : 0 < g / n%:R by rewrite divr_gt0.
have xpE i : xp i = if i == 0%N then g * (1 - n%:R^-1) else - (g / n%:R).
  by rewrite /xp first_one //; case: (i == 0%N); rewrite ?mulr1n ?mulr0n; field.
have xmE i : xm i = if i == 0%N then - (g * (1 - n%:R^-1)) else g / n%:R.
  rewrite /xm -mulr_suml first_one //; case: (i == 0%N); rewrite ?mulr1n ?mulr0n; by field.
have yp i : Num.max (xp i) 0 = if i == 0%N then g * (1 - n%:R^-1) else 0.
  by rewrite xpE; case: (i == 0%N); [rewrite max_l // ltW // mulr_gt0 | rewrite max_r // oppr_le0 ltW].
have ym i : Num.max (xm i) 0 = if i == 0%N then 0 else g / n%:R.
  by rewrite xmE; case: (i == 0%N); [rewrite max_r // oppr_le0 ltW // mulr_gt0 | rewrite max_l // ltW].
have sp i : Num.max (xp i) 0 / xp i = (i == 0%N)%:R.
  by rewrite yp xpE; case: (i == 0%N); rewrite ?mul0r // divff // mulf_neq0.
have sm i : Num.max (xm i) 0 / xm i = (i != 0%N)%:R.
  by rewrite ym xmE; case: (i == 0%N); rewrite ?mul0r // divff // lt0r_neq0.
have total : \sum_(i < n) (xp i * xp i) = g * g * (1 - n%:R^-1).
  by apply: (@spike R n (fun i => g * (i == 0%N :> nat)%:R) g 0 n0) => i _; rewrite addr0.
have alike (F G : nat -> R) : (forall i, F i = G i) -> size F = size G.
  move=> same_; have sums : \sum_(j < n) F j = \sum_(j < n) G j by apply: eq_bigr => j _; exact: same_.
  by rewrite /size sums; apply: eq_bigr => i _; rewrite same_.
have sized F c d : (forall i, F i = c * (i == 0%N :> nat)%:R + d) -> size F = c * c * (1 - n%:R^-1).
  by move=> FE; apply: (@spike R n F c d n0) => i _.
have n1 : n%:R + - 1 != 0 :> R by apply: lt0r_neq0; rewrite subr_gt0 ltr1n (leq_trans _ n3).
have shape F c d : (forall i, F i = c * (i == 0%N :> nat)%:R + d) ->
    size F / (\sum_(i < n) (xp i * xp i)) = c * c / (g * g) by move=> FE; rewrite (sized F c d FE) total -mulf_div divff ?mulr1.
split.
- have -> : size (fun i => Num.max (xp i) 0 / xp i * del i) = 0.
    by rewrite (sized _ 0 0) ?mul0r // => i; rewrite sp /del; case: (i == 0%N); rewrite ?mul0r ?mulr0 ?addr0.
  rewrite mul0r add0r (alike _ del) => [|i]; last by rewrite sm /del; case: (i == 0%N); rewrite ?mul0r ?mul1r ?mulr0.
  rewrite /size; have -> : \sum_(i < n) del i = 0.
    set m := (\sum_(j < n) x j - x 0%N) / (n%:R + - 1).
    rewrite (eq_bigr (fun i : 'I_n => x i - m - (x 0%N - m) * (i == 0%N :> nat)%:R)) => [|i _].
      rewrite !sumrB first_one // sumr_const card_ord -mulr_natr /m; set T := \sum_(j < n) x j; by field.
    by rewrite /del -/m; case: eqP => [->|_]; rewrite ?mul0r ?mulr1 ?subrr ?mul1r ?mulr0 ?subr0.
  by rewrite mul0r (eq_bigr (fun i : 'I_n => del i * del i)) ?divff // => i _; rewrite subr0.
- rewrite (shape _ (g * (1 - n%:R^-1)) 0) => [|i]; last first.
    by rewrite sp xpE; case: (i == 0%N); rewrite ?mul0r ?mul1r ?mulr1 ?mulr0 addr0.
  rewrite (shape _ (g / n%:R) (- (g / n%:R))) => [|i]; last first.
    by rewrite sm xpE; case: (i == 0%N); rewrite ?mul0r ?mul1r ?mulr1 ?mulr0 ?subrr ?add0r.
  by rewrite /same; field; rewrite gne ne.
rewrite (shape _ (g * (1 - n%:R^-1)) 0) => [|i]; last by rewrite yp; case: (i == 0%N); rewrite ?mulr1 ?mulr0 addr0.
rewrite (shape _ (- (g / n%:R)) (g / n%:R)) => [|i]; last by rewrite ym; case: (i == 0%N); rewrite ?mulr1 ?mulr0 ?addNr ?add0r.
by rewrite /same; field; rewrite gne ne.
Qed.

Theorem proof : statement.
Proof.
move=> R n g x n3 _ g0 del0; have [a b c] := @layer R n g x n3 g0 del0.
exact: (conj a (conj b c)).
Qed.

Theorem defined_proof : defined.
Proof.
move=> R n g x n3 _ g0; have n0 : (0 < n)%N by apply: leq_trans n3.
have ne : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have less : 1 - n%:R^-1 != 0 :> R by rewrite subr_eq0 eq_sym invr_eq1 pnatr_eq1; apply: contraTneq n3 => ->.
have gne := lt0r_neq0 g0.
have one i : g * (i == 0%N :> nat)%:R - (\sum_(j < n) (g * (j == 0%N :> nat)%:R)) / n%:R != 0.
  rewrite first_one //; case: (i == 0%N); last by rewrite mulr0 sub0r oppr_eq0 mulf_neq0 ?invr_neq0.
  by rewrite mulr1 -{1}[g]mulr1 -mulrBr mulf_neq0.
have other i : g * (i == 0%N :> nat)%:R * (- 1) - (\sum_(j < n) (g * (j == 0%N :> nat)%:R * (- 1))) / n%:R != 0.
  rewrite -mulr_suml; have := one i; set a := g * _; set b := \sum_(j < n) _ => h.
  have -> : a * (- 1) - b * (- 1) / n%:R = - (a - b / n%:R) by rewrite !mulrN1 mulNr opprB opprK addrC.
  by rewrite oppr_eq0.
have n1 : n%:R + (- 1) != 0 :> R by rewrite subr_eq0 pnatr_eq1; apply: contraTneq n3 => ->.
split=> // ; split=> [_ | ]; first by rewrite -lt0n.
do 2 (split; first by move=> _ i _; exact: one).
split=> //; do 2 (split; first by move=> _ i _; exact: other).
split=> _; last by rewrite mulf_neq0.
apply: lt0r_neq0; apply: (@sum_gt0_at R n _ (Ordinal n0)) => [i | ]; first by rewrite -expr2 sqr_ge0.
by rewrite -expr2 lt_def sqr_ge0 andbT expf_neq0 // one.
Qed.
