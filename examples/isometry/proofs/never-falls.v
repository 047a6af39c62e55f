(* prod G_ii is at most the power of their mean. *)
Theorem proof : statement.
Proof.
move=> R d G d2 sym pos no0; rewrite (mean_normalised d2 sym pos no0) divr1 (det_normalised sym pos no0).
have /andP [low _] := det_range sym pos; apply: ler_wpmul2l => //.
have gt0 : 0 < \prod_(i < d) G i i.
  by apply: prodr_gt0 => i _; rewrite lt_def no0 // (length_ge0 sym pos).
by rewrite lef_pinv ?posrE // ?(prod_le_mean sym pos) //; exact: lt_le_trans gt0 (prod_le_mean sym pos).
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d G d2 sym pos.
have gt0 (no0 : forall i, (i < d)%N -> G i i != 0) i (id : (i < d)%N) : 0 < G i i.
  by rewrite lt_def no0 // (length_ge0 sym pos).
split; first by move=> _; rewrite -lt0n; exact: ltn_trans d2.
split.
  move=> no0; have p0 : 0 < \prod_(i < d) G i i by apply: prodr_gt0 => i _; exact: gt0.
  by rewrite gt_eqF //; exact: lt_le_trans p0 (prod_le_mean sym pos).
split; first by move=> no0 i id j jd; case: (roots (gt0 no0 i id) (gt0 no0 j jd)).
split; first by move=> no0 i id j jd; case: (roots (gt0 no0 i id) (gt0 no0 j jd)).
split; first by move=> no0 i id; case: (roots (gt0 no0 i id) (gt0 no0 i id)).
split; first by move=> no0 i id; case: (roots (gt0 no0 i id) (gt0 no0 i id)).
by move=> no0; rewrite (mean_normalised d2 sym pos no0) oner_eq0.
Qed.
