(* W I W' = I, whose diagonal is 1. *)
Lemma one_of (R : rcfType) (d : nat) (W : nat -> nat -> R) i j :
  (forall j, (j < d)%N -> forall i, (i < d)%N -> \sum_(k < d) (W j k * W i k) = (j == i :> nat)%:R) ->
  (i < d)%N -> (j < d)%N ->
  \sum_(a < d) (W i a * \sum_(b < d) ((a == b :> nat)%:R * W j b)) = (i == j :> nat)%:R.
Proof.
move=> orth id jd; rewrite -(orth i id j jd); apply: eq_bigr => a _; congr (_ * _).
rewrite (bigD1 a) //= eqxx mul1r big1 ?addr0 // => b ba.
by rewrite eq_sym (inj_eq val_inj) (negbTE ba) mul0r.
Qed.

Theorem proof : statement.
Proof.
move=> R d W d2 orth; rewrite big1 // => i _; rewrite big1 // => j _.
by rewrite !(one_of orth) // !eqxx mulr1 sqrtr1 divr1 subrr mulr0.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d W d2 orth.
split=> i id j jd; rewrite !(one_of orth) // !eqxx mulr1 ?ler01 // sqrtr1 oner_eq0 //.
Qed.
