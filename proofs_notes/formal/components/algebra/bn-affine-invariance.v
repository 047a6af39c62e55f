(* A factor c > 0 of a row is one of its root mean square; the mean of cx + b is c times that of x, plus b. *)
Lemma rescaled (R : rcfType) (n : nat) (x : nat -> R) (c u : R) : 0 < c ->
  c * u / Num.sqrt ((\sum_(j < n) (c * x j * (c * x j))) / n%:R) = u / Num.sqrt ((\sum_(j < n) (x j * x j)) / n%:R).
Proof.
move=> c0; have -> : \sum_(j < n) (c * x j * (c * x j)) = c ^+ 2 * \sum_(j < n) (x j * x j).
  by rewrite mulr_sumr; apply: eq_bigr => j _; rewrite expr2 mulrACA.
rewrite -[X in Num.sqrt X]mulrA sqrtrM ?sqr_ge0 // sqrtr_sqr gtr0_norm //.
by rewrite -mulf_div divff ?gt_eqF // mul1r.
Qed.

Lemma moved (R : rcfType) (n : nat) (x : nat -> R) (c b : R) (i : nat) : (0 < n)%N ->
  c * x i + b - (\sum_(k < n) (c * x k + b)) / n%:R = c * (x i - (\sum_(k < n) x k) / n%:R).
Proof.
move=> n0; have n1 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
rewrite big_split /= -mulr_sumr sumr_const card_ord -[b *+ n]mulr_natr mulrDl mulfK //.
by rewrite opprD [_ - b]addrC addrA addrK mulrBr mulrA.
Qed.

Lemma not_zero (R : rcfType) (n : nat) (f : nat -> R) (k : nat) : (k < n)%N -> f k != 0 ->
  \sum_(j < n) (f j * f j) != 0.
Proof.
move=> kn fk; rewrite gt_eqF // (bigD1 (Ordinal kn)) //= ltr_paddr //.
  by apply: sumr_ge0 => j _; rewrite -expr2 sqr_ge0.
by rewrite -expr2 lt_neqAle eq_sym sqrf_eq0 fk sqr_ge0.
Qed.

Theorem proof : statement.
Proof.
move=> R n c b i x n2 [p [q [pn qn pq]]] c0; have n0 : (0 < n)%N by exact: leq_trans n2.
have some (e : R) : exists2 k, (k < n)%N & x k != e.
  case: (x p =P e) => [xp | /eqP xp]; last by exists p.
  by exists q => //; rewrite -xp eq_sym.
have c1 : c != 0 by rewrite gt_eqF.
have {some} [[k kn xk] [l ln xl]] := (some 0, some ((\sum_(i < n) x i) / n%:R)).
set D := fun j => x j - (\sum_(i < n) x i) / n%:R.
have D2 : \sum_(j < n) (D j * D j) != 0 by apply: (not_zero (f := D) ln); rewrite subr_eq0.
have x2 : \sum_(j < n) (x j * x j) != 0 by exact: (not_zero kn).
have image (a : R) : a != 0 -> \sum_(j < n) ((a * x j + b - (\sum_(k < n) (a * x k + b)) / n%:R)
    * (a * x j + b - (\sum_(k < n) (a * x k + b)) / n%:R)) = \sum_(j < n) ((a * D j) * (a * D j)).
  by move=> a0; apply: eq_bigr => j _; rewrite !moved.
have scaled (a : R) (f : nat -> R) : a != 0 -> \sum_(j < n) (f j * f j) != 0 ->
    \sum_(j < n) ((a * f j) * (a * f j)) != 0.
  move=> a0 f2; have -> : \sum_(j < n) (a * f j * (a * f j)) = (a * a) * \sum_(j < n) (f j * f j).
    by rewrite mulr_sumr; apply: eq_bigr => j _; rewrite mulrACA.
  by rewrite !mulf_neq0.
have cN : - c != 0 by rewrite oppr_eq0.
rewrite !image // !moved // -/(D i).
have turned (f : nat -> R) : \sum_(j < n) (- c * f j * (- c * f j)) = \sum_(j < n) (c * f j * (c * f j)).
  by apply: eq_bigr => j _; rewrite !mulNr mulrN opprK.
rewrite !turned.
split; first by move=> _ /eqP; rewrite (negbTE D2).
split; first by move=> _ _ /eqP; rewrite (negbTE x2).
split; first by move=> _ _ _ /eqP; rewrite (negbTE (scaled c D c1 D2)).
split; first by move=> _ _ _ _ /eqP; rewrite (negbTE (scaled c x c1 x2)).
split; first by move=> _ _ _ _ _ /eqP; rewrite (negbTE (scaled c D c1 D2)).
split; first by move=> _ _ _ _ _ _ /eqP; rewrite (negbTE (scaled c x c1 x2)).
by move=> _ _ _ _ _ _ _; rewrite !mulNr !rescaled.
Qed.
