(* p keeps the order of lam; the ratio of the greatest to the least falls. *)
Theorem proof : statement.
Proof.
move=> R m n i j top low lam D E _ pos _ L X e lti ltj ltt ltl most least lt Ds; subst m.
have lam0 k : (k < n)%N -> 0 <= lam k by move=> /pos /ltW.
have some : exists2 k, (k < n)%N & lam k != 0 by exists i => //; rewrite gt_eqF ?pos.
have Dk k : (k < n)%N -> D (share_of n lam k) by move=> /Ds.
have above : E (share_of n lam i) <= E (share_of n lam top).
  by have [] := in_order L X (fun z p => p.1) lam0 some Dk ltt lti (most i lti).
have below : E (share_of n lam low) <= E (share_of n lam j).
  by have [] := in_order L X (fun z p => p.1) lam0 some Dk ltj ltl (least j ltj).
have pj := share_positive L (fun z p => p.1) lam0 (Dk low ltl) ltl (pos low ltl).
have ne (z : nat -> R) : ((forall j_0, (j_0 < n)%N -> 0 < z j_0) /\ (forall j_1, (j_1 < n)%N -> forall j_0, (j_0 < n)%N ->
    j_1 = j_0 \/ z j_1 != z j_0)) -> z top != z low.
  by move=> [_ /(_ top ltt low ltl)] [same|//]; rewrite same ltxx in lt.
have strict := in_strict_order L X (fun z p => p.1) ne lam0 Dk ltt ltl (pos low ltl) lt.
rewrite ltr_pdivr_mulr ?(lt_le_trans pj) // mulrAC ltr_pdivl_mulr ?pos // [X in X < _]mulrC.
apply: le_lt_trans (lt_le_trans strict _); first by rewrite ler_pmul2l ?pos.
by rewrite ler_pmul2l ?pos.
Qed.
