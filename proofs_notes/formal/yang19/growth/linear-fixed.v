(* BN(x)_i BN(x)_j is the share of c_i c_j in R/n, c = Px: over j they sum to 0, on the diagonal to n. *)
Theorem proof : statement.
Proof.
move=> R n i j D E n2 law X DF [[hi hj] ij]; have n0 : (0 < n)%N by exact: ltnW.
have [[D1 E1] lin _ _] := law; have [Dh Eh] := lin (n%:R - 1) _ _ D1 D1.
pose S (w : nat -> R) := Num.sqrt ((\sum_(k < n) (centred n w k * centred n w k)) / n%:R).
pose F a b (w : nat -> R) := centred n w a / S w * (centred n w b / S w).
have moves a b c d w : (a < n)%N -> (b < n)%N -> (c < n)%N -> (d < n)%N ->
    F c d (fun k => w (moved a b k)) = F (moved a b c) (moved a b d) w.
  move=> ha hb _ _; rewrite /F /S !centred_moved //; congr (_ / Num.sqrt (_ / _) * (_ / Num.sqrt (_ / _)));
    by rewrite -(sum_moved (fun k => centred n w k * centred n w k) ha hb); apply: eq_bigr => k _; rewrite !centred_moved.
have [] := @shares R _ D E n F _ i j law X n2 hi hj ij Dh (fun a b ha hb => DF a ha b hb) moves.
- by move=> a w _ _; rewrite -mulr_sumr -mulr_suml centred_sum // mul0r mulr0.
- move=> w Pw; have n0R : 0 < n%:R :> R by rewrite ltr0n.
  pose Q := \sum_(k < n) (centred n w k * centred n w k); have Q0 : 0 < Q by [].
  have SS : S w * S w = Q / n%:R by rewrite -expr2 sqr_sqrtr // ltW // divr_gt0.
  under eq_bigr do rewrite /F mulf_div; rewrite -mulr_suml SS mulr1 subrK -/Q.
  by move: Q Q0 {SS} => q q0; field; rewrite (lt0r_neq0 q0) (lt0r_neq0 n0R).
have nn : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have n1 : n%:R - 1 != 0 :> R by rewrite gt_eqF // subr_gt0 ltr1n.
rewrite Eh E1 mulr1 subrK -[X in _ = X]mulr1 => /(mulfI nn) one; rewrite one => off; split=> //.
by apply: (mulfI n1); rewrite off [- 1 + _]addrC mulrC divfK.
Qed.
