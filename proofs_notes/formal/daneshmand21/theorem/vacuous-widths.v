(* Both sides are positive: squared, they are 9 n^5 against d (n - 1) up to the factor n d, and so with 9 n^4, 9 n^2/16. *)
Lemma below_root (R : rcfType) (a b : R) : 0 <= a -> 0 <= b -> (a < Num.sqrt b) = (a * a < b).
Proof.
move=> a0 b0; rewrite -[in RHS](sqr_sqrtr b0) -expr2.
by rewrite ltr_pexpn2r // nnegrE ?sqrtr_ge0.
Qed.

Lemma one_or_other (R : rcfType) (a b c e : R) : (a < b) = (c < e) -> ((a < b) /\ (c < e)) \/ ((b <= a) /\ (e <= c)).
Proof. by move=> same; case: ltrP same => h1; case: ltrP => // h2 _; [left | right]. Qed.

Theorem proof : statement.
Proof.
move=> R n d n2 d1.
have n0 : 0 < n%:R :> R by rewrite ltr0n ltnW.
have d0 : 0 < d%:R :> R by rewrite ltr0n.
have rest : 0 <= 1 - 1 / n%:R :> R by rewrite subr_ge0 ler_pdivr_mulr // mul1r ler1n ltnW.
have rd : Num.sqrt d%:R * Num.sqrt d%:R = d%:R :> R by rewrite -expr2 sqr_sqrtr // ltW.
have rn : Num.sqrt n%:R * Num.sqrt n%:R = n%:R :> R by rewrite -expr2 sqr_sqrtr // ltW.
have d2 : 0 < Num.sqrt d%:R :> R by rewrite sqrtr_gt0.
have n3 : 0 < Num.sqrt n%:R :> R by rewrite sqrtr_gt0.
have nd : 0 < 1 / n%:R * d%:R :> R by rewrite mulr_gt0 ?divr_gt0 ?ltr01.
have rq : Num.sqrt (1 / n%:R * d%:R) * Num.sqrt (1 / n%:R * d%:R) = 1 / n%:R * d%:R :> R.
  by rewrite -expr2 sqr_sqrtr // ltW.
have d3 : 0 < Num.sqrt (1 / n%:R * d%:R) :> R by rewrite sqrtr_gt0.
have both : 0 < n%:R * d%:R :> R by rewrite mulr_gt0.
split; [|split]; apply: one_or_other.
- have -> : 2%:R + n%:R * 3%:R / (1 / n%:R * Num.sqrt d%:R) + - 2%:R = n%:R * n%:R * 3%:R / Num.sqrt d%:R :> R.
    by field; rewrite !gt_eqF.
  rewrite below_root // ?divr_ge0 ?sqrtr_ge0 ?mulr_ge0 ?ler0n // mulf_div rd -(ltr_pmul2l both).
  congr (_ < _); field; rewrite !gt_eqF //.
- have -> : 2%:R + n%:R * 3%:R / (1 / Num.sqrt n%:R * Num.sqrt d%:R) + - 2%:R
      = n%:R * Num.sqrt n%:R * 3%:R / Num.sqrt d%:R :> R.
    by field; rewrite !gt_eqF.
  rewrite below_root // ?divr_ge0 ?sqrtr_ge0 ?mulr_ge0 ?ler0n ?sqrtr_ge0 // mulf_div rd -(ltr_pmul2l both).
  have -> : n%:R * Num.sqrt n%:R * 3%:R * (n%:R * Num.sqrt n%:R * 3%:R)
      = 9%:R * n%:R * n%:R * (Num.sqrt n%:R * Num.sqrt n%:R) :> R by ring.
  rewrite rn; congr (_ < _); field; rewrite !gt_eqF //.
- have -> : 1 + 3%:R / 4%:R / Num.sqrt (1 / n%:R * d%:R) + - 1 = 3%:R / 4%:R / Num.sqrt (1 / n%:R * d%:R) :> R by ring.
  have sixteen : 0 < 16%:R * (n%:R * d%:R) :> R by rewrite mulr_gt0 // ltr0n.
  rewrite below_root // ?divr_ge0 ?sqrtr_ge0 ?ler0n // mulf_div rq -(ltr_pmul2l sixteen).
  congr (_ < _); field; rewrite !gt_eqF //.
Qed.
