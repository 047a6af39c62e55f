(* Row i of H + gamma W H is c_i v: the cosine of two rows is c_i c_j/(|c_i| |c_j|). *)
Theorem proof : statement.
Proof.
move=> R d' d n g B i j V s v _ inside d2 signs n1 g0 B0.
pose c k := s k + g * (\sum_(l < d') ((B * V k l) * s l)).
have row k x : s k * v x + g * (\sum_(l < d') ((B * V k l) * (s l * v x))) = c k * v x.
  rewrite /c mulrDl -mulrA mulr_suml; congr (_ + _ * _); apply: eq_bigr => l _; exact: mulrA.
have N0 : 0 < n%:R :> R by rewrite ltr0n.
split; first by move=> _ _ _ some _ /eqP; rewrite gt_eqF // (squares some).
split; first by move=> _ _ _ _ some _ /eqP; rewrite gt_eqF // (squares some).
move=> e hi hj someI someJ _ _; subst d'.
have [ss one] := sign_square (signs i hi).
split.
  rewrite addrC ler_add2r -subr_ge0.
  set S := s i * _; have -> : g * S - - B * g * d%:R = g * (B * d%:R + S) by ring.
  rewrite pmulr_rge0 // -[S]opprK subr_ge0; apply: le_trans (slope_bound B0 (inside i hi) signs).
  by rewrite -[X in _ <= X]mul1r -one -normrM -/S -normrN ler_norm.
split; first by rewrite slope_worst // le_eqVlt; apply/orP; left; apply/eqP; ring.
pose Q := \sum_(k < n) (v k * v k).
have norm a : \sum_(k < n) ((s a * v k + g * (\sum_(l < d) ((B * V a l) * (s l * v k)))) *
    (s a * v k + g * (\sum_(l < d) ((B * V a l) * (s l * v k))))) = c a ^+ 2 * Q.
  by rewrite /Q mulr_sumr; apply: eq_bigr => k _; rewrite row expr2 mulrACA.
have cI : c i != 0 by case: someI => k _; rewrite row; apply: contra_neq => ->; rewrite mul0r.
have cJ : c j != 0 by case: someJ => k _; rewrite row; apply: contra_neq => ->; rewrite mul0r.
have Q0 : 0 < Q.
  apply: squares; case: someI => k hk; rewrite row => h; exists k => //; apply: contra_neq h => ->; by rewrite mulr0.
rewrite !norm; set t := Num.sqrt (Q / n%:R).
have t0 : 0 < t by rewrite sqrtr_gt0 divr_gt0.
have root a : Num.sqrt (c a ^+ 2 * Q / n%:R) = `|c a| * t by rewrite -mulrA sqrtrM ?sqr_ge0 // sqrtr_sqr.
rewrite !root.
have -> : \sum_(k < n) ((s i * v k + g * (\sum_(l < d) ((B * V i l) * (s l * v k)))) / (`|c i| * t) *
    ((s j * v k + g * (\sum_(l < d) ((B * V j l) * (s l * v k)))) / (`|c j| * t)))
    = c i * c j / (`|c i| * `|c j|) * (Q / (t * t)).
  rewrite /Q mulr_suml mulr_sumr; apply: eq_bigr => k _; rewrite !row mulf_div [X in X / _]mulrACA.
  by rewrite [X in _ / X]mulrACA -mulf_div.
have -> : Q / (t * t) = n%:R.
  by rewrite -expr2 sqr_sqrtr ?divr_ge0 ?ltW // invf_div mulrCA divff ?mulr1 // gt_eqF.
have E : c i * c j / (`|c i| * `|c j|) * n%:R / n%:R * (c i * c j / (`|c i| * `|c j|) * n%:R / n%:R) = 1.
  rewrite mulfK ?gt_eqF // -normrM mulf_div -expr2 -[X in _ / X]expr2 real_normK ?num_real // divff //.
  by rewrite expf_neq0 // mulf_neq0.
by rewrite E.
Qed.
