Lemma adaptive (R : rcfType) d n (A : nat -> nat -> R) (y w v : nat -> R) (L : R) (X := row d A w) (V := row d A v)
  (C := centred n X) (gw := \sum_(k < d) ((\sum_(i < n) (A k i * y i)) / n%:R * w k))
  (gv := \sum_(k < d) ((\sum_(i < n) (A k i * y i)) / n%:R * v k)) (q := (\sum_(i < n) (X i * X i)) / n%:R) :
  0 < \sum_(i < n) (C i * C i) -> (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) -> 0 < L -> gw != 0 ->
  \sum_(k < d) (v k * (w k - (q / (((gw / Num.sqrt q) * (gw / Num.sqrt q)) * L)) * slope d n A y w (gw / Num.sqrt q) k))
  = (\sum_(k < d) (v k * w k) + (- ((\sum_(i < n) (V i * X i)) / n%:R)) / L) + (gv * (Num.sqrt q * Num.sqrt q)) / (gw * L).
Proof.
move=> pos zero L0 g0; have x := no_mean w zero; have [n0 s0 e] := spread pos.
have eq : q = (\sum_(i < n) (C i * C i)) / n%:R by rewrite (still2 x x).
set c := q / _.
have -> : \sum_(k < d) (v k * (w k - c * slope d n A y w (gw / Num.sqrt q) k))
    = \sum_(k < d) (v k * w k) - c * \sum_(k < d) (v k * slope d n A y w (gw / Num.sqrt q) k).
  by rewrite mulr_sumr -sumrB; apply: eq_bigr => k _; ring.
rewrite sloped_along // -(crossed d n A y w) -(crossed d n A y v) -/gw -/gv /c eq.
set s := Num.sqrt _ in s0 e *; set T := \sum_(i < n) (row d A v i * row d A w i); set U := \sum_(k < d) (v k * w k).
by rewrite e; field; rewrite n0 s0 g0 (lt0r_neq0 L0).
Qed.

Theorem proof : statement.
Proof.
move=> R d n L A y w v u _ pos _ zero _ _ L0; split=> [_ e|g0 _]; first by move: pos; rewrite e ltxx.
exact: (@adaptive R d n A y w v L pos zero L0 g0).
Qed.
