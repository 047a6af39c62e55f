(* The gradient is the error of the neuron times the representation. *)
Lemma error (R : rcfType) (d K k b : nat) (c : R) (v e : nat -> R) : (k < K)%N -> (b < d)%N ->
  \sum_(a < K) (e a * (\sum_(j < d) (((a == k :> nat)%:R * (j == b :> nat)%:R) * (c * v j)))) = e k * c * v b.
Proof.
move=> hk hb.
transitivity (\sum_(a < K) ((a == k :> nat)%:R * (e a * \sum_(j < d) ((j == b :> nat)%:R * (c * v j))))).
  apply: eq_bigr => a _; rewrite mulrCA; congr (_ * _); rewrite mulr_sumr; apply: eq_bigr => j _.
  by rewrite -!mulrA.
by rewrite (one_of (fun a => e a * \sum_(j < d) ((j == b :> nat)%:R * (c * v j)))) // (one_of (fun j => c * v j)) // mulrA.
Qed.

Theorem proof : statement.
Proof.
move=> R d K c c' k V v e f _ _ hk c0 c0' e0 f0 /squares; set Q := \sum_(j < d) _ => Q0.
have product (x y a b : R) (g h : nat -> R) :
    (forall i, (i < d)%N -> g i = x * a * v i) -> (forall i, (i < d)%N -> h i = y * b * v i) ->
    \sum_(i < d) (g i * h i) = x * y * a * b * Q.
  move=> eg eh; rewrite /Q mulr_sumr; apply: eq_bigr => i _; rewrite eg // eh //; ring.
have E i : (i < d)%N -> _ := fun hi => error c v e hk hi.
have F i : (i < d)%N -> _ := fun hi => error c' v f hk hi.
rewrite (product _ _ _ _ _ _ E F) (product _ _ _ _ _ _ E E) (product _ _ _ _ _ _ F F).
split; first by field; rewrite c0 c0' e0 f0 gt_eqF.
have -> : e k * f k * c * c' * Q = c * c' * e k * f k * Q by ring.
by rewrite !mulf_div -!normrM [in LHS]normrM (gtr0_norm Q0) -mulf_div divff ?mulr1 // gt_eqF.
Qed.
