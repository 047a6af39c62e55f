(* A layer near P/r, P a projector of rank r: of u in its range with fourth moments as a uniform one A is a multiple of
   the projector K on symmetric matrices of trace 0, the noise another, and so is S = A S A^T + Q. *)
Definition projects (R : rcfType) n (r : R) (P : nat -> nat -> R) :=
  (forall i, (i < n)%N -> forall j, (j < n)%N -> P i j = P j i /\ \sum_(k < n) (P i k * P j k) = P i j)
  /\ \sum_(i < n) P i i = r.

Definition K (R : rcfType) (r : R) (P : nat -> nat -> R) i j k l :=
  (P i k * P j l + P i l * P j k) / 2%:R - P i j * P k l / r.

Lemma sym_of (R : rcfType) n (r : R) P a b : @projects R n r P -> (a < n)%N -> (b < n)%N -> P a b = P b a.
Proof. by move=> [proj _] la lb; case: (proj a la b lb). Qed.

Lemma exchanged (R : rcfType) n (r : R) P i j k l : projects n r P ->
  (i < n)%N -> (j < n)%N -> (k < n)%N -> (l < n)%N -> @K R r P i j k l = K r P k l i j.
Proof.
move=> proj hi hj hk hl; rewrite /K (sym_of proj hk hi) (sym_of proj hl hj) (sym_of proj hk hj) (sym_of proj hl hi).
by ring.
Qed.

Lemma twice (R : rcfType) n (r : R) P i j k l : r != 0 -> projects n r P ->
  (i < n)%N -> (j < n)%N -> (k < n)%N -> (l < n)%N ->
  \sum_(p < n) \sum_(q < n) (K r P i j p q * K r P p q k l) = @K R r P i j k l.
Proof.
move=> r0 pr hi hj hk hl; have sym a b := @sym_of R n r P a b pr; case: pr => proj tr.
have PP a b : (a < n)%N -> (b < n)%N -> \sum_(p < n) (P a p * P b p) = P a b by move=> la lb; case: (proj a la b lb).
have two a b c d : (a < n)%N -> (b < n)%N -> (c < n)%N -> (d < n)%N ->
    \sum_(p < n) ((P a p * P c p) * \sum_(q < n) (P b q * P d q)) = P a c * P b d.
  by move=> la lb lc ld; rewrite -mulr_suml !PP.
have one a b : (a < n)%N -> (b < n)%N -> \sum_(p < n) (P a p * \sum_(q < n) (P b q * P p q)) = P a b.
  by move=> la lb; rewrite -[RHS]PP //; apply: eq_bigr => p _; rewrite PP // sym.
have all : \sum_(p < n) \sum_(q < n) (P p q * P p q) = r.
  by rewrite -[RHS]tr; apply: eq_bigr => p _; rewrite PP.
rewrite (eq_bigr (fun p : 'I_n => \sum_(q < n) (4%:R^-1 * ((P i p * P k p) * (P j q * P l q))
  + 4%:R^-1 * ((P i p * P l p) * (P j q * P k q)) + 4%:R^-1 * ((P j p * P k p) * (P i q * P l q))
  + 4%:R^-1 * ((P j p * P l p) * (P i q * P k q))
  + (- (P k l / (2%:R * r))) * (P i p * (P j q * P p q)) + (- (P k l / (2%:R * r))) * (P j p * (P i q * P p q))
  + (- (P i j / (2%:R * r))) * (P k p * (P l q * P p q)) + (- (P i j / (2%:R * r))) * (P l p * (P k q * P p q))
  + (P i j * P k l / (r * r)) * (P p q * P p q)))) => [|p _]; last first.
  apply: eq_bigr => q _; rewrite /K (sym p k) // (sym p l) // (sym q k) // (sym q l) //.
  by move: (P i p) (P j q) (P i q) (P j p) (P k p) (P l q) (P k q) (P l p) (P p q) (P i j) (P k l) => *; field.
under eq_bigr do rewrite !big_split /= -!mulr_sumr.
rewrite !big_split /= -!mulr_sumr !two // !one // all /K (sym l k) // (sym j i) //.
by move: (P i k) (P j l) (P i l) (P j k) (P i j) (P k l) => *; field.
Qed.

Lemma solved (R : rcfType) n (c q : R) (A : nat -> nat -> nat -> nat -> R) (S : nat -> nat -> nat -> nat -> R) :
  (forall i j k l, (i < n)%N -> (j < n)%N -> (k < n)%N -> (l < n)%N ->
    \sum_(a < n) \sum_(b < n) (A i j a b * A a b k l) = A i j k l) ->
  (forall i j k l, (i < n)%N -> (j < n)%N -> (k < n)%N -> (l < n)%N -> A i j k l = A k l i j) -> 1 - c * c != 0 ->
  (forall i j k l, (i < n)%N -> (j < n)%N -> (k < n)%N -> (l < n)%N ->
    S i j k l = c * c * (\sum_(a < n) \sum_(b < n) (A k l a b * (\sum_(e < n) \sum_(f < n) (A i j e f * S e f a b))))
      + q * A i j k l) ->
  forall i j k l, (i < n)%N -> (j < n)%N -> (k < n)%N -> (l < n)%N -> S i j k l = q / (1 - c * c) * A i j k l.
Proof.
move=> idem sym c1 eq i j k l hi hj hk hl.
pose L i j k l := \sum_(e < n) \sum_(f < n) (A i j e f * S e f k l).
have linear (x : R) (B : 'I_n -> 'I_n -> R) (F G : 'I_n -> 'I_n -> R) :
    \sum_(a < n) \sum_(b < n) (B a b * (x * F a b + q * G a b))
    = x * (\sum_(a < n) \sum_(b < n) (B a b * F a b)) + q * (\sum_(a < n) \sum_(b < n) (B a b * G a b)).
  rewrite !mulr_sumr -big_split /=; apply: eq_bigr => a _; rewrite !mulr_sumr -big_split /=.
  by apply: eq_bigr => b _; ring.
have swap (B : 'I_n -> 'I_n -> R) (F : 'I_n -> 'I_n -> 'I_n -> 'I_n -> R) :
    \sum_(a < n) \sum_(b < n) (B a b * (\sum_(e < n) \sum_(f < n) F a b e f))
    = \sum_(e < n) \sum_(f < n) \sum_(a < n) \sum_(b < n) (B a b * F a b e f).
  under eq_bigr do under eq_bigr do rewrite mulr_sumr.
  under eq_bigr do rewrite exchange_big /=.
  rewrite exchange_big /=; apply: eq_bigr => e _.
  under eq_bigr do under eq_bigr do rewrite mulr_sumr.
  under eq_bigr do rewrite exchange_big /=.
  by rewrite exchange_big.
have left i' j' k' l' : (i' < n)%N -> (j' < n)%N -> (k' < n)%N -> (l' < n)%N -> L i' j' k' l' = S i' j' k' l'.
  move=> h1 h2 h3 h4; rewrite [RHS]eq // /L.
  under eq_bigr do under eq_bigr do rewrite eq //.
  rewrite (linear (c * c) (fun a b => A i' j' a b)
    (fun e f => \sum_(a < n) \sum_(b < n) (A k' l' a b * (\sum_(g < n) \sum_(h < n) (A e f g h * S g h a b))))
    (fun e f => A e f k' l')) idem //; congr (_ * _ + _).
  rewrite swap; apply: eq_bigr => a _; apply: eq_bigr => b _.
  under eq_bigr do under eq_bigr do rewrite mulrCA.
  under eq_bigr do rewrite -mulr_sumr.
  rewrite -mulr_sumr; congr (_ * _); rewrite swap; apply: eq_bigr => g _; apply: eq_bigr => h _.
  rewrite -[in RHS]idem // !mulr_suml; apply: eq_bigr => e _; rewrite mulr_suml.
  by apply: eq_bigr => f _; rewrite mulrA.
have eqn i' j' k' l' : (i' < n)%N -> (j' < n)%N -> (k' < n)%N -> (l' < n)%N ->
    S i' j' k' l' = c * c * (\sum_(a < n) \sum_(b < n) (A k' l' a b * S i' j' a b)) + q * A i' j' k' l'.
  move=> h1 h2 h3 h4; rewrite [LHS]eq //; congr (_ * _ + _).
  by apply: eq_bigr => a _; apply: eq_bigr => b _; congr (_ * _); exact: left.
have right : \sum_(a < n) \sum_(b < n) (A k l a b * S i j a b) = S i j k l.
  rewrite [RHS]eqn // [LHS](eq_bigr (fun a : 'I_n => \sum_(b < n) (A k l a b
    * (c * c * (\sum_(e < n) \sum_(f < n) (A a b e f * S i j e f)) + q * A i j a b)))) => [|a _]; last first.
    by apply: eq_bigr => b _; rewrite eqn.
  rewrite (linear (c * c) (fun a b => A k l a b)
    (fun a b => \sum_(e < n) \sum_(f < n) (A a b e f * S i j e f)) (fun a b => A i j a b)); congr (_ * _ + _ * _).
    rewrite swap; apply: eq_bigr => e _; apply: eq_bigr => f _.
    rewrite -[in RHS]idem // mulr_suml; apply: eq_bigr => a _; rewrite mulr_suml.
    by apply: eq_bigr => b _; rewrite mulrA.
  rewrite sym // -(idem k l i j) //.
  by apply: eq_bigr => a _; apply: eq_bigr => b _; rewrite (sym i j).
have := eqn i j k l hi hj hk hl; rewrite right; move: (S i j k l) (A i j k l) => s x e.
apply: (mulfI c1); rewrite mulrBl mul1r {1}e mulrA [_ * (q / _)]mulrC divfK //; ring.
Qed.

Lemma trace_of (R : rcfType) n (r : R) P : r != 0 -> projects n r P ->
  \sum_(i < n) \sum_(j < n) @K R r P i j i j = (r - 1) * (r + 2%:R) / 2%:R.
Proof.
move=> r0 pr; have sym a b := @sym_of R n r P a b pr; case: pr => proj tr.
have all : \sum_(p < n) \sum_(q < n) (P p q * P p q) = r.
  by rewrite -[RHS]tr; apply: eq_bigr => p _; case: (proj p (ltn_ord p) p (ltn_ord p)).
rewrite (eq_bigr (fun i : 'I_n => \sum_(j < n) (2%:R^-1 * (P i i * P j j) + (2%:R^-1 - r^-1) * (P i j * P i j)))).
  under eq_bigr do rewrite big_split /= -!mulr_sumr.
  by rewrite big_split /= -!mulr_sumr all tr -mulr_suml tr; field.
by move=> i _; apply: eq_bigr => j _; rewrite /K (sym j i) //; move: (P i i) (P j j) (P i j) => x y z; field.
Qed.

(* of the law *)
Definition shared (R : rcfType) n i j (z : nat -> R) := (z i * z j) / (\sum_(k < n) (z k * z k)).

Lemma two_of (R : rcfType) n (r : R) P D E : 0 < r -> projects n r P ->
  is_law (fun z : nat -> R => exists2 j, (j < n)%N & z j != 0) D E ->
  (forall i, (i < n)%N -> forall j, (j < n)%N -> D (shared n i j)) ->
  (forall i, (i < n)%N -> forall j, (j < n)%N -> forall k, (k < n)%N -> forall l, (l < n)%N ->
    D (fun z => shared n i j z * shared n k l z)) ->
  (forall i, (i < n)%N -> forall j, (j < n)%N -> forall k, (k < n)%N -> forall l, (l < n)%N ->
    E (fun z => shared n i j z * shared n k l z) = (P i j * P k l + P i k * P j l + P i l * P j k) / (r * (r + 2%:R))) ->
  forall i j, (i < n)%N -> (j < n)%N -> E (shared n i j) = P i j / r.
Proof.
move=> r0 [proj tr] law D2 D4 E4 i j hi hj.
have [Ds Es] := @law_sum R _ D E n (fun=> 1) (fun k z => shared n i j z * shared n k k z) law (fun k lt => D4 i hi j hj k lt k lt).
have -> : E (shared n i j) = E (fun z => \sum_(k < n) 1 * (shared n i j z * shared n k k z)).
  apply: (law_eq law (D2 i hi j hj) Ds) => z [k lt zk].
  have T0 : \sum_(a < n) (z a * z a) != 0.
    by rewrite gt_eqF //; apply: (@sum_gt0_at _ n _ (Ordinal lt)) => [a|]; [exact: square_ge0 | exact: square_gt0].
  under eq_bigr do rewrite mul1r.
  by rewrite -mulr_sumr /shared -mulr_suml divff // mulr1.
rewrite Es (eq_bigr (fun k : 'I_n => (P i j / (r * (r + 2%:R))) * P k k + (2%:R / (r * (r + 2%:R))) * (P i k * P j k))).
  rewrite big_split /= -!mulr_sumr tr (proj i hi j hj).2; move: (P i j) => x; field.
  by rewrite !gt_eqF // addr_gt0 ?ltr0n.
by move=> k _; rewrite mul1r E4 //; move: (P i j) (P k k) (P i k) (P j k) => *; field; rewrite !gt_eqF // addr_gt0 ?ltr0n.
Qed.

Lemma derivative (R : rcfType) n (r : R) P D E : 0 < r -> projects n r P ->
  is_law (fun z : nat -> R => exists2 j, (j < n)%N & z j != 0) D E ->
  (forall i, (i < n)%N -> forall j, (j < n)%N -> D (shared n i j)) ->
  (forall i, (i < n)%N -> forall j, (j < n)%N -> forall k, (k < n)%N -> forall l, (l < n)%N ->
    D (fun z => shared n i j z * shared n k l z)) ->
  (forall i, (i < n)%N -> forall j, (j < n)%N -> forall k, (k < n)%N -> forall l, (l < n)%N ->
    E (fun z => shared n i j z * shared n k l z) = (P i j * P k l + P i k * P j l + P i l * P j k) / (r * (r + 2%:R))) ->
  forall i j k l, (i < n)%N -> (j < n)%N -> (k < n)%N -> (l < n)%N ->
    (1 / 2%:R) * (((r * r) * E (fun z => shared n i j z * shared n k l z)) - ((r * E (shared n i j)) * P k l))
    = r / (r + 2%:R) * K r P i j k l.
Proof.
move=> r0 proj law D2 D4 E4 i j k l hi hj hk hl.
rewrite E4 // (two_of r0 proj law D2 D4 E4) // /K.
move: (P i j) (P k l) (P i k) (P j l) (P i l) (P j k) => *.
by field; rewrite !gt_eqF // addr_gt0 ?ltr0n.
Qed.

Lemma stationary (R : rcfType) n (r : R) P (S : nat -> nat -> nat -> nat -> R) D E :
  0 < r -> projects n r P ->
  is_law (fun z : nat -> R => exists2 j, (j < n)%N & z j != 0) D E ->
  (forall i, (i < n)%N -> forall j, (j < n)%N -> D (shared n i j)) ->
  (forall i, (i < n)%N -> forall j, (j < n)%N -> forall k, (k < n)%N -> forall l, (l < n)%N ->
    D (fun z => shared n i j z * shared n k l z)) ->
  (forall i, (i < n)%N -> forall j, (j < n)%N -> forall k, (k < n)%N -> forall l, (l < n)%N ->
    E (fun z => shared n i j z * shared n k l z) = (P i j * P k l + P i k * P j l + P i l * P j k) / (r * (r + 2%:R))) ->
  (forall i, (i < n)%N -> forall j, (j < n)%N -> forall k, (k < n)%N -> forall l, (l < n)%N ->
    S i j k l = \sum_(a < n) \sum_(b < n) (((1 / 2%:R) * (((r * r) * E (fun z => shared n k l z * shared n a b z))
        - ((r * E (shared n k l)) * P a b))) * (\sum_(e < n) \sum_(f < n) (((1 / 2%:R) * (((r * r) *
          E (fun z => shared n i j z * shared n e f z)) - ((r * E (shared n i j)) * P e f))) * S e f a b)))
      + E (fun z => shared n i j z * shared n k l z) - E (shared n i j) * E (shared n k l)) ->
  forall i j k l, (i < n)%N -> (j < n)%N -> (k < n)%N -> (l < n)%N ->
    S i j k l = (r + 2%:R) / (2%:R * r * (r + 1)) * K r P i j k l.
Proof.
move=> r0 proj law D2 D4 E4 eq i j k l hi hj hk hl.
have E2 := two_of r0 proj law D2 D4 E4.
have rn : r != 0 by rewrite gt_eqF.
have r2 : r + 2%:R != 0 by rewrite gt_eqF // addr_gt0 ?ltr0n.
have r1 : r + 1 != 0 by rewrite gt_eqF // addr_gt0 ?ltr01.
pose c := r / (r + 2%:R); pose q := 2%:R / (r * (r + 2%:R)).
have A i' j' (a b : 'I_n) (h1 : (i' < n)%N) (h2 : (j' < n)%N) :=
  @derivative R n r P D E r0 proj law D2 D4 E4 i' j' a b h1 h2 (ltn_ord a) (ltn_ord b).
have cc : 1 - c * c = 4%:R * (r + 1) / ((r + 2%:R) * (r + 2%:R)) by rewrite /c; field.
have c1 : 1 - c * c != 0 by rewrite cc mulf_neq0 ?mulf_neq0 ?invr_eq0 ?mulf_neq0 ?pnatr_eq0.
rewrite (@solved R n c q (K r P) S _ _ c1 _ i j k l) //.
- by rewrite cc /q; move: (K r P i j k l) => x; field; rewrite rn r1 r2.
- by move=> a b e f la lb le lf; exact: (twice rn proj).
- by move=> a b e f la lb le lf; exact: (exchanged proj).
move=> i' j' k' l' h1 h2 h3 h4; rewrite eq // -addrA; congr (_ + _); last first.
  by rewrite E4 // !E2 // /q /K; move: (P i' j') (P k' l') (P i' k') (P j' l') (P i' l') (P j' k') => *; field; rewrite rn r2.
rewrite mulr_sumr; apply: eq_bigr => a _; rewrite mulr_sumr; apply: eq_bigr => b _; rewrite A //.
set G := \sum_(e < n) \sum_(f < n) (K r P i' j' e f * S e f a b).
have -> : \sum_(e < n) \sum_(f < n) (((1 / 2%:R) * (((r * r) * E (fun z => shared n i' j' z * shared n e f z))
    - ((r * E (shared n i' j')) * P e f))) * S e f a b) = c * G.
  rewrite mulr_sumr; apply: eq_bigr => e _; rewrite mulr_sumr; apply: eq_bigr => f _.
  by rewrite A // mulrA.
by rewrite mulrACA.
Qed.

Lemma second_is (R : rcfType) n (r : R) P (S : nat -> nat -> nat -> nat -> R) : 0 < r -> projects n r P ->
  (forall i j k l, (i < n)%N -> (j < n)%N -> (k < n)%N -> (l < n)%N ->
    S i j k l = (r + 2%:R) / (2%:R * r * (r + 1)) * K r P i j k l) ->
  \sum_(i < n) \sum_(j < n) S i j i j = (1 / 4%:R) * ((2%:R + r) * (2%:R + r)) * ((- 1) + r) / (r * (1 + r)).
Proof.
move=> r0 pr is_s; under eq_bigr do under eq_bigr do rewrite is_s //.
under eq_bigr do rewrite -mulr_sumr.
rewrite -mulr_sumr trace_of ?gt_eqF //; field; rewrite !gt_eqF // ?addr_gt0 ?ltr01 //.
Qed.

Lemma second_gt0 (R : rcfType) n m (r : R) P (S : nat -> nat -> nat -> nat -> R) : (2 <= m)%N -> r = m%:R ->
  0 < r -> projects n r P ->
  (forall i j k l, (i < n)%N -> (j < n)%N -> (k < n)%N -> (l < n)%N ->
    S i j k l = (r + 2%:R) / (2%:R * r * (r + 1)) * K r P i j k l) ->
  0 < \sum_(i < n) \sum_(j < n) S i j i j.
Proof.
move=> m2 rm r0 pr is_s; rewrite (second_is r0 pr is_s); apply: divr_gt0; last by rewrite mulr_gt0 ?addr_gt0 ?ltr01.
apply: mulr_gt0; last by rewrite addrC subr_gt0 rm ltr1n.
by rewrite !mulr_gt0 ?addr_gt0 ?invr_gt0 ?ltr01 ?ltr0n.
Qed.

Lemma lag_is (R : rcfType) n m (r : R) P (S A : nat -> nat -> nat -> nat -> R) : (2 <= m)%N -> r = m%:R ->
  0 < r -> projects n r P ->
  (forall i j k l, (i < n)%N -> (j < n)%N -> (k < n)%N -> (l < n)%N ->
    S i j k l = (r + 2%:R) / (2%:R * r * (r + 1)) * K r P i j k l) ->
  (forall i j k l, (i < n)%N -> (j < n)%N -> (k < n)%N -> (l < n)%N -> A i j k l = r / (r + 2%:R) * K r P i j k l) ->
  (\sum_(i < n) \sum_(j < n) \sum_(k < n) \sum_(l < n) (A i j k l * S k l i j)) / (\sum_(i < n) \sum_(j < n) S i j i j)
  = r / (2%:R + r).
Proof.
move=> m2 rm r0 pr is_s is_a; have S0 := lt0r_neq0 (second_gt0 m2 rm r0 pr is_s).
have -> : \sum_(i < n) \sum_(j < n) \sum_(k < n) \sum_(l < n) (A i j k l * S k l i j)
    = r / (r + 2%:R) * \sum_(i < n) \sum_(j < n) S i j i j.
  rewrite mulr_sumr; apply: eq_bigr => i _; rewrite mulr_sumr; apply: eq_bigr => j _.
  rewrite is_s // -(twice (lt0r_neq0 r0) pr) // !mulr_sumr; apply: eq_bigr => k _; rewrite !mulr_sumr.
  by apply: eq_bigr => l _; rewrite is_a // is_s // mulrACA -!mulrA.
by rewrite mulfK // [2%:R + r]addrC.
Qed.

(* P = I and P = I - 11^T/n *)
Lemma one_at (R : rcfType) n (f : nat -> R) i : (i < n)%N -> \sum_(k < n) ((i == k :> nat)%:R * f k) = f i.
Proof.
move=> lt; rewrite (bigD1 (Ordinal lt)) //= eqxx mul1r big1 ?addr0 // => k far.
suff -> : (i == k :> nat) = false by rewrite mul0r.
by apply/negbTE; apply: contraNneq far => e; apply/eqP; apply: val_inj.
Qed.

Lemma of_identity (R : rcfType) n : projects n n%:R (fun i j => (i == j :> nat)%:R : R).
Proof.
split; last by rewrite (eq_bigr (fun=> 1)) => [|i _]; rewrite ?eqxx // sumr_const card_ord.
by move=> i hi j hj; split; [rewrite eq_sym | rewrite (@one_at R n (fun k => (j == k :> nat)%:R)) // eq_sym].
Qed.

Lemma of_centring (R : rcfType) n : (0 < n)%N -> projects n (n%:R - 1) (fun i j => (i == j :> nat)%:R - 1 / n%:R : R).
Proof.
move=> n1; have n0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
split; last first.
  rewrite (eq_bigr (fun=> 1 - 1 / n%:R)) => [|i _]; last by rewrite eqxx.
  by rewrite sumr_const card_ord -[_ *+ n]mulr_natl; field.
move=> i hi j hj; split; first by rewrite eq_sym.
rewrite (eq_bigr (fun k : 'I_n => (i == k :> nat)%:R * ((j == k :> nat)%:R - 1 / n%:R)
  + (- (1 / n%:R)) * ((j == k :> nat)%:R * 1) + 1 / (n%:R * n%:R))) => [|k _]; last by field.
rewrite !big_split /= -mulr_sumr (@one_at R n (fun k => (j == k :> nat)%:R - 1 / n%:R)) //.
rewrite (@one_at R n (fun=> 1)) // sumr_const card_ord -[_ *+ n]mulr_natl (eq_sym j).
by move: ((i == j)%:R) => x; field.
Qed.

Lemma lengths (R : rcfType) n (z : nat -> R) : (exists2 j, (j < n)%N & z j != 0) -> \sum_(i < n) (z i * z i) != 0.
Proof.
move=> [k lt zk]; rewrite gt_eqF //; apply: (@sum_gt0_at _ n _ (Ordinal lt)) => [a|]; [exact: square_ge0 | exact: square_gt0].
Qed.

Lemma square_is (R : rcfType) n (r : R) P (S : nat -> nat -> nat -> nat -> R) : 0 < r -> projects n r P ->
  (forall i j k l, (i < n)%N -> (j < n)%N -> (k < n)%N -> (l < n)%N ->
    S i j k l = (r + 2%:R) / (2%:R * r * (r + 1)) * K r P i j k l) ->
  \sum_(i < n) \sum_(j < n) \sum_(k < n) \sum_(l < n) (S i j k l * S i j k l)
  = (r + 2%:R) / (2%:R * r * (r + 1)) * \sum_(i < n) \sum_(j < n) S i j i j.
Proof.
move=> r0 pr is_s; rewrite mulr_sumr; apply: eq_bigr => i _; rewrite mulr_sumr; apply: eq_bigr => j _.
rewrite is_s // -(twice (lt0r_neq0 r0) pr) // !mulr_sumr; apply: eq_bigr => k _; rewrite !mulr_sumr.
by apply: eq_bigr => l _; rewrite is_s // mulrACA -!mulrA {2}(exchanged pr).
Qed.

Lemma gap_of_projector (R : rcfType) n (r : R) P : (0 < n)%N -> 0 < r -> projects n r P ->
  gap n P = 1 / r - 1 / n%:R.
Proof.
move=> n0 r0 [proj tr]; rewrite gap_any ?tr ?gt_eqF //; congr (_ - _).
have -> : \sum_(j < n) \sum_(l < n) (P j l * P j l) = r.
  by rewrite -[RHS]tr; apply: eq_bigr => j _; case: (proj j (ltn_ord j) j (ltn_ord j)).
by field; rewrite gt_eqF.
Qed.
