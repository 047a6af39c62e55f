(* Each row over its norm has squares of sum 1, and there are d rows. *)
Lemma unit_row (R : rcfType) (n : nat) (x : nat -> R) : (exists2 j, (j < n)%N & x j != 0) ->
  \sum_(j < n) (x j / Num.sqrt (\sum_(i < n) x i * x i)) * (x j / Num.sqrt (\sum_(i < n) x i * x i)) = 1.
Proof.
move=> [k kn xk].
have sq0 (i : nat) : 0 <= x i * x i by rewrite -expr2 sqr_ge0.
have S0 : 0 < \sum_(i < n) x i * x i.
  rewrite (bigD1 (Ordinal kn)) //= ltr_paddr //; first by apply: sumr_ge0.
  by rewrite -expr2 lt_neqAle eq_sym sqrf_eq0 xk sqr_ge0.
have root2 : Num.sqrt (\sum_(i < n) x i * x i) * Num.sqrt (\sum_(i < n) x i * x i) = \sum_(i < n) x i * x i.
  by rewrite -expr2 sqr_sqrtr // ltW.
under eq_bigr do rewrite mulf_div root2.
by rewrite -mulr_suml divff // gt_eqF.
Qed.

Theorem proof : statement.
Proof.
move=> R d n M d1 n2 rows.
have unit (i : 'I_d) := @unit_row R n (M i) (rows i (ltn_ord i)).
split; first by rewrite (eq_bigr _ (fun i _ => unit i)) sumr_const card_ord.
have d0 : 0 < d%:R :> R by rewrite ltr0n.
under eq_bigr => i _.
  under eq_bigr do rewrite mulf_div -[X in _ / X]expr2 sqr_sqrtr ?ler0n //.
  rewrite -mulr_suml unit.
  over.
by rewrite sumr_const card_ord mul1r -mulr_natl divff // gt_eqF.
Qed.
