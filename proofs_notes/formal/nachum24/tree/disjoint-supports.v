(* relu(u) relu(-u) = 0, for u = x_i - mean(x): one of the two is 0. *)
Lemma apart (R : rcfType) (u : R) : Num.max u 0 * Num.max (u * (- 1)) 0 = 0.
Proof.
rewrite mulrN1 !maxEle oppr_le0.
case: (lerP u 0) => h; first by rewrite mul0r.
by rewrite (ltW h) mulr0.
Qed.

Theorem proof : statement.
Proof. by move=> R n i x _ _; exact: apart. Qed.
