(* Off the diagonal the entries of I/n are 0; on it, the shares of the trace sum to 1. *)
Lemma spread (R : rcfType) (r : nat) (x : nat -> R) (c : R) :
  \sum_(i < r) (x i - c) * (x i - c) =
  (\sum_(i < r) x i * x i) - (c *+ 2) * (\sum_(i < r) x i) + r%:R * (c * c).
Proof.
rewrite mulr_sumr -sumrB -[r in r%:R]card_ord -sumr_const mulr_suml -big_split /=.
by apply: eq_bigr => i _; ring.
Qed.

Theorem proof : statement.
Proof.
move=> R d n H d1 n2 rows.
pose C i j := \sum_(k < d) H k i * H k j.
pose T := \sum_(j < n) C j j.
have n0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n (leq_trans _ n2).
have T0 : 0 < T.
  have [j jn Hj] := rows 0%N d1.
  have sq (k i : nat) : 0 <= H k i * H k i by rewrite -expr2 sqr_ge0.
  rewrite /T (bigD1 (Ordinal jn)) //= ltr_paddr //; first by apply: sumr_ge0 => i _; apply: sumr_ge0.
  rewrite /C (bigD1 (Ordinal d1)) //= ltr_paddr //; first by apply: sumr_ge0.
  by rewrite -expr2 lt_neqAle eq_sym sqrf_eq0 Hj sqr_ge0.
have Tn : T != 0 by rewrite gt_eqF.
pose Q := \sum_(i < n) \sum_(j < n) C i j * C i j.
suff: (\sum_(i < n) \sum_(j < n) (C i j / T) * (C i j / T)) - (\sum_(i < n) (C i i / T) * (C i i / T))
  + (\sum_(i < n) (C i i / T - 1 / n%:R) * (C i i / T - 1 / n%:R)) = - 1 / n%:R + Q / (T * T) by [].
have -> : \sum_(i < n) \sum_(j < n) (C i j / T) * (C i j / T) = Q / (T * T).
  rewrite mulr_suml; apply: eq_bigr => i _; rewrite mulr_suml; apply: eq_bigr => j _.
  by rewrite mulf_div.
rewrite (spread n (fun i => C i i / T)) -mulr_suml -/T divff //.
move: Q (\sum_(i < n) (C i i / T) * (C i i / T)) => q p.
by field; rewrite n0 Tn.
Qed.
