Theorem proof : statement.
Proof.
move=> R d more t r d2 pos t1; have t0 : 0 < t%:R :> R by rewrite ltr0n.
have d0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n ltnW.
have one (a : 'I_d) : 1 / (r a * r a) * (r a * r a) = 1.
  by rewrite mul1r mulVf // mulf_neq0 // gt_eqF // pos.
have P : \sum_(a < d) ((1 / (r a * r a) * (r a * r a)) * (1 / (r a * r a) * (r a * r a))) = d%:R.
  by under eq_bigr do rewrite one mulr1; rewrite sumr_const card_ord.
have := @gap_is R d (d + more) t%:R (fun a => 1 / (r a * r a)) (fun a => r a * r a) t0 (leq_addr _ _).
rewrite P addn_gt0 (ltnW d2) => /(_ isT d0); rewrite natrD => eq.
apply: (etrans eq).
have -> : \sum_(a < d) (((1 / (r a * r a) * (r a * r a)) * (1 / (r a * r a) * (r a * r a)))
    * ((1 / (r a * r a) * (r a * r a)) * (1 / (r a * r a) * (r a * r a)))) = d%:R.
  by under eq_bigr do rewrite one !mulr1; rewrite sumr_const card_ord.
have n0 : d%:R + more%:R != 0 :> R by rewrite -natrD pnatr_eq0 -lt0n addn_gt0 (ltnW d2).
by field; rewrite d0 n0.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d more t r d2 pos t1.
have trace : \sum_(j < d + more) gram d (d + more) t%:R (fun a => 1 / (r a * r a)) (fun a => r a * r a) j j != 0.
  by rewrite trace_is ?ltr0n ?leq_addr //=; apply: mulf_neq0; values.
split; first by values.
split; first by values.
split; first by values.
split; first by values.
split; first exact: trace.
split; last by values.
by rewrite -natrD pnatr_eq0 addn_eq0 negb_and -lt0n (ltnW d2).
Qed.
