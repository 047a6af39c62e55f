Lemma gradient (R : rcfType) n (gamma : R) (a y X : nat -> R) (C := centred n X)
  (s := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R)) : 0 < \sum_(i < n) (C i * C i) ->
  gamma * (\sum_(i < n) (y i * ((centred n a i - ((C i / s) *
    (((\sum_(j < n) ((C j * centred n a j) + (centred n a j * C j))) / n%:R) / (s * 2%:R)))) / s)))
  = (gamma * ((\sum_(i < n) (a i * y i) + (- \sum_(i < n) y i) * ((\sum_(i < n) a i) / n%:R))
    + ((- ((\sum_(i < n) (a i * C i)) / n%:R)) * (\sum_(i < n) (C i * y i))) / (s * s))) / s.
Proof.
move=> pos; have [n0 s0 e] := spread pos; rewrite (@pulled R n C (centred n a) y s n0 s0 e) (@one_mean R n y a) (@one_mean R n C a) no_sum // -/s.
have swap (F G : nat -> R) : \sum_(i < n) (F i * G i) = \sum_(i < n) (G i * F i) by apply: eq_bigr => i _; rewrite mulrC.
rewrite (swap y a) (swap C a); set U := \sum_(i < n) (a i * y i); set W := \sum_(i < n) (C i * y i).
set T := \sum_(i < n) (a i * C i); set m := \sum_(i < n) a i; set l := \sum_(i < n) y i.
by field; rewrite n0 s0.
Qed.

Theorem proof : statement.
Proof.
move=> R d n gamma A y w v _ pos _ _; split=> [e|_]; first by move: pos; rewrite e ltxx.
exact: (@gradient R n gamma (A 0%N) y (row d A w) pos).
Qed.
