(* x_l <= c - 1 + (d - c + 1) [x_l >= c], summed. *)
Theorem proof : statement.
Proof.
move=> R n d c x n1 d1 c1 cd most gaps.
have N0 : 0 < n%:R :> R by rewrite ltr0n.
have cdR : c%:R <= d%:R :> R by rewrite ler_nat.
set w := 1 + d%:R - c%:R : R.
have w0 : 0 < w by rewrite /w -addrA; apply: ltr_spaddl; rewrite ?ltr01 ?subr_ge0.
set K : R := \sum_(i < n) (c%:R <= x i)%R%:R; set S := \sum_(i < n) x i.
have all : S <= n%:R * (c%:R - 1) + w * K.
  have -> : n%:R * (c%:R - 1) + w * K = \sum_(i < n) (c%:R - 1 + w * (c%:R <= x i)%R%:R).
    by rewrite big_split /= sumr_const card_ord mulr_natl -mulr_sumr.
  apply: ler_sum => i _; case: (lerP c%:R (x i)) => h.
    have -> : c%:R - 1 + w * true%:R = d%:R :> R by rewrite (_ : true%:R = 1 :> R) // mulr1 /w; ring.
    exact: most.
  by rewrite mulr0 addr0; case: (gaps i (ltn_ord i)) => // h'; rewrite leNgt h in h'.
rewrite ler_pdivr_mulr // -subr_ge0.
have -> : K / n%:R * w - (1 + S / n%:R - c%:R) = (n%:R * (c%:R - 1) + w * K - S) / n%:R.
  by field; rewrite gt_eqF.
by rewrite divr_ge0 ?(ltW N0) // subr_ge0.
Qed.
