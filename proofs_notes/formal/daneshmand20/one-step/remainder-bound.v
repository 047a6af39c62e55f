Theorem proof : statement.
Proof.
move=> R d c M D E d2 sym unit psd c0 law even [unc Db] [Dx DG].
have cor : is_correlation d M := And3 sym unit psd.
pose P w := forall j, (j < d)%N -> 0 < form d M (moved j c w) (moved j c w) /\ 0 < form d M (moved j (- c) w) (moved j (- c) w).
have L : is_law_on P D E by exact: law.
pose beta := E (fun w => form d M w w * form d M w w).
have B : mean_is D E (fun w => form d M w w * form d M w w) beta by split.
have pos w : P w -> forall i, (i < d)%N ->
    0 < form d M (moved i c w) (moved i c w) /\ (true -> 0 < form d M (moved i (- c) w) (moved i (- c) w)).
  by move=> Pw i hi; have [] := Pw i hi.
have De : mean_is D E (fun w => second_error true c (form d M w w)) (c * c * (c * c) * beta).
  by apply: (mean_eq L) (mean_scale L (c * c * (c * c)) B) => w; rewrite /second_error; ring.
have Df : mean_is D E (fun w => first_error true c (form d M w w)) (c * c * d%:R).
  by apply: (mean_eq L) (mean_scale L (c * c) (mean_length L cor unc)) => w.
have bal : balanced d true D E by exact: even.
have near := layer_mean L cor c0 bal unc pos (fun x j hj => Dx x j hj) DG De Df.
apply: le_trans near _; rewrite -subr_ge0.
have alg (y : R) : 4%:R * y * d%:R * (c * c * c * c) * (- 1 + d%:R) -
    d%:R * (d%:R - 1) * (c * c * (c * c) * y + c * c * (c * c) * y + c * c * (2%:R * d%:R * (c * c * d%:R))) =
    2%:R * (d%:R * (d%:R - 1)) * (c * c * (c * c)) * (y - d%:R * d%:R) by ring.
have d1 : 0 <= d%:R - 1 :> R by rewrite subr_ge0 ler1n ltnW.
have pos' : 0 <= 2%:R * (d%:R * (d%:R - 1)) * (c * c * (c * c)) * (beta - d%:R * d%:R).
  have := square_mean_ge L cor unc Db; rewrite -subr_ge0 => b0; have {}c0 := ltW c0.
  by apply: mulr_ge0 => //; rewrite !mulr_ge0 ?ler0n.
by move: pos'; rewrite -alg.
Qed.
