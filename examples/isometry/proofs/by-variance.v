(* The mean square is m^2 (1 + v/m^2), and m^n is at least the product. *)
Theorem proof : statement.
Proof.
move=> R n l n2 l0; set m := (\sum_(i < n) l i) / n%:R; set s := (\sum_(i < n) (l i * l i)) / n%:R.
have n0 : 0 < n%:R :> R by rewrite ltr0n; exact: ltn_trans n2.
have m0 : 0 < m.
  rewrite divr_gt0 //; have := l0 0%N (ltn_trans (ltnSn 0) n2) => first.
  rewrite (bigD1 (Ordinal (ltn_trans (ltnSn 0) n2))) //= ltr_paddr //.
  by apply: sumr_ge0 => i _; exact: ltW (l0 _ (ltn_ord i)).
have s0 : 0 <= s by rewrite divr_ge0 ?ler0n //; apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0.
have p0 : 0 < \prod_(i < n) l i by apply: prodr_gt0 => i _; exact: l0.
have pm : \prod_(i < n) l i <= m ^+ n.
  have := leif_AGM (A := 'I_n) (E := fun i => l i) (fun i _ => ltW (l0 _ (ltn_ord i))).
  by rewrite card_ord; case.
have -> : (s - m * m) / (m * m) + 1 = s / (m * m) by field; rewrite gt_eqF.
clearbody s m; have sn : 0 <= s ^+ n by exact: exprn_ge0.
rewrite !prodr_const card_ord big_split /= expr_div_n exprMn; apply: (ler_wpmul2l sn).
rewrite lef_pinv ?posrE ?mulr_gt0 ?exprn_gt0 //.
by apply: ler_pmul => //; exact: ltW.
Qed.
