(* relu(u)^2 + relu(-u)^2 = u^2, for u = x_i - mean(x). *)
Lemma squares (R : rcfType) (u : R) :
  Num.max u 0 * Num.max u 0 + Num.max (u * (- 1)) 0 * Num.max (u * (- 1)) 0 = u * u.
Proof.
rewrite mulrN1 !maxEle oppr_le0.
case: (lerP u 0) => h; last by rewrite (ltW h) mulr0 addr0.
case: (lerP 0 u) => h'; last by rewrite mulr0 add0r mulrNN.
have ->: u = 0 by apply/eqP; rewrite eq_le h h'.
by rewrite !mulr0 addr0.
Qed.

Theorem proof : statement.
Proof. by move=> R n i x _ _; exact: squares. Qed.
