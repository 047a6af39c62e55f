(* S W S has the law of W, and C of S M S and S W S is S C S. *)
Theorem proof : statement.
Proof.
move=> R d m gamma i j p W M s X d2 m1 _ _ indep even _ _ _ signs _ hi hj _ _.
have same G := conjugated (G := G) indep even signs.
pose C (N A : nat -> nat -> R) (i j : nat) := \sum_(k < d) (((i == k :> nat)%:R + gamma * A i k) *
  \sum_(l < d) (N k l * ((j == l :> nat)%:R + gamma * A j l))).
pose Y N A i j := C N A i j * `|C N A i j| / (C N A i i * C N A j j).
pose SMS k l := s k * M k l * s l.
have [ext turn] := signed_images d gamma.
have extY N A B k l h hk hl : Y N A k l = Y N B k l := ext N A B k l h hk hl.
have turnY M' A (s' : nat -> R) k l signs' hk hl : Y (fun k l => s' k * M' k l * s' l) (fun k l => s' k * s' l * A k l) k l =
  s' k * s' l * Y M' A k l := turn M' A s' k l signs' hk hl.
split.
  pose G (A : nat -> nat -> R) : R := \prod_(k < d) (\prod_(l < d) (1 - ((k != l :> nat)%:R *
    (X k l < Y SMS A k l)%R%:R))).
  transitivity (\sum_(a < m) (p a * G (W a))); first by [].
  rewrite same => [|A B h]; last by apply: eq_bigr => k _; apply: eq_bigr => l _; rewrite (extY SMS A B).
  by apply: eq_bigr => a _; congr (_ * _); apply: eq_bigr => k _; apply: eq_bigr => l _; rewrite (turnY M _ s).
transitivity (\sum_(a < m) (p a * Y SMS (W a) i j)); first by [].
rewrite (same (fun A => Y SMS A i j)) => [|A B h]; last exact: extY.
rewrite mulr_sumr; apply: eq_bigr => a _; by rewrite (turnY M _ s) // mulrCA.
Qed.
