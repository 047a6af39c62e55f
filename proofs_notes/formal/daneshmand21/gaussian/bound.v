(* Term by term: with y = sqrt(n) sigma_i/|sigma| >= 0, (y - 1)^2/n <= (y^2 - 1)^2/n since y + 1 >= 1. *)
Theorem proof : statement.
Proof.
move=> R n x n2 pos [k kn xk].
have n0 : 0 < n%:R :> R by rewrite ltr0n ltnW.
set S := \sum_(i < n) (x i * x i).
have S0 : 0 < S.
  rewrite /S (bigD1 (Ordinal kn)) //= ltr_paddr //; first by apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0.
  by rewrite -expr2 lt_neqAle eq_sym sqrf_eq0 xk sqr_ge0.
set L := Num.sqrt S; set r := Num.sqrt n%:R.
have L0 : 0 < L by rewrite sqrtr_gt0.
have r0 : 0 < r by rewrite sqrtr_gt0.
have LL : S = L * L by rewrite -expr2 sqr_sqrtr // ltW.
have rr : n%:R = r * r by rewrite -expr2 sqr_sqrtr // ltW.
rewrite mulr_suml; apply: ler_sum => i _.
rewrite LL rr -subr_ge0.
have -> : ((x i * x i) / (L * L) - 1 / (r * r)) * ((x i * x i) / (L * L) - 1 / (r * r)) * (r * r)
    - (x i / L - 1 / r) * (x i / L - 1 / r)
  = (x i / L - 1 / r) ^+ 2 * ((r * (x i / L)) * (r * (x i / L) + 2%:R)).
  by field; rewrite !gt_eqF.
have y0 : 0 <= r * (x i / L) by apply: mulr_ge0; [exact: ltW | apply: divr_ge0; [exact: pos | exact: ltW]].
by rewrite mulr_ge0 ?sqr_ge0 // mulr_ge0 // addr_ge0 ?ler0n.
Qed.
