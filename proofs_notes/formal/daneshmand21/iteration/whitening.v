(* S S G = 1 makes S G S = 1, G = M M^T: the rows of S M are orthonormal. *)
Lemma whitened (R : rcfType) (d n : nat) (S M : nat -> nat -> R) :
  (forall i, (i < d)%N -> forall j, (j < d)%N -> S i j = S j i) ->
  (forall i, (i < d)%N -> forall j, (j < d)%N ->
    \sum_(b < d) ((\sum_(a < d) (S i a * S a b)) * (\sum_(k < n) (M b k * M j k))) = (i == j :> nat)%:R) ->
  forall i k, (i < d)%N -> (k < d)%N ->
    \sum_(j < n) ((\sum_(a < d) (S i a * M a j)) * (\sum_(a < d) (S k a * M a j))) = (i == k :> nat)%:R.
Proof.
move=> sym whole.
pose Sm := \matrix_(i < d, j < d) S i j; pose Gm := \matrix_(i < d, j < d) (\sum_(k < n) (M i k * M j k)).
have one : (Sm *m (Sm *m Gm) = 1%:M)%R.
  apply/matrixP => i j; rewrite mulmxA !mxE -val_eqE -(whole i (ltn_ord i) j (ltn_ord j)).
  by apply: eq_bigr => k _; rewrite !mxE; congr (_ * _); apply: eq_bigr => l _; rewrite !mxE.
have {}one := mulmx1C one.
move=> i k hi hk; have := congr1 (fun A : 'M_d => A (Ordinal hi) (Ordinal hk)) one; rewrite /= !mxE -val_eqE /= => <-.
transitivity (\sum_(b < d) \sum_(a < d) ((S i a * (\sum_(j < n) (M a j * M b j))) * S k b)).
  transitivity (\sum_(b < d) \sum_(a < d) \sum_(j < n) ((S i a * M a j) * (S k b * M b j))).
    rewrite exchange_big /=; under [RHS]eq_bigr do rewrite exchange_big /=.
    rewrite [RHS]exchange_big /=; apply: eq_bigr => j _; exact: big_distrlr.
  apply: eq_bigr => b _; apply: eq_bigr => a _; rewrite mulr_sumr mulr_suml; apply: eq_bigr => j _; ring.
apply: eq_bigr => b _; rewrite !mxE (sym k hk b (ltn_ord b)) -mulr_suml; congr (_ * _).
by apply: eq_bigr => a _; rewrite !mxE.
Qed.

Theorem proof : statement.
Proof.
move=> R d n S M d1 n2 sym whole; have n0 : (0 < n)%N by exact: leq_trans n2.
pose H i j := \sum_(a < d) (S i a * M a j); have rows := whitened sym whole.
have tr : \sum_(i < d) (i == i :> nat)%:R = d%:R :> R.
  by under eq_bigr do rewrite eqxx; rewrite sumr_const card_ord.
have d0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have nn : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
apply: (etrans (@gap_of_rows R d n H (fun i k => (i == k :> nat)%:R) n0 _ rows)); first by rewrite tr.
rewrite tr (eq_bigr (fun=> 1)) => [|i _]; first by rewrite sumr_const card_ord; field; rewrite d0 nn.
rewrite (bigD1 i) //= eqxx mulr1 big1 ?addr0 // => k far.
suff -> : (i == k :> nat) = false by rewrite mul0r.
by apply/negbTE; apply: contraNneq far => e; apply/eqP; apply: val_inj.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d n S M d1 n2 sym whole; split; last by values.
rewrite exchange_big (eq_bigr (fun=> 1)) => [|i _ /=]; last by rewrite (whitened sym whole) ?eqxx.
by rewrite sumr_const card_ord pnatr_eq0 -lt0n.
Qed.
