(* With u the least of the ratios x_k/y_k all of them lie in [u, q u]: the sum of (x - u y) (q u y - x) is not negative. *)
Theorem proof : statement.
Proof.
move=> R n q x y n2 x0 y0 near _.
have n0 : (0 < n)%N by exact: leq_trans n2.
have N0 : 0 < n%:R :> R by rewrite ltr0n.
have [l _ least] := @arg_minP _ _ _ (Ordinal n0) xpredT (fun k : 'I_n => x k / y k) isT.
set u := x l / y l in least; have u0 : 0 < u by rewrite divr_gt0 ?x0 ?y0.
have q0 : 0 < q.
  have := near l (ltn_ord l) l (ltn_ord l); have xy : 0 < x l * y l by rewrite mulr_gt0 ?x0 ?y0.
  by rewrite -[X in X <= _]mul1r ler_pmul2r // => q1; exact: lt_le_trans ltr01 q1.
have low k : (k < n)%N -> u * y k <= x k.
  by move=> hk; have := least (Ordinal hk) isT; rewrite /= ler_pdivl_mulr ?y0.
have high k : (k < n)%N -> x k <= q * u * y k.
  move=> hk; rewrite -(ler_pmul2r (y0 l (ltn_ord l))).
  have -> : q * u * y k * y l = q * (x l * y k) by rewrite /u; field; rewrite gt_eqF ?y0.
  exact: near.
set a := \sum_(j < n) (x j * x j); set b := \sum_(j < n) (y j * y j).
have a0 : 0 < a by apply: squares; exists l => //; rewrite gt_eqF ?x0.
have b0 : 0 < b by apply: squares; exists l => //; rewrite gt_eqF ?y0.
split; first by move/eqP; rewrite gt_eqF.
split; first by move=> _ /eqP; rewrite gt_eqF.
move=> _ _; pose c := \sum_(j < n) (x j * y j).
have whole : a + q * u * u * b <= (1 + q) * u * c.
  rewrite -subr_ge0; have -> : (1 + q) * u * c - (a + q * u * u * b) = \sum_(j < n) ((x j - u * y j) * (q * u * y j - x j)).
    rewrite /a /b /c !mulr_sumr -big_split -sumrB; apply: eq_bigr => j _ /=; ring.
  by apply: sumr_ge0 => j _; rewrite mulr_ge0 // subr_ge0 ?low ?high.
set s := Num.sqrt (a / n%:R); set t := Num.sqrt (b / n%:R); set r := Num.sqrt q.
have s0 : 0 < s by rewrite sqrtr_gt0 divr_gt0.
have t0 : 0 < t by rewrite sqrtr_gt0 divr_gt0.
have r0 : 0 < r by rewrite sqrtr_gt0.
have ss : a = n%:R * (s * s) by rewrite -expr2 sqr_sqrtr ?divr_ge0 ?ltW // mulrC divfK ?gt_eqF.
have tt : b = n%:R * (t * t) by rewrite -expr2 sqr_sqrtr ?divr_ge0 ?ltW // mulrC divfK ?gt_eqF.
have rr : q = r * r by rewrite -expr2 sqr_sqrtr // ltW.
have -> : \sum_(k < n) (x k / s * (y k / t)) = c / (s * t).
  by rewrite /c mulr_suml; apply: eq_bigr => k _; rewrite mulf_div.
have q1 : 0 < 1 + q by rewrite addr_gt0 ?ltr01.
rewrite ler_pdivl_mulr // ler_pdivl_mulr ?mulr_gt0 // -(ler_pmul2l q1).
have -> : (1 + q) * (2%:R * r / (1 + q) * n%:R * (s * t)) = 2%:R * r * (s * t * n%:R) by field; rewrite gt_eqF.
rewrite -(ler_pmul2l u0); apply: (@le_trans _ _ (a + q * u * u * b)); last first.
  by apply: le_trans whole _; rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
rewrite ss tt rr -subr_ge0.
have -> : n%:R * (s * s) + r * r * u * u * (n%:R * (t * t)) - u * (2%:R * r * (s * t * n%:R))
    = n%:R * ((s - r * u * t) * (s - r * u * t)) by ring.
by rewrite mulr_ge0 ?ler0n // -expr2 sqr_ge0.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R n q x y n2 x0 y0 le _; have n0 : (0 < n)%N by apply: ltn_trans n2.
have p : 0 < x 0%N * y 0%N by rewrite mulr_gt0 ?x0 ?y0.
have q0 : 0 < q by have := lt_le_trans p (le _ n0 _ n0); rewrite pmulr_lgt0.
by repeat split; values.
Qed.
