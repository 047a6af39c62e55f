(* Row i of e HQ + W HQ is that of e H + W H times Q, which leaves its norm alone. *)
Lemma norm_kept (R : rcfType) (n : nat) (z : nat -> R) (Q : nat -> nat -> R) :
  (forall a, (a < n)%N -> forall b, (b < n)%N -> \sum_(k < n) (Q a k * Q b k) = (a == b :> nat)%:R) ->
  \sum_(k < n) ((\sum_(a < n) (z a * Q a k)) * (\sum_(a < n) (z a * Q a k))) = \sum_(a < n) (z a * z a).
Proof.
move=> orth.
transitivity (\sum_(k < n) (\sum_(a < n) (\sum_(b < n) (z a * z b * (Q a k * Q b k))))).
  by apply: eq_bigr => k _; rewrite mulr_suml; apply: eq_bigr => a _; rewrite mulr_sumr;
    apply: eq_bigr => b _; rewrite mulrACA.
rewrite exchange_big; apply: eq_bigr => a _; rewrite exchange_big (bigD1 a) //= [X in _ + X]big1 => [|b ba].
  by rewrite addr0 -mulr_sumr orth // eqxx mulr1.
by rewrite -mulr_sumr orth // -val_eqE eq_sym in ba *; rewrite (negbTE ba) mulr0.
Qed.

Theorem proof : statement.
Proof.
move=> R d N dQ e i j W H Q d2 N1 _ orth.
pose z a := e * H i a + \sum_(c < d) (W i c * H c a).
have image n k : e * (\sum_(a < n) (H i a * Q a k)) + \sum_(c < d) (W i c * (\sum_(a < n) (H c a * Q a k)))
    = \sum_(a < n) (z a * Q a k).
  rewrite mulr_sumr; under [X in _ + X]eq_bigr do rewrite mulr_sumr.
  rewrite exchange_big -big_split; apply: eq_bigr => a _ /=.
  by rewrite /z mulrDl mulr_suml mulrA; congr (_ + _); apply: eq_bigr => c _; rewrite mulrA.
have all k : (k < N)%N -> dQ = N -> \sum_(k < dQ) ((\sum_(a < N) (z a * Q a k)) * (\sum_(a < N) (z a * Q a k)))
    = \sum_(a < N) (z a * z a).
  by move=> _ eq; subst dQ; apply: norm_kept.
have rows m : \sum_(k < m) ((e * (\sum_(a < N) (H i a * Q a k)) + \sum_(c < d) (W i c * (\sum_(a < N) (H c a * Q a k))))
    * (e * (\sum_(a < N) (H i a * Q a k)) + \sum_(c < d) (W i c * (\sum_(a < N) (H c a * Q a k)))))
    = \sum_(k < m) ((\sum_(a < N) (z a * Q a k)) * (\sum_(a < N) (z a * Q a k))).
  by apply: eq_bigr => k _; rewrite !image.
rewrite rows image.
split; first by move=> _ jN eQ hz /eqP; rewrite (all j jN eQ) (gt_eqF (squares hz)).
move=> _ jN eQ hz _; rewrite (all j jN eQ) signed eQ //.
by rewrite divr_gt0 ?ltr0n // (squares hz).
Qed.
