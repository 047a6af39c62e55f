(* Hadamard, then the inequality of the means. *)
Theorem proof : statement.
Proof.
move=> R d G d2 sym pos m0; have /andP [_ high] := det_range sym pos.
have mean0 : 0 <= mean d G.
  by rewrite divr_ge0 ?ler0n //; apply: sumr_ge0 => i _; exact: (length_ge0 sym pos).
rewrite ler_pdivr_mulr ?mul1r; first exact: le_trans high (prod_le_mean sym pos).
by apply: prodr_gt0 => i _; rewrite lt_def m0.
Qed.
