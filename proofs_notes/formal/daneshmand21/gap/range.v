(* With S the sum of the eigenvalues, V^2 = (sum of their squares)/S^2 - 1/n: between 1/r - 1/n by the squares of
   the differences from the mean, and 1 - 1/n since products of positive numbers are positive. *)
Section Sums.
Lemma spread (R : rcfType) (r : nat) (x : nat -> R) (c : R) :
  \sum_(i < r) (x i - c) * (x i - c) =
  (\sum_(i < r) x i * x i) - (c *+ 2) * (\sum_(i < r) x i) + r%:R * (c * c).
Proof.
rewrite mulr_sumr -sumrB -[r in r%:R]card_ord -sumr_const mulr_suml -big_split /=.
by apply: eq_bigr => i _; ring.
Qed.

Lemma squares_below (R : rcfType) (r : nat) (x : nat -> R) : (forall i, (i < r)%N -> 0 <= x i) ->
  \sum_(i < r) x i * x i <= (\sum_(i < r) x i) * \sum_(i < r) x i.
Proof.
elim: r => [|r IH] h; first by rewrite !big_ord0 mulr0.
rewrite !big_ord_recr /=.
have s0 : 0 <= \sum_(i < r) x i by apply: sumr_ge0 => i _; apply: h; rewrite ltnS ltnW.
have x0 : 0 <= x r by apply: h.
have le := IH (fun i hi => h i (ltnW hi)).
rewrite -subr_ge0.
have -> : (\sum_(i < r) x i + x r) * (\sum_(i < r) x i + x r) - (\sum_(i < r) x i * x i + x r * x r)
  = ((\sum_(i < r) x i) * (\sum_(i < r) x i) - \sum_(i < r) x i * x i) + ((\sum_(i < r) x i) * x r) *+ 2 by ring.
by rewrite addr_ge0 ?subr_ge0 // mulrn_wge0 // mulr_ge0.
Qed.

Lemma mean_below (R : rcfType) (r : nat) (x : nat -> R) : (0 < r)%N -> \sum_(i < r) x i = 1 ->
  1 / r%:R <= \sum_(i < r) x i * x i.
Proof.
move=> r0 s1.
have rn : r%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have : 0 <= \sum_(i < r) (x i - 1 / r%:R) * (x i - 1 / r%:R).
  by apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0.
rewrite spread s1 -[1 / r%:R <= _]subr_ge0.
suff -> : (\sum_(i < r) x i * x i) - (1 / r%:R *+ 2) * 1 + r%:R * (1 / r%:R * (1 / r%:R))
  = (\sum_(i < r) x i * x i) - 1 / r%:R by [].
by field.
Qed.
End Sums.

Theorem proof : statement.
Proof.
move=> R r more lam r1 pos.
set S := \sum_(i < r) lam i.
have S0 : 0 < S.
  case: r r1 pos @S => // r _ pos; rewrite big_ord_recr /=.
  by rewrite ltr_paddl ?pos // sumr_ge0 // => i _; rewrite ltW // pos // ltnS ltnW.
pose x i := lam i / S.
have s1 : \sum_(i < r) x i = 1 by rewrite -mulr_suml divff // gt_eqF.
have x0 i : (i < r)%N -> 0 <= x i by move=> h; rewrite divr_ge0 // ltW // pos.
have rn : r%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have nn : r%:R + more%:R != 0 :> R by rewrite -natrD pnatr_eq0 -lt0n ltn_addr.
have -> : \sum_(i < r) (lam i / S - 1 / (r%:R + more%:R)) * (lam i / S - 1 / (r%:R + more%:R))
  + more%:R * (1 / (r%:R + more%:R) * (1 / (r%:R + more%:R)))
  = (\sum_(i < r) x i * x i) - 1 / (r%:R + more%:R).
  rewrite (spread _ x) s1; move: (\sum_(i < r) x i * x i) => q.
  by field.
have low := mean_below r1 s1.
have := squares_below x0; rewrite s1 mulr1 => high.
by rewrite mulNr; split; rewrite ler_add2r.
Qed.
