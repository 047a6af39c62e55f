(* By elimination: with entries off the identity by at most e, those of the Schur complement are off by e/(1 - e). *)
Lemma schur_det (R : rcfType) (n : nat) (A : 'M[R]_(1 + n)) : A 0 0 != 0 ->
  \det A = A 0 0 * \det (drsubmx A - (A 0 0)^-1 *: (dlsubmx A *m ursubmx A)).
Proof.
move=> a0; set a := A 0 0 in a0 *.
have ul : ulsubmx A = a%:M by apply/matrixP => i j; rewrite !ord1 !mxE eqxx mulr1n; congr (A _ _); apply: val_inj.
pose L : 'M[R]_(1 + n) := block_mx 1%:M 0 (- a^-1 *: dlsubmx A) 1%:M.
have dL : \det L = 1 by rewrite det_lblock !det1 mulr1.
rewrite -[LHS]mul1r -dL -det_mulmx -[in L *m A](submxK A) mulmx_block !mul1mx !mul0mx !addr0.
have -> : - a^-1 *: dlsubmx A *m ulsubmx A + dlsubmx A = 0.
  by rewrite ul mul_mx_scalar scalerA mulrN divff // scaleN1r addNr.
rewrite det_ublock ul det_scalar1; congr (_ * \det _).
by rewrite -scalemxAl scaleNr addrC.
Qed.

Lemma det_low (R : rcfType) (n : nat) (e : R) (A : 'M[R]_n) : 0 <= e -> n%:R * e < 1 ->
  (forall i j, `|A i j - (i == j)%:R| <= e) -> 1 - n%:R * e <= \det A.
Proof.
elim: n e A => [|n IH] e A e0 small near; first by rewrite det_mx00 mul0r subr0.
have there : forall i j : 'I_(1 + n), `|(A : 'M_(1 + n)) i j - (i == j)%:R| <= e := near.
have small' : e + n%:R * e < 1 by move: small; rewrite -addn1 natrD mulrDl mul1r addrC.
have ne0 : 0 <= n%:R * e by rewrite mulr_ge0 // ler0n.
have e1 : 0 < 1 - e by rewrite subr_gt0; apply: le_lt_trans small'; rewrite ler_addl.
have a1 : 1 - e <= A 0 0.
  have := near 0 0; rewrite eqxx ler_norml => /andP [low _].
  by rewrite -subr_ge0; have := low; rewrite -subr_ge0; congr (_ <= _); rewrite mulr1n; ring.
have a0 : 0 < A 0 0 by exact: lt_le_trans e1 a1.
rewrite (schur_det (A := A : 'M_(1 + n))) ?gt_eqF //.
have low := IH (e / (1 - e)) (drsubmx (A : 'M_(1 + n)) - (A 0 0)^-1 *: (dlsubmx (A : 'M_(1 + n)) *m ursubmx (A : 'M_(1 + n)))).
have f0 : 0 <= e / (1 - e) by rewrite divr_ge0 // ltW.
have f1 : n%:R * (e / (1 - e)) < 1.
  by rewrite mulrA ltr_pdivr_mulr // mul1r ltr_subr_addl.
have h : 1 - n%:R * (e / (1 - e)) <= \det (drsubmx (A : 'M_(1 + n)) - (A 0 0)^-1 *: (dlsubmx (A : 'M_(1 + n)) *m ursubmx (A : 'M_(1 + n)))).
  apply: low => // i j; rewrite !mxE big_ord1 !mxE.
  have hx := there (rshift 1 i) (rshift 1 j); rewrite (inj_eq (@rshift_inj _ _)) in hx.
  have hy := there (rshift 1 i) (lshift n 0); rewrite eq_rlshift subr0 in hy.
  have hz := there (lshift n 0) (rshift 1 j); rewrite eq_lrshift subr0 in hz.
  move: hx hy hz; set x := (A : 'M_(1 + n)) (rshift 1 i) (rshift 1 j);
    set y := (A : 'M_(1 + n)) (rshift 1 i) (lshift n 0); set z := (A : 'M_(1 + n)) (lshift n 0) (rshift 1 j).
  move=> hx hy hz.
  have -> : x - (A 0 0)^-1 * (y * z) - (i == j)%:R = (x - (i == j)%:R) - (A 0 0)^-1 * (y * z) by ring.
  apply: le_trans (ler_norm_sub _ _) _; rewrite !normrM normfV (gtr0_norm a0).
  have -> : e / (1 - e) = e + (1 - e)^-1 * (e * e) by field; rewrite gt_eqF.
  apply: ler_add => //; apply: ler_pmul; rewrite ?invr_ge0 ?(ltW a0) ?mulr_ge0 //.
    by rewrite lef_pinv // posrE.
  by rewrite ler_pmul.
apply: (@le_trans _ _ ((1 - e) * (1 - n%:R * (e / (1 - e))))).
  by rewrite -addn1 natrD le_eqVlt; apply/orP; left; apply/eqP; field; rewrite gt_eqF.
by apply: ler_pmul => //; rewrite ?(ltW e1) // subr_ge0 ltW.
Qed.

Theorem proof : statement.
Proof.
move=> R d b V d2 inside b0 _ small; split.
  have -> : 1 + - b * d%:R = 1 - d%:R * b by ring.
  apply: det_low; rewrite ?(ltW b0) 1?mulrC // => i j; rewrite !mxE val_eqE addrAC subrr add0r normrM (gtr0_norm b0).
  by rewrite -[X in _ <= X]mulr1 ler_pmul2l // inside.
pose u : 'cV[R]_d := const_mx 1.
have sum1 (c : R) : \sum_(i < d) c = d%:R * c by rewrite sumr_const card_ord mulr_natl.
suff -> : \det (\matrix_(r < d, c < d) ((r == c :> nat)%:R + b * -1)) = 1 - b * d%:R.
  by rewrite opprB addrC.
case: d d2 V inside small u sum1 => // n _ _ _ small _ sum1.
pose M x k : 'M[R]_k := \matrix_(r < k, c < k) ((r == c :> nat)%:R - x).
have all k x : 1 - k%:R * x != 0 -> (forall j, (j <= k)%N -> 1 - j%:R * x != 0) -> \det (M x k) = 1 - k%:R * x.
  elim: k x => [|k IH] x _ nz; first by rewrite det_mx00 mul0r subr0.
  have x1 : 1 - x != 0 by have := nz 1%N isT; rewrite mul1r.
  have M00 : M x k.+1 0 0 = 1 - x by rewrite mxE eqxx.
  rewrite (schur_det (A := M x k.+1 : 'M_(1 + k))) M00 //.
  have -> : drsubmx (M x k.+1 : 'M_(1 + k)) - (1 - x)^-1 *: (dlsubmx (M x k.+1 : 'M_(1 + k)) *m ursubmx (M x k.+1 : 'M_(1 + k)))
      = M (x / (1 - x)) k.
    apply/matrixP => i j; rewrite !mxE big_ord1 !mxE /= eqSS !add0r.
    by field.
  have step j : (j <= k)%N -> 1 - j%:R * (x / (1 - x)) != 0.
    move=> hj; have := nz j.+1 hj; apply: contra_neq => h; rewrite -addn1 natrD.
    have -> : 1 - (j%:R + 1%:R) * x = (1 - x) * (1 - j%:R * (x / (1 - x))) by field.
    by rewrite h mulr0.
  rewrite IH; [|exact: step|exact: step].
  by rewrite -addn1 natrD; field.
have -> : \matrix_(r < n.+1, c < n.+1) ((r == c :> nat)%:R + b * -1) = M b n.+1.
  by apply/matrixP => i j; rewrite !mxE mulrN1.
have nz j : (j <= n.+1)%N -> 1 - j%:R * b != 0.
  move=> hj; rewrite gt_eqF // subr_gt0; apply: le_lt_trans small; rewrite mulrC ler_pmul2l //.
  by rewrite ler_nat.
by rewrite all ?nz // mulrC.
Qed.
