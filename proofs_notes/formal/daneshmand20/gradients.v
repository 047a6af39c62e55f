(* What several proofs of daneshmand20.gradients use: derivatives of Tr M and |M|_F^2 along K, M = H H^T/n. *)
Lemma along_trace (R : rcfType) (d n : nat) (H K : nat -> nat -> R) :
  \sum_(a < d) ((\sum_(k < n) (H a k * K a k + K a k * H a k)) / n%:R)
  = 2%:R / n%:R * (\sum_(a < d) \sum_(k < n) (H a k * K a k)).
Proof.
rewrite mulr_sumr; apply: eq_bigr => a _.
have -> : \sum_(k < n) (H a k * K a k + K a k * H a k) = 2%:R * \sum_(k < n) (H a k * K a k).
  by rewrite mulr_sumr; apply: eq_bigr => k _; ring.
by rewrite mulrAC.
Qed.

Lemma along_square (R : rcfType) (d n : nat) (H K : nat -> nat -> R) :
  \sum_(a < d) (\sum_(b < d) (((\sum_(k < n) (H a k * H b k)) / n%:R) * ((\sum_(k < n) (H a k * K b k + K a k * H b k)) / n%:R)
    + ((\sum_(k < n) (H a k * K b k + K a k * H b k)) / n%:R) * ((\sum_(k < n) (H a k * H b k)) / n%:R)))
  = 4%:R / n%:R * (\sum_(a < d) \sum_(k < n) ((\sum_(b < d) ((\sum_(l < n) (H a l * H b l)) / n%:R * H b k)) * K a k)).
Proof.
pose M a b : R := (\sum_(k < n) (H a k * H b k)) / n%:R; pose P a b : R := \sum_(k < n) (K a k * H b k).
have sym a b : M a b = M b a by rewrite /M; congr (_ / _); apply: eq_bigr => k _; rewrite mulrC.
have one : \sum_(a < d) \sum_(b < d) (M a b * P b a) = \sum_(a < d) \sum_(b < d) (M a b * P a b).
  by rewrite exchange_big; apply: eq_bigr => a _; apply: eq_bigr => b _; rewrite sym.
have -> : \sum_(a < d) \sum_(k < n) ((\sum_(b < d) (M a b * H b k)) * K a k) = \sum_(a < d) \sum_(b < d) (M a b * P a b).
  apply: eq_bigr => a _; under eq_bigr do rewrite mulr_suml.
  rewrite exchange_big; apply: eq_bigr => b _; rewrite /P mulr_sumr; apply: eq_bigr => k _.
  by rewrite -mulrA; congr (_ * _); rewrite mulrC.
transitivity (\sum_(a < d) \sum_(b < d) (2%:R / n%:R * (M a b * P b a) + 2%:R / n%:R * (M a b * P a b))).
  apply: eq_bigr => a _; apply: eq_bigr => b _; rewrite -/(M a b).
  have -> : \sum_(k < n) (H a k * K b k + K a k * H b k) = P b a + P a b.
    by rewrite -big_split; apply: eq_bigr => k _; rewrite [H a k * _]mulrC.
  by ring.
under eq_bigr do rewrite big_split /= -!mulr_sumr.
by rewrite big_split /= -!mulr_sumr one -mulrDl -mulrDl -natrD.
Qed.

Lemma norm_positive (R : rcfType) (d n : nat) (H : nat -> nat -> R) : (0 < n)%N ->
  (exists2 i, (i < d)%N & (exists2 k, (k < n)%N & H i k != 0)) ->
  0 < \sum_(a < d) (\sum_(b < d) (((\sum_(k < n) (H a k * H b k)) / n%:R) * ((\sum_(k < n) (H a k * H b k)) / n%:R))).
Proof.
move=> n0 /positive F0; have N0 : 0 < n%:R :> R by rewrite ltr0n.
have := divr_gt0 F0 (mulr_gt0 N0 N0); congr (_ < _); rewrite mulr_suml; apply: eq_bigr => a _.
by rewrite mulr_suml; apply: eq_bigr => b _; rewrite mulf_div.
Qed.

(* The derivative of r. *)
Lemma along (R : rcfType) (d n : nat) (H K : nat -> nat -> R) : (0 < n)%N ->
  (exists2 i, (i < d)%N & (exists2 k, (k < n)%N & H i k != 0)) ->
  let T := \sum_(a < d) ((\sum_(k < n) (H a k * H a k)) / n%:R) in
  let F := \sum_(a < d) (\sum_(b < d) (((\sum_(k < n) (H a k * H b k)) / n%:R) * ((\sum_(k < n) (H a k * H b k)) / n%:R))) in
  let T' := \sum_(a < d) ((\sum_(k < n) (H a k * K a k + K a k * H a k)) / n%:R) in
  let F' := \sum_(a < d) (\sum_(b < d) (((\sum_(k < n) (H a k * H b k)) / n%:R) * ((\sum_(k < n) (H a k * K b k + K a k * H b k)) / n%:R)
    + ((\sum_(k < n) (H a k * K b k + K a k * H b k)) / n%:R) * ((\sum_(k < n) (H a k * H b k)) / n%:R))) in
  (T * T' + T' * T - T * T / F * F') / F
  = 4%:R / n%:R * (T / F * (\sum_(a < d) \sum_(k < n) (H a k * K a k))
    - T * T / (F * F) * (\sum_(a < d) \sum_(k < n) ((\sum_(b < d) ((\sum_(l < n) (H a l * H b l)) / n%:R * H b k)) * K a k))).
Proof.
move=> n0 some T F T' F'; rewrite /T' along_trace /F' along_square.
have F0 : F != 0 by rewrite gt_eqF // norm_positive.
by field; rewrite F0 pnatr_eq0 -lt0n n0.
Qed.

(* A sum over the places of a matrix with a single 1. *)
Lemma pick (R : rcfType) (d n i j : nat) (f : nat -> nat -> R) : (i < d)%N -> (j < n)%N ->
  \sum_(a < d) (\sum_(k < n) (f a k * ((a == i :> nat)%:R * (k == j :> nat)%:R))) = f i j.
Proof.
move=> hi hj; transitivity (\sum_(a < d) ((a == i :> nat)%:R * \sum_(k < n) ((k == j :> nat)%:R * f a k))).
  by apply: eq_bigr => a _; rewrite mulr_sumr; apply: eq_bigr => k _; rewrite mulrCA [f a k * _]mulrC mulrA.
by rewrite (one_of (fun a => \sum_(k < n) ((k == j :> nat)%:R * f a k))) // one_of.
Qed.
