(* of two matrices with as many columns the one of less rank is killed by a column that the other is not *)
Lemma apart (R : rcfType) m k n (A : 'M[R]_(m, n)) (B : 'M[R]_(k, n)) : (\rank A < \rank B)%N ->
  exists2 u : 'cV[R]_n, A *m u = 0 & B *m u != 0.
Proof.
move=> lt; have : ~~ (kermx A^T <= kermx B^T)%MS.
  by apply: contraL lt => /mxrankS; rewrite !mxrank_ker !mxrank_tr -leqNgt => /(leq_sub2l n); rewrite !subKn ?rank_leq_col.
case/row_subPn => i no; exists (row i (kermx A^T))^T.
  by apply: trmx_inj; rewrite trmx_mul trmxK trmx0; apply/sub_kermxP; exact: row_sub.
by apply: contra no => /eqP e; apply/sub_kermxP; apply: trmx_inj; rewrite trmx_mul trmxK trmx0.
Qed.

Definition missed (R : rcfType) m n r (E : ((nat -> R) -> R) -> R) (a : (nat -> R) -> nat -> R) j (v : nat -> R) : R := iter j
  (fun (next : (nat -> R) -> R) v => E (fun w => next (onto n (m * n) (a w) v)))
  (fun v => ((\rank (rows m n v))%:R < - Num.max (- m%:R) (- r%:R) :> R)%R%:R) v.

Lemma missedS (R : rcfType) m n r E a j (v : nat -> R) :
  missed m n r E a j.+1 v = E (fun w => missed m n r E a j (onto n (m * n) (a w) v)).
Proof. by []. Qed.

Lemma missed_le1 (R : rcfType) m n r D E a : @is_law R D E ->
  (forall j, (j < m)%N -> forall z, D (fun w => missed m n r E a j (onto n (m * n) (a w) z))) ->
  forall j v, (j <= m)%N -> missed m n r E a j v <= 1.
Proof.
move=> law Da; elim=> [|j IH] v jm; first by rewrite /missed /=; case: (_ < _); rewrite ?lexx ?ler01.
have := law_le_affine (a := 1) (b := 0) law (Da _ jm v) (Da _ jm v); rewrite mul0r subr0 missedS; apply=> w.
by rewrite mul0r subr0; apply: IH; exact: ltnW.
Qed.

Lemma all_miss (R : rcfType) m n k (B : 'M[R]_(k, n)) D E a (q : R) : (0 < m)%N -> @is_law R D E -> 0 <= q -> q <= 1 ->
  (forall z, D (fun w => (dot n z (a w) == 0)%:R)) ->
  (forall u : 'cV[R]_n, B *m u != 0 -> E (fun w => (dot n (at_ u) (a w) == 0)%:R) <= q) ->
  (forall j, (j < m)%N -> forall z, D (fun w => missed m n (\rank B) E a j (onto n (m * n) (a w) z))) ->
  forall j v, (j <= m)%N -> blank m n j v -> (minn (m - j) (\rank B) <= \rank (rows m n v))%N ->
  missed m n (\rank B) E a j v <= 1 - (1 - q) ^+ j.
Proof.
move=> m0 law q0 q1 Dz most Da; have s0 : 0 <= 1 - q by rewrite subr_ge0.
have s1 : 1 - q <= 1 by rewrite ger_addl oppr_le0.
elim=> [|j IH] v jm bl rk.
  by rewrite subn0 in rk; rewrite expr0 subrr /missed /= oppr_max !opprK lt_minr !ltr_nat -leq_min ltnNge rk.
have sj := exprn_ge0 j s0; rewrite missedS exprS; set r := \rank B in rk *.
have up w : (\rank (rows m n v) <= \rank (rows m n (onto n (m * n) (a w) v)))%N by exact: mxrankS (rows_onto (a w) bl).
have mj : (m - j)%N = (m - j.+1).+1 by rewrite -subSn.
case: (ltnP (\rank (rows m n v)) r) => [lt|le]; last first.
  have := law_le_affine (a := 1 - (1 - q) ^+ j) (b := 0) law (Da _ jm v) (Da _ jm v); rewrite mul0r subr0 => below.
  apply: le_trans (below _) _ => [w|]; last by rewrite ler_add2l ler_opp2 ler_pimull.
  rewrite mul0r subr0; apply: (IH _ (ltnW jm) (onto_blank (a w) jm bl)).
  by apply: leq_trans (geq_minr _ _) (leq_trans le (up w)).
have [u vu Bu] := apart lt; have miss := most u Bu.
apply: (@le_trans _ _ (1 - (1 - q) ^+ j - (- (1 - q) ^+ j) * E (fun w => (dot n (at_ u) (a w) == 0)%:R))).
  apply: (law_le_affine law (Da _ jm v) (Dz (at_ u))) => w; case: (boolP (_ == 0)) => [_|ne] /=.
    by rewrite mulr1 opprK subrK; apply: (missed_le1 law Da); exact: ltnW.
  rewrite mulr0 subr0; apply: (IH _ (ltnW jm) (onto_blank (a w) jm bl)).
  apply: leq_trans (rank_up m0 bl vu ne); rewrite mj; apply: (@leq_trans (minn (m - j.+1).+1 r.+1)).
    by rewrite leq_min geq_minl (leq_trans (geq_minr _ _)).
  by rewrite minnSS ltnS.
rewrite mulNr opprK -addrA ler_add2l; set e := E _ in miss *.
rewrite -subr_ge0; have -> : - ((1 - q) * (1 - q) ^+ j) - (- (1 - q) ^+ j + (1 - q) ^+ j * e) = (1 - q) ^+ j * (q - e) by ring.
by rewrite mulr_ge0 // subr_ge0.
Qed.

Theorem proof : statement.
Proof.
move=> R k n q m X D E _ _ law Dz q0 q1 most m0 Da.
pose a (w : nat -> R) i := \sum_(j < k) w j * X j i; pose B : 'M[R]_(k, n) := \matrix_(r < k, c < n) X r c.
have hit (u : 'cV[R]_n) : B *m u != 0 -> E (fun w => (dot n (at_ u) (a w) == 0)%:R) <= q.
  move=> Bu; case: (most (at_ u)) => // none; case/eqP: Bu; apply/colP => i; rewrite [RHS]mxE -(none i (ltn_ord i)) mxE.
  by apply: eq_bigr => c _; rewrite mxE /at_ valK.
have rows0 : rows m n (fun=> 0) = 0 :> 'M[R]_(m, n) by apply/matrixP => i j; rewrite !mxE.
have := @all_miss R m n k B D E a q m0 law q0 q1 Dz hit Da m (fun=> 0) (leqnn m); rewrite rows0 mxrank0 subnn min0n.
apply=> // r c _ _ _; exact: erefl.
Qed.

Theorem defined_proof : defined.
Proof. by move=> R k n q m X D E _ _ _ _ _ _ _ _ r rm c cn; exact: place_below. Qed.
