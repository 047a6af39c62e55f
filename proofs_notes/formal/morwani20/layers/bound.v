Lemma bounded (R : rcfType) d n (low scale gain : R) (A : nat -> nat -> R) (y w : nat -> R)
  (X := fun i => \sum_(k < d) ((scale * A k i) * w k)) (C := centred n X) (D := centred n (row d A w)) :
  0 < \sum_(i < n) (D i * D i) -> 0 < \sum_(i < n) (y i * y i) -> 0 < low ->
  low * (\sum_(k < d) (w k * w k)) <= (\sum_(i < n) (D i * D i)) / n%:R -> 0 < scale -> 0 < gain ->
  0 < \sum_(i < n) (C i * C i) /\
  (\sum_(k < d) (\sum_(i < n) ((by_entry d n X y w k i * gain) * (by_entry d n X y w k i * gain)))) / (gain * gain)
    / (\sum_(i < n) (y i * y i)) <= 1 / ((scale * scale) * low).
Proof.
move=> posD y0 low0 bound scale0 gain0; have [n0 _ _] := spread posD.
have XE i : X i = scale * row d A w i.
  by rewrite /X /row mulr_sumr; apply: eq_bigr => k _; ring.
have CE i : C i = scale * D i.
  rewrite /C /D /centred XE (eq_bigr (fun j : 'I_n => scale * row d A w j)) => [|j _]; last exact: XE.
  by rewrite -mulr_sumr; set m := \sum_(j < n) _; ring.
have size : \sum_(i < n) (C i * C i) = scale * scale * \sum_(i < n) (D i * D i).
  by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite CE; ring.
have pos : 0 < \sum_(i < n) (C i * C i) by rewrite size !mulr_gt0.
split=> //; rewrite (by_entries d y w gain pos); have [_ s0 e] := spread pos; rewrite -/C in s0 e *.
set s := Num.sqrt _ in s0 e *; set N := \sum_(k < d) _ in bound *; set Y := \sum_(i < n) (y i * y i) in y0 *.
set M := \sum_(i < n) y i; set W := \sum_(i < n) (C i * y i).
have n1 : 0 < n%:R :> R by rewrite lt_def n0 ler0n.
have ss : 0 < s * s by rewrite -expr2 exprn_even_gt0.
have N0 : 0 <= N by apply: sumr_ge0 => k _; rewrite -expr2 sqr_ge0.
have size2 : scale * scale * low * N <= s * s.
  have -> : s * s = scale * scale * ((\sum_(i < n) (D i * D i)) / n%:R).
    by apply: (mulfI n0); rewrite -e size; set T := \sum_(i < n) _; field.
  by rewrite -mulrA ler_pmul2l ?mulr_gt0.
have less : Y - M * M / n%:R - W * W / (n%:R * (s * s)) <= Y.
  have sq a : 0 <= a * a :> R by rewrite -expr2 sqr_ge0.
  rewrite -addrA -opprD ler_subl_addr ler_addl.
  by apply: addr_ge0; apply: divr_ge0; rewrite ?sq // ?(ltW n1) // ltW // mulr_gt0.
have -> : gain * gain * (N / (s * s) * (Y - M * M / n%:R - W * W / (n%:R * (s * s)))) / (gain * gain) / Y
    = N / (s * s) * ((Y - M * M / n%:R - W * W / (n%:R * (s * s))) / Y).
  by field; rewrite (lt0r_neq0 gain0) (lt0r_neq0 y0) n0 s0.
apply: (@le_trans _ _ (N / (s * s))).
  by rewrite ler_pimulr ?ler_pdivr_mulr ?mul1r // divr_ge0 // ltW.
by rewrite ler_pdivr_mulr // mulrC mul1r ler_pdivl_mulr ?mulr_gt0 // mulrC.
Qed.

Theorem proof : statement.
Proof.
move=> R d n low high scale gain A y w v _ pos gpos low0 bound _ scale0 gain0.
have y0 : 0 < \sum_(i < n) (y i * y i).
  rewrite lt_def sumr_ge0 ?andbT => [|i _]; last by rewrite -expr2 sqr_ge0.
  apply/eqP => zero; move: gpos; rewrite big1 ?ltxx // => k _; rewrite big1 ?mul0r // => i _.
  move: zero => /eqP; rewrite psumr_eq0 => [/allP all0|j _]; last by rewrite -expr2 sqr_ge0.
  by have := all0 i (mem_index_enum i); rewrite -expr2 sqrf_eq0 => /eqP ->; rewrite mulr0.
have [p b] := @bounded R d n low scale gain A y w pos y0 low0 (bound w) scale0 gain0.
split=> [z|_]; last exact: b.
by move: p; rewrite /centred z ltxx.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d n low high scale gain A y w v d1 w0 g0 *; have y0 : \sum_(i < n) y i * y i != 0.
  apply/eqP => z; move: g0; rewrite lt_def big1 ?eqxx // => k _.
  rewrite big1 ?mul0r // => i _; have g (j : 'I_n) : true -> 0 <= y j * y j by rewrite square_ge0.
  have /eqP : y i * y i = 0 by apply: (psumr_eq0P g z).
  by rewrite mulf_eq0 orbb => /eqP ->; rewrite mulr0.
by repeat split; values.
Qed.
