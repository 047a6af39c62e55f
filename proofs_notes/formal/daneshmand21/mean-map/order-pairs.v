(* The row and the row with two entries changed, together. *)
Theorem proof : statement.
Proof.
move=> R m n i j lam D E _ pos _ L X e lti ltj lt Ds; subst m.
have lam0 k : (k < n)%N -> 0 <= lam k by move=> /pos /ltW.
have some : exists2 k, (k < n)%N & lam k != 0 by exists i => //; rewrite gt_eqF ?pos.
have Dk k : (k < n)%N -> D (share_of n lam k) by move=> /Ds.
have [up down] := @in_order R n lam _ D E i j L X (fun z p => p) lam0 some Dk lti ltj (ltW lt).
have pj := @share_positive R n lam _ D E j L (fun z p => p) lam0 (Dk j ltj) ltj (pos j ltj).
split; first by rewrite ler_pdivl_mulr // mul1r; exact: up.
rewrite ler_pdivr_mulr // mulrAC ler_pdivl_mulr ?pos // [X in X <= _]mulrC; exact: down.
Qed.
