Lemma attained (R : rcfType) d n (low gain : R) (A : nat -> nat -> R) (y w : nat -> R)
  (X := fun i => \sum_(k < d) (A k i * w k)) (C := centred n X) :
  0 < low -> 0 < \sum_(k < d) (w k * w k) -> 0 < \sum_(i < n) (y i * y i) -> \sum_(i < n) y i = 0 ->
  \sum_(i < n) (y i * C i) = 0 ->
  (forall k, (k < d)%N -> (\sum_(i < n) (A k i * C i)) / n%:R = low * w k) -> 0 < gain ->
  0 < \sum_(i < n) (C i * C i) /\
  (\sum_(k < d) (\sum_(i < n) ((by_entry d n X y w k i * gain) * (by_entry d n X y w k i * gain)))) / (gain * gain)
    / (\sum_(i < n) (y i * y i)) = 1 / low.
Proof.
move=> low0 w0 y0 m0 c0 own gain0.
have n0 : n%:R != 0 :> R.
  by move: y0; rewrite pnatr_eq0; case: (n) => // ; rewrite big_ord0 ltxx.
have size : \sum_(i < n) (C i * C i) = n%:R * (low * \sum_(k < d) (w k * w k)).
  rewrite {2}/C one_mean no_sum // mul0r subr0.
  rewrite (eq_bigr (fun i : 'I_n => \sum_(k < d) (w k * (A k i * C i)))) => [|i _]; last first.
    by rewrite mulr_sumr; apply: eq_bigr => k _; ring.
  rewrite exchange_big /= mulr_sumr mulr_sumr; apply: eq_bigr => k _.
  rewrite -mulr_sumr; have := own k (ltn_ord k); set T := \sum_(i < n) _ => e.
  have -> : T = n%:R * (low * w k) by rewrite -e; field.
  by ring.
have pos : 0 < \sum_(i < n) (C i * C i).
  by rewrite size !mulr_gt0 // lt_def n0 ler0n.
split=> //; rewrite (by_entries d y w gain pos); have [_ s0 e] := spread pos.
rewrite -/C in s0 e *; set s := Num.sqrt _ in s0 e *.
have -> : \sum_(j < n) (C j * y j) = 0 by rewrite -[RHS]c0; apply: eq_bigr => i _; rewrite mulrC.
have sE : s * s = low * \sum_(k < d) (w k * w k) by apply: (mulfI n0); rewrite -e size.
rewrite m0 sE; have := lt0r_neq0 w0; have := lt0r_neq0 y0; have := lt0r_neq0 low0; have := lt0r_neq0 gain0.
set N := \sum_(k < d) _; set Y := \sum_(i < n) _ => a b c f.
by rewrite !mul0r !subr0; field; rewrite a b c f.
Qed.

Theorem proof : statement.
Proof.
move=> R d n low high gain A y w v _ low0 _ _ w0 y0 m0 c0 own gain0.
have turn i : \sum_(k < d) (w k * A k i) = \sum_(k < d) (A k i * w k) by apply: eq_bigr => k _; rewrite mulrC.
have same i : \sum_(k < d) (w k * A k i) - (\sum_(i_1 < n) (\sum_(i_0 < d) (w i_0 * A i_0 i_1))) / n%:R
    = centred n (fun i => \sum_(k < d) (A k i * w k)) i.
  by rewrite /centred turn; congr (_ - _ / _); apply: eq_bigr => j _.
have [||pos eq] := @attained R d n low gain A y w low0 w0 y0 m0 _ _ gain0.
- by rewrite -[RHS]c0; apply: eq_bigr => i _; rewrite same.
- by move=> k kd; rewrite -own //; congr (_ / _); apply: eq_bigr => i _; rewrite same.
split=> [z|_]; last exact: eq.
by move: pos; rewrite /centred z ltxx.
Qed.
