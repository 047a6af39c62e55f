(* Both rows have the squared norm 1 + s^2, and 1/s <= s. *)
Theorem proof : statement.
Proof.
move=> R s hs; have s0 : 0 < s by apply: lt_le_trans hs; exact: ltr01.
have pos : 0 < s * s + 1 by rewrite addr_gt0 ?mulr_gt0 ?ltr01.
split; first by move=> e; rewrite e ltxx in pos.
have half : 0 < 1 / 2%:R * (s * s + 1) by rewrite mulr_gt0 // divr_gt0 ?ltr01 ?ltr0n.
move=> _; split.
  set r := Num.sqrt _; have r0 : r != 0 by rewrite lt0r_neq0 // sqrtr_gt0.
  have rr : r * r = 1 / 2%:R * (s * s + 1) by rewrite -expr2 sqr_sqrtr // ltW.
  have -> : 1 + s * s = 2%:R * (r * r) by rewrite rr; field.
  by field.
have low : 1 / s <= s by rewrite ler_pdivr_mulr // -[1]mulr1 ler_pmul ?ler01.
by rewrite (max_r low) (max_l low).
Qed.
