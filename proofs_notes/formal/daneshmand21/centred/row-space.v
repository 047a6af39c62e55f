(* Rows of M B are as long as those of M; and of X B and X all inner products of rows are the same. *)
Lemma kept_by (R : rcfType) r n (B : nat -> nat -> R) (x y : nat -> R) :
  (forall b, (b < r)%N -> forall c, (c < r)%N -> \sum_(j < n) (B b j * B c j) = (b == c :> nat)%:R) ->
  \sum_(j < n) ((\sum_(b < r) (x b * B b j)) * (\sum_(b < r) (y b * B b j))) = \sum_(b < r) (x b * y b).
Proof.
move=> one; transitivity (\sum_(b < r) \sum_(c < r) ((x b * y c) * (\sum_(j < n) (B b j * B c j)))).
  under [RHS]eq_bigr do under eq_bigr do rewrite mulr_sumr.
  under [RHS]eq_bigr do rewrite exchange_big.
  rewrite [RHS]exchange_big /=; apply: eq_bigr => j _; rewrite big_distrlr /=; apply: eq_bigr => b _.
  by apply: eq_bigr => c _; ring.
apply: eq_bigr => b _; rewrite (bigD1 b) //= one // eqxx mulr1 big1 ?addr0 // => c far.
rewrite one // (_ : (b == c :> nat) = false) ?mulr0 //.
by apply/negbTE; apply: contraNneq far => e; apply/eqP; apply: val_inj.
Qed.

Lemma length_pos (R : rcfType) n (x : nat -> R) : (exists2 j, (j < n)%N & x j != 0) -> 0 < \sum_(k < n) (x k * x k).
Proof.
move=> [k kn xk]; rewrite (bigD1 (Ordinal kn)) //= ltr_paddr //.
  by apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0.
by rewrite -expr2 lt_neqAle eq_sym sqrf_eq0 xk sqr_ge0.
Qed.

Theorem proof : statement.
Proof.
move=> R d r r' n M B d1 r1 rows _ n2 _ one; have n0 : (0 < n)%N by exact: leq_trans n2.
pose X i b := M i b / Num.sqrt (\sum_(a < r) (M i a * M i a)) / Num.sqrt d%:R.
pose Y i j := (\sum_(b < r) (M i b * B b j)) / Num.sqrt (\sum_(k < n) ((\sum_(b < r) (M i b * B b k)) * (\sum_(b < r) (M i b * B b k))))
  / Num.sqrt d%:R.
have row0 : \sum_(a < r) (M 0%N a * M 0%N a) != 0 by rewrite gt_eqF // length_pos //; exact: rows.
split; first by move=> _ e; rewrite e eqxx in row0.
have dd : Num.sqrt d%:R * Num.sqrt d%:R = d%:R :> R by rewrite -expr2 sqr_sqrtr // ler0n.
have d0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have sd : Num.sqrt d%:R != 0 :> R by rewrite sqrtr_eq0 -ltNge ltr0n.
suff main : r = r' -> (forall i, (i < d)%N -> forall j, (j < n)%N -> Y i j = \sum_(b < r) (X i b * B b j))
    /\ gap n (fun j l => \sum_(i < d) (Y i j * Y i l)) = gap r (fun j l => \sum_(i < d) (X i j * X i l)) + 1 / r'%:R + (- 1) / n%:R.
  split; [|split].
  - by move=> e _ _; subst r'; rewrite kept_by // => z; move: row0; rewrite z eqxx.
  - by move=> e _ _ _; case: (main e).
  - by move=> e _ [i hi [j hj]]; case: (main e) => all _; rewrite -[X in X != _]/(Y i j) all // eqxx.
move=> e; subst r'.
have same i j : Y i j = \sum_(b < r) (X i b * B b j).
  rewrite /Y kept_by // /X !mulr_suml; apply: eq_bigr => b _.
  by move: (_^-1) (_^-1) => x y; ring.
split=> [i _ j _ //|].
have unit i : (i < d)%N -> \sum_(b < r) (X i b * X i b) = d%:R^-1.
  move=> hi; have S0 := length_pos (rows i hi); set S := \sum_(k < r) _ in S0.
  have ss : Num.sqrt S * Num.sqrt S = S by rewrite -expr2 sqr_sqrtr // ltW.
  have s0 : Num.sqrt S != 0 by rewrite gt_eqF // sqrtr_gt0.
  rewrite (eq_bigr (fun b : 'I_r => (Num.sqrt S * Num.sqrt S)^-1 * (Num.sqrt d%:R * Num.sqrt d%:R)^-1 * (M i b * M i b))) => [|b _].
    by rewrite -mulr_sumr ss dd -/S mulrAC mulVf ?mul1r // gt_eqF.
  by rewrite /X -/S; field; rewrite s0 sd.
pose K i k := \sum_(b < r) (X i b * X k b).
have tr : \sum_(i < d) K i i = 1.
  by rewrite (eq_bigr (fun=> d%:R^-1)) => [|i _]; [rewrite sumr_const card_ord -[_ *+ d]mulr_natl divff | exact: unit].
have T0 : \sum_(i < d) K i i != 0 by rewrite tr oner_neq0.
have r0 : (0 < r)%N by [].
rewrite (@gap_of_rows R d r X K r0 T0) // (@gap_of_rows R d n Y K n0 T0) => [|i k _ _].
  have rr : r%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
  have nn : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
  by rewrite tr; set z := \sum_(i < d) _; field; rewrite rr nn.
by under eq_bigr do rewrite !same; exact: kept_by.
Qed.

Lemma trace_neq0 (R : rcfType) d n (M : nat -> nat -> R) : (0 < d)%N ->
  (forall i, (i < d)%N -> \sum_(k < n) (M i k * M i k) != 0) ->
  \sum_(b < n) \sum_(i < d) ((M i b / Num.sqrt (\sum_(a < n) (M i a * M i a)) / Num.sqrt d%:R)
    * (M i b / Num.sqrt (\sum_(a < n) (M i a * M i a)) / Num.sqrt d%:R)) != 0.
Proof.
move=> d0 rows; rewrite exchange_big /=; apply: lt0r_neq0; apply: sum_gt0 => // i.
have S0 : 0 < \sum_(a < n) (M i a * M i a).
  by apply: pos_of_neq0; [exact: rows | apply: sumr_ge0 => a _; exact: square_ge0].
have q0 : Num.sqrt d%:R != 0 :> R by apply: sqrt_neq0; rewrite ltr0n.
have s0 := sqrt_neq0 S0; move: (Num.sqrt (\sum_(a < n) (M i a * M i a))) (Num.sqrt d%:R) s0 q0 => s q s0 q0.
rewrite (eq_bigr (fun b : 'I_n => (M i b * M i b) * ((s^-1 * q^-1) * (s^-1 * q^-1)))) => [|b _]; last first.
  by move: (s^-1) (q^-1) => x y; ring.
by rewrite -mulr_suml; apply: mulr_gt0 => //; apply: square_gt0; apply: mulf_neq0; exact: invr_neq0.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d r r' n M B d1 r1 rows r2 n2 _ one.
have long i : (i < d)%N -> \sum_(k < r) (M i k * M i k) != 0.
  by move=> lt; apply: lt0r_neq0; apply: length_pos; exact: rows.
have turned i : r = r' -> (i < d)%N ->
    \sum_(j < n) ((\sum_(b < r) (M i b * B b j)) * (\sum_(b < r) (M i b * B b j))) != 0.
  by move=> e lt; subst r'; rewrite kept_by //; exact: long.
have root (m : nat) (x : nat -> R) : \sum_(k < m) (x k * x k) != 0 -> Num.sqrt (\sum_(k < m) (x k * x k)) != 0.
  by move=> h; apply: sqrt_neq0; apply: pos_of_neq0 => //; apply: sumr_ge0 => k _; exact: square_ge0.
have rootX i : (i < d)%N -> Num.sqrt (\sum_(k < r) (M i k * M i k)) != 0.
  by move=> lt; exact: (@root r (M i) (long i lt)).
have rootY i : r = r' -> (i < d)%N ->
    Num.sqrt (\sum_(j < n) ((\sum_(b < r) (M i b * B b j)) * (\sum_(b < r) (M i b * B b j)))) != 0.
  by move=> e lt; exact: (@root n (fun j => \sum_(b < r) (M i b * B b j)) (turned i e lt)).
split; first by values.
split; first by values.
split; first by values.
split; first by move=> *; exact: rootX.
split; first by values.
split; first by move=> *; exact: (@trace_neq0 R d r M d1 long).
split; first by values.
split; first by values.
split; first by values.
split; first by move=> e _ _ _ i lt; exact: rootY.
split; first by move=> *; exact: rootX.
split; first by values.
split; first by values.
split; first by move=> e _ _ _ i lt; exact: rootY.
split; first by move=> e *; exact: (@trace_neq0 R d n (fun i j => \sum_(b < r) (M i b * B b j)) d1 (fun i => turned i e)).
by split; values.
Qed.
