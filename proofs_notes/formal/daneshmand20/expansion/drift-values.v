(* Entries rho + a e_ij, e_ij = 1 for i = j and else 0: sums of products of two rows, and of these with the entries. *)
Lemma diagonal (R : rcfType) (d : nat) (x y : R) (i : 'I_d) : \sum_(j < d) (x + y * (i == j :> nat)%:R) = d%:R * x + y.
Proof.
rewrite big_split /= sumr_const card_ord -[x *+ d]mulr_natl; congr (_ + _); rewrite (bigD1 i) //= eqxx mulr1 big1 ?addr0 // => j ji.
by rewrite eq_sym -val_eqE /= in ji *; rewrite (negbTE ji) mulr0.
Qed.

Lemma constant_sum (R : rcfType) (d : nat) (x : R) : \sum_(i < d) x = d%:R * x.
Proof. by rewrite sumr_const card_ord mulr_natl. Qed.

Theorem proof : statement.
Proof.
move=> R rho d _ _ d2; pose a := 1 - rho; pose e (i j : nat) := (i == j)%:R : R.
have sq i j : e i j * e i j = e i j by rewrite /e; case: (i == j); rewrite ?mulr1 ?mulr0.
have two (i j : 'I_d) : \sum_(k < d) ((rho + a * e i k) * (rho + a * e j k)) = d%:R * (rho * rho) + 2%:R * rho * a + a * a * e i j.
  transitivity (\sum_(k < d) (rho * rho + rho * a * e i k) + \sum_(k < d) (0 + (a * rho + a * a * e i j) * e j k)).
    have alg (r b x y z : R) : x * y = z * y -> (r + b * x) * (r + b * y) = r * r + r * b * x + (0 + (b * r + b * b * z) * y).
      have -> : (r + b * x) * (r + b * y) = r * r + r * b * x + r * b * y + b * b * (x * y) by ring.
      by move=> ->; ring.
    rewrite -big_split; apply: eq_bigr => k _; apply: alg; rewrite /e; case: (altP (nat_of_ord j =P k)) => [-> | _] //.
    by rewrite !mulr0.
  by rewrite !diagonal; ring.
pose n := d%:R * (rho * rho) + 2%:R * rho * a.
have own (i : 'I_d) : \sum_(k < d) ((rho + a * e i k) * (rho + a * e i k)) = n + a * a by rewrite two /e eqxx mulr1.
have cube : \sum_(i < d) (\sum_(j < d) ((\sum_(k < d) ((rho + a * e i k) * (rho + a * e j k))) * (rho + a * e i j))) =
    d%:R * (d%:R * (n * rho) + (n * a + a * a * rho + a * a * a)).
  rewrite -constant_sum; apply: eq_bigr => i _; rewrite -(diagonal (n * rho) _ i); apply: eq_bigr => j _; rewrite two -/n.
  have -> : (n + a * a * e i j) * (rho + a * e i j) = n * rho + (n * a + a * a * rho) * e i j + a * a * a * (e i j * e i j) by ring.
  by rewrite sq /e; ring.
have norms : \sum_(i < d) (\sum_(k < d) ((rho + a * e i k) * (rho + a * e i k))) = d%:R * (n + a * a).
  by rewrite -constant_sum; apply: eq_bigr => i _; exact: own.
have squares' : \sum_(i < d) ((\sum_(k < d) ((rho + a * e i k) * (rho + a * e i k))) * (\sum_(k < d) ((rho + a * e i k) * (rho + a * e i k)))) =
    d%:R * ((n + a * a) * (n + a * a)) by rewrite -constant_sum; apply: eq_bigr => i _; rewrite own.
rewrite [X in X - _ = _ /\ _]cube [X in _ - X = _ /\ _]squares'.
rewrite [X in _ /\ _ - X * 2%:R - _ + _ = _]norms [X in _ /\ _ - X * 8%:R + _ = _]cube [X in _ /\ _ + X * 8%:R = _]squares'.
by rewrite /n /a; split; ring.
Qed.
