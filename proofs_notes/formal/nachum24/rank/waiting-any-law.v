(* how many of j more draws are made until the rows span, in the mean *)
Definition wait (R : rcfType) m n (E : ((nat -> R) -> R) -> R) (a : (nat -> R) -> nat -> R) j (v : nat -> R) : R := iter j
  (fun (next : (nat -> R) -> R) v => ((\rank (rows m n v))%:R < n%:R :> R)%R%:R *
    (E (fun w => next (onto n (m * n) (a w) v)) + 1)) (fun=> 0) v.

Lemma waitS (R : rcfType) m n E a j (v : nat -> R) : wait m n E a j.+1 v =
  ((\rank (rows m n v))%:R < n%:R :> R)%R%:R * (E (fun w => wait m n E a j (onto n (m * n) (a w) v)) + 1).
Proof. by []. Qed.

Lemma waits (R : rcfType) m n D E a (p : R) : (0 < m)%N -> @is_law R D E -> 0 < p ->
  (forall z, D (fun w => (dot n z (a w) != 0)%:R)) ->
  (forall z, (forall j, (j < n)%N -> z j = 0) \/ p <= E (fun w => (dot n z (a w) != 0)%:R)) ->
  (forall j, (j < m)%N -> forall z, D (fun w => wait m n E a j (onto n (m * n) (a w) z))) ->
  forall j v, (j <= m)%N -> blank m n j v -> wait m n E a j v <= (n%:R - (\rank (rows m n v))%:R) / p.
Proof.
move=> m0 law p0 Dz least Da; have ip : 0 <= p^-1 by rewrite invr_ge0 ltW.
elim=> [|j IH] v jm bl; have left : 0 <= (n%:R - (\rank (rows m n v))%:R) / p by
  rewrite mulr_ge0 // subr_ge0 ler_nat rank_leq_col.
  exact: left.
rewrite waitS ltr_nat; case: (ltnP (\rank (rows m n v)) n) left => [lt _|_ left]; last by rewrite mul0r.
rewrite mul1r; set r := \rank _ in lt *; have [u u0 vu] := orthogonal lt.
case: (least (at_ u)) => [/(at_neq0 u0) //|up].
have le : E (fun w => wait m n E a j (onto n (m * n) (a w) v)) <=
    (n%:R - r%:R) / p - p^-1 * E (fun w => (dot n (at_ u) (a w) != 0)%:R).
  apply: (law_le_affine law (Da _ jm v) (Dz (at_ u))) => w.
  apply: le_trans (IH _ (ltnW jm) (onto_blank (a w) jm bl)) _.
  rewrite [p^-1 * _]mulrC -mulrBl; apply: ler_wpmul2r => //; rewrite -addrA ler_add2l -opprD ler_opp2.
  case: (boolP (_ == 0)) => [_|ne] /=.
    by rewrite addr0 ler_nat; exact: mxrankS (rows_onto (a w) bl).
  by rewrite -[1]/(1%:R) -natrD ler_nat addn1; exact: (rank_up m0 bl vu ne).
apply: (@le_trans _ _ ((n%:R - r%:R) / p - p^-1 * E (fun w => (dot n (at_ u) (a w) != 0)%:R) + 1)).
  by rewrite ler_add2r.
rewrite -addrA ger_addl addrC subr_le0 -[X in X <= _](mulVf (lt0r_neq0 p0)).
by apply: ler_wpmul2l.
Qed.

Theorem proof : statement.
Proof.
move=> R k n p m X z D E _ n0 law Dz _ _ least m0 p0 Da.
pose a (w : nat -> R) i := Num.max (\sum_(j < k) w j * X j i) 0.
have rows0 : rows m n (fun=> 0) = 0 :> 'M[R]_(m, n) by apply/matrixP => i j; rewrite !mxE.
have := @waits R m n D E a p m0 law p0 Dz least Da m (fun=> 0) (leqnn m); rewrite rows0 mxrank0 subr0.
apply=> // r c _ _ _; exact: erefl.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R k n p m X z D E _ _ _ _ _ _ _ _; split=> [_ _ r rm c cn | p0 _]; [exact: place_below | exact: lt0r_neq0].
Qed.
