(* What proofs of daneshmand20.expansion use: matrices x I + y s s^T, s signs, multiplied. *)
Lemma times (R : rcfType) (d i j : nat) (x y u v : R) (s : nat -> R) :
  (forall k, (k < d)%N -> s k = 1 \/ s k = - 1) -> (i < d)%N -> (j < d)%N ->
  \sum_(k < d) (((i == k :> nat)%:R * x + y * (s i * s k)) * ((j == k :> nat)%:R * u + v * (s j * s k)))
  = (i == j :> nat)%:R * (x * u) + (x * v + y * u + y * v * d%:R) * (s i * s j).
Proof.
move=> signs hi hj.
have ss k : (k < d)%N -> s k * s k = 1 by move=> hk; case: (signs k hk) => ->; rewrite ?mulrNN mulr1.
transitivity (\sum_(k < d) ((k == i :> nat)%:R * (x * ((j == k :> nat)%:R * u + v * (s j * s k)))
    + (k == j :> nat)%:R * (y * u * (s i * s k)) + y * v * (s i * s j))).
  apply: eq_bigr => k _; rewrite [_ == i]eq_sym [_ == j]eq_sym.
  have -> : y * v * (s i * s j) = y * v * (s i * s j) * (s k * s k) by rewrite ss // mulr1.
  ring.
rewrite !big_split /= (one_of (fun k => x * ((j == k :> nat)%:R * u + v * (s j * s k))) hi).
rewrite (one_of (fun k => y * u * (s i * s k)) hj) sumr_const card_ord -[_ *+ d]mulr_natr [j == i]eq_sym; ring.
Qed.

(* |M|_F^2, Tr M^3 and Tr diag(M^2)^2 for M = e I + a s s^T. *)
Lemma sums (R : rcfType) (d : nat) (e a : R) (s : nat -> R) (M : nat -> nat -> R) :
  (forall k, (k < d)%N -> s k = 1 \/ s k = - 1) ->
  (forall i j, M i j = (i == j :> nat)%:R * e + a * (s i * s j)) ->
  let r := e * e + (2%:R * e * a + a * a * d%:R) in let b := 2%:R * e * a + a * a * d%:R in
  [/\ \sum_(i < d) (\sum_(j < d) (M i j * M i j)) = d%:R * r,
    \sum_(i < d) (\sum_(j < d) ((\sum_(k < d) (M i k * M j k)) * M i j))
      = d%:R * (e * e * e + (e * e * a + b * e + b * a * d%:R))
    & \sum_(i < d) ((\sum_(j < d) (M i j * M i j)) * (\sum_(j < d) (M i j * M i j))) = d%:R * (r * r)].
Proof.
move=> signs eM r b.
have ss k : (k < d)%N -> s k * s k = 1 by move=> hk; case: (signs k hk) => ->; rewrite ?mulrNN mulr1.
have prod i j : (i < d)%N -> (j < d)%N -> \sum_(k < d) (M i k * M j k) = (i == j :> nat)%:R * (e * e) + b * (s i * s j).
  move=> hi hj; transitivity (\sum_(k < d) (((i == k :> nat)%:R * e + a * (s i * s k)) * ((j == k :> nat)%:R * e + a * (s j * s k)))).
    by apply: eq_bigr => k _; rewrite !eM.
  by rewrite times // /b; ring.
have row i : (i < d)%N -> \sum_(k < d) (M i k * M i k) = r by move=> hi; rewrite prod // eqxx mul1r ss // /r /b; ring.
have const (c : R) : \sum_(i < d) c = d%:R * c by rewrite sumr_const card_ord mulr_natl.
split; rewrite -const; apply: eq_bigr => i _; rewrite ?row //.
transitivity (\sum_(j < d) (((i == j :> nat)%:R * (e * e) + b * (s i * s j)) * ((i == j :> nat)%:R * e + a * (s i * s j)))).
  by apply: eq_bigr => j _; rewrite prod // eM.
by rewrite times // eqxx mul1r ss //; ring.
Qed.
