(* As Lemma 8, whose constant is greater. *)
Theorem proof : statement.
Proof.
move=> R m n i k lam D E _ pos n2 L D2 E2 e lti ltk least Ds; subst m.
have low := @least_share R n lam D E i L n2 pos D2 E2 lti (Ds i lti).
have x0 := pos k ltk; have nx := least_times ltk least.
apply: le_trans (_ : 1 / n%:R - lam i * (n%:R + 2%:R) / (n%:R * (\sum_(j < n) lam j + 2%:R * lam i)) <= _).
  by rewrite ler_sub.
set T := \sum_(j < n) lam j in nx *.
apply: le_trans (@least_of_all R n T (lam k) (lam i) n2 x0 (least i lti) nx) _.
have n0 : 0 < n%:R :> R by rewrite ltr0n ltnW.
have T0 : 0 < T by apply: lt_le_trans nx; rewrite mulr_gt0.
apply: ler_wpmul2r.
  have -> : 1 / n%:R - lam k / T = (T - n%:R * lam k) / (n%:R * T) by field; rewrite !gt_eqF.
  by rewrite divr_ge0 ?subr_ge0 // ltW // mulr_gt0.
have N2 : 0 < 2%:R + n%:R :> R by rewrite -natrD ltr0n.
rewrite -subr_ge0.
have -> : 1 + - (2%:R / 3%:R) * (lam k / T) - (1 - 2%:R * (lam k / T) * n%:R / (2%:R + n%:R))
  = (lam k / T) * (4%:R * (n%:R - 1)) / (3%:R * (2%:R + n%:R)) by field; rewrite !gt_eqF.
apply: divr_ge0; last by rewrite ltW // mulr_gt0 ?ltr0n.
by apply: mulr_ge0; [rewrite divr_ge0 // ltW | rewrite mulr_ge0 ?ler0n ?subr_ge0 ?ler1n ?(ltnW n2)].
Qed.
