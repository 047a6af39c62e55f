(* The product of the C_ii is at most the power of their mean, which is 1; and det M >= 0. *)
Theorem proof : statement.
Proof.
move=> R d d' M W d2 sym unit psd _ orth same; subst d'; move=> rows.
rewrite (det_after psd orth rows); have pos i := @C_pos R d M W i psd rows.
have dM : 0 <= \det (mat d M).
  apply: psd_det => [|z]; first by apply/matrixP => i j; rewrite !mxE sym.
  have := psd (fun i => if insub i is Some k then z 0 k else 0); congr (_ <= _).
  rewrite mxE exchange_big /=; apply: eq_bigr => j _; rewrite !mxE mulr_suml; apply: eq_bigr => i _.
  by rewrite !mxE !valK.
have tr : \sum_(i < d) C d M W i i = d%:R.
  transitivity (\tr (mat d W *m (mat d M *m (mat d W)^T))); first by apply: eq_bigr => i _; rewrite mixedE.
  rewrite mxtrace_mulC -mulmxA (mulmx1C (orthogonal orth)) mulmx1 /mxtrace.
  transitivity (\sum_(i < d) (1 : R)); last by rewrite sumr_const card_ord.
  by apply: eq_bigr => i _; rewrite mxE unit.
have q0 : 0 < \prod_(i < d) C d M W i i by apply: prodr_gt0 => i _; exact: pos.
have q1 : \prod_(i < d) C d M W i i <= 1.
  have := leif_AGM (A := 'I_d) (E := fun i => C d M W i i) (fun i _ => ltW (pos i (ltn_ord i))).
  rewrite card_ord tr divff ?expr1n; last by rewrite pnatr_eq0 -lt0n; exact: ltn_trans d2.
  by case.
by rewrite ler_pdivl_mulr // ler_pimulr.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d d' M W d2 sym unit psd _ orth.
split; first by move=> same; subst d'; move=> rows i id j jd; case: (roots (C_pos psd rows id) (C_pos psd rows jd)).
by move=> same; subst d'; move=> rows i id j jd; case: (roots (C_pos psd rows id) (C_pos psd rows jd)).
Qed.
