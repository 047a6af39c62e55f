(* in the plane eigenvectors of H* for other values than 0 are orthogonal to u, which gives the value *)
Lemma across (R : rcfType) (M : nat -> nat -> R) (u e : nat -> R) (value : R)
  (at_ := fun k (z : nat -> R) => M k 0%N * z 0%N + M k 1%N * z 1%N) : value != 0 ->
  M 0%N 1%N = M 1%N 0%N -> at_ 0%N u = 0 -> at_ 1%N u = 0 -> at_ 0%N e = value * e 0%N -> at_ 1%N e = value * e 1%N ->
  0 < u 0%N * u 0%N + u 1%N * u 1%N -> 0 < e 0%N * e 0%N + e 1%N * e 1%N ->
  value * (u 0%N * u 0%N + u 1%N * u 1%N)
  = u 1%N * (M 0%N 0%N * u 1%N - M 0%N 1%N * u 0%N) + u 0%N * (M 1%N 1%N * u 0%N - M 1%N 0%N * u 1%N).
Proof.
rewrite /at_ => v0 sym z0 z1 o0 o1 pos_u pos_e; have q0 := lt0r_neq0 pos_u.
set a := u 0%N in z0 z1 pos_u q0 *; set b := u 1%N in z0 z1 pos_u q0 *; set q := a * a + b * b in pos_u q0 *.
set x := e 0%N in o0 o1 pos_e; set y := e 1%N in o0 o1 pos_e.
have orth : x * a + y * b = 0.
  apply: (mulfI v0); rewrite mulr0.
  transitivity (x * (M 0%N 0%N * a + M 0%N 1%N * b) + y * (M 1%N 0%N * a + M 1%N 1%N * b)); last by rewrite z0 z1 !mulr0 addr0.
  transitivity ((value * x) * a + (value * y) * b); first by ring.
  by rewrite -o0 -o1 sym; ring.
pose D := y * a - x * b.
have Da : D * a = q * y by transitivity (q * y - b * (x * a + y * b)); [rewrite /D /q; ring | rewrite orth; ring].
have Db : D * b = - (q * x) by transitivity (- (q * x) + a * (x * a + y * b)); [rewrite /D /q; ring | rewrite orth; ring].
have D0 : D != 0.
  apply/eqP => D0; move: Da Db; rewrite D0 !mul0r => /esym/eqP; rewrite mulf_eq0 (negPf q0) /= => /eqP y0.
  move/esym/eqP; rewrite oppr_eq0 mulf_eq0 (negPf q0) /= => /eqP x0.
  by move: pos_e; rewrite x0 y0 !mulr0 addr0 ltxx.
apply: (mulfI D0).
transitivity (b * (M 0%N 0%N * (D * b) - M 0%N 1%N * (D * a)) + a * (M 1%N 1%N * (D * a) - M 1%N 0%N * (D * b))); last by ring.
transitivity (q * (a * (value * y) - b * (value * x))); first by rewrite /D; ring.
by rewrite Da Db -o0 -o1; ring.
Qed.

Theorem proof : statement.
Proof.
move=> R d n least greatest A y w v u e f d2 d2' _ _ zero normal posu l0 e0 own_e g0 f0 own_f.
have dE : d = 2%N by apply/eqP; rewrite eqn_leq d2' d2.
move: dE zero normal posu e0 own_e f0 own_f => {d2 d2'} -> zero normal posu e0 own_e f0 own_f.
have [sym Hu ug q0 form] := @solved R 2 n A y u zero normal posu.
have [_ Mu _] := starred sym Hu ug q0 form.
have two (F : nat -> R) : \sum_(i < 2) F i = F 0%N + F 1%N by rewrite !big_ord_recl big_ord0 addr0.
have u0 : 0 < u 0%N * u 0%N + u 1%N * u 1%N.
  rewrite lt_def addr_ge0 ?square_ge0 // andbT paddr_eq0 ?square_ge0 // !mulf_eq0 !orbb; apply/negP => /andP[/eqP a /eqP b].
  by move: q0; rewrite -ug (two (fun i => u i * ((\sum_(j < n) (A i j * y j)) / n%:R))) a b !mul0r addr0 ltxx.
rewrite (two (fun i => e i * e i)) in e0; rewrite (two (fun i => f i * f i)) in f0.
pose H k j := (\sum_(i < n) (A k i * A j i)) / n%:R; pose g k := (\sum_(i < n) (A k i * y i)) / n%:R.
pose M i j := H i j - g i * g j / ((\sum_(i < n) (row 2 A u i * row 2 A u i)) / n%:R).
have key (z : nat -> R) (value : R) : value != 0 -> 0 < z 0%N * z 0%N + z 1%N * z 1%N ->
    (forall k, (k < 2)%N -> \sum_(j < 2) (M k j * z j) = value * z k) ->
    value * (u 0%N * u 0%N + u 1%N * u 1%N)
    = u 1%N * (M 0%N 0%N * u 1%N - M 0%N 1%N * u 0%N) + u 0%N * (M 1%N 1%N * u 0%N - M 1%N 0%N * u 1%N).
  move=> v0 z0 own; apply: (across v0 _ _ _ _ _ u0 z0); rewrite -?(two (fun j => M _ j * _ j)).
  - by rewrite /M [H 0%N 1%N]sym [g 0%N * _]mulrC.
  - exact: (Mu 0%N isT).
  - exact: (Mu 1%N isT).
  - exact: (own 0%N isT).
  - exact: (own 1%N isT).
have -> : greatest = least; last by rewrite divff.
by apply: (mulIf (lt0r_neq0 u0)); rewrite (key f greatest g0 f0 own_f) (key e least l0 e0 own_e).
Qed.

Theorem defined_proof : defined.
Proof. by move=> *; values. Qed.
