(* sqrt(F)/T = (T^2/F)^(-1/2), with the derivatives T', F' of T and F along K. *)
Theorem proof : statement.
Proof.
move=> R d n d' n' H K d1 n2 some _ _ _ _.
have n1 : (0 < n)%N by exact: ltnW.
have F0 := norm_positive n1 some; have N0 : 0 < n%:R :> R by rewrite ltr0n.
set F := \sum_(a < d) _ in F0 *; set T := \sum_(a < d) ((\sum_(k < n) (H a k * H a k)) / n%:R).
have T0 : 0 < T.
  case: some => i hi hk; rewrite /T (bigD1 (Ordinal hi)) //= ltr_paddr ?divr_gt0 ?(squares hk) //.
  apply: sumr_ge0 => a _; apply: divr_ge0; last exact: ltW.
  by apply: sumr_ge0 => k _; rewrite -expr2 sqr_ge0.
set T' := \sum_(a < d) (_ / _); set F' := \sum_(a < d) _.
set s := Num.sqrt F; have s0 : 0 < s by rewrite sqrtr_gt0.
have Fs : F = s * s by rewrite -expr2 sqr_sqrtr // ltW.
have -> : Num.sqrt (T * T / F) = T / s.
  by rewrite Fs -[T * T / _]mulf_div -expr2 sqrtr_sqr ger0_norm // divr_ge0 // ltW.
rewrite Fs; split; field; by rewrite !gt_eqF.
Qed.
