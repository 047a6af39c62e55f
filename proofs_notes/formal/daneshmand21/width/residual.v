(* The rows are independent, and not alike. *)
Theorem proof : statement.
Proof.
move=> R m k d n w p H m1 _ _ _ one d1 n2 e rows; subst k.
have n0 : (0 < n)%N := ltnW n2; have D0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
pose x i a j := H i j + \sum_(s < d) (w a s * H s j).
pose u i a j := x i a j / Num.sqrt (\sum_(l < n) (x i a l * x i a l)).
pose P i j l := \sum_(a < m) (p a * (u i a j * u i a l)).
pose N j l := \sum_(i < d) ((1 / d%:R) * P i j l).
have tr i a : (i < d)%N -> (a < m)%N -> \sum_(j < n) (u i a j * u i a j) = 1.
  by move=> hi ha; exact: unit_trace (rows i hi a ha).
have flat j l : N j l = (\sum_(i < d) P i j l) / d%:R by rewrite /N -mulr_sumr mul1r mulrC.
have trN : \sum_(j < n) N j j = 1.
  under eq_bigr do rewrite flat.
  rewrite -mulr_suml exchange_big (eq_bigr (fun=> 1)) => [|i _]; first by rewrite sumr_const card_ord divff.
  rewrite exchange_big -[RHS]one; apply: eq_bigr => a _ /=; rewrite -mulr_sumr tr ?mulr1 //.
have squares i a : (i < d)%N -> (a < m)%N -> \sum_(j < n) \sum_(l < n) ((u i a j * u i a l) * (u i a j * u i a l)) = 1.
  by move=> hi ha; exact: (@unit_square R n (fun _ => x i a) 0%N (rows i hi a ha)).
pose Q := \sum_(i < d) ((1 / d%:R) * (\sum_(j < n) \sum_(l < n) (P i j l * P i j l))).
transitivity (gap n N + (1 - Q) / d%:R); last by [].
have := @mean_of_draws R m n d p (fun i a j l => u i a j * u i a l) n0 d1 one tr.
move=> mean; apply: etrans mean _; rewrite (@gap_one R n N n0 trN).
pose S := \sum_(j < n) \sum_(l < n) ((\sum_(i < d) P i j l) * (\sum_(i < d) P i j l)).
pose Y := \sum_(i < d) (\sum_(j < n) \sum_(l < n) (P i j l * P i j l)).
have -> : Q = Y / d%:R by rewrite /Q -mulr_sumr mul1r mulrC.
have -> : \sum_(j < n) \sum_(l < n) (N j l * N j l) = S / (d%:R * d%:R).
  rewrite /S mulr_suml; apply: eq_bigr => j _; rewrite mulr_suml; apply: eq_bigr => l _; rewrite flat.
  by move: (\sum_(i < d) _) => z; field.
have -> : \sum_(j < n) \sum_(l < n) \sum_(i < d) ((\sum_(a < m) (p a * ((u i a j * u i a l) * (u i a j * u i a l))))
    - (\sum_(a < m) (p a * (u i a j * u i a l))) * (\sum_(a < m) (p a * (u i a j * u i a l)))) = d%:R - Y.
  under eq_bigr do rewrite exchange_big /=.
  rewrite exchange_big /= (eq_bigr (fun i : 'I_d => 1 - \sum_(j < n) \sum_(l < n) (P i j l * P i j l))) => [|i _].
    by rewrite sumrB sumr_const card_ord.
  under eq_bigr do rewrite sumrB.
  rewrite sumrB; congr (_ - _); under eq_bigr do rewrite exchange_big /=.
  rewrite exchange_big -[RHS]one; apply: eq_bigr => a _ /=; under eq_bigr do rewrite -mulr_sumr.
  by rewrite -mulr_sumr squares ?mulr1.
by rewrite -/S; move: S Y => a b; field; rewrite D0 pnatr_eq0 -lt0n n0.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R m k d n w p H m1 _ _ _ one d1 n2.
have n0 : (n != 0)%N by rewrite -lt0n ltnW.
have D0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
pose x i a j := H i j + \sum_(s < k) (w a s * H s j).
pose some := forall i, (i < d)%N -> forall a, (a < m)%N -> exists2 j, (j < n)%N & x i a j != 0.
have pos i a : 0 <= \sum_(l < n) (x i a l * x i a l) by apply: sumr_ge0 => l _; exact: square_ge0.
have root : some -> forall i, (i < d)%N -> forall a, (a < m)%N -> Num.sqrt (\sum_(l < n) (x i a l * x i a l)) != 0.
  by move=> rows i hi a ha; exact: row_length (rows i hi a ha).
pose u i a j := x i a j / Num.sqrt (\sum_(l < n) (x i a l * x i a l)).
have tr : some -> forall i, (i < d)%N -> forall a, (a < m)%N -> \sum_(j < n) (u i a j * u i a j) = 1.
  by move=> rows i hi a ha; exact: unit_trace (rows i hi a ha).
have trN : some -> \sum_(j < n) \sum_(i < d) ((1 / d%:R) * (\sum_(a < m) (p a * (u i a j * u i a j)))) != 0.
  move=> rows; rewrite exchange_big (eq_bigr (fun=> 1 / d%:R)) => [|i _]; last first.
    rewrite -mulr_sumr exchange_big -[RHS]mulr1 -one; congr (_ * _); apply: eq_bigr => a _ /=.
    by rewrite -mulr_sumr (tr rows) ?mulr1.
  by rewrite sumr_const card_ord -[_ *+ d]mulr_natl mulrC divfK ?oner_neq0.
have trC (f : nat -> nat) : (forall i, (i < d)%N -> (f i < m)%N) -> some -> \sum_(j < n) ((\sum_(i < d) (u i (f i) j * u i (f i) j)) / d%:R) != 0.
  move=> below rows; rewrite -mulr_suml exchange_big (eq_bigr (fun=> 1)) => [|i _]; last first.
    by apply: (tr rows) => //; exact: below.
  by rewrite sumr_const card_ord divff ?oner_neq0.
split; first by move=> *; rewrite -lt0n.
split; first by move=> *; exact: pos.
split; first by move=> e rows *; apply: (root rows).
split; first by move=> e rows; exact: (trN rows).
split; first by [].
split; first by move=> *; exact: pos.
split; first by move=> e rows *; apply: (root rows).
split; first by move=> *; exact: pos.
split; first by move=> e rows f below i hi; apply: (root rows) => //; exact: below.
by move=> e rows f below; exact: (trC f below rows).
Qed.
