Lemma ends (R : rcfType) d n (A : nat -> nat -> R) (y u : nat -> R) (P := row d A u) (C := centred n P)
  (s := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R)) : 0 < \sum_(i < n) (C i * C i) ->
  (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) -> (forall k, (k < d)%N -> \sum_(i < n) (A k i * (P i - y i)) = 0) ->
  \sum_(i < n) ((- y i) * (C i / s)) = - (n%:R * s) /\
  \sum_(i < n) (((C i / s) - y i) * (C i / s)) = n%:R - n%:R * s.
Proof.
move=> pos zero normal; have [n0 s0 e] := spread pos; have x := no_mean u zero; rewrite -/s in s0 e.
have off : \sum_(i < n) ((- y i) * (C i / s)) = - (n%:R * s).
  rewrite (eq_bigr (fun i : 'I_n => - s^-1 * (C i * y i))) => [|i _]; last by ring.
  rewrite -mulr_sumr (still1 y x) -(@fitted R d n A y u u normal) -(still2 x x) -/C e.
  by field.
have on : \sum_(i < n) (((C i / s) - y i) * (C i / s)) = n%:R - n%:R * s.
  rewrite (eq_bigr (fun i : 'I_n => (s * s)^-1 * (C i * C i) + (- y i) * (C i / s))) => [|i _]; last by field.
  by rewrite big_split /= -mulr_sumr off e; field.
by [].
Qed.

Lemma radius (R : rcfType) d n (A : nat -> nat -> R) (y u : nat -> R) (r : R) (P := row d A u) (C := centred n P)
  (s := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R)) : 0 < \sum_(i < n) (C i * C i) ->
  (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) -> (forall k, (k < d)%N -> \sum_(i < n) (A k i * (P i - y i)) = 0) ->
  2%:R < r ->
  (- (- (r * ((\sum_(i < n) ((- y i) * (C i / s))) / n%:R)))) / (((1 - (r * ((\sum_(i < n) (((C i / s) - y i) * (C i / s))) / n%:R))) + 1)
    - (- (r * ((\sum_(i < n) ((- y i) * (C i / s))) / n%:R))))
  = (Num.sqrt ((\sum_(i < n) (P i * P i)) / n%:R) * r) / ((- 2%:R) + r).
Proof.
move=> pos zero normal r2; have [n0 s0 e] := spread pos; have x := no_mean u zero; rewrite -/s in s0 e.
have r0 : r + - 2%:R != 0 by rewrite subr_eq0 gt_eqF.
rewrite -(still2 x x) -/C -/s.
have [off on] := @ends R d n A y u pos zero normal; rewrite -/P -/C -/s in off on; rewrite off on.
have -> : (1 - r * ((n%:R - n%:R * s) / n%:R)) + 1 - - (r * (- (n%:R * s) / n%:R)) = - (- 2%:R + r) by field.
have -> : - - (r * (- (n%:R * s) / n%:R)) = - (s * r) by field.
by rewrite invrN mulrNN.
Qed.

Theorem proof : statement.
Proof.
move=> R d n r A y w v u _ _ _ zero normal pos r2; split=> [e|_]; first by move: pos; rewrite e ltxx.
exact: (@radius R d n A y u r pos zero normal r2).
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d n r A y w v u _ _ _ zero normal pos r2.
have [n0 s0 e] := @spread R n (centred n (row d A u)) pos.
have [off on] := @ends R d n A y u pos zero normal; rewrite /row /centred in off on.
have r0 : - 2%:R + r != 0 by rewrite addrC subr_eq0 gt_eqF.
do 5 (split; first by values).
split=> // _; rewrite off on; set s := Num.sqrt _ in s0 *.
have -> : (1 - r * ((n%:R - n%:R * s) / n%:R)) + 1 - - (r * (- (n%:R * s) / n%:R)) = - (- 2%:R + r) by field.
by rewrite oppr_eq0.
Qed.
