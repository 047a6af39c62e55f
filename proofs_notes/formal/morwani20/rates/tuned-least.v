(* The greater of 1 - eta low and eta high - 1 is no less than their mean with the weights high and low. *)
Theorem proof : statement.
Proof.
move=> R d eta l d0 pos; have [a [b [ad bd -> -> _]]] := ends d0 pos.
have a0 := pos a ad; have b0 := pos b bd; have s0 : 0 < l b + l a by rewrite addr_gt0.
have [k [kd -> top]] := biggest (fun i => `|1 - eta * l i|) d0; set m := `|_|.
have ma : 1 - eta * l a <= m by apply: le_trans (top a ad); exact: ler_norm.
have mb : eta * l b - 1 <= m by apply: le_trans (top b bd); rewrite distrC ler_norm.
have -> : (- 1 + l b / l a) / (1 + l b / l a) = (l b - l a) / (l b + l a).
  by field; rewrite !gt_eqF // addrC.
rewrite ler_pdivr_mulr // -subr_ge0.
have -> : m * (l b + l a) - (l b - l a) = l b * (m - (1 - eta * l a)) + l a * (m - (eta * l b - 1)) by ring.
by rewrite addr_ge0 // mulr_ge0 ?subr_ge0 // ltW.
Qed.
