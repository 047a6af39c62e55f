Lemma gradient (R : rcfType) d n (gamma : R) (A : nat -> nat -> R) (y w v : nat -> R) (X := row d A w) (V := row d A v)
  (C := centred n X) (H := centred n V) (s := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R)) :
  0 < \sum_(i < n) (C i * C i) -> (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) ->
  (\sum_(i < n) (((gamma * (C i / s)) - y i) * (C i / s))) / n%:R
    = gamma + (- \sum_(k < d) ((\sum_(i < n) (A k i * y i)) / n%:R * w k)) / Num.sqrt ((\sum_(i < n) (X i * X i)) / n%:R) /\
  (\sum_(i < n) ((((gamma * (C i / s)) - y i) * gamma) * ((H i - ((C i / s) *
    (((\sum_(j < n) ((C j * H j) + (H j * C j))) / n%:R) / (s * 2%:R)))) / s))) / n%:R
  = ((- gamma) * (\sum_(k < d) ((\sum_(i < n) (A k i * y i)) / n%:R * v k)
      + ((- \sum_(k < d) ((\sum_(i < n) (A k i * y i)) / n%:R * w k)) * ((\sum_(i < n) (V i * X i)) / n%:R))
        / (Num.sqrt ((\sum_(i < n) (X i * X i)) / n%:R) * Num.sqrt ((\sum_(i < n) (X i * X i)) / n%:R))))
    / Num.sqrt ((\sum_(i < n) (X i * X i)) / n%:R).
Proof.
move=> pos zero; have [n0 s0 e] := spread pos; have x := no_mean w zero; have h := no_mean v zero.
rewrite (@by_scale R n C y s gamma n0 s0 e) (@sloped R n C H y s gamma n0 s0 e) !crossed.
have -> : \sum_(i < n) (V i * X i) = \sum_(i < n) (X i * V i) by apply: eq_bigr => i _; rewrite mulrC.
rewrite -(still2 x x) -/s (still2 x h) (still1 y x) (still1 y h).
set U := \sum_(i < n) (row d A v i * y i); set W := \sum_(i < n) (row d A w i * y i).
set T := \sum_(i < n) (row d A w i * row d A v i).
by split; field; rewrite ?n0 ?s0.
Qed.

Theorem proof : statement.
Proof.
move=> R d n gamma A y w v u _ pos _ zero _ _; split=> [e|_]; first by move: pos; rewrite e ltxx.
exact: (@gradient R d n gamma A y w v pos zero).
Qed.
