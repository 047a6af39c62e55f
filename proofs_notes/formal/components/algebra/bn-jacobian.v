(* sigma dBN(x)[h]_i by the quotient rule, against (P h)_i less a share of <y, h> y_i: the mean of h counts for nothing. *)
Definition mid (R : rcfType) n (x : nat -> R) j := x j - (\sum_(i < n) x i) / n%:R.

Lemma no_sum (R : rcfType) n (x : nat -> R) : n%:R != 0 :> R -> \sum_(j < n) mid n x j = 0.
Proof.
by move=> n0; rewrite sumrB sumr_const card_ord -[_ *+ n]mulr_natr divfK // subrr.
Qed.

Lemma slope (R : rcfType) n (x h : nat -> R) (nu : R) i (S := \sum_(j < n) (mid n x j * mid n x j))
  (s := Num.sqrt (S / nu)) : n%:R != 0 :> R -> 0 < nu -> 0 < S ->
  s * ((mid n h i - ((mid n x i / s) * (((\sum_(j < n) (mid n x j * mid n h j + mid n h j * mid n x j)) / nu) / (s * 2%:R)))) / s)
  = mid n h i + (- ((\sum_(j < n) ((mid n x j / s) * h j)) * (mid n x i / s))) / nu.
Proof.
move=> n0 nu0 S0; have s0 : s != 0 by rewrite sqrtr_eq0 -ltNge divr_gt0.
have v0 : nu != 0 by rewrite gt_eqF.
pose W := \sum_(j < n) (mid n x j * mid n h j).
have -> : \sum_(j < n) (mid n x j * mid n h j + mid n h j * mid n x j) = 2%:R * W.
  by rewrite mulr_sumr; apply: eq_bigr => j _; ring.
have -> : \sum_(j < n) ((mid n x j / s) * h j) = W / s.
  rewrite /W mulr_suml; transitivity (\sum_(j < n) (mid n x j * mid n h j / s + ((\sum_(i < n) h i) / n%:R / s) * mid n x j)).
    by apply: eq_bigr => j _; rewrite [mid n h j]/mid; field; rewrite s0.
  by rewrite big_split /= -mulr_sumr no_sum // mulr0 addr0.
by field; rewrite s0 v0.
Qed.

Theorem proof : statement.
Proof.
move=> R n i x h n2 [a [b [an bn ab]]] _.
have n0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n (leq_trans _ n2).
have [k kn xk] : exists2 k, (k < n)%N & mid n x k != 0.
  case: (mid n x a =P 0) => [xa | /eqP xa]; last by exists a.
  exists b => //; apply: contraNneq ab => xb; rewrite -subr_eq0.
  have -> : x a - x b = mid n x a - mid n x b by rewrite /mid; ring.
  by rewrite xa xb subrr.
have S0 : 0 < \sum_(j < n) (mid n x j * mid n x j).
  rewrite (bigD1 (Ordinal kn)) //= ltr_paddr //; first by apply: sumr_ge0 => j _; rewrite -expr2 sqr_ge0.
  by rewrite -expr2 lt_neqAle eq_sym sqrf_eq0 xk sqr_ge0.
split=> [_ zero | _ _]; first by move: S0; rewrite [X in 0 < X]zero ltxx.
have n1 : 0 < n%:R :> R by rewrite ltr0n (leq_trans _ n2).
have m1 : 0 < n%:R + (- 1) :> R by rewrite subr_gt0 ltr1n.
split; first exact: slope.
split; first by rewrite [X in _ = _ + _ / X]addrC; exact: slope.
have := @slope R n x h 1 i n0 ltr01 S0.
by rewrite !divr1.
Qed.
