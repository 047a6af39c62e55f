(* What several proofs of daneshmand21.width use: the gap at trace 1, and one layer in the mean. *)
Lemma gap_one (R : rcfType) (n : nat) (C : nat -> nat -> R) : (0 < n)%N -> \sum_(j < n) C j j = 1 ->
  gap n C
  = (\sum_(j < n) (\sum_(l < n) (C j l * C j l))) - 1 / n%:R.
Proof.
move=> n0 tr; have nn : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
rewrite /gap; have whole x : x / (\sum_(i < n) C i i) = x by rewrite tr divr1.
under eq_bigr do under eq_bigr do rewrite !whole.
under [in X in _ - X + _]eq_bigr do rewrite !whole.
under [in X in _ + X]eq_bigr do rewrite !whole.
have -> : \sum_(j < n) ((C j j - 1 / n%:R) * (C j j - 1 / n%:R)) = \sum_(j < n) (C j j * C j j) - 1 / n%:R.
  rewrite (eq_bigr (fun j : 'I_n => C j j * C j j + (- 2%:R / n%:R) * C j j + 1 / (n%:R * n%:R))) => [|j _]; last by field.
  rewrite !big_split /= -mulr_sumr tr sumr_const card_ord -[_ *+ n]mulr_natr.
  by set z := \sum_(j < n) _; field.
by move: (\sum_(j < n) \sum_(l < n) _) (\sum_(j < n) _) => x y; ring.
Qed.

(* a row over its length *)
Definition unit_row (R : rcfType) (n : nat) (u : nat -> nat -> R) a j :=
  u a j / (Num.sqrt (\sum_(i < n) (u a i * u a i))).

Lemma unit_length (R : rcfType) n (u : nat -> nat -> R) a : (exists2 j, (j < n)%N & u a j != 0) ->
  \sum_(j < n) (unit_row n u a j * unit_row n u a j) = 1.
Proof.
move=> [k kn xk]; rewrite /unit_row; set S := \sum_(i < n) (u a i * u a i).
have S0 : S != 0.
  rewrite gt_eqF // /S (bigD1 (Ordinal kn)) //= ltr_paddr //.
    by apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0.
  by rewrite -expr2 lt_neqAle eq_sym sqrf_eq0 xk sqr_ge0.
have pos : 0 <= S by apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0.
by under eq_bigr do rewrite mulf_div -[X in _ / X]expr2 sqr_sqrtr //; rewrite -mulr_suml divff.
Qed.

Lemma unit_square (R : rcfType) n (u : nat -> nat -> R) a : (exists2 j, (j < n)%N & u a j != 0) ->
  \sum_(j < n) \sum_(l < n) ((unit_row n u a j * unit_row n u a l) * (unit_row n u a j * unit_row n u a l)) = 1.
Proof.
move=> /unit_length one; rewrite -[RHS]mul1r -[in RHS]one mulr_suml; apply: eq_bigr => j _.
by rewrite mulr_sumr; apply: eq_bigr => l _; ring.
Qed.

(* the squares of what one row adds, in the mean *)
Lemma unit_mean (R : rcfType) n m (p : nat -> R) (u : nat -> nat -> R) :
  (forall a, (a < m)%N -> exists2 j, (j < n)%N & u a j != 0) -> \sum_(a < m) p a = 1 ->
  \sum_(j < n) \sum_(l < n) \sum_(a < m)
    (p a * ((unit_row n u a j * unit_row n u a l) * (unit_row n u a j * unit_row n u a l))) = 1.
Proof.
move=> rows one; rewrite -[RHS]one; under eq_bigr do rewrite exchange_big.
rewrite exchange_big; apply: eq_bigr => a _ /=; under eq_bigr do rewrite -mulr_sumr.
by rewrite -mulr_sumr unit_square ?mulr1 //; apply: rows.
Qed.

(* Of d draws, d pairs are of one row with itself and d^2 - d of two rows. *)
Lemma one_layer (R : rcfType) m n d (u : nat -> nat -> R) (p : nat -> R) : (2 <= n)%N ->
  (forall a, (a < m)%N -> exists2 j, (j < n)%N & u a j != 0) -> \sum_(a < m) p a = 1 -> (1 <= d)%N ->
  \sum_(f : {ffun 'I_d -> 'I_m}) ((\prod_(i < d) p (f i))
    * gap n (fun j l => (\sum_(i < d) (unit_row n u (f i) j * unit_row n u (f i) l)) / d%:R))
  = gap n (fun j l => \sum_(a < m) (p a * (unit_row n u a j * unit_row n u a l))) * (1 + (- 1) / d%:R)
    + ((- 1) + n%:R) / (d%:R * n%:R).
Proof.
move=> n2 rows one d1; have n0 : (0 < n)%N by exact: leq_trans n2.
have D0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have nn : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
pose A a j l := unit_row n u a j * unit_row n u a l.
pose P j l := \sum_(a < m) (p a * A a j l).
have trP : \sum_(j < n) P j j = 1.
  rewrite exchange_big -[RHS]one; apply: eq_bigr => a _ /=; rewrite -mulr_sumr unit_length ?mulr1 //; exact: rows.
rewrite (@gap_one R n P n0 trP).
have trC (f : {ffun 'I_d -> 'I_m}) : \sum_(j < n) ((\sum_(i < d) A (f i) j j) / d%:R) = 1.
  rewrite -mulr_suml exchange_big (eq_bigr (fun=> 1)) => [|i _]; last by apply: unit_length; apply: rows.
  by rewrite sumr_const card_ord divff.
under eq_bigr => f _ do rewrite (@gap_one R n (fun j l => (\sum_(i < d) A (f i) j l) / d%:R) n0 (trC f)).
rewrite (eq_bigr (fun f : {ffun 'I_d -> 'I_m} => (\sum_(j < n) \sum_(l < n) ((d%:R * d%:R)^-1 * ((\prod_(i < d) p (f i))
    * ((\sum_(i < d) A (f i) j l) * (\sum_(i < d) A (f i) j l))))) + (- (1 / n%:R)) * (\prod_(i < d) p (f i)))) => [|f _].
  rewrite big_split /= -mulr_sumr certain // mulr1 exchange_big /=.
  under eq_bigr do rewrite exchange_big /=.
  under eq_bigr do under eq_bigr do rewrite -mulr_sumr (@draw_sums R d m p (fun a => A a _ _)) // mulrDr.
  under eq_bigr do rewrite big_split /= -!mulr_sumr.
  rewrite big_split /= -!mulr_sumr unit_mean //.
  by set Q := \sum_(j < n) _; field; rewrite D0 nn.
rewrite mulrDr; congr (_ + _); last by rewrite mulrC.
rewrite mulr_sumr; apply: eq_bigr => j _; rewrite mulr_sumr; apply: eq_bigr => l _.
by move: (\prod_(i < d) _) (\sum_(i < d) _) => x y; field.
Qed.
