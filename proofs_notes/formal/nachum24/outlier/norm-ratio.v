Theorem proof : statement.
Proof.
move=> R n p q m D E n2 pq m1 L even Df [v0 Ev].
have b0 : 0 < (n - 1)%:R :> R by rewrite ltr0n subn_gt0.
have M0 : 0 < m%:R :> R by rewrite ltr0n.
have -> : n%:R = 1 + (n - 1)%:R :> R by rewrite subn1 -{1}(prednK (ltnW n2)) mulrS.
have [-> -> _] := mean_entries p q L even Df Ev b0; have {pq} d0 : p - q != 0 by rewrite subr_eq0.
move: (E _) m%:R (n - 1)%:R (p - q) b0 d0 M0 v0 => v M b d b0 d0 M0 v0.
have n0 : 1 + b != 0 by rewrite gt_eqF // addr_gt0 ?ltr01.
have nz : M * (d * d / ((1 + b) * (1 + b)) * (v / 2%:R)) / (d * d) != 0.

    have -> : M * (d * d / ((1 + b) * (1 + b)) * (v / 2%:R)) / (d * d) = M * v / 2%:R / ((1 + b) * (1
      + b)) by field; rewrite n0 d0.
  by rewrite gt_eqF // divr_gt0 ?divr_gt0 ?mulr_gt0 ?addr_gt0 ?ltr01 ?ltr0n.
split=> _ => [/eqP|_]; first by rewrite (negbTE nz).
have -> : - 1 + (1 + b) = b by ring.
by field; rewrite d0 n0 !gt_eqF.
Qed.
