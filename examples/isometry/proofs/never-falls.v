(* prod G_ii is at most the power of their mean. *)
Theorem proof : statement.
Proof.
move=> R d G d2 sym pos no0; rewrite (mean_normalised d2 sym pos no0) divr1 (det_normalised sym pos no0).
have /andP [low _] := det_range sym pos; apply: ler_wpmul2l => //.
have gt0 : 0 < \prod_(i < d) G i i.
  by apply: prodr_gt0 => i _; rewrite lt_def no0 // (length_ge0 sym pos).
by rewrite lef_pinv ?posrE // ?(prod_le_mean sym pos) //; exact: lt_le_trans gt0 (prod_le_mean sym pos).
Qed.
