Lemma excess (R : rcfType) d n (A : nat -> nat -> R) (y u w : nat -> R) (gamma : R) (X := row d A w) (P := row d A u)
  (C := centred n X) (s := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R)) (q := Num.sqrt ((\sum_(i < n) (X i * X i)) / n%:R))
  (gw := \sum_(k < d) ((\sum_(i < n) (A k i * y i)) / n%:R * w k)) : 0 < \sum_(i < n) (C i * C i) ->
  (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) -> (forall k, (k < d)%N -> \sum_(i < n) (A k i * (P i - y i)) = 0) ->
  (\sum_(i < n) ((y i - gamma * (C i / s)) * (y i - gamma * (C i / s)))) / (n%:R * 2%:R)
    - (\sum_(i < n) ((y i - P i) * (y i - P i))) / (n%:R * 2%:R)
  = ((1 / 2%:R) * (\sum_(k < d) (u k * ((\sum_(i < n) (A k i * y i)) / n%:R)))
    + (1 / 2%:R) * ((gamma + (- gw) / q) * (gamma + (- gw) / q))) + ((- (1 / 2%:R)) * (gw * gw)) / (q * q).
Proof.
move=> pos zero normal; have [n0 s0 e] := spread pos; have x := no_mean w zero; rewrite -/s in s0 e.
have -> : q = s by rewrite /q -(still2 x x).
have -> : \sum_(k < d) (u k * ((\sum_(i < n) (A k i * y i)) / n%:R)) = (\sum_(i < n) (P i * y i)) / n%:R.
  by rewrite -(crossed d n A y u); apply: eq_bigr => k _; rewrite mulrC.
have gwE : gw = (\sum_(i < n) (C i * y i)) / n%:R by rewrite /gw crossed (still1 y x).
have fit := @fitted R d n A y u u normal; rewrite -/P in fit.
set Y := \sum_(i < n) (y i * y i); set U := \sum_(i < n) (P i * y i) in fit *.
have -> : \sum_(i < n) ((y i - P i) * (y i - P i)) = Y - U.
  rewrite (eq_bigr (fun i : 'I_n => y i * y i - 2%:R * (P i * y i) + P i * P i)) => [|i _]; last by ring.
  by rewrite big_split sumrB /= -mulr_sumr fit -/Y -/U; ring.
have -> : \sum_(i < n) ((y i - gamma * (C i / s)) * (y i - gamma * (C i / s))) = Y - 2%:R * gamma / s * (n%:R * gw) + gamma * gamma * n%:R.
  rewrite (eq_bigr (fun i : 'I_n => y i * y i - 2%:R * gamma / s * (C i * y i) + gamma * gamma / (s * s) * (C i * C i))) => [|i _]; last by field.
  rewrite big_split sumrB /= -!mulr_sumr e -/Y gwE; set W := \sum_(i < n) (C i * y i).
  by field; rewrite n0 s0.
by field; rewrite n0 s0.
Qed.

Theorem proof : statement.
Proof.
move=> R d n gamma A y w v u _ pos _ zero normal _; split=> [e|_]; first by move: pos; rewrite e ltxx.
exact: (@excess R d n A y u w gamma pos zero normal).
Qed.
