Lemma ratio_le (R : rcfType) (a b y G H lam e c : R) : 0 < a -> 0 < b -> 0 < y -> a * lam = 1 -> 0 < c -> 0 <= e ->
  c <= y * G -> `|b * y * (a * H - G)| <= e * (a * b) * c -> G != 0 /\ `|H / G - lam| <= e.
Proof.
move=> a0 b0 y0 al c0 e0 low small; have G0 : 0 < G by rewrite -(pmulr_rgt0 _ y0) (lt_le_trans c0).
have G' : G != 0 by rewrite gt_eqF.
have a' : a != 0 by rewrite gt_eqF.
have lamE : lam = a^-1 by apply: (mulfI a'); rewrite al divff.
split=> //; have -> : H / G - lam = (a * H - G) / (a * G) by rewrite lamE; field; rewrite G' a'.
have aG : 0 < a * G by rewrite mulr_gt0.
have by0 : 0 < b * y by rewrite mulr_gt0.
rewrite normrM normfV (gtr0_norm aG) ler_pdivr_mulr // -(ler_pmul2l by0).
rewrite normrM (gtr0_norm by0) in small; apply: le_trans small _.
have -> : b * y * (e * (a * G)) = e * (a * b) * (y * G) by ring.
by apply: ler_wpmul2l low; rewrite mulr_ge0 // ltW // mulr_gt0.
Qed.

Lemma ties (R : rcfType) n o p k (x : nat -> R) : (forall y : R, exists m, y < m%:R) -> (0 < k)%N -> (k < n)%N ->
  (o < n)%N -> (p < n)%N -> good n o p k x -> 0 < leaves n 31 (stable_with n k%:R) x ->
  forall e, 0 < e -> exists m, forall L, (m <= L)%N -> (32 <= L)%N -> leaves n L (energy n) x != 0 /\
    `|leaves n L.+1 (energy n) x / leaves n L (energy n) x - under R n k / n%:R ^+ 2| <= e.
Proof.
move=> arch k0 kn o_n p_n gx begun e e0; have [a0 s0 s1 _ _] := rates R k0 kn.
have n0 : 0 < n%:R :> R by rewrite ltr0n (leq_ltn_trans _ kn).
have [c c0 left] := energy_left k0 kn o_n p_n gx begun; have bound := fun L => excess_le k0 kn o_n p_n L gx.
have vary : varies n x by case: gx.
have C0 : 0 <= n%:R * (1 + gain R n k) / rest R n k * sq o p x.
  apply: mulr_ge0 (sqr_ge0 _); apply: divr_ge0 (ltW s0); apply: mulr_ge0 (ltW n0) _; exact: addr_ge0 ler01 (ltW a0).
have b0 := exprn_gt0 32 a0; have e1 : 0 < e * (gain R n k * gain R n k ^+ 32) * c.
  exact: mulr_gt0 (mulr_gt0 e0 (mulr_gt0 a0 b0)) c0.
have [m mL] := vanishing arch s0 s1 C0 (kinds_ge2 (leq_ltn_trans (leq0n k) kn) vary) e1.
exists m.+1; case=> // L lem; rewrite ltnS => l31.
have [M ML] : exists M, L = (31 + M)%N by exists (L - 31)%N; rewrite subnKC.
have := mL L lem; have := bound L; have := left M; rewrite /excess ML -addnS; set G := leaves n _ _ x; set H := leaves n _ _ x.
have -> : gain R n k ^+ (31 + M.+1) = gain R n k ^+ 32 * gain R n k ^+ M by rewrite -exprD addnS -addSn.
move=> low up small; apply: (ratio_le a0 b0 (exprn_gt0 M a0) _ c0 (ltW e0) low).
  by rewrite mulrA divfK ?divff // ?expf_eq0 gt_eqF // (lt_trans ltr01) // under_gt1.
apply: le_trans up (le_trans _ small); rewrite le_eqVlt; apply/orP; left; apply/eqP.
have mix (d f g h : R) : d * f * g * h = d * h * f * g by ring.
exact: mix.
Qed.

Theorem proof : statement.
Proof.
move=> R n x arch n3 vary; have n0 : (0 < n)%N by exact: leq_trans n3.
have [o [p [o_n p_n ends]]] := extremes x n0; rewrite (rarer_is o_n p_n ends).
have [k0 kn gx] := rarer_good o_n p_n ends vary; move: (minn _ _) k0 kn gx => k k0 kn gx begun e e0.
have [m mL] := ties arch k0 kn o_n p_n gx begun e0; exists m => L /mL h /h; rewrite addn1 /under !expr2.
by move=> h'; exact: h'.
Qed.
