(* W I W' = I, whose diagonal is 1. *)
Theorem proof : statement.
Proof.
move=> R d W d2 orth.
have one i j : (i < d)%N -> (j < d)%N ->
    \sum_(a < d) (W i a * \sum_(b < d) ((a == b :> nat)%:R * W j b)) = (i == j :> nat)%:R.
  move=> id jd; rewrite -(orth i id j jd); apply: eq_bigr => a _; congr (_ * _).
  rewrite (bigD1 a) //= eqxx mul1r big1 ?addr0 // => b ba.
  by rewrite eq_sym (inj_eq val_inj) (negbTE ba) mul0r.
rewrite big1 // => i _; rewrite big1 // => j _; rewrite !one // !eqxx mulr1 sqrtr1 divr1 subrr mulr0 //.
Qed.
