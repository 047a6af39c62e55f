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

Lemma errors (R : rcfType) (d K k : nat) (c c' : R) (v e f : nat -> R) : (k < K)%N ->
  \sum_(b < d) ((\sum_(a < K) (e a * (\sum_(j < d) (((a == k :> nat)%:R * (j == b :> nat)%:R) * (c * v j))))) *
    (\sum_(a < K) (f a * (\sum_(j < d) (((a == k :> nat)%:R * (j == b :> nat)%:R) * (c' * v j)))))) =
  e k * f k * c * c' * \sum_(b < d) (v b * v b).
Proof. by move=> hk; rewrite mulr_sumr; apply: eq_bigr => b _; rewrite !error //; ring. Qed.

Theorem proof : statement.
Proof.
move=> R d K c c' k V v e f _ _ hk c0 c0' e0 f0 /squares; rewrite !errors //; set Q := \sum_(j < d) _ => Q0.
split; first by field; rewrite c0 c0' e0 f0 gt_eqF.
have -> : e k * f k * c * c' * Q = c * c' * e k * f k * Q by ring.
by rewrite !mulf_div -!normrM [in LHS]normrM (gtr0_norm Q0) -mulf_div divff ?mulr1 // gt_eqF.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d K c c' k V v e f _ _; split=> [hk c0 c0' e0 f0 /squares Q0 | ].
  by rewrite !errors // !mulf_neq0 // gt_eqF.
split=> [hk c0 c0' e0 f0 /squares Q0 | ]; first by rewrite normr_eq0 errors // !mulf_neq0 // gt_eqF.
by split; [|split; [|split]] => *; rewrite normr_eq0.
Qed.
