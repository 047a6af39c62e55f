(* relu(u) - relu(-u) = u, for u = x_i - mean(x). *)
Lemma parts (R : rcfType) (u : R) : Num.max u 0 - Num.max (u * (- 1)) 0 = u.
Proof.
rewrite mulrN1 !maxEle oppr_le0.
case: (lerP u 0) => h; last by rewrite (ltW h) subr0.
case: (lerP 0 u) => h'; last by rewrite sub0r opprK.
have ->: u = 0 by apply/eqP; rewrite eq_le h h'.
by rewrite subrr.
Qed.

Theorem proof : statement.
Proof. by move=> R n i x _ _; exact: parts. Qed.
