(* grad J = H z with z = -(gamma/s) (u - (w.g/s^2) w) *)
Definition pull (R : rcfType) d n (A : nat -> nat -> R) (y w u : nat -> R) (gamma : R) (k : nat) :=
  let C := centred n (row d A w) in let s := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R) in
  - gamma / s * u k + gamma * ((\sum_(i < n) (row d A w i * y i)) / n%:R) / (s * (s * s)) * w k.

Lemma by_H (R : rcfType) d n (gamma : R) (A : nat -> nat -> R) (y w u : nat -> R) (X := row d A w) (P := row d A u)
  (C := centred n X) (k : nat) :
  0 < \sum_(i < n) (C i * C i) -> (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) ->
  (forall k, (k < d)%N -> \sum_(i < n) (A k i * (P i - y i)) = 0) -> (k < d)%N ->
  slope d n A y w gamma k = \sum_(j < d) (((\sum_(i < n) (A k i * A j i)) / n%:R) * pull d n A y w u gamma j).
Proof.
move=> pos zero normal kd; have [n0 s0 e] := spread pos; have x := no_mean w zero; rewrite -/C in s0 e.
pose s := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R); rewrite -/s in s0 e.
set W := (\sum_(i < n) (X i * y i)) / n%:R.
pose z k := - gamma / s * u k + gamma * W / (s * (s * s)) * w k.
have rowz i : row d A z i = - gamma / s * P i + gamma * W / (s * (s * s)) * X i.
  rewrite /P /X /row !mulr_sumr -big_split; apply: eq_bigr => j _ /=; rewrite /z; ring.
have row0 : \sum_(i < n) A k i = 0 by apply: zero.
transitivity ((\sum_(i < n) (A k i * row d A z i)) / n%:R); last first.
  rewrite mulr_suml (eq_bigr (fun i : 'I_n => \sum_(j < d) (A k i * A j i / n%:R * z j))) => [|i _]; last first.
    by rewrite mulrAC mulr_sumr; apply: eq_bigr => j _; ring.
  rewrite exchange_big; apply: eq_bigr => j _ /=; rewrite -mulr_suml; congr (_ * _); by rewrite mulr_suml.
rewrite /slope -/X -/C -/s (@sloped R n C (centred n (A k)) y s gamma n0 s0 e).
rewrite (still2 x row0) (still1 y row0) (still1 y x) -/W.
have -> : \sum_(i < n) (A k i * y i) = \sum_(i < n) (A k i * P i).
  apply/eqP; rewrite -subr_eq0 -sumrB -oppr_eq0 -sumrN -[X in _ == X](normal k kd); apply/eqP.
  by apply: eq_bigr => i _; ring.
have -> : \sum_(i < n) (A k i * row d A z i)
    = - gamma / s * (\sum_(i < n) (A k i * P i)) + gamma * W / (s * (s * s)) * \sum_(i < n) (X i * A k i).
  rewrite (eq_bigr (fun i : 'I_n => - gamma / s * (A k i * P i) + gamma * W / (s * (s * s)) * (X i * A k i))) => [|i _].
    by rewrite big_split /= -!mulr_sumr.
  by rewrite rowz; ring.
by set a := \sum_(i < n) (A k i * P i); set b := \sum_(i < n) _; field; rewrite n0 s0.
Qed.

(* z = K grad J *)
Lemma solved (R : rcfType) d (H K : nat -> nat -> R) (z by_ : nat -> R) (k : nat) :
  (forall k, (k < d)%N -> forall j, (j < d)%N -> \sum_(l < d) (K k l * H l j) = (k == j :> nat)%:R) ->
  (forall l, (l < d)%N -> by_ l = \sum_(j < d) (H l j * z j)) -> (k < d)%N -> \sum_(l < d) (K k l * by_ l) = z k.
Proof.
move=> left by_E kd; rewrite (eq_bigr (fun l : 'I_d => \sum_(j < d) (K k l * H l j * z j))) => [|l _].
  rewrite exchange_big /= (eq_bigr (fun j : 'I_d => (k == j :> nat)%:R * z j)) => [|j _].
    rewrite (bigD1 (Ordinal kd)) //= eqxx mul1r big1 ?addr0 // => j ne.
    by have -> : (k == j :> nat) = false; [rewrite eq_sym; apply/negbTE; exact: ne | rewrite mul0r].
  by rewrite -mulr_suml left.
by rewrite by_E // mulr_sumr; apply: eq_bigr => j _; rewrite mulrA.
Qed.

Lemma no_squares (R : rcfType) d (G : nat -> R) : (\sum_(k < d) (G k * G k) == 0) = [forall k : 'I_d, G k == 0].
Proof.
rewrite psumr_eq0 => [|k _]; last by rewrite -expr2 sqr_ge0.
apply/allP/forallP => [all k | all k _]; first by have := all k (mem_index_enum k); rewrite /= mulf_eq0 orbb.
by rewrite /= (eqP (all k)) mulr0.
Qed.

Theorem proof : statement.
Proof.
move=> R d n gamma A y w v u K _ pos _ zero normal _ _ left; split=> [e|_]; first by move: pos; rewrite e ltxx.
pose C := centred n (row d A w); rewrite -[X in 0 < X]/(\sum_(i < n) (C i * C i)) in pos.
have [n0 s0 e] := @spread R n C pos; have x := no_mean w zero.
pose G := slope d n A y w gamma; pose W := (\sum_(i < n) (row d A w i * y i)) / n%:R.
pose s := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R); rewrite -/s in s0 e.
have sE : Num.sqrt ((\sum_(i < n) (row d A w i * row d A w i)) / n%:R) = s by rewrite /s (still2 x x).
pose off k := gamma * ((\sum_(i < n) (row d A w i * row d A w i)) / n%:R * u k - W * w k).
have squareE : (\sum_(i < n) (row d A w i * row d A w i)) / n%:R = s * s.
  by rewrite -(still2 x x) -/C e -/s; field.
have offE k : off k = - (s * (s * s)) * pull d n A y w u gamma k.
  by rewrite /off squareE /pull -/C -/s -/W; field.
have byE k : (k < d)%N -> G k = _ := fun kd => by_H gamma pos zero normal kd.
transitivity ((((gamma - W / s) * (gamma - W / s) + \sum_(k < d) (G k * G k)) == 0)%:R : R).
  have -> : W = (\sum_(i < n) (C i * y i)) / n%:R by rewrite /C still1.
  by rewrite -(by_scale y gamma n0 s0 e).
transitivity ((gamma * s == W)%:R * (\sum_(k < d) (off k * off k) == 0)%:R : R); last first.
  by rewrite crossed sE.
rewrite -natrM mulnb; congr (_%:R); congr (nat_of_bool _).
rewrite paddr_eq0; last 2 first.
- by rewrite -expr2 sqr_ge0.
- by apply: sumr_ge0 => k _; rewrite -expr2 sqr_ge0.
rewrite mulf_eq0 orbb; have -> : (\sum_(k < d) (G k * G k) == 0) = (\sum_(k < d) (off k * off k) == 0).
  rewrite !no_squares; apply/forallP/forallP => all k.
    have zE : pull d n A y w u gamma k = 0.
      transitivity (\sum_(l < d) (K k l * G l)); last by rewrite big1 // => l _; rewrite (eqP (all l)) mulr0.
      pose H l j : R := (\sum_(i < n) (A l i * A j i)) / n%:R.
      by rewrite (@solved R d H K (pull d n A y w u gamma) G k).
    by rewrite offE zE mulr0.
  rewrite byE // big1 // => j _; have := all j; rewrite offE mulf_eq0 oppr_eq0 !mulf_eq0 (negbTE s0) /=.
  by move/eqP->; rewrite mulr0.
congr (_ && _); rewrite subr_eq0; apply/eqP/eqP => [-> | <-]; first by field.
by field.
Qed.
