Theorem proof : statement.
Proof.
move=> R d c M D E d2 sym unit psd c0 law centred [unc Db] [Dx DG].
have cor : is_correlation d M := And3 sym unit psd.
pose P w := forall j, (j < d)%N -> 0 < form d M (moved j c w) (moved j c w).
have L : is_law_on P D E by exact: law.
pose beta := E (fun w => form d M w w * form d M w w).
have B : mean_is D E (fun w => form d M w w * form d M w w) beta by split.
have pos w : P w -> forall i, (i < d)%N ->
    0 < form d M (moved i c w) (moved i c w) /\ (false -> 0 < form d M (moved i (- c) w) (moved i (- c) w)).
  by move=> Pw i hi; split=> //; exact: Pw.
have length := mean_length L cor unc.
have De : mean_is D E (fun w => second_error false c (form d M w w)) (c * c * c / 2%:R * (d%:R + beta)).
  by apply: (mean_eq L) (mean_scale L (c * c * c / 2%:R) (mean_add L length B)) => w; rewrite /second_error; ring.
have Df : mean_is D E (fun w => first_error false c (form d M w w)) (c / 2%:R * (1 + d%:R)).
  by apply: (mean_eq L) (mean_scale L (c / 2%:R) (mean_add L (mean_const L 1) length)) => w; rewrite /first_error; ring.
have bal : balanced d false D E by exact: centred.
have near := layer_mean L cor c0 bal unc pos (fun x j hj => Dx x j hj) DG De Df.
apply: le_trans near _; rewrite -subr_ge0.
have alg (y : R) : 2%:R * d%:R * (c * c * c) * (- 1 + d%:R) * (y + d%:R) - d%:R * (d%:R - 1) * (c * c * c / 2%:R * (d%:R + y) +
    c * c * c / 2%:R * (d%:R + y) + c * c * (2%:R * d%:R * (c / 2%:R * (1 + d%:R)))) =
    d%:R * (d%:R - 1) * (c * (c * c)) * (y - d%:R * d%:R) by field.
have d1 : 0 <= d%:R - 1 :> R by rewrite subr_ge0 ler1n ltnW.
have pos' : 0 <= d%:R * (d%:R - 1) * (c * (c * c)) * (beta - d%:R * d%:R).
  have := square_mean_ge L cor unc Db; rewrite -subr_ge0 => b0; have {}c0 := ltW c0.
  by apply: mulr_ge0 => //; rewrite !mulr_ge0 ?ler0n.
by move: pos'; rewrite -alg.
Qed.
