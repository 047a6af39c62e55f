(* Rows of the block of ones and of the frame: sums over the one and over the other. *)
Lemma parts (R : rcfType) (p q : nat) (f : nat -> R) : \sum_(i < (p + q)%N) f i = \sum_(i < p) f i + \sum_(i < q) f (p + i)%N.
Proof. by rewrite big_split_ord. Qed.

Lemma alike (R : rcfType) (d : nat) (f : nat -> R) (x : R) : (forall i, (i < d)%N -> f i = x) -> \sum_(i < d) f i = d%:R * x.
Proof. by move=> h; rewrite (eq_bigr (fun=> x)) => [|i _]; rewrite ?sumr_const ?card_ord ?mulr_natl ?h. Qed.

Lemma diagonal (R : rcfType) (d : nat) (x y : R) i : (i < d)%N -> \sum_(j < d) (x + y * (i == j :> nat)%:R) = d%:R * x + y.
Proof.
move=> id; rewrite big_split /= sumr_const card_ord -[x *+ d]mulr_natl; congr (_ + _); rewrite (bigD1 (Ordinal id)) //= eqxx mulr1.
by rewrite big1 ?addr0 // => j ji; rewrite eq_sym -val_eqE /= in ji *; rewrite (negbTE ji) mulr0.
Qed.

Theorem proof : statement.
Proof.
move=> R p q p0 q2; pose c : R := - 1 / (q%:R + - 1); pose x (i : nat) := (i < p)%N%:R : R.
pose m (i j : nat) : R := x i * x j + (1 - x i) * (1 - x j) * (c + (1 - c) * (i == j)%:R).
have x1 i : (i < p)%N -> x i = 1 by rewrite /x => ->.
have x0 i : x (p + i)%N = 0 by rewrite /x ltnNge leq_addr.
have m1 i j : (i < p)%N -> (j < p)%N -> m i j = 1 by move=> hi hj; rewrite /m !x1 //; ring.
have m10 i j : (i < p)%N -> m i (p + j)%N = 0 by move=> hi; rewrite /m x1 // x0; ring.
have m01 i j : (j < p)%N -> m (p + i)%N j = 0 by move=> hi; rewrite /m x0 x1 //; ring.
have m0 i j : m (p + i)%N (p + j)%N = c + (1 - c) * (i == j)%:R by rewrite /m !x0 eqn_add2l; ring.
pose s i j := \sum_(k < (p + q)%N) (m i k * m j k); pose n := q%:R * (c * c) + 2%:R * c * (1 - c).
have s1 i j : (i < p)%N -> (j < p)%N -> s i j = p%:R.
  move=> hi hj; rewrite /s (parts p q (fun k => m i k * m j k)) (alike (f := fun k => m i k * m j k) (x := 1)) => [|k hk]; last by rewrite !m1 // mulr1.
  by rewrite (alike (f := fun k => m i (p + k)%N * m j (p + k)%N) (x := 0)) => [|k hk]; rewrite ?m10 ?mulr0 ?addr0 ?mulr1.
have s0 i j : (i < q)%N -> (j < q)%N -> s (p + i)%N (p + j)%N = n + (1 - c) * (1 - c) * (i == j)%:R.
  move=> hi hj; rewrite /s (parts p q (fun k => m (p + i)%N k * m (p + j)%N k)) (alike (f := fun k => m (p + i)%N k * m (p + j)%N k) (x := 0)) => [|k hk]; last by rewrite m01 // mul0r.
  rewrite mulr0 add0r (eq_bigr (fun k : 'I_q => (c * c + c * (1 - c) * (i == k :> nat)%:R) +
    (0 + ((1 - c) * c + (1 - c) * (1 - c) * (i == j)%:R) * (j == k :> nat)%:R))) => [|k _].
    by rewrite big_split /= !diagonal // /n; ring.
  have alg (b y z t : R) : y * z = t * z -> (b + (1 - b) * y) * (b + (1 - b) * z) =
      (b * b + b * (1 - b) * y) + (0 + ((1 - b) * b + (1 - b) * (1 - b) * t) * z).
    have -> : (b + (1 - b) * y) * (b + (1 - b) * z) = b * b + b * (1 - b) * y + (1 - b) * b * z + (1 - b) * (1 - b) * (y * z) by ring.
    by move=> ->; ring.
  by rewrite !m0; apply: alg; case: (altP (j =P k)) => [-> | _] //; rewrite !mulr0.
have nc : n + (1 - c) * (1 - c) = q%:R / (q%:R - 1).
  by rewrite /n /c; field; rewrite subr_eq0 pnatr_eq1 -[q]prednK // ?(ltnW q2) //; case: (q) q2 => [|[]].
have T : \sum_(i < (p + q)%N) (\sum_(j < (p + q)%N) (s i j * m i j)) = p%:R * (p%:R * p%:R) + q%:R * (q%:R * (n * c) + (n * (1 - c) + (1 - c) * (1 - c))).
  rewrite (parts p q (fun i => \sum_(j < (p + q)%N) (s i j * m i j))); congr (_ + _).
    apply: (alike (f := fun i => \sum_(j < (p + q)%N) (s i j * m i j))) => i hi; rewrite (parts p q (fun j => s i j * m i j)) (alike (f := fun j => s i j * m i j) (x := p%:R)) => [|j hj]; last by rewrite s1 // m1 // mulr1.
    by rewrite (alike (f := fun j => s i (p + j)%N * m i (p + j)%N) (x := 0)) => [|j hj]; rewrite ?m10 ?mulr0 ?addr0.
  apply: (alike (f := fun i => \sum_(j < (p + q)%N) (s (p + i)%N j * m (p + i)%N j))) => i hi.
  rewrite (parts p q (fun j => s (p + i)%N j * m (p + i)%N j)) (alike (f := fun j => s (p + i)%N j * m (p + i)%N j) (x := 0)) => [|j hj]; last by rewrite m01 // mulr0.
  have alg (f : bool) (y v w : R) : (y + v * f%:R) * (w + (1 - w) * f%:R) = y * w + (y * (1 - w) + v) * f%:R by case: f => /=; ring.
  rewrite mulr0 add0r -(diagonal (n * c) _ hi); apply: eq_bigr => j _; rewrite s0 // m0; exact: alg.
have D : \sum_(i < (p + q)%N) (s i i * s i i) = p%:R * (p%:R * p%:R) + q%:R * ((n + (1 - c) * (1 - c)) * (n + (1 - c) * (1 - c))).
  rewrite (parts p q (fun i => s i i * s i i)); congr (_ + _).
    by apply: (alike (f := fun i => s i i * s i i)) => i hi; rewrite s1.
  by apply: (alike (f := fun i => s (p + i)%N (p + i)%N * s (p + i)%N (p + i)%N)) => i hi; rewrite s0 // eqxx mulr1.
have q1 : q%:R - 1 != 0 :> R by rewrite subr_eq0 pnatr_eq1; case: (q) q2 => [|[]].
rewrite [X in X = _ /\ _]T [X in _ /\ X = _]D; move: q1; rewrite /n /c => q1.
by split; field; rewrite addrC.
Qed.
