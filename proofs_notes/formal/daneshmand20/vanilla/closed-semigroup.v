(* |(I + c V) z| >= |z| - c |V z|, and |V z| <= d |z| for entries in [-1, 1]. *)
Theorem proof : statement.
Proof.
move=> R d n B g V z d2 inside _ B0 g0 dn; subst n => narrow some.
set c := g * B in narrow *.
have c0 : 0 < c by rewrite mulr_gt0.
have d0 : 0 < d%:R :> R by rewrite ltr0n; exact: leq_trans d2.
pose y i := \sum_(j < d) (V i j * z j).
pose Q := \sum_(j < d) (z j * z j); pose Y := \sum_(i < d) (y i * y i); pose P := \sum_(i < d) (z i * y i).
have Q0 : 0 < Q := squares some.
have Y0 : 0 <= Y by apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0.
have ones (a : R) : \sum_(j < d) a = d%:R * a by rewrite sumr_const card_ord mulr_natl.
have image (i : 'I_d) : \sum_(j < d) (((i == j :> nat)%:R + c * V i j) * z j) = z i + c * y i.
  have -> : \sum_(j < d) (((i == j :> nat)%:R + c * V i j) * z j)
      = \sum_(j < d) ((i == j :> nat)%:R * z j) + \sum_(j < d) (c * (V i j * z j)).
    by rewrite -big_split; apply: eq_bigr => j _ /=; ring.
  rewrite -mulr_sumr; congr (_ + _); rewrite (bigD1 i) //= eqxx mul1r big1 ?addr0 // => j ji.
  by rewrite eq_sym -val_eqE in ji *; rewrite (negbTE ji) mul0r.
have small (i : 'I_d) : y i * y i <= d%:R * Q.
  apply: le_trans (cauchy_schwarz d (V i) z) _; rewrite ler_wpmul2r ?(ltW Q0) //.
  rewrite -[d%:R]mulr1 -ones; apply: ler_sum => j _.
  rewrite -[V i j * V i j]ger0_norm; last by rewrite -expr2 sqr_ge0.
  by rewrite normrM -[X in _ <= X]mulr1 ler_pmul // inside.
have YQ : Y <= (d%:R * d%:R) * Q.
  rewrite -mulrA -ones; exact: ler_sum.
have PYQ : P * P <= Q * Y := cauchy_schwarz d z y.
set S := Num.sqrt Q; set T := Num.sqrt Y.
have S0 : 0 < S by rewrite sqrtr_gt0.
have T0 : 0 <= T by rewrite sqrtr_ge0.
have SS : S * S = Q by rewrite -expr2 sqr_sqrtr // ltW.
have TT : T * T = Y by rewrite -expr2 sqr_sqrtr.
have TS : T <= d%:R * S.
  rewrite -ler_sqr ?nnegrE ?mulr_ge0 ?(ltW d0) ?(ltW S0) // !expr2 TT mulrACA SS //.
have PST : - (S * T) <= P.
  rewrite ler_oppl; apply: le_trans (ler_norm _) _; rewrite normrN.
  by rewrite -ler_sqr ?nnegrE ?mulr_ge0 ?(ltW S0) // real_normK ?num_real // !expr2 mulrACA SS TT.
have t0 : 0 < 1 - c * d%:R by rewrite subr_gt0.
have -> : 1 + - B * g * d%:R = 1 - c * d%:R by rewrite /c; ring.
under eq_bigr do rewrite !image.
have -> : \sum_(i < d) ((z i + c * y i) * (z i + c * y i)) = Q + 2%:R * c * P + c * c * Y.
  rewrite /Q /P /Y !mulr_sumr -!big_split; by apply: eq_bigr => i _ /=; ring.
rewrite -[X in X <= _]gtr0_norm // -sqrtr_sqr; apply: ler_wsqrtr.
rewrite ler_pdivl_mulr // -SS -TT.
have low : 0 <= S - c * T - (1 - c * d%:R) * S.
  have -> : S - c * T - (1 - c * d%:R) * S = c * (d%:R * S - T) by ring.
  by rewrite mulr_ge0 ?(ltW c0) // subr_ge0.
apply: (@le_trans _ _ ((S - c * T) * (S - c * T))).
  rewrite -/Q -SS expr2 mulrACA; apply: ler_pmul; rewrite ?mulr_ge0 ?(ltW t0) ?(ltW S0) //; by rewrite -subr_ge0.
rewrite -subr_ge0.
have -> : S * S + 2%:R * c * P + c * c * (T * T) - (S - c * T) * (S - c * T) = 2%:R * c * (P + S * T) by ring.
apply: mulr_ge0; first by rewrite mulr_ge0 ?(ltW c0) ?ler0n.
by rewrite -[S * T]opprK subr_ge0.
Qed.
