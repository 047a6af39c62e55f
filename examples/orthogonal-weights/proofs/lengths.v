(* tr(W M W') = tr(M W'W) = tr M. *)
Theorem proof : statement.
Proof.
move=> R d d' M W d2 sym unit psd _ orth same _; subst d'; have wt := orthogonal orth.
transitivity (\tr (mat d W *m (mat d M *m (mat d W)^T))).
  by apply: eq_bigr => i _; rewrite mixedE.
rewrite mxtrace_mulC -mulmxA (mulmx1C wt) mulmx1 /mxtrace.
transitivity (\sum_(i < d) (1 : R)); last by rewrite sumr_const card_ord.
by apply: eq_bigr => i _; rewrite mxE unit.
Qed.
