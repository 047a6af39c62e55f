(* Row b added to row a w times keeps the determinant, or multiplies it by 1 + w where b = a; then the same of columns. *)
Lemma row_added (R : rcfType) (d a b : nat) (w : R) (N : nat -> nat -> R) : (a < d)%N -> (b < d)%N ->
  \det (\matrix_(r < d, c < d) (N r c + (r == a :> nat)%:R * w * N b c)) =
    (1 + w * (b == a :> nat)%:R) * \det (\matrix_(r < d, c < d) N r c).
Proof.
move=> ha hb; pose A := Ordinal ha.
pose C : 'M[R]_d := \matrix_(r < d, c < d) (if r == A then N b c else N r c).
have -> : \det (\matrix_(r < d, c < d) (N r c + (r == a :> nat)%:R * w * N b c)) =
    1 * \det (\matrix_(r < d, c < d) N r c) + w * \det C.
  apply: (@determinant_multilinear _ _ _ _ _ A).
  - by apply/rowP => c; rewrite !mxE /= !eqxx !mul1r.
  - apply/matrixP => r c; rewrite !mxE; have /negbTE h : lift A r != A by rewrite eq_sym neq_lift.
    by move: h; rewrite -val_eqE /= => ->; rewrite !mul0r addr0.
  apply/matrixP => r c; rewrite !mxE; have /negbTE h : lift A r != A by rewrite eq_sym neq_lift.
  by rewrite h; move: h; rewrite -val_eqE /= => ->; rewrite !mul0r addr0.
have -> : \det C = (b == a :> nat)%:R * \det (\matrix_(r < d, c < d) N r c).
  case: eqP => [e | /eqP ne].
    by rewrite mul1r; congr (\det _); apply/matrixP => r c; rewrite !mxE; case: eqP => // ->; rewrite e.
  rewrite mul0r; apply: (@determinant_alternate _ _ _ A (Ordinal hb)).
    by rewrite -val_eqE /= eq_sym.
  move=> c; rewrite !mxE eqxx; case: eqP => // /(congr1 val) /= e; by rewrite e eqxx in ne.
ring.
Qed.

Lemma both_added (R : rcfType) (d a b : nat) (w : R) (M : nat -> nat -> R) : (a < d)%N -> (b < d)%N ->
  \det (\matrix_(r < d, c < d) (M r c + (r == a :> nat)%:R * w * M b c +
    (c == a :> nat)%:R * w * (M r b + (r == a :> nat)%:R * w * M b b))) =
  (1 + w * (b == a :> nat)%:R) * (1 + w * (b == a :> nat)%:R) * \det (\matrix_(r < d, c < d) M r c).
Proof.
move=> ha hb; rewrite -mulrA -(row_added w M ha hb) -[in RHS]det_tr.
rewrite -[RHS](_ : \det (\matrix_(r < d, c < d) ((M c r + (c == a :> nat)%:R * w * M b r) +
    (r == a :> nat)%:R * w * (M c b + (c == a :> nat)%:R * w * M b b))) = _); last first.
  rewrite (row_added w (fun r c => M c r + (c == a :> nat)%:R * w * M b r) ha hb); congr (_ * \det _).
  by apply/matrixP => r c; rewrite !mxE.
by rewrite -det_tr; congr (\det _); apply/matrixP => r c; rewrite !mxE.
Qed.

Theorem proof : statement.
Proof.
move=> R d M d2 sym unit _ D0.
set D := \det _ in D0 *.
transitivity (\sum_(a < d) (\sum_(b < d) (2%:R * (M a b * M a b) - 1 - (b == a :> nat)%:R))).
  apply: eq_bigr => a _; apply: eq_bigr => b _; have ha := ltn_ord a; have hb := ltn_ord b.
  set up := \det _; set down := \det (\matrix_(r < d, c < d) (_ + _ * (- 1) * _ + _)).
  have -> : up = (1 + (b == a :> nat)%:R) * (1 + (b == a :> nat)%:R) * D.
    transitivity ((1 + 1 * (b == a :> nat)%:R) * (1 + 1 * (b == a :> nat)%:R) * D); last by rewrite !mul1r.
    rewrite /D -(both_added 1 M ha hb) /up; congr (\det _); apply/matrixP => r c; rewrite !mxE; ring.
  have -> : down = (1 - (b == a :> nat)%:R) * (1 - (b == a :> nat)%:R) * D.
    transitivity ((1 + - 1 * (b == a :> nat)%:R) * (1 + - 1 * (b == a :> nat)%:R) * D); last by rewrite !mulN1r.
    by rewrite /D -(both_added (- 1) M ha hb).
  by case: eqP => _ /=; field; exact: D0.
have row (a : nat) : (a < d)%N -> \sum_(b < d) (2%:R * (M a b * M a b) - 1 - (b == a :> nat)%:R) =
    2%:R * (\sum_(b < d) (M a b * M a b)) - d%:R - 1.
  move=> ha; transitivity (2%:R * (\sum_(b < d) (M a b * M a b)) - \sum_(b < d) (1 : R) -
      \sum_(b < d) ((b == a :> nat)%:R * 1)).
    rewrite mulr_sumr -!sumrB; apply: eq_bigr => b _; ring.
  by rewrite alike (one_of (fun=> 1)) // mulr1.
transitivity (\sum_(a < d) (2%:R * (\sum_(b < d) (M a b * M a b)) - (d%:R + 1))).
  by apply: eq_bigr => a _; rewrite row //; ring.
rewrite sumrB -mulr_sumr alike; set F := \sum_(a < d) (\sum_(b < d) (M a b * M a b)); move: F => F; ring.
Qed.
