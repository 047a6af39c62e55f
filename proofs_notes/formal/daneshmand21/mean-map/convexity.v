(* Both lines are positive there, and each logarithm has the second derivative -(slope/value)^2. *)
Theorem proof : statement.
Proof.
move=> R n t delta n2 t0 _ _ low high.
have n0 : 0 < n%:R :> R by rewrite ltr0n ltnW.
have m0 : 0 < n%:R - 1 :> R by rewrite subr_gt0 ltr1n.
have t2 : 0 < t * 2%:R by rewrite mulr_gt0 ?ltr0n.
have a0 : 0 < 1 + - delta * n%:R by rewrite mulNr subr_gt0 mulrC.
have b0 : 0 < n%:R - 1 + delta * n%:R by move: low; rewrite -subr_gt0 opprK addrC [n%:R * _]mulrC.
have a1 : 0 < t * 2%:R * (1 + - delta * n%:R) + n%:R by apply: addr_gt0 => //; apply: mulr_gt0.
have b1 : 0 < t * 2%:R * (n%:R - 1 + delta * n%:R) + n%:R * (n%:R - 1) by apply: addr_gt0; apply: mulr_gt0.
by field; rewrite !gt_eqF.
Qed.
