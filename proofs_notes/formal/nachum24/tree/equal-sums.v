(* relu(u) = (|u| + u)/2, and the deviations from the mean add up to 0. *)
Lemma relu_abs (R : rcfType) (u : R) : Num.max u 0 = 1 / 2%:R * `|u| + 1 / 2%:R * u.
Proof.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
have half : 1 / 2%:R * u + 1 / 2%:R * u = u by rewrite -mulrDr -mulr2n -[u *+ 2]mulr_natl mul1r mulKf.
rewrite maxEle; case: (lerP u 0) => h; first by rewrite ler0_norm // mulrN addNr.
by rewrite ger0_norm ?half // ltW.
Qed.

Theorem proof : statement.
Proof.
move=> R n x n2 _; have n0 : (0 < n)%N by exact: leq_trans n2.
have zero := deviations x n0.
split.
  rewrite (eq_bigr _ (fun j _ => relu_abs _)) big_split -!mulr_sumr /=.
  by rewrite zero mulr0 addr0.
rewrite (eq_bigr _ (fun j _ => relu_abs _)) big_split -!mulr_sumr /=.
rewrite -mulr_suml zero mul0r mulr0 addr0; congr (_ * _).
by apply: eq_bigr => j _; rewrite mulrN1 normrN.
Qed.
