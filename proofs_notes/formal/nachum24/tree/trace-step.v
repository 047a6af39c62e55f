(* A row's children carry the sum of its squared deviations from the mean, sum v_j^2 - (sum v_j)^2/n. *)
Lemma squares (R : rcfType) (u : R) :
  Num.max u 0 * Num.max u 0 + Num.max (u * (- 1)) 0 * Num.max (u * (- 1)) 0 = u * u.
Proof.
rewrite mulrN1 !maxEle oppr_le0.
case: (lerP u 0) => h; last by rewrite (ltW h) mulr0 addr0.
case: (lerP 0 u) => h'; last by rewrite mulr0 add0r mulrNN.
have ->: u = 0 by apply/eqP; rewrite eq_le h h'.
by rewrite !mulr0 addr0.
Qed.

Lemma variance (R : rcfType) (n : nat) (x : nat -> R) : (0 < n)%N ->
  \sum_(j < n) ((x j - (\sum_(i < n) x i) / n%:R) * (x j - (\sum_(i < n) x i) / n%:R)) =
  \sum_(j < n) x j * x j - (\sum_(j < n) x j) * (\sum_(j < n) x j) / n%:R.
Proof.
move=> n0; set s := \sum_(i < n) x i.
rewrite (eq_bigr (fun j : 'I_n => x j * x j - x j * (s / n%:R) - s / n%:R * (x j - s / n%:R))).
  by rewrite !sumrB -mulr_sumr deviations // mulr0 subr0 -mulr_suml mulrA.
by move=> j _; rewrite mulrBl mulrBr.
Qed.

Theorem proof : statement.
Proof.
move=> R rows n V _ n0.
rewrite -big_split mulNr mulr_suml -sumrB; apply: eq_bigr => i _.
rewrite -big_split -(variance (V i) n0).
by apply: eq_bigr => j _; exact: squares.
Qed.
