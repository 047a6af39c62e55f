(* As s_i s_i = 1, row i of e S H + W S H is s_i times that of e H + S W S H. *)
Theorem proof : statement.
Proof.
move=> R d N ds e i j W H s d2 N1 _ signs.
split; first by move=> _ _ _ hz /eqP; rewrite (gt_eqF (squares hz)).
move=> i_d j_N eds hz _; subst ds.
have si : s i * s i = 1 by case: (signs i i_d) => ->; rewrite ?mulrNN mulr1.
have ni : `|s i| = 1 by case: (signs i i_d) => ->; rewrite ?normrN normr1.
pose Z k := e * (s i * H i k) + \sum_(a < d) (W i a * (s a * H a k)).
pose Y k := e * H i k + \sum_(a < d) (s i * W i a * s a * H a k).
have ZY k : Z k = s i * Y k.
  rewrite /Z /Y mulrDr mulr_sumr [e * (s i * _)]mulrCA; congr (_ + _); apply: eq_bigr => a _.
  by rewrite -!mulrA [s i * (s i * _)]mulrA si mul1r.
have same : \sum_(k < N) (Z k * Z k) = \sum_(k < N) (Y k * Y k).
  by apply: eq_bigr => k _; rewrite !ZY mulrACA si mul1r.
have S0 : 0 < \sum_(k < N) (Z k * Z k) := squares hz.
have m0 : 0 < (\sum_(k < N) (Z k * Z k)) / N%:R by rewrite divr_gt0 // ltr0n.
transitivity (Z j * `|Z j| / ((\sum_(k < N) (Z k * Z k)) / N%:R)); first exact: signed.
by rewrite same ZY normrM ni mul1r -!mulrA.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d N ds e i j W H s d2 N1 ds2 signs.
have sums : (i < ds)%N -> ds = d -> \sum_(k < N) (e * H i k + \sum_(l < d) s i * W i l * s l * H l k) *
    (e * H i k + \sum_(l < d) s i * W i l * s l * H l k) =
    \sum_(k < N) (e * (s i * H i k) + \sum_(l < d) W i l * (s l * H l k)) *
      (e * (s i * H i k) + \sum_(l < d) W i l * (s l * H l k)).
  move=> i_d _; have one : s i * s i = 1 by case: (signs i i_d) => ->; rewrite ?mulrNN mulr1.
  apply: eq_bigr => k _.
  have -> : e * H i k + \sum_(l < d) s i * W i l * s l * H l k =
      s i * (e * (s i * H i k) + \sum_(l < d) W i l * (s l * H l k)).
    rewrite mulrDr mulr_sumr; congr (_ + _); last by apply: eq_bigr => l _; rewrite !mulrA.
    by rewrite mulrCA [s i * (s i * _)]mulrA one mul1r.
  by rewrite mulrACA one mul1r.
repeat split; try by values.
move=> i_d *; rewrite sums; last 2 first; [by values | by [] | by values].
Qed.
