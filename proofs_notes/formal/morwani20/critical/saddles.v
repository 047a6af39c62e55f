Lemma saddle (R : rcfType) d n (A : nat -> nat -> R) (y w v : nat -> R) (X := row d A w) (C := centred n X)
  (H := centred n (row d A v)) (s := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R)) (q := Num.sqrt ((\sum_(i < n) (X i * X i)) / n%:R))
  (gv := \sum_(k < d) ((\sum_(i < n) (A k i * y i)) / n%:R * v k)) (m := (\sum_(i < n) ((- y i) * ((H i - ((C i / s) *
    (((\sum_(j < n) ((C j * H j) + (H j * C j))) / n%:R) / (s * 2%:R)))) / s))) / n%:R) : 0 < \sum_(i < n) (C i * C i) ->
  (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) -> \sum_(k < d) (w k * ((\sum_(i < n) (A k i * y i)) / n%:R)) = 0 ->
  (((\sum_(i < n) ((C i / s) * (C i / s))) / n%:R) * (0 / n%:R)) - m * m = (- (gv * gv)) / (q * q).
Proof.
move=> pos zero level; have [n0 s0 e] := spread pos; have x := no_mean w zero; have h := no_mean v zero; rewrite -/s in s0 e.
have -> : q = s by rewrite /q -(still2 x x).
have g0 : (\sum_(i < n) (row d A w i * y i)) / n%:R = 0.
  by rewrite -(crossed d n A y w) -[RHS]level; apply: eq_bigr => k _; rewrite mulrC.
have {}g0 : \sum_(i < n) (row d A w i * y i) = 0.
  by apply/eqP; move/eqP: g0; rewrite mulf_eq0 invr_eq0 (negPf n0) orbF.
have none : \sum_(i < n) (C i * - y i) = 0.
  rewrite (still1 (fun i => - y i) x) (eq_bigr (fun i : 'I_n => - (row d A w i * y i))) => [|i _]; last by ring.
  by rewrite sumrN g0 oppr0.
have mE : m = - gv / s.
  rewrite /m (@pulled R n C H (fun i => - y i) s n0 s0 e) none mul0r mul0r subr0 /gv crossed.
  rewrite (eq_bigr (fun i : 'I_n => - (row d A v i * y i))) => [|i _]; last by rewrite /H still //; ring.
  by rewrite sumrN; set a := \sum_(i < n) _; field; rewrite n0 s0.
by rewrite mE; set a := \sum_(i < n) _; field; rewrite n0 s0.
Qed.

Theorem proof : statement.
Proof.
move=> R d n A y w v u _ pos _ zero _ _ level; split=> [e|_]; first by move: pos; rewrite e ltxx.
exact: (@saddle R d n A y w v pos zero level).
Qed.
