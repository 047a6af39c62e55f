(* D = C/tr C has rows of sum 0: the squares of row j are at least n/(n-1) D_jj^2, and sum_j D_jj^2 >= 1/n. *)
Lemma one_term (R : rcfType) n (x : nat -> R) k : (k < n)%N -> x k * x k <= \sum_(i < n) (x i * x i).
Proof.
move=> kn; rewrite (bigD1 (Ordinal kn)) //= ler_addl; apply: sumr_ge0 => i _; by rewrite -expr2 sqr_ge0.
Qed.

Lemma shifted (R : rcfType) n (x : nat -> R) (b : R) :
  \sum_(i < n) ((x i + b) * (x i + b)) = \sum_(i < n) (x i * x i) + 2%:R * b * (\sum_(i < n) x i) + n%:R * (b * b).
Proof.
rewrite (eq_bigr (fun i : 'I_n => x i * x i + (2%:R * b) * x i + b * b)) => [|i _]; last by ring.
by rewrite !big_split /= -mulr_sumr sumr_const card_ord [n%:R * _]mulrC mulr_natr.
Qed.

Lemma of_row (R : rcfType) n (x : nat -> R) k : (2 <= n)%N -> (k < n)%N -> \sum_(i < n) x i = 0 ->
  n%:R / (n%:R - 1) * (x k * x k) <= \sum_(i < n) (x i * x i).
Proof.
move=> n2 kn zero; have m0 : 0 < n%:R - 1 :> R by rewrite subr_gt0 ltr1n.
set b := x k / (n%:R - 1).
have := @one_term R n (fun i => x i + b) k kn; rewrite /= shifted zero mulr0 addr0 -subr_ge0 => le.
rewrite -subr_ge0; move: le; set s := \sum_(i < n) _.
suff -> : s + n%:R * (b * b) - (x k + b) * (x k + b) = s - n%:R / (n%:R - 1) * (x k * x k) by [].
by rewrite /b; field; rewrite gt_eqF.
Qed.

Lemma least_gap (R : rcfType) n (D : nat -> nat -> R) : (2 <= n)%N ->
  (forall j, (j < n)%N -> \sum_(k < n) D j k = 0) -> \sum_(j < n) D j j = 1 ->
  1 / (n%:R * (- 1 + n%:R)) <= \sum_(j < n) \sum_(k < n) (D j k * D j k) - \sum_(j < n) (D j j * D j j)
    + \sum_(j < n) ((D j j - 1 / n%:R) * (D j j - 1 / n%:R)).
Proof.
move=> n2 zero one.
have n0 : 0 < n%:R :> R by rewrite ltr0n ltnW.
have m0 : 0 < n%:R - 1 :> R by rewrite subr_gt0 ltr1n.
have low : n%:R / (n%:R - 1) * (\sum_(j < n) (D j j * D j j)) <= \sum_(j < n) \sum_(k < n) (D j k * D j k).
  by rewrite mulr_sumr; apply: ler_sum => j _; apply: of_row => //; apply: zero.
have spread : \sum_(j < n) ((D j j - 1 / n%:R) * (D j j - 1 / n%:R)) = \sum_(j < n) (D j j * D j j) - 1 / n%:R.
  have := @shifted R n (fun j => D j j) (- (1 / n%:R)); rewrite /= one => ->.
  by set q := \sum_(i < n) _; field; rewrite gt_eqF.
have away : 0 <= \sum_(j < n) (D j j * D j j) - 1 / n%:R.
  by rewrite -spread; apply: sumr_ge0 => j _; rewrite -expr2 sqr_ge0.
rewrite spread -subr_ge0; move: low away; rewrite -subr_ge0.
set q := \sum_(j < n) (D j j * D j j); set s := \sum_(j < n) _ => low away.
have -> : s - q + (q - 1 / n%:R) - 1 / (n%:R * (-1 + n%:R))
  = (s - n%:R / (n%:R - 1) * q) + n%:R / (n%:R - 1) * (q - 1 / n%:R).
  by field; rewrite !gt_eqF // addrC.
by rewrite addr_ge0 // mulr_ge0 // divr_ge0 // ltW.
Qed.

Theorem proof : statement.
Proof.
move=> R d n M d1 n2 rows; have n0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n ltnW.
pose c i j := M i j - (\sum_(k < n) M i k) / n%:R.
have some : (forall i, (i < d)%N -> (exists2 j, (j < n)%N & M i j != M i 0%N)) ->
    exists2 j, (j < n)%N & c 0%N j != 0.
  move=> apart; have [j jn far] := apart 0%N d1.
  case: (eqVneq (c 0%N j) 0) => [e|]; last by exists j.
  exists 0%N; first exact: leq_trans n2; apply: contraNneq far => e0.
  by rewrite -subr_eq0; apply/eqP; have -> : M 0%N j - M 0%N 0%N = c 0%N j - c 0%N 0%N; [rewrite /c; ring | rewrite e e0 subr0].
have long : (forall i, (i < d)%N -> (exists2 j, (j < n)%N & M i j != M i 0%N)) -> 0 < \sum_(j < n) (c 0%N j * c 0%N j).
  move=> apart; have [j jn far] := some apart; apply: lt_le_trans (@one_term R n (c 0%N) j jn).
  by rewrite -expr2 lt_neqAle eq_sym sqrf_eq0 far sqr_ge0.
split=> [apart e|apart _]; first by move: (long apart); rewrite /c e ltxx.
pose h i j := c i j / Num.sqrt (\sum_(k < n) (c i k * c i k)) / Num.sqrt d%:R.
pose C j k := \sum_(i < d) (h i j * h i k).
set T := \sum_(i < n) \sum_(i0 < d) _.
have -> : T = \sum_(j < n) C j j by [].
have T0 : 0 < \sum_(j < n) C j j.
  have [j jn far] := some apart.
  have hj : 0 < h 0%N j * h 0%N j.
    rewrite -expr2 lt_neqAle eq_sym sqrf_eq0 sqr_ge0 andbT /h !mulf_neq0 // invr_neq0 // gt_eqF // sqrtr_gt0 ?ltr0n //.
    exact: long.
  apply: lt_le_trans hj _; rewrite (bigD1 (Ordinal jn)) //=.
  apply: le_trans (@one_term R d (fun i => h i j) 0%N d1) _.
  by rewrite ler_addl; apply: sumr_ge0 => k _; apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0.
apply: (@least_gap R n (fun j k => C j k / (\sum_(j < n) C j j)) n2) => [j jn|].
  rewrite -mulr_suml /C exchange_big big1 ?mul0r //= => i _.
  rewrite -mulr_sumr /h -!mulr_suml.
  have -> : \sum_(k < n) c i k = 0; last by rewrite !mul0r mulr0.
  by rewrite big_split /= sumrN sumr_const card_ord -mulr_natr; set m := \sum_(k < n) M i k; field.
by rewrite -mulr_suml divff // gt_eqF.
Qed.

Lemma off_mean (R : rcfType) n (f : nat -> R) : (exists2 k, (k < n)%N & f k != f 0%N) ->
  exists2 k, (k < n)%N & f k - (\sum_(i < n) f i) / n%:R != 0.
Proof.
move=> [k k_n d]; set m := _ / _; have [z | z] := eqVneq (f 0%N) m.
  by exists k; rewrite // subr_eq0 -z.
by exists 0%N; rewrite ?subr_eq0 //; exact: leq_ltn_trans k_n.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R r c M r1 c2 _.
have off : (forall j, (j < r)%N -> exists2 k, (k < c)%N & M j k != M j 0%N) ->
    forall j, (j < r)%N -> exists2 k, (k < c)%N & M j k - (\sum_(i < c) M j i) / c%:R != 0.
  by move=> vary j j_r; exact: (@off_mean R c (M j) (vary j j_r)).
by repeat split; move=> /off; values.
Qed.
