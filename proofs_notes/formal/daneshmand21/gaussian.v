(* What both proofs on a coupling use: the law of H = Q S and of W as positive linear means. *)
Lemma at_one (R : rcfType) n (f : nat -> R) i : (i < n)%N -> \sum_(k < n) ((i == k :> nat)%:R * f k) = f i.
Proof.
move=> lt; rewrite (bigD1 (Ordinal lt)) //= eqxx mul1r big1 ?addr0 // => k far.
suff -> : (i == k :> nat) = false by rewrite mul0r.
by apply/negbTE; apply: contraNneq far => e; apply/eqP; apply: val_inj.
Qed.

Definition orthonormal (R : rcfType) d n (Q : nat -> nat -> R) :=
  forall a, (a < n)%N -> forall b, (b < n)%N -> \sum_(i < d) (Q i a * Q i b) = (a == b :> nat)%:R.

(* (Q X)^T Q X = X^T X *)
Lemma turned (R : rcfType) d n (Q X : nat -> nat -> R) j l : orthonormal d n Q ->
  \sum_(i < d) ((\sum_(a < n) (Q i a * X a j)) * (\sum_(a < n) (Q i a * X a l))) = \sum_(a < n) (X a j * X a l).
Proof.
move=> one; transitivity (\sum_(a < n) \sum_(b < n) ((a == b :> nat)%:R * (X a j * X b l))).
  transitivity (\sum_(a < n) \sum_(b < n) \sum_(i < d) ((Q i a * Q i b) * (X a j * X b l))).
    under [RHS]eq_bigr do rewrite exchange_big /=.
    rewrite exchange_big /=; apply: eq_bigr => i _; rewrite big_distrlr /=.
    by apply: eq_bigr => a _; apply: eq_bigr => b _; ring.
  by apply: eq_bigr => a _; apply: eq_bigr => b _; rewrite -mulr_suml one.
by apply: eq_bigr => a _; rewrite (@at_one R n (fun b => X a j * X b l) a).
Qed.

Definition from_flat (R : rcfType) (r : R) (S : nat -> nat -> R) a j := S a j - (a == j :> nat)%:R / r.

(* E |w Q S - w Q/r|^2 *)
Lemma mean_cost (R : rcfType) P D E d n (s r : R) (Q S : nat -> nat -> R) : @is_law R P D E ->
  (forall i, (i < d)%N -> forall k, (k < d)%N -> D (fun w => w i * w k)) ->
  (forall i, (i < d)%N -> forall k, (k < d)%N -> E (fun w => w i * w k) = (i == k :> nat)%:R * s) ->
  orthonormal d n Q ->
  E (fun w => \sum_(j < n) (((\sum_(i < d) (w i * (\sum_(a < n) (Q i a * S a j)))) - (\sum_(i < d) (w i * Q i j)) / r)
    * ((\sum_(i < d) (w i * (\sum_(a < n) (Q i a * S a j)))) - (\sum_(i < d) (w i * Q i j)) / r)))
  = s * (\sum_(j < n) \sum_(a < n) (from_flat r S a j * from_flat r S a j)).
Proof.
move=> L D2 E2 one; have [_ _ ext _] := L; pose X := from_flat r S.
pose Y i j := \sum_(a < n) (Q i a * X a j).
pose c i k := \sum_(j < n) (Y i j * Y k j).
have [Di Ei] : D (fun w => \sum_(i < d) 1 * (\sum_(k < d) c i k * (w i * w k))) /\
    E (fun w => \sum_(i < d) 1 * (\sum_(k < d) c i k * (w i * w k)))
      = \sum_(i < d) 1 * (E (fun w => \sum_(k < d) c i k * (w i * w k))).
  apply: (@law_sum R P D E d (fun=> 1) (fun i w => \sum_(k < d) c i k * (w i * w k)) L) => i lt.
  by have [] := @law_sum R P D E d (c i) (fun k w => w i * w k) L (D2 i lt).
have away w j : (j < n)%N -> (\sum_(i < d) (w i * (\sum_(a < n) (Q i a * S a j)))) - (\sum_(i < d) (w i * Q i j)) / r
    = \sum_(i < d) (w i * Y i j).
  move=> lt; rewrite mulr_suml -sumrB; apply: eq_bigr => i _; rewrite -mulrA -mulrBr; congr (_ * _); rewrite /Y /X.
  rewrite [RHS](eq_bigr (fun a : 'I_n => Q i a * S a j - (j == a :> nat)%:R * (Q i a / r))) => [|a _].
    by rewrite sumrB (@at_one R n (fun a => Q i a / r) j).
  by rewrite /from_flat [(a == j :> nat)]eq_sym; move: (j == a :> nat)%:R => b; ring.
have same w : \sum_(i < d) 1 * (\sum_(k < d) c i k * (w i * w k))
    = \sum_(j < n) (((\sum_(i < d) (w i * (\sum_(a < n) (Q i a * S a j)))) - (\sum_(i < d) (w i * Q i j)) / r)
    * ((\sum_(i < d) (w i * (\sum_(a < n) (Q i a * S a j)))) - (\sum_(i < d) (w i * Q i j)) / r)).
  transitivity (\sum_(i < d) \sum_(k < d) \sum_(j < n) ((w i * Y i j) * (w k * Y k j))).
    apply: eq_bigr => i _; rewrite mul1r; apply: eq_bigr => k _; rewrite /c mulr_suml.
    by apply: eq_bigr => j _; ring.
  under eq_bigr do rewrite exchange_big /=.
  rewrite exchange_big /=; apply: eq_bigr => j _; rewrite away // big_distrlr.
  by [].
rewrite -(law_eq L Di (ext _ _ same Di) (fun w _ => same w)) Ei.
transitivity (\sum_(i < d) (s * c i i)).
  apply: eq_bigr => i _; have [_ ->] := @law_sum R P D E d (c i) (fun k w => w i * w k) L (D2 i (ltn_ord i)).
  rewrite mul1r (eq_bigr (fun k : 'I_d => (i == k :> nat)%:R * (s * c i k))) => [|k _].
    by rewrite (@at_one R d (fun k => s * c i k) i).
  by rewrite E2 //; ring.
rewrite -mulr_sumr; congr (_ * _); rewrite exchange_big /=; apply: eq_bigr => j _.
exact: turned.
Qed.

Lemma from_flat_square (R : rcfType) n (r : R) (S : nat -> nat -> R) : r * r = n%:R -> r != 0 ->
  \sum_(a < n) \sum_(j < n) (S a j * S a j) = 1 ->
  \sum_(j < n) \sum_(a < n) (from_flat r S a j * from_flat r S a j) = 2%:R - 2%:R * (\sum_(j < n) S j j) / r.
Proof.
move=> rr r0 one; transitivity (\sum_(j < n) ((\sum_(a < n) (S a j * S a j)) - 2%:R * (S j j) / r + 1 / (r * r))).
  apply: eq_bigr => j _.
  rewrite (eq_bigr (fun a : 'I_n => S a j * S a j + (j == a :> nat)%:R * (- 2%:R * S a j / r + 1 / (r * r)))) => [|a _].
    by rewrite big_split /= (@at_one R n (fun a => - 2%:R * S a j / r + 1 / (r * r)) j) //; set z := \sum_(a < n) _; ring.
  by rewrite /from_flat [(a == j :> nat)]eq_sym; case: (j == a :> nat) => /=; field.
rewrite big_split /= sumrB exchange_big /= one sumr_const card_ord -[_ *+ n]mulr_natr -rr -mulr_suml -mulr_sumr.
by set z := \sum_(j < n) _; field.
Qed.

Lemma in_rows (rows n i j : nat) : (i < rows)%N -> (j < n)%N -> (i * n + j < rows * n)%N.
Proof. by move=> hi hj; apply: leq_trans (_ : i.+1 * n <= _)%N; rewrite ?leq_mul2r ?hi ?orbT // mulSnr ltn_add2l. Qed.
