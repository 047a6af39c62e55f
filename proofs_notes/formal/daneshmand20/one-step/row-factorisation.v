(* (g.h)^2/(|g|^2 |h|^2) is the inner product of g g^T/|g|^2 and h h^T/|h|^2. *)
Lemma squared (R : rcfType) (n : nat) (x y : nat -> R) :
  (0 < n)%N -> 0 < \sum_(j < n) (x j * x j) -> 0 < \sum_(j < n) (y j * y j) ->
  let v := (\sum_(k < n) ((x k / Num.sqrt ((\sum_(j < n) (x j * x j)) / n%:R)) *
    (y k / Num.sqrt ((\sum_(j < n) (y j * y j)) / n%:R)))) / n%:R in
  v * v = (\sum_(k < n) (x k * y k)) * (\sum_(k < n) (x k * y k))
    / ((\sum_(j < n) (x j * x j)) * (\sum_(j < n) (y j * y j))).
Proof.
move=> n0 S0 T0; set S := \sum_(j < n) (x j * x j) in S0 *; set T := \sum_(j < n) (y j * y j) in T0 *.
have N0 : 0 < n%:R :> R by rewrite ltr0n.
have ss : Num.sqrt (S / n%:R) * Num.sqrt (S / n%:R) = S / n%:R by rewrite -expr2 sqr_sqrtr // divr_ge0 ?ltW.
have tt : Num.sqrt (T / n%:R) * Num.sqrt (T / n%:R) = T / n%:R by rewrite -expr2 sqr_sqrtr // divr_ge0 ?ltW.
set P := \sum_(k < n) (x k * y k); set s := Num.sqrt (S / n%:R) in ss *; set t := Num.sqrt (T / n%:R) in tt *.
have s0 : s != 0 by rewrite gt_eqF // sqrtr_gt0 divr_gt0.
have t0 : t != 0 by rewrite gt_eqF // sqrtr_gt0 divr_gt0.
have -> /= : (\sum_(k < n) (x k / s * (y k / t))) / n%:R = P / (s * t) / n%:R.
  by under eq_bigr do rewrite mulf_div; rewrite -mulr_suml.
have -> : P / (s * t) / n%:R * (P / (s * t) / n%:R) = P * P / ((s * s) * (t * t) * (n%:R * n%:R)).
  by field; rewrite s0 t0 gt_eqF.
rewrite ss tt; field; by rewrite !gt_eqF.
Qed.

Theorem proof : statement.
Proof.
move=> R m n m' n' g p h q m1 n1 _ _ rows m'1 n'1 _ _ rows' en; subst n'.
have one (s t P u w : R) : s * (t * (P * P * (u * w))) = s * u * (t * w) * (P * P) by ring.
have two (s t u w a b c e : R) : s * u * (t * w) * (a * b * (c * e)) = s * (a * c * u) * (t * (b * e * w)) by ring.
pose G a := \sum_(i < n) (g a i * g a i); pose H b := \sum_(i < n) (h b i * h b i).
transitivity (\sum_(a < m) (\sum_(b < m') (p a / G a * (q b / H b) *
    ((\sum_(k < n) (g a k * h b k)) * (\sum_(k < n) (g a k * h b k)))))).
  apply: eq_bigr => a _; rewrite mulr_sumr; apply: eq_bigr => b _.
  by rewrite (squared n1 (squares (rows a (ltn_ord a))) (squares (rows' b (ltn_ord b)))) invfM; exact: one.
transitivity (\sum_(a < m) (\sum_(b < m') (\sum_(i < n) (\sum_(j < n) ((p a * (g a i * g a j / G a)) *
    (q b * (h b i * h b j / H b))))))).
  apply: eq_bigr => a _; apply: eq_bigr => b _; rewrite mulr_suml mulr_sumr; apply: eq_bigr => i _.
  by rewrite mulr_sumr mulr_sumr; apply: eq_bigr => j _; exact: two.
under eq_bigr do under eq_bigr do rewrite exchange_big.
under eq_bigr do rewrite exchange_big.
rewrite exchange_big /= [RHS]exchange_big /=; apply: eq_bigr => j _.
under eq_bigr do rewrite exchange_big.
rewrite exchange_big /=; apply: eq_bigr => i _; rewrite mulr_suml; apply: eq_bigr => a _.
by rewrite mulr_sumr.
Qed.
