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

Theorem defined_proof : defined.
Proof.
move=> R d m gamma i j p W M s X d2 m1 ppos one indep even sym unit psd signs g0.
have same G := conjugated (G := G) indep even signs.
pose C (N A : nat -> nat -> R) (i j : nat) := \sum_(k < d) (((i == k :> nat)%:R + gamma * A i k) *
  \sum_(l < d) (N k l * ((j == l :> nat)%:R + gamma * A j l))).
pose SMS k l := s k * M k l * s l.
have ss k : (k < d)%N -> s k * s k = 1 by move=> /signs; case=> ->; rewrite ?mulrNN mulr1.
(* every S W S is one of the matrices *)
have other a : (a < m)%N -> exists2 b, (b < m)%N & forall k l, (k < d)%N -> (l < d)%N -> W b k l = s k * s l * W a k l.
  move=> am; pose G (A : nat -> nat -> R) : R := \prod_(k < d) (\prod_(l < d) (A k l == s k * s l * W a k l)%:R).
  have extG A B : (forall k l, (k < d)%N -> (l < d)%N -> A k l = B k l) -> G A = G B.
    by move=> h; apply: eq_bigr => k _; apply: eq_bigr => l _; rewrite h.
  have G0 A : 0 <= G A by apply: prodr_ge0 => k _; apply: prodr_ge0 => l _; exact: ler0n.
  have pos : 0 < \sum_(b < m) (p b * G (fun k l => s k * s l * W b k l)).
    apply: (@sum_gt0_at R m _ (Ordinal am)) => [b | ]; first by rewrite mulr_ge0 // ltW // ppos.
    rewrite mulr_gt0 ?ppos //= /G big1 ?ltr01 // => k _; rewrite big1 // => l _; by rewrite eqxx.
  move: pos; rewrite -(same G) // => pos.
  have [b nz] : exists b : 'I_m, G (W b) != 0.
    case: (pickP (fun b : 'I_m => G (W b) != 0)) => [b nb | none]; first by exists b.
    by move: pos; rewrite big1 ?ltxx // => b _; move: (none b) => /negbFE/eqP ->; rewrite mulr0.
  exists b => // k l kd ld; apply/eqP; apply: contraT => ne; move: nz.
  by rewrite /G (bigD1 (Ordinal kd)) //= (bigD1 (Ordinal ld)) //= (negbTE ne) !mul0r eqxx.
have shown : (forall a, (a < m)%N -> forall k, (k < d)%N -> C M (W a) k k != 0) ->
    forall a, (a < m)%N -> forall k, (k < d)%N -> C SMS (W a) k k != 0.
  move=> seen a am k kd; have [b bm Wb] := other a am.
  have -> : C SMS (W a) k k = C SMS (fun k l => s k * s l * W b k l) k k.
    have back l : (l < d)%N -> W a k l = s k * s l * W b k l.
      by move=> ld; rewrite Wb // mulrA mulrACA !ss // !mul1r.
    by apply: eq_bigr => c _; rewrite back //; congr (_ * _); apply: eq_bigr => l _; rewrite back.
  by rewrite /C image_turned // ss // mul1r; exact: seen.
split=> [hi hj _ seen a am | ]; first by rewrite mulf_neq0 // seen.
split=> [_ _ _ seen a am k kd l ld | ]; first by rewrite mulf_neq0 // seen.
by split=> [_ _ _ seen a am k kd l ld | hi hj _ seen a am]; rewrite mulf_neq0 //; apply: shown seen a am _ _.
Qed.
