(* The filters are independent and alike: d draws of matrices of trace 1. *)
Theorem proof : statement.
Proof.
move=> R m k h n c d w p X m1 _ _ _ one h1 n2 c1 d1 e rows.
have n0 : (0 < n)%N := ltnW n2; have D0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have nn : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have C0 : c%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
pose x a t j := \sum_(s < k) (w a s * X (t * k + s)%N j).
pose u a t j := x a t j / Num.sqrt (\sum_(i < n) (x a t i * x a t i)).
pose A a j l := (\sum_(t < c) (u a t j * u a t l)) / c%:R.
pose P j l := \sum_(a < m) (p a * A a j l).
pose M2 := \sum_(a < m) (p a * (\sum_(j < n) \sum_(l < n) (A a j l * A a j l))).
have trA a : (a < m)%N -> \sum_(j < n) A a j j = 1.
  move=> lt; rewrite -mulr_suml exchange_big (eq_bigr (fun=> 1)) => [|t _]; last exact: unit_trace (rows a lt t (ltn_ord t)).
  by rewrite sumr_const card_ord divff.
have trP : \sum_(j < n) P j j = 1.
  by rewrite exchange_big -[RHS]one; apply: eq_bigr => a _ /=; rewrite -mulr_sumr trA ?mulr1.
have := @mean_of_draws R m n d p (fun _ => A) n0 d1 one (fun _ a _ lt => trA a lt).
have same j l : \sum_(i < d) \sum_(a < m) (p a * A a j l) = d%:R * P j l.
  by rewrite sumr_const card_ord -[_ *+ d]mulr_natl.
under [X in _ = (X + _) / _ - _ -> _]eq_bigr do under eq_bigr do rewrite same.
have flat (z : R) : \sum_(i < d) z = d%:R * z by rewrite sumr_const card_ord -[_ *+ d]mulr_natl.
under [X in _ = (_ + X) / _ - _ -> _]eq_bigr do under eq_bigr do rewrite flat.
move=> mean; transitivity (gap n P * (1 + (- 1) / d%:R) + (M2 + (- 1) / n%:R) / d%:R); last by [].
apply: etrans mean _; rewrite (@gap_one R n P n0 trP).
have -> : M2 = \sum_(j < n) \sum_(l < n) \sum_(a < m) (p a * (A a j l * A a j l)).
  rewrite /M2; under eq_bigr do rewrite mulr_sumr.
  rewrite exchange_big; apply: eq_bigr => j _ /=; under eq_bigr do rewrite mulr_sumr.
  by rewrite exchange_big.
pose S := \sum_(j < n) \sum_(l < n) (P j l * P j l); pose Q := \sum_(j < n) \sum_(l < n) \sum_(a < m) (p a * (A a j l * A a j l)).
have -> : \sum_(j < n) \sum_(l < n) (d%:R * P j l * (d%:R * P j l)) = d%:R * d%:R * S.
  rewrite mulr_sumr; apply: eq_bigr => j _; rewrite mulr_sumr; apply: eq_bigr => l _; ring.
have -> : \sum_(j < n) \sum_(l < n) (d%:R * (\sum_(a < m) (p a * (A a j l * A a j l)) - P j l * P j l)) = d%:R * (Q - S).
  rewrite /Q /S -sumrB mulr_sumr; apply: eq_bigr => j _; rewrite -sumrB mulr_sumr; exact: eq_bigr.
by rewrite -/S -/Q; move: S Q => a b; field; rewrite D0 nn.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R m k h n c d w p X m1 _ _ _ one h1 n2 c1 d1.
have n0 : (n != 0)%N by rewrite -lt0n ltnW.
have C0 : c%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have D0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have place : h%:R = c%:R * k%:R :> R -> forall t, (t < c)%N -> forall s, (s < k)%N -> t%:R * k%:R + s%:R < h%:R :> R.
  by move=> e t ht s hs; rewrite e -!natrM -natrD ltr_nat in_block.
pose x a t j := \sum_(s < k) (w a s * X (t * k + s)%N j).
pose some := forall a, (a < m)%N -> forall t, (t < c)%N -> exists2 j, (j < n)%N & x a t j != 0.
have pos a t : 0 <= \sum_(i < n) (x a t i * x a t i) by apply: sumr_ge0 => i _; exact: square_ge0.
have root : some -> forall a, (a < m)%N -> forall t, (t < c)%N -> Num.sqrt (\sum_(i < n) (x a t i * x a t i)) != 0.
  by move=> rows a ha t ht; exact: row_length (rows a ha t ht).
pose u a t j := x a t j / Num.sqrt (\sum_(i < n) (x a t i * x a t i)).
have tr : some -> forall a, (a < m)%N -> \sum_(j < n) ((\sum_(t < c) (u a t j * u a t j)) / c%:R) = 1.
  move=> rows a ha; rewrite -mulr_suml exchange_big (eq_bigr (fun=> 1)) => [|t _]; last exact: unit_trace (rows a ha t (ltn_ord t)).
  by rewrite sumr_const card_ord divff.
have trP : some -> \sum_(j < n) \sum_(a < m) (p a * ((\sum_(t < c) (u a t j * u a t j)) / c%:R)) != 0.
  move=> rows; rewrite exchange_big (eq_bigr (fun a : 'I_m => p a)) ?one ?oner_neq0 // => a _ /=.
  by rewrite -mulr_sumr (tr rows) ?mulr1.
have trC (f : nat -> nat) : (forall i, (i < d)%N -> (f i < m)%N) -> some ->
    \sum_(j < n) ((\sum_(i < d) ((\sum_(t < c) (u (f i) t j * u (f i) t j)) / c%:R)) / d%:R) != 0.
  move=> below rows; rewrite -mulr_suml exchange_big (eq_bigr (fun=> 1)) => [|i _]; last first.
    by apply: (tr rows) => //; exact: below.
  by rewrite sumr_const card_ord divff ?oner_neq0.
split; first by move=> e _ t ht s hs; exact: (place e).
split; first by move=> e _ t ht s hs; exact: (place e).
split; first by move=> e _; move=> *; exact: pos.
split; first by move=> e rows a ha *; apply: (root rows).
split; first by move=> *; rewrite -lt0n.
split; first by move=> e rows; exact: (trP rows).
split; first by move=> *.
split; first by move=> e _; move=> *; exact: pos.
split; first by move=> e rows a ha *; apply: (root rows).
split; first by move=> e _; move=> *; exact: pos.
split; first by move=> e rows f below i hi t ht; apply: (root rows) => //; exact: below.
split; first by move=> *; rewrite -lt0n.
by move=> e rows f below; exact: (trC f below rows).
Qed.
