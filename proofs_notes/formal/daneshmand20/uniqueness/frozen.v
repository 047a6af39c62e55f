(* Row i is s_i (1 + b s_i sum_j V_ij s_j) v, and the bracket is positive: rescaling leaves s_i v/|v|. *)
Theorem proof : statement.
Proof.
move=> R d ds n b i j V s v d2 inside ds2 signs n1 b0.
pose y a := \sum_(k < d) (V a k * s k); pose w a := s a + b * y a.
have ones (r : R) : \sum_(k < d) r = d%:R * r by rewrite sumr_const card_ord mulr_natl.
have N0 : 0 < n%:R :> R by rewrite ltr0n.
pose Q := \sum_(k < n) (v k * v k).
have ss a : (a < ds)%N -> s a * s a = 1 by move=> h; case: (signs a h) => ->; rewrite ?mulrNN mulr1.
have one a : (a < ds)%N -> `|s a| = 1 by move=> h; case: (signs a h) => ->; rewrite ?normrN normr1.
have pos a : d = ds -> (a < ds)%N -> b * ds%:R < 1 -> 0 < s a * w a.
  move=> e h small; subst ds; have -> : s a * w a = 1 + b * (s a * y a) by rewrite /w mulrDr ss // mulrCA.
  have : `|s a * y a| <= d%:R.
    rewrite normrM one // mul1r -[d%:R]mulr1 -ones; apply: le_trans (ler_norm_sum _ _ _) _.
    by apply: ler_sum => k _; rewrite normrM one // mulr1 inside.
  rewrite ler_norml => /andP [low _]; apply: (@lt_le_trans _ _ (1 - b * d%:R)); first by rewrite subr_gt0.
  by rewrite ler_add2l -mulrN ler_pmul2l.
have norm a : d = ds -> (a < ds)%N -> b * ds%:R < 1 ->
    \sum_(k < n) (w a * v k * (w a * v k)) = (s a * w a) ^+ 2 * Q.
  move=> e h small; rewrite /Q mulr_sumr; apply: eq_bigr => k _.
  by rewrite exprMn expr2 ss // mul1r expr2 mulrACA.
have Q0 (some : exists2 k, (k < n)%N & v k != 0) : 0 < Q := squares some.
split.
  move=> e hi _ small some; rewrite -/(y i) -/(w i) (norm i e hi small) => /eqP.
  by rewrite mulf_eq0 sqrf_eq0 !gt_eqF ?Q0 ?pos.
split.
  move=> e _ hj small some _; rewrite -/(y j) -/(w j) (norm j e hj small) => /eqP.
  by rewrite mulf_eq0 sqrf_eq0 !gt_eqF ?Q0 ?pos.
move=> e hi hj small some _ _; rewrite -/(y i) -/(y j) -/(w i) -/(w j) (norm i e hi small) (norm j e hj small).
have q0 := Q0 some; set S := Num.sqrt (Q / n%:R).
have S0 : 0 < S by rewrite sqrtr_gt0 divr_gt0.
have SS : S * S = Q / n%:R by rewrite -expr2 sqr_sqrtr // divr_ge0 ?ltW.
have root a : (a < ds)%N -> Num.sqrt ((s a * w a) ^+ 2 * Q / n%:R) = s a * w a * S.
  by move=> h; rewrite -mulrA sqrtrM ?sqr_ge0 // sqrtr_sqr gtr0_norm // pos.
have row a k : (a < ds)%N -> w a * v k / (s a * w a * S) = s a * (v k / S).
  move=> h; have c0 := pos a e h small.
  have -> : w a * v k = s a * (s a * w a * v k) by rewrite -mulrA mulrA ss // mul1r.
  rewrite -!mulrA; congr (_ * _); rewrite !mulrA -[s a * w a * v k / _]mulf_div divff ?mul1r //; exact: lt0r_neq0.
rewrite !root //.
transitivity ((\sum_(k < n) (s i * s j * (v k * v k / (S * S)))) / n%:R).
  by congr (_ / _); apply: eq_bigr => k _; rewrite !row // mulrACA mulf_div.
rewrite -mulr_sumr -mulr_suml -/Q SS; field; by rewrite !gt_eqF.
Qed.
