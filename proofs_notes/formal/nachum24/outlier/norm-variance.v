(* A row of a copies of p and b copies of q has its mean a fraction of p - q away from both. *)
(* The two signs of w.d: t = w.d is on the outlier's side at one of them, on the cluster's at the other. *)
Theorem proof : statement.
Proof.
move=> R n k p q m _ k1 pq m1 kn.
have a0 : 0 < k%:R :> R by rewrite ltr0n.
have b0 : 0 < (n - k)%:R :> R by rewrite ltr0n subn_gt0.
have m0 : 0 < m%:R :> R by rewrite ltr0n.
have -> : n%:R = k%:R + (n - k)%:R :> R by rewrite -natrD subnKC // ltnW.
rewrite !above // !below //.
have -> : p * (- 1) - q * (- 1) = - (p - q) by ring.
have [-> ->] := images (p - q) a0 b0.
have [-> ->] := images (- (p - q)) a0 b0.
rewrite opprK.
have {pq} d0 : p - q != 0 by rewrite subr_eq0.
move: k%:R (n - k)%:R m%:R (p - q) a0 b0 m0 d0 => a b w d a0 b0 w0 d0.
have -> : a + b - a = b by ring.
have n0 : a + b != 0 by rewrite gt_eqF // addr_gt0.
have s0 : a * a + b * b != 0 by rewrite gt_eqF // addr_gt0 // mulr_gt0.
case/orP: (le_total 0 d) => h.
  rewrite (max_r h) (max_l (_ : - d <= 0)) ?oppr_le0 //; field.
  by rewrite ?(n0, s0, d0) ?gt_eqF.
rewrite (max_l h) (max_r (_ : 0 <= - d)) ?oppr_ge0 //; field.
by rewrite ?(n0, s0, d0) ?gt_eqF.
Qed.
