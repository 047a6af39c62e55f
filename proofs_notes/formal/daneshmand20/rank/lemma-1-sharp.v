Theorem proof : statement.
Proof.
move=> R d k tau d1 k1 t0 t1 kd.
have d0 : 0 < d%:R :> R by rewrite ltr0n.
have k0 : 0 < k%:R :> R by rewrite ltr0n.
have count : \sum_(i < d) (i < k)%N%:R = k%:R :> R.
  rewrite -natr_sum; congr (_%:R).
  have e : (\sum_(i < k) 1 = \sum_(i < d | i < k) 1)%N := big_ord_widen d (fun=> 1%N) kd.
  rewrite sum1_card card_ord big_mkcond in e.
  by rewrite [RHS]e; apply: eq_bigr => i _; case: ltnP.
have sums x y : \sum_(i < d) (x + (i < k)%N%:R * y) = d%:R * x + k%:R * y :> R.
  by rewrite big_split /= -mulr_suml count sumr_const card_ord -[x *+ d]mulr_natl.
set u := (1 - tau) * d%:R / k%:R.
have u0 : 0 < u by rewrite !mulr_gt0 ?invr_gt0 // subr_gt0.
have entry (i : 'I_d) : tau + (1 - tau) * (i < k)%N%:R * d%:R / k%:R = tau + (i < k)%N%:R * u by rewrite /u; ring.
have -> : \sum_(i < d) (tau < tau + (1 - tau) * (i < k)%N%:R * d%:R / k%:R)%R%:R = k%:R :> R.
  rewrite -[RHS]count; apply: eq_bigr => i _; rewrite entry ltr_addl.
  by case: (i < k)%N; rewrite ?mul1r ?mul0r ?u0 ?ltxx.
have -> : \sum_(i < d) (tau + (1 - tau) * (i < k)%N%:R * d%:R / k%:R) = d%:R.
  by under eq_bigr do rewrite entry; rewrite sums /u; field; rewrite gt_eqF.
set S := \sum_(i < d) _.
have -> : S = d%:R * (tau * tau) + k%:R * (2%:R * tau * u + u * u).
  rewrite -sums; apply: eq_bigr => i _; rewrite entry.
  by case: (i < k)%N => /=; ring.
split=> //; split=> //.
by rewrite invf_div /u; field; rewrite !gt_eqF.
Qed.
