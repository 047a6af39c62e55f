Theorem proof : statement.
Proof.
move=> R d n c r eps A y w v u _ _ _ zero normal posu c0 _ _.
have [ne one two_v three_v] := @at_minimiser R d n A y v u c zero normal posu c0.
have [_ _ two_w three_w] := @at_minimiser R d n A y w u c zero normal posu c0.
have [_ _ _ three_b] := @at_minimiser R d n A y (fun k => v k + w k) u c zero normal posu c0.
split=> [e0|_]; first exact: (elimN eqP ne e0).
split; first by transitivity (1 - r * 1); [congr (_ - _ * _); exact: one | rewrite mulr1].
split; first by transitivity (- r * 0); [congr (_ * _); exact: two_v | rewrite mulr0].
split; first by transitivity (- eps * 0); [congr (_ * _); exact: two_w | rewrite mulr0].
match goal with |- _ - _ * (_ * (?b - ?p - ?q)) = _ =>
  have -> : b = _ := three_b; have -> : p = _ := three_v; have -> : q = _ := three_w end.
have [_ _ ug q0 _] := @solved R d n A y u zero normal posu.
pose g k := (\sum_(i < n) (A k i * y i)) / n%:R; pose V := row d A v; pose W := row d A w.
have rows : (\sum_(i < n) (row d A (fun k => v k + w k) i * row d A (fun k => v k + w k) i)) / n%:R
    = (\sum_(i < n) (V i * V i)) / n%:R + (\sum_(i < n) (W i * W i)) / n%:R + 2%:R * ((\sum_(i < n) (V i * W i)) / n%:R).
  rewrite (eq_bigr (fun i : 'I_n => V i * V i + W i * W i + 2%:R * (V i * W i))) => [|i _].
    by rewrite !big_split /= -mulr_sumr !mulrDl mulrA.
  have -> : row d A (fun k => v k + w k) i = V i + W i by rewrite /V /W /row -big_split; apply: eq_bigr => k _ /=; rewrite mulrDl.
  by ring.
have along : \sum_(k < d) (g k * (v k + w k)) = \sum_(k < d) (g k * v k) + \sum_(k < d) (g k * w k).
  by rewrite -big_split; apply: eq_bigr => k _; rewrite mulrDr.
rewrite rows along -/V -/W; have := lt0r_neq0 q0; rewrite -ug; have := lt0r_neq0 c0.
set gv := \sum_(k < d) (g k * v k); set gw := \sum_(k < d) (g k * w k); set ww := (\sum_(i < n) (W i * W i)) / n%:R.
set vv := (\sum_(i < n) (V i * V i)) / n%:R; set vw := (\sum_(i < n) (V i * W i)) / n%:R; set U := \sum_(k < d) (u k * _).
by move=> cn Un; field; rewrite cn Un.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d n c r eps A y w v u _ posw _ zero normal posu c0 _ _; have [_ _ ug q0 _] := @solved R d n A y u zero normal posu.
have {}ug : \sum_(k < d) (u k * ((\sum_(i < n) (A k i * y i)) / n%:R)) != 0 by rewrite ug lt0r_neq0.
by values.
Qed.
