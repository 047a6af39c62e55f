Lemma first_is (R : rcfType) d r (a : R) (V : nat -> R) : r = 0%N ->
  (r == 0%N)%:R * a + \sum_(i < d) ((r%:R == i%:R + 1 :> R)%:R * V i) = a.
Proof.
move=> ->; rewrite mul1r (pick_none V (P := fun i => 0%N%:R == i%:R + 1 :> R)) ?addr0 // => s _.
by rewrite -[1]/(1%:R) -natrD eqr_nat addn1.
Qed.

Lemma others_are (R : rcfType) d r (a : R) (V : nat -> R) : (r < d)%N ->
  (r.+1 == 0%N)%:R * a + \sum_(i < d) ((r.+1%:R == i%:R + 1 :> R)%:R * V i) = V r.
Proof.
move=> rd; rewrite mul0r add0r (pick_one V rd (P := fun i => r.+1%:R == i%:R + 1 :> R)) // => s.
by rewrite -[1]/(1%:R) -natrD eqr_nat addn1 eqSS eq_sym.
Qed.

Theorem proof : statement.
Proof.
move=> R k n p d n' X z V D E _ n0 law Dz _ _ least _ _ e lt Df; subst n'; rewrite ltr_nat in lt.
have [u u0 vu] := orthogonal lt; case: (least (at_ u)) => [/(at_neq0 u0) //|up]; apply: le_trans up _.
have := law_le_affine (a := 0) (b := -1) law (Dz (at_ u)) Df; rewrite sub0r mulN1r opprK; apply=> w.
rewrite sub0r mulN1r opprK; case: (boolP (_ == 0)) => [_|ne] /=; first exact: ler0n.
rewrite ltr_nat (_ : (_ < _)%N = true) ?lexx //; apply: rank_ltmx; rewrite ltmxE; apply/andP; split.
  apply/row_subP => r; have r1 : (r.+1 < d + 1)%N by rewrite addn1 ltnS.
  apply: (submx_trans _ (row_sub (Ordinal r1) _)); set A := row r _; set B := row _ _.
  by rewrite (_ : A = B) ?submx_refl //; apply/rowP => c; rewrite !mxE; exact: (esym (others_are _ (fun s => V s c) _)).
have r0 : (0 < d + 1)%N by rewrite addn1.
apply: contra ne => le; have /submxP [M eM] := submx_trans (row_sub (Ordinal r0) _) le.
apply/eqP; transitivity ((M *m (\matrix_(r < d, c < n) V r c) *m u) 0 0); last by rewrite -mulmxA vu mulmx0 mxE.
rewrite -eM [LHS](dot_at u (fun c => Num.max (\sum_(i < k) (w i * X i c)) 0)) mxE.
by apply: eq_bigr => i _; rewrite !mxE mulrC; congr (_ * _); exact: esym (@first_is R d _ _ (fun s => V s i) (erefl : nat_of_ord (Ordinal r0) = 0%N)).
Qed.
