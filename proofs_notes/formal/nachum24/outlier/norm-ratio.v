(* A row of one p and b copies of q has its mean a fraction of p - q away from both. *)
Theorem proof : statement.
Proof.
move=> R n p q m n2 pq m1.
have b0 : 0 < (n - 1)%:R :> R by rewrite ltr0n subn_gt0.
have m0 : 0 < m%:R :> R by rewrite ltr0n.
have -> : n%:R = 1 + (n - 1)%:R :> R by rewrite subn1 -{1}(prednK (ltnW n2)) mulrS.
rewrite !above_one // !below_one //.
have -> : p * (- 1) - q * (- 1) = - (p - q) by ring.
have [-> ->] := images (p - q) ltr01 b0.
have [-> ->] := images (- (p - q)) ltr01 b0.
rewrite opprK.
have {pq} d0 : p - q != 0 by rewrite subr_eq0.
move: (n - 1)%:R m%:R (p - q) b0 m0 d0 => b w d b0 w0 d0.
have -> : 1 + b - 1 = b by ring.
have -> : - 1 + (1 + b) = b by ring.
have n0 : 1 + b != 0 by rewrite gt_eqF // addr_gt0 ?ltr01.
have s0 : b * b + 1 != 0 by rewrite gt_eqF // addr_gt0 ?ltr01 ?mulr_gt0.
have s1 : 1 + b * b != 0 by rewrite addrC.
case/orP: (le_total 0 d) => h.
  rewrite (max_r h) (max_l (_ : - d <= 0)) ?oppr_le0 //.
  set E := (X in _ -> X = 0 -> _).
  have e : E = 1 / (b * b + 1) by rewrite /E; field; rewrite n0 s0 d0 gt_eqF.
  have E0 : E != 0 by rewrite e mul1r invr_neq0.
  split=> [_ /eqP z | _ _]; first by rewrite (negPf E0) in z.
  by rewrite /E; field; rewrite ?(n0, s0, s1, d0) ?gt_eqF.
rewrite (max_l h) (max_r (_ : 0 <= - d)) ?oppr_ge0 //.
set E := (X in _ -> X = 0 -> _).
have e : E = 1 / (b * b + 1) by rewrite /E; field; rewrite n0 s0 d0 gt_eqF.
have E0 : E != 0 by rewrite e mul1r invr_neq0.
split=> [_ /eqP z | _ _]; first by rewrite (negPf E0) in z.
by rewrite /E; field; rewrite ?(n0, s0, s1, d0) ?gt_eqF.
Qed.
