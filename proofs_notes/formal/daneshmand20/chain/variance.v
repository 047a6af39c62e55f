(* The factor sigma of the weights goes to gamma. *)
Theorem proof : statement.
Proof.
move=> R d N g s i j W H d2 N1 g0 s0.
have out a k : \sum_(b < d) (s * W a b * H b k) = s * \sum_(b < d) (W a b * H b k).
  by rewrite mulr_sumr; apply: eq_bigr => b _; rewrite mulrA.
pose z a k := H a k + g * \sum_(b < d) (s * W a b * H b k).
have moved a k : z a k = H a k + g * s * \sum_(b < d) (W a b * H b k) by rewrite /z out mulrA.
have sums a c : \sum_(k < N) ((H a k + g * s * \sum_(b < d) (W a b * H b k)) * (H c k + g * s * \sum_(b < d) (W c b * H b k)))
    = \sum_(k < N) (z a k * z c k) by apply: eq_bigr => k _; rewrite !moved.
rewrite !sums.
split; first by move=> _ _ hi _ /eqP; rewrite (gt_eqF (squares hi)).
split; first by move=> _ _ _ hj _ /eqP; rewrite (gt_eqF (squares hj)).
move=> _ _ hi hj _ _; split; first exact: (correlation N1 (squares hi) (squares hj)).
rewrite [RHS]mulrAC; congr (_ * _); rewrite mulr_suml; apply: eq_bigr => k _.
by rewrite !out mulrACA mulrC.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d N gamma sigma i j W H d2 N1 g0 s0.
have same (a k : nat) : gamma * sigma * (\sum_(l < d) W a l * H l k) = gamma * (\sum_(l < d) sigma * W a l * H l k).
  by rewrite -mulrA mulr_sumr; congr (_ * _); apply: eq_bigr => l _; rewrite mulrA.
have sums a : \sum_(k < N) (H a k + gamma * sigma * (\sum_(l < d) W a l * H l k)) *
    (H a k + gamma * sigma * (\sum_(l < d) W a l * H l k)) =
    \sum_(k < N) (H a k + gamma * (\sum_(l < d) sigma * W a l * H l k)) *
      (H a k + gamma * (\sum_(l < d) sigma * W a l * H l k)).
  by apply: eq_bigr => k _; rewrite same.
repeat split; try by values.
by rewrite !sums; values.
Qed.
