(* What several proofs of daneshmand20.uniqueness use: for a law with E u u^T = I/n, E (x.u)(y.u) = x.y/n. *)
Lemma isotropic (R : rcfType) (m n : nat) (p : nat -> R) (U : nat -> nat -> R) (x y : nat -> R) : (0 < n)%N ->
  (forall i, (i < n)%N -> forall j, (j < n)%N -> n%:R * (\sum_(a < m) (p a * (U a i * U a j))) = (i == j :> nat)%:R) ->
  \sum_(a < m) (p a * ((\sum_(i < n) (x i * U a i)) * (\sum_(i < n) (y i * U a i)))) = (\sum_(i < n) (x i * y i)) / n%:R.
Proof.
move=> n0 iso; have N0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
transitivity (\sum_(i < n) (\sum_(j < n) (x i * y j * (\sum_(a < m) (p a * (U a i * U a j)))))).
  under [RHS]eq_bigr do under eq_bigr do rewrite mulr_sumr.
  under [RHS]eq_bigr do rewrite exchange_big.
  rewrite exchange_big; apply: eq_bigr => a _ /=.
  rewrite mulr_suml mulr_sumr; apply: eq_bigr => i _; rewrite mulr_sumr mulr_sumr; apply: eq_bigr => j _; ring.
rewrite mulr_suml; apply: eq_bigr => i _; rewrite (bigD1 i) //= [X in _ + X]big1 ?addr0 => [|j ji].
  by rewrite -[X in _ * X](mulKf N0) iso // eqxx mulr1.
have -> : \sum_(a < m) (p a * (U a i * U a j)) = 0; last by rewrite mulr0.
apply: (mulfI N0); rewrite iso // mulr0; by rewrite eq_sym -val_eqE /= in ji *; rewrite (negbTE ji).
Qed.
