(* C_ij is the mean of the products of rows i and j of A H. *)
Lemma covariance (R : rcfType) (d n : nat) (a b : nat -> R) (H : nat -> nat -> R) :
  \sum_(j < d) ((\sum_(i < d) (a i * ((\sum_(k < n) (H i k * H j k)) / n%:R))) * b j) =
  (\sum_(k < n) ((\sum_(i < d) (a i * H i k)) * (\sum_(j < d) (b j * H j k)))) / n%:R.
Proof.
transitivity (\sum_(j < d) (\sum_(k < n) ((\sum_(i < d) (a i * H i k)) * (b j * H j k) / n%:R))).
  apply: eq_bigr => j _; rewrite mulr_suml.
  transitivity (\sum_(i < d) (\sum_(k < n) (a i * H i k * (b j * H j k) / n%:R))).
    by apply: eq_bigr => i _; rewrite mulr_suml mulr_sumr mulr_suml; apply: eq_bigr => k _; ring.
  by rewrite exchange_big; apply: eq_bigr => k _; rewrite -mulr_suml -mulr_suml.
by rewrite exchange_big mulr_suml; apply: eq_bigr => k _; rewrite -mulr_suml -mulr_sumr.
Qed.

Theorem proof : statement.
Proof.
move=> R d N i j W H d2 N1.
pose x k := \sum_(a < d) (W i a * H a k); pose y k := \sum_(a < d) (W j a * H a k).
have x0 := @squares R N x; have y0 := @squares R N y; split; last split.
- by move=> _ hx _ _ /eqP; rewrite (gt_eqF (x0 hx)).
- by move=> _ _ _ hy _ /eqP; rewrite (gt_eqF (y0 hy)).
move=> _ hx _ hy _ _; rewrite !covariance.
exact: (correlation N1 (x0 hx) (y0 hy)).
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d N i j W H d2 N1; have Nn : N%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
do 5 (split; first by values).
by move=> _ _ _ _ x0 y0; rewrite !covariance !mulf_neq0 ?invr_neq0.
Qed.
