Theorem proof : statement.
Proof.
move=> R k d n U v k1 kd iso n1 e pos; subst n.
have iso' a b : (a < k)%N -> (b < k)%N -> \sum_(i < d) (U a i * U b i) = (a == b :> nat)%:R by move=> ha hb; exact: iso.
pose V := \matrix_(a < k, i < d) U a i; pose D := diag_mx (\row_(a < k) v a).
have VV : V *m V^T = 1%:M.
  by apply/matrixP => a b; rewrite !mxE; under eq_bigr do rewrite !mxE; rewrite iso'.
set M := \matrix_(r < d, c < d) _; have eM : M = V^T *m (D *m V).
  apply/matrixP => i j; rewrite !mxE; apply: eq_bigr => a _; rewrite mul_diag_mx !mxE; ring.
have rD : \rank D = k.
  by apply: mxrank_unit; rewrite unitmxE det_diag unitfE; apply/prodf_neq0 => a _; rewrite mxE gt_eqF ?pos.
have -> : \rank M = k.
  apply/eqP; rewrite eqn_leq; apply/andP; split.
    by rewrite eM; apply: leq_trans (mxrankM_maxl _ _) (rank_leq_col _).
  rewrite -{1}rD; have -> : D = V *m M *m V^T.
    by rewrite eM !mulmxA VV mul1mx -!mulmxA VV mulmx1.
  by apply: leq_trans (mxrankM_maxl _ _) (mxrankM_maxr _ _).
pose T := \sum_(a < k) v a; pose S := \sum_(a < k) (v a * v a).
have S0 : 0 < S.
  by apply: squares; exists 0%N => //; rewrite gt_eqF ?pos.
have -> : \sum_(i < d) (\sum_(a < k) (v a * U a i * U a i)) = T.
  rewrite exchange_big; apply: eq_bigr => a _; under eq_bigr do rewrite -mulrA.
  by rewrite -mulr_sumr iso' // eqxx mulr1.
rewrite (squared v iso) -/S.
have -> : \sum_(a < k) (\sum_(b < k) ((v a - v b) * (v a - v b))) = 2%:R * (k%:R * S - T * T).
  transitivity (\sum_(a < k) (k%:R * (v a * v a) - 2%:R * v a * T + S)).
    apply: eq_bigr => a _; rewrite (eq_bigr (fun b : 'I_k => v a * v a - 2%:R * v a * v b + v b * v b)) => [|b _]; last by ring.
    by rewrite big_split sumrB /= sumr_const card_ord -[(v a * v a) *+ k]mulr_natl -mulr_sumr.
  rewrite big_split sumrB /= sumr_const card_ord -[S *+ k]mulr_natl -mulr_sumr -mulr_suml -mulr_sumr -/T -/S; ring.
by rewrite -/S; field; rewrite gt_eqF.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R k d n U v k1 kd iso n1; split=> e pos; subst n; rewrite ?(squared v iso); apply: lt0r_neq0; apply: squares;
  by exists 0%N => //; rewrite gt_eqF ?pos.
Qed.
