(* The rows of I - c 1 1^T have the sum 1 - c d. *)
Theorem proof : statement.
Proof.
move=> R d B g d2 B0 g0 narrow; set c := g * B in narrow *.
have d0 : 0 < d%:R :> R by rewrite ltr0n; exact: leq_trans d2.
have row (i : 'I_d) : \sum_(j < d) ((i == j :> nat)%:R + c * (- 1)) = 1 - c * d%:R.
  rewrite big_split /= sumr_const card_ord mulrN1 mulNrn -[c *+ d]mulr_natr; congr (_ - _).
  by rewrite (bigD1 i) //= eqxx big1 ?addr0 // => j ji; rewrite eq_sym -val_eqE in ji *; rewrite (negbTE ji).
under eq_bigr do rewrite !row.
rewrite !sumr_const !card_ord -[_ *+ d]mulr_natr mulfK ?gt_eqF // -expr2 sqrtr_sqr.
by rewrite gtr0_norm ?subr_gt0 // /c; ring.
Qed.
