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

(* Of d draws, d pairs are of one row with itself and d^2 - d of two rows. *)
Lemma one_layer (R : rcfType) m n d (u : nat -> nat -> R) (p : nat -> R) : (2 <= n)%N ->
  (forall a, (a < m)%N -> exists2 j, (j < n)%N & u a j != 0) -> \sum_(a < m) p a = 1 -> (1 <= d)%N ->
  \sum_(f : {ffun 'I_d -> 'I_m}) ((\prod_(i < d) p (f i))
    * gap n (fun j l => (\sum_(i < d) (unit_rows n u (f i) j * unit_rows n u (f i) l)) / d%:R))
  = gap n (fun j l => \sum_(a < m) (p a * (unit_rows n u a j * unit_rows n u a l))) * (1 + (- 1) / d%:R)
    + ((- 1) + n%:R) / (d%:R * n%:R).
Proof.
move=> n2 rows one d1; have n0 : (0 < n)%N by exact: leq_trans n2.
have D0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have nn : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
pose A a j l := unit_rows n u a j * unit_rows n u a l.
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

(* d independent draws of matrices of trace 1, of laws that need not be alike: their mean *)
Lemma draws_apart (R : rcfType) (d m : nat) (p : nat -> R) (g : nat -> nat -> R) : \sum_(a < m) p a = 1 ->
  \sum_(f : {ffun 'I_d -> 'I_m}) ((\prod_(k < d) p (f k)) * ((\sum_(i < d) g i (f i)) * (\sum_(i < d) g i (f i))))
  = (\sum_(i < d) \sum_(a < m) (p a * g i a)) * (\sum_(i < d) \sum_(a < m) (p a * g i a))
    + \sum_(i < d) ((\sum_(a < m) (p a * (g i a * g i a))) - (\sum_(a < m) (p a * g i a)) * (\sum_(a < m) (p a * g i a))).
Proof.
move=> one; pose e i := \sum_(a < m) (p a * g i a); pose s i := \sum_(a < m) (p a * (g i a * g i a)).
transitivity (\sum_(i < d) \sum_(j < d) ((i == j)%:R * (s i - e i * e i) + e i * e j)).
  under eq_bigr do rewrite big_distrlr /= mulr_sumr.
  rewrite exchange_big; apply: eq_bigr => i _ /=; under eq_bigr do rewrite mulr_sumr.
  rewrite exchange_big; apply: eq_bigr => j _ /=; case: (eqVneq i j) => [<-|ij].
    by rewrite (@draw_one R d m p i (fun a => g i a * g i a)) // mul1r subrK.
  by rewrite (@draw_two R d m p i j (g i) (g j)) // mul0r add0r.
rewrite big_distrlr -big_split; apply: eq_bigr => i _ /=; rewrite big_split /= addrC; congr (_ + _).
by rewrite (bigD1 i) //= eqxx mul1r big1 ?addr0 // => j ji; rewrite eq_sym (negbTE ji) mul0r.
Qed.

Lemma mean_of_draws (R : rcfType) m n d (p : nat -> R) (A : nat -> nat -> nat -> nat -> R) : (0 < n)%N -> (1 <= d)%N ->
  \sum_(a < m) p a = 1 -> (forall i a, (i < d)%N -> (a < m)%N -> \sum_(j < n) A i a j j = 1) ->
  \sum_(f : {ffun 'I_d -> 'I_m}) ((\prod_(i < d) p (f i)) * gap n (fun j l => (\sum_(i < d) A i (f i) j l) / d%:R))
  = (\sum_(j < n) \sum_(l < n) ((\sum_(i < d) \sum_(a < m) (p a * A i a j l)) * (\sum_(i < d) \sum_(a < m) (p a * A i a j l)))
      + \sum_(j < n) \sum_(l < n) \sum_(i < d) ((\sum_(a < m) (p a * (A i a j l * A i a j l)))
        - (\sum_(a < m) (p a * A i a j l)) * (\sum_(a < m) (p a * A i a j l)))) / (d%:R * d%:R) - 1 / n%:R.
Proof.
move=> n0 d1 one tr; have D0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have trC (f : {ffun 'I_d -> 'I_m}) : \sum_(j < n) ((\sum_(i < d) A i (f i) j j) / d%:R) = 1.
  rewrite -mulr_suml exchange_big (eq_bigr (fun=> 1)) => [|i _]; last by apply: tr.
  by rewrite sumr_const card_ord divff.
under eq_bigr => f _ do rewrite (@gap_one R n (fun j l => (\sum_(i < d) A i (f i) j l) / d%:R) n0 (trC f)) mulrBr mulr_sumr.
rewrite sumrB -mulr_suml certain // mul1r; congr (_ - _).
rewrite exchange_big -big_split mulr_suml; apply: eq_bigr => j _ /=; under eq_bigr do rewrite mulr_sumr.
rewrite exchange_big -big_split mulr_suml; apply: eq_bigr => l _ /=.
rewrite -(@draws_apart R d m p (fun i a => A i a j l) one) mulr_suml; apply: eq_bigr => f _.
by move: (\prod_(i < d) _) (\sum_(i < d) _) => x y; field.
Qed.

Lemma unit_trace (R : rcfType) n (x : nat -> R) : (exists2 j, (j < n)%N & x j != 0) ->
  \sum_(j < n) ((x j / Num.sqrt (\sum_(i < n) (x i * x i))) * (x j / Num.sqrt (\sum_(i < n) (x i * x i)))) = 1.
Proof. by move=> some; exact: (@unit_length R n (fun _ => x) 0%N some). Qed.

Lemma in_block (rows k t s : nat) : (t < rows)%N -> (s < k)%N -> (t * k + s < rows * k)%N.
Proof. by move=> ht hs; apply: leq_trans (_ : t.+1 * k <= _)%N; rewrite ?leq_mul2r ?ht ?orbT // mulSnr ltn_add2l. Qed.

Lemma row_length (R : rcfType) n (x : nat -> R) : (exists2 j, (j < n)%N & x j != 0) -> Num.sqrt (\sum_(i < n) (x i * x i)) != 0.
Proof.
move=> [j lt ne]; apply: sqrt_neq0; apply: (@sum_gt0_at R n (fun i : 'I_n => x i * x i) (Ordinal lt)) => [i|].
  exact: square_ge0.
exact: square_gt0.
Qed.
