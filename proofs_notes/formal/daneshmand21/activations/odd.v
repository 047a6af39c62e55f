(* u = F(x)/|F(x)|, F odd: the sign of x_i turns u_i u_j, and places that change show that all E u_i^2 are equal. *)
Definition F (R : rcfType) m (c : nat -> R) (x : R) := \sum_(a < m) ((c a * x) * (x * x) ^+ a).

Definition pair (R : rcfType) n m (c : nat -> R) i j (z : nat -> R) :=
  (F m c (z i) * F m c (z j)) / (\sum_(k < n) (F m c (z k) * F m c (z k))).

Lemma odd_F (R : rcfType) m (c : nat -> R) x : F m c (- x) = - F m c x.
Proof. by rewrite /F -sumrN; apply: eq_bigr => a _; rewrite mulrNN mulrN mulNr. Qed.

Lemma length_F (R : rcfType) n m (c z : nat -> R) : (exists2 j, (j < n)%N & F m c (z j) != 0) ->
  \sum_(k < n) (F m c (z k) * F m c (z k)) != 0.
Proof.
move=> [k lt zk]; rewrite gt_eqF //.
by apply: (@sum_gt0_at _ n _ (Ordinal lt)) => [a|]; [exact: square_ge0 | exact: square_gt0].
Qed.

Lemma pair_turned (R : rcfType) n m (c z : nat -> R) i j : i != j ->
  pair n m c i j (fun k => if k == i then - z k else z k) = - pair n m c i j z.
Proof.
move=> ij; rewrite /pair eqxx eq_sym (negbTE ij) odd_F !mulNr; congr (- (_ / _)); apply: eq_bigr => k _.
by case: (k == i :> nat); rewrite // odd_F mulrNN.
Qed.

Lemma pair_moved (R : rcfType) n m (c z : nat -> R) i j : (i < n)%N -> (j < n)%N ->
  pair n m c i i (fun k => z (if k == i then j else if k == j then i else k)) = pair n m c j j z.
Proof.
move=> hi hj; rewrite /pair eqxx; congr (_ / _).
pose t k := if k == i then j else if k == j then i else k.
have tt k : t (t k) = k.
  rewrite /t; case: (eqVneq k i) => [->|ki]; first by rewrite eqxx; case: (eqVneq j i).
  by case: (eqVneq k j) => [->|kj]; rewrite ?eqxx // (negbTE ki) (negbTE kj).
have below (k : 'I_n) : (t k < n)%N by rewrite /t; case: ifP => // _; case: ifP.
pose s k := Ordinal (below k).
have ss : involutive s by move=> k; apply: val_inj => /=.
rewrite [RHS](reindex_inj (inv_inj ss)) /=; by apply: eq_bigr.
Qed.

Theorem proof : statement.
Proof.
move=> R n m i j c D E n2 _ L Df ex turn hi hj ij; have [[D1 E1] lin ext pos] := L.
have same (a b : nat) (ha : (a < n)%N) (hb : (b < n)%N) : E (pair n m c a a) = E (pair n m c b b).
  have [Dm Em] := ex a b _ ha hb (Df a ha a ha); rewrite -[LHS]Em.
  by apply: (law_eq L Dm (Df b hb b hb)) => z _; exact: pair_moved.
split.
  have [Dt Et] := turn i _ hi (Df i hi j hj); have [Ds Es] := lin 1 _ _ Dt (Df i hi j hj).
  have [D0 E0] := lin (-1) _ _ D1 D1.
  have zero : E (fun z => 1 * pair n m c i j (fun k => if k == i then - z k else z k) + pair n m c i j z)
      = E (fun=> -1 * 1 + 1).
    apply: (law_eq L Ds D0) => z _; have t := @pair_turned R n m c z i j ij.
    by change (1 * pair n m c i j (fun k => if k == i then - z k else z k) + pair n m c i j z = - 1 * 1 + 1);
      rewrite t mul1r mulN1r !addNr.
  move: zero; rewrite Es E0 E1 Et mulN1r addNr mul1r => /eqP; rewrite -mulr2n mulrn_eq0 /= => /eqP.
  exact.
have [Dp Ep] := @law_sum R _ D E n (fun=> 1) (fun k => pair n m c k k) L (fun k lt => Df k lt k lt).
have one : E (fun z => \sum_(k < n) 1 * pair n m c k k z) = 1.
  rewrite -[RHS]E1; apply: (law_eq L Dp D1) => z /length_F z0.
  by under eq_bigr do rewrite mul1r; rewrite /pair -mulr_suml divff.
move: Ep; rewrite one (eq_bigr (fun=> E (pair n m c i i))) => [|k _]; last by rewrite mul1r (same k i).
rewrite sumr_const card_ord => e; rewrite -[_ *+ n]mulr_natl in e.
have n0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n ltnW.
have q : n%:R * (1 / n%:R) = 1 :> R by field.
exact: (mulfI n0 (etrans (esym e) (esym q))).
Qed.

Theorem defined_proof : defined.
Proof.
move=> R n m i j c D E n2 _ L *; split; first by move=> _ _ _ w; exact: length_F.
by move=> *; rewrite -lt0n ltnW.
Qed.
