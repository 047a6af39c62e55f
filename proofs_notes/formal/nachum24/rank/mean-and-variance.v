(* Sums of x_i - m, and of their squares over those squares. *)
Theorem proof : statement.
Proof.
move=> R n x n2 [a [b [an bn ab]]].
have n0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n (leq_trans _ n2).
set m := (\sum_(i < n) x i) / n%:R.
have z : \sum_(i < n) (x i - m) = 0.
  by rewrite sumrB sumr_const card_ord -[m *+ n]mulr_natr /m divfK // subrr.
set S := \sum_(i < n) ((x i - m) * (x i - m)).
have S0 : 0 <= S by apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0.
split=> [S1 | Sn].
  have at_m i : (i < n)%N -> x i = m.
    move=> lt; have /eqP := S1; rewrite /S psumr_eq0 => [/allP/(_ (Ordinal lt))|k _]; last by rewrite -expr2 sqr_ge0.
    by rewrite mem_index_enum /= mulf_eq0 orbb subr_eq0 => /(_ isT)/eqP.
  by move: ab; rewrite !at_m // eqxx.
set s := Num.sqrt (S / n%:R).
have ss : s * s = S / n%:R by rewrite -expr2 sqr_sqrtr // divr_ge0 ?ler0n.
have s0 : s * s != 0 by rewrite ss mulf_neq0 // invr_eq0.
split; first by rewrite z mul0r.
split; first by rewrite -mulr_suml z !mul0r.
have -> : \sum_(i < n) ((x i - m) / s * ((x i - m) / s)) = S / (s * s).
  by rewrite /S mulr_suml; apply: eq_bigr => i _; rewrite invfM mulrACA.
by rewrite ss; field; rewrite Sn n0.
Qed.
