(* |sum_j W_ij s_i s_j| <= B d, and it is - B d at the weights -B s_i s_j. *)
Theorem proof : statement.
Proof.
move=> R d' d B i V s _ inside d2 signs B0 e hi; subst d'; set S := s i * _ => S0.
have d0 : 0 < d%:R :> R by rewrite ltr0n; exact: leq_trans d2.
have [ss one] := sign_square (signs i hi).
split; last by rewrite slope_worst // invrN mulrN mul1r mulN1r.
rewrite mulN1r -invrN div1r lef_pinv ?posrE ?mulr_gt0 ?oppr_gt0 //.
apply: le_trans (slope_bound B0 (inside i hi) signs).
by rewrite -[X in _ <= X]mul1r -one -normrM -/S -normrN ler_norm.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R dV d B i V s dV2 _ d2 signs B0; repeat split; try by values.
move=> _ i_d _; have one j : (j < d)%N -> s j * s j = 1 by move=> /signs; case=> ->; rewrite ?mulrNN mulr1.
rewrite (eq_bigr (fun _ => - B * s i)); last first.
  by move=> j _; rewrite -mulrA one ?mulr1.
rewrite sumr_const card_ord mulrnAr mulrCA one // mulr1.
by rewrite mulrn_eq0 negb_or -lt0n (ltn_trans _ d2) //= oppr_eq0 gt_eqF.
Qed.
