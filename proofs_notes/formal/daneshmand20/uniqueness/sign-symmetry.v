(* S W S has the law of W, and C of S M S and S W S is S C S. *)
Theorem proof : statement.
Proof.
move=> R d m gamma i j p W M s X d2 m1 _ _ indep even _ _ _ signs _ hi hj _ _.
have same (G : (nat -> nat -> R) -> R) :
    (forall A B, (forall i j, (i < d)%N -> (j < d)%N -> A i j = B i j) -> G A = G B) ->
    \sum_(a < m) (p a * G (W a)) = \sum_(a < m) (p a * G (fun k l => s k * s l * W a k l)).
  move=> ext; apply/esym; apply: (@turned R m d p W (fun k l => s k * s l) G) => // k l hk hl.
  exact: (sign_pair signs hk hl (fun x => even (fun=> x) k hk l hl)).
pose C (N A : nat -> nat -> R) (i j : nat) := \sum_(k < d) (((i == k :> nat)%:R + gamma * A i k) *
  \sum_(l < d) (N k l * ((j == l :> nat)%:R + gamma * A j l))).
pose Y N A i j := C N A i j * `|C N A i j| / (C N A i i * C N A j j).
pose SMS k l := s k * M k l * s l.
have extY N A B k l : (forall i j, (i < d)%N -> (j < d)%N -> A i j = B i j) -> (k < d)%N -> (l < d)%N ->
    Y N A k l = Y N B k l.
  move=> h hk hl; have extC a b : (a < d)%N -> (b < d)%N -> C N A a b = C N B a b.
    by move=> ha hb; apply: eq_bigr => e _; rewrite h //; congr (_ * _); apply: eq_bigr => f _; rewrite h.
  by rewrite /Y !extC.
have turnY A k l : (k < d)%N -> (l < d)%N -> Y SMS (fun k l => s k * s l * A k l) k l = s k * s l * Y M A k l.
  move=> hk hl; rewrite /Y /C /SMS !image_turned //; by apply: signed_turned; exact: signs.
split.
  pose G (A : nat -> nat -> R) : R := \prod_(k < d) (\prod_(l < d) (1 - ((k != l :> nat)%:R *
    (X k l < ((s k * s k) * (s l * s l)) * Y SMS A k l)%R%:R))).
  transitivity (\sum_(a < m) (p a * G (W a))); first by [].
  rewrite same => [|A B h]; last by apply: eq_bigr => k _; apply: eq_bigr => l _; rewrite (extY SMS A B).
  apply: eq_bigr => a _; congr (_ * _); apply: eq_bigr => k _; apply: eq_bigr => l _; rewrite turnY //.
  have [-> _] := sign_square (signs k (ltn_ord k)); have [-> _] := sign_square (signs l (ltn_ord l)).
  by rewrite !mul1r.
transitivity (\sum_(a < m) (p a * Y SMS (W a) i j)); first by [].
rewrite (same (fun A => Y SMS A i j)) => [|A B h]; last exact: extY.
rewrite mulr_sumr; apply: eq_bigr => a _; by rewrite turnY // mulrCA.
Qed.
