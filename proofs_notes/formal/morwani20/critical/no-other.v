(* grad J = H z with z = -(gamma/s) (u - (w.g/s^2) w), so that H^-1 grad J = z *)
Lemma metric (R : rcfType) d n (gamma : R) (A K : nat -> nat -> R) (y w u : nat -> R) (X := row d A w) (P := row d A u)
  (C := centred n X) (s := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R)) (by_ := slope d n A y w gamma) :
  0 < \sum_(i < n) (C i * C i) -> (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) ->
  (forall k, (k < d)%N -> \sum_(i < n) (A k i * (P i - y i)) = 0) ->
  (forall k, (k < d)%N -> forall j, (j < d)%N ->
    \sum_(l < d) (K k l * ((\sum_(i < n) (A l i * A j i)) / n%:R)) = (k == j :> nat)%:R) ->
  \sum_(k < d) (by_ k * \sum_(l < d) (K k l * by_ l))
  = gamma * gamma * ((\sum_(i < n) (P i * y i)) / n%:R - ((\sum_(i < n) (X i * y i)) / n%:R / s) * ((\sum_(i < n) (X i * y i)) / n%:R / s)) / (s * s).
Proof.
move=> pos zero normal left; have [n0 s0 e] := spread pos; have x := no_mean w zero; rewrite -/C -/s in s0 e.
set W := (\sum_(i < n) (X i * y i)) / n%:R.
pose z k := - gamma / s * u k + gamma * W / (s * (s * s)) * w k.
have rowz i : row d A z i = - gamma / s * P i + gamma * W / (s * (s * s)) * X i.
  rewrite /P /X /row !mulr_sumr -big_split; apply: eq_bigr => k _ /=; rewrite /z; ring.
have by_E k : (k < d)%N -> by_ k = \sum_(j < d) (((\sum_(i < n) (A k i * A j i)) / n%:R) * z j).
  move=> kd; have row0 : \sum_(i < n) A k i = 0 by apply: zero.
  transitivity ((\sum_(i < n) (A k i * row d A z i)) / n%:R); last first.
    rewrite mulr_suml (eq_bigr (fun i : 'I_n => \sum_(j < d) (A k i * A j i / n%:R * z j))) => [|i _]; last first.
      by rewrite mulrAC mulr_sumr; apply: eq_bigr => j _; ring.
    rewrite exchange_big; apply: eq_bigr => j _ /=; rewrite -mulr_suml; congr (_ * _); by rewrite mulr_suml.
  rewrite /by_ /slope -/X -/C -/s (@sloped R n C (centred n (A k)) y s gamma n0 s0 e).
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
have solved k : (k < d)%N -> \sum_(l < d) (K k l * by_ l) = z k.
  move=> kd; rewrite (eq_bigr (fun l : 'I_d => \sum_(j < d) (K k l * ((\sum_(i < n) (A l i * A j i)) / n%:R) * z j))) => [|l _].
    rewrite exchange_big /= (eq_bigr (fun j : 'I_d => (k == j :> nat)%:R * z j)) => [|j _].
      rewrite (bigD1 (Ordinal kd)) //= eqxx mul1r big1 ?addr0 // => j ne.
      by have -> : (k == j :> nat) = false; [rewrite eq_sym; apply/negbTE; exact: ne | rewrite mul0r].
    by rewrite -mulr_suml left.
  by rewrite by_E // mulr_sumr; apply: eq_bigr => j _; rewrite mulrA.
rewrite (eq_bigr (fun k : 'I_d => z k * by_ k)) => [|k _]; last by rewrite solved // mulrC.
rewrite sloped_along // -/X -/C -/s -/W.
have fit := @fitted R d n A y u w normal; rewrite -/P -/X in fit.
have XyE : \sum_(i < n) (X i * y i) = n%:R * W by rewrite mulrC mulfVK.
have square : \sum_(i < n) (X i * X i) = n%:R * (s * s) by rewrite -(still2 x x) -/C e.
have -> : \sum_(i < n) (row d A z i * y i) = - gamma / s * (\sum_(i < n) (P i * y i)) + gamma * W / (s * (s * s)) * (n%:R * W).
  rewrite (eq_bigr (fun i : 'I_n => - gamma / s * (P i * y i) + gamma * W / (s * (s * s)) * (X i * y i))) => [|i _]; last by rewrite rowz; ring.
  by rewrite big_split /= -!mulr_sumr XyE.
have -> : \sum_(i < n) (row d A z i * X i) = - gamma / s * (n%:R * W) + gamma * W / (s * (s * s)) * (n%:R * (s * s)).
  rewrite (eq_bigr (fun i : 'I_n => - gamma / s * (X i * P i) + gamma * W / (s * (s * s)) * (X i * X i))) => [|i _]; last by rewrite rowz; ring.
  by rewrite big_split /= -!mulr_sumr square fit XyE.
by set a := \sum_(i < n) (P i * y i); field; rewrite n0 s0.
Qed.

Theorem proof : statement.
Proof.
move=> R d n gamma A y w v u K _ pos _ zero normal _ _ left; split=> [e|_]; first by move: pos; rewrite e ltxx.
have x := no_mean w zero.
transitivity (\sum_(k < d) (slope d n A y w gamma k * \sum_(l < d) (K k l * slope d n A y w gamma l))); first by [].
rewrite (@metric R d n gamma A K y w u pos zero normal left).
have -> : \sum_(k < d) (u k * ((\sum_(i < n) (A k i * y i)) / n%:R)) = (\sum_(i < n) (row d A u i * y i)) / n%:R.
  by rewrite -(crossed d n A y u); apply: eq_bigr => k _; rewrite mulrC.
rewrite crossed; have [_ s0 _] := @spread R n (centred n (row d A w)) pos; move: s0; rewrite (still2 x x) => s0.
set P := (\sum_(i < n) (row d A u i * y i)) / _; set W := (\sum_(i < n) (row d A w i * y i)) / _; set s := Num.sqrt _ in s0 *.
by rewrite -/s; field.
Qed.
