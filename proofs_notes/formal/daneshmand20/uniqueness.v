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

(* Brackets of rank one: signs s, weights B V_j with V_j in [-1, 1]. *)
Lemma sign_square (R : rcfType) (a : R) : a = 1 \/ a = - 1 -> a * a = 1 /\ `|a| = 1.
Proof. by case=> ->; rewrite ?mulrNN ?normrN mulr1 normr1. Qed.

Lemma slope_bound (R : rcfType) (d : nat) (B : R) (V s : nat -> R) : 0 < B ->
  (forall j, (j < d)%N -> `|V j| <= 1) -> (forall j, (j < d)%N -> s j = 1 \/ s j = - 1) ->
  `|\sum_(j < d) ((B * V j) * s j)| <= B * d%:R.
Proof.
move=> B0 inside signs; apply: le_trans (ler_norm_sum _ _ _) _.
rewrite mulr_natr -[X in _ *+ X]card_ord -sumr_const; apply: ler_sum => j _.
have [_ one] := sign_square (signs j (ltn_ord j)).
by rewrite !normrM one mulr1 (gtr0_norm B0) -[X in _ <= X]mulr1 ler_pmul2l // inside.
Qed.

Lemma slope_worst (R : rcfType) (d : nat) (B a : R) (s : nat -> R) :
  (forall j, (j < d)%N -> s j = 1 \/ s j = - 1) -> a * a = 1 ->
  a * (\sum_(j < d) (((- B * a) * s j) * s j)) = - (B * d%:R).
Proof.
move=> signs aa; rewrite (eq_bigr (fun _ => - B * a)) => [|j _].
  by rewrite sumr_const card_ord -mulr_natr mulrA mulrCA aa mulr1 mulNr.
by have [ss _] := sign_square (signs j (ltn_ord j)); rewrite -mulrA ss mulr1.
Qed.
