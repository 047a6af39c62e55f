Theorem proof : statement.
Proof.
move=> R n p q m D E n2 pq m1 L even Df [v0 Ev] _.
have b0 : 0 < (n - 1)%:R :> R by rewrite ltr0n subn_gt0.
have -> : n%:R = 1 + (n - 1)%:R :> R by rewrite subn1 -{1}(prednK (ltnW n2)) mulrS.
have [-> -> ->] := mean_entries p q L even Df Ev b0; have {pq} d0 : p - q != 0 by rewrite subr_eq0.
move: (E _) m%:R (n - 1)%:R (p - q) b0 d0 => v M b d b0 d0; have n0 : 1 + b != 0 by rewrite gt_eqF // addr_gt0 ?ltr01.
have -> : - 1 + (1 + b) = b by ring.
by split; [field; rewrite n0 d0 | split; [field; rewrite n0 d0 | rewrite mul0r]].
Qed.
