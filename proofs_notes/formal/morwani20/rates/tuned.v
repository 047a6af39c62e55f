(* |1 - eta l| is (high - low)/(high + low) at both ends, and no more between them. *)
Theorem proof : statement.
Proof.
move=> R d l d0 pos; have [a [b [ad bd -> -> mid]]] := ends d0 pos.
have a0 := pos a ad; have b0 := pos b bd; have ab := mid b bd.
have s0 : 0 < l a + l b by rewrite addr_gt0.
have [k [kd -> top]] := biggest (fun i => `|1 - 2%:R / (l a + l b) * l i|) d0.
have -> : (- 1 + l b / l a) / (1 + l b / l a) = (l b - l a) / (l a + l b).
  by field; rewrite !gt_eqF // addrC.
apply: le_anti; apply/andP; split; last first.
  apply: le_trans (top b bd); have -> : 1 - 2%:R / (l a + l b) * l b = - ((l b - l a) / (l a + l b)) by field; rewrite gt_eqF.
  by rewrite normrN ler_norm.
have /andP[lo hi] := mid k kd.
have -> : 1 - 2%:R / (l a + l b) * l k = (l a + l b - 2%:R * l k) / (l a + l b) by field; rewrite gt_eqF.
rewrite normrM [`|_^-1|]gtr0_norm ?invr_gt0 // ler_pmul2r ?invr_gt0 // ler_norml; apply/andP; split.
  rewrite -subr_ge0; have -> : l a + l b - 2%:R * l k - - (l b - l a) = 2%:R * (l b - l k) by ring.
  by rewrite mulr_ge0 ?ler0n ?subr_ge0.
rewrite -subr_ge0; have -> : l b - l a - (l a + l b - 2%:R * l k) = 2%:R * (l k - l a) by ring.
by rewrite mulr_ge0 ?ler0n ?subr_ge0.
Qed.
