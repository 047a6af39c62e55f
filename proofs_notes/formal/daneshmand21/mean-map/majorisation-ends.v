(* Of 0 the share is 0, and n - 1 equal eigenvalues have equal shares. *)
(* 0 and n - 1 ones. *)
Definition ends (R : rcfType) (j : nat) : R := 1 - (j == 0%N)%:R.

Lemma ends_are (R : rcfType) n (lam := @ends R) : (2 <= n)%N ->
  [/\ lam 0%N = 0, forall k, k != 0%N -> lam k = 1, forall k, (k < n)%N -> 0 <= lam k, exists2 k, (k < n)%N & lam k != 0 &
    forall z : nat -> R, (forall j, (j < n)%N -> 0 < z j) -> 0 < \sum_(k < n) lam k * z k].
Proof.
move=> n2; have at0 : lam 0%N = 0 by rewrite /lam /ends eqxx subrr.
have at1 k : k != 0%N -> lam k = 1 by rewrite /lam /ends => /negbTE ->; rewrite subr0.
have lam0 k : (k < n)%N -> 0 <= lam k.
  by move=> _; case: (eqVneq k 0%N) => [->|/at1 ->]; rewrite ?at0 ?ler01.
have some : exists2 k, (k < n)%N & lam k != 0 by exists 1%N => //; rewrite at1 ?oner_eq0.
by split=> // z; exact: weighted_any.
Qed.

Lemma ends_spread (R : rcfType) n (lam := @ends R) : (2 <= n)%N ->
  0 < \sum_(i < n) ((lam i / (\sum_(k < n) lam k) - 1 / n%:R) * (lam i / (\sum_(k < n) lam k) - 1 / n%:R)).
Proof.
move=> n2; have [at0 _ _ _ _] := @ends_are R n n2.
rewrite /lam (bigD1 (Ordinal (ltnW n2))) //= at0 mul0r sub0r mulrNN ltr_paddr //.
  by apply: sumr_ge0 => k _; rewrite -expr2 sqr_ge0.
by rewrite mulr_gt0 // divr_gt0 ?ltr01 // ltr0n ltnW.
Qed.

Theorem proof : statement.
Proof.
move=> R n D E n2 L X Ds; pose lam := @ends R.
have Dk k : (k < n)%N -> D (share_of n lam k) by move=> /Ds.
have [at0 at1 lam0 some S0] := @ends_are R n n2; rewrite -/lam in at0 at1 lam0 some S0.
have one := shares_add_up L S0 Dk.
have m0 : 0 < (n%:R - 1 : R) by rewrite subr_gt0 ltr1n.
have flat k : (k < n)%N -> E (share_of n lam k) = lam k * E (share_of n lam 1).
  move=> lt; case: (eqVneq k 0%N) => [k0|k1].
    by rewrite k0 at0 mul0r (no_share L at0) //; apply: Dk; apply: ltnW.
  rewrite at1 // mul1r; apply/eqP; rewrite eq_le; apply/andP; split.
    have [] := @in_order R n lam _ D E 1 k L X (fun z p => p) lam0 some Dk n2 lt _ => //; by rewrite !at1.
  have [] := @in_order R n lam _ D E k 1 L X (fun z p => p) lam0 some Dk lt n2 _ => //; by rewrite !at1.
have same : \sum_(i < n) ((E (share_of n lam i) / (\sum_(k < n) E (share_of n lam k)) - 1 / n%:R)
    * (E (share_of n lam i) / (\sum_(k < n) E (share_of n lam k)) - 1 / n%:R))
  = \sum_(i < n) ((lam i / (\sum_(k < n) lam k) - 1 / n%:R) * (lam i / (\sum_(k < n) lam k) - 1 / n%:R)).
  have T1 : E (share_of n lam 1) * (\sum_(k < n) lam k) = 1.
    by rewrite -one mulr_sumr; apply: eq_bigr => k _; rewrite [RHS]flat // mulrC.
  have T0 : \sum_(k < n) lam k != 0 by apply/eqP => zero; move: T1 => /eqP; rewrite zero mulr0 eq_sym oner_eq0.
  apply: eq_bigr => i _; rewrite one divr1 (flat i) //.
  by have -> : E (share_of n lam 1) = (\sum_(k < n) lam k)^-1 by rewrite -[RHS]mul1r -T1 mulfK.
have pos := @ends_spread R n n2; rewrite -/lam in pos.
have found : Num.sqrt (\sum_(i < n) ((E (share_of n lam i) / (\sum_(k < n) E (share_of n lam k)) - 1 / n%:R)
    * (E (share_of n lam i) / (\sum_(k < n) E (share_of n lam k)) - 1 / n%:R)))
  / Num.sqrt (\sum_(i < n) ((lam i / (\sum_(k < n) lam k) - 1 / n%:R) * (lam i / (\sum_(k < n) lam k) - 1 / n%:R))) = 1.
  by rewrite same divff // gt_eqF // sqrtr_gt0.
exact: found.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R n D E n2 L _; have n1 : (0 < n)%N := ltnW n2; pose lam := @ends R.
have [at0 at1 lam0 some S0] := @ends_are R n n2; rewrite -/lam in at0 at1 lam0 some S0.
have T0 : \sum_(k < n) lam k != 0.
  have := S0 (fun=> 1) (fun _ _ => ltr01); under eq_bigr do rewrite mulr1.
  exact: lt0r_neq0.
split; first by move=> _ w w0; exact: (lt0r_neq0 (S0 w w0)).
split.
  move=> Ds; have Dk k : (k < n)%N -> D (share_of n lam k) by move=> /Ds.
  have whole : \sum_(k < n) E (share_of n lam k) != 0 by rewrite (shares_add_up L S0 Dk) oner_neq0.
  exact: whole.
split; first by values.
split; first by move=> _; apply: sumr_ge0 => i _; exact: square_ge0.
split; first by move=> _; exact: T0.
split; first by move=> _; apply: sumr_ge0 => i _; exact: square_ge0.
by move=> _; exact: (sqrt_neq0 (@ends_spread R n n2)).
Qed.
