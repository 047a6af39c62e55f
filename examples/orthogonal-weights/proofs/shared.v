(* What several proofs use: matrices of functions, orthogonal ones, and determinants of positive semidefinite ones. *)
Definition mat (R : ringType) (d : nat) (A : nat -> nat -> R) := \matrix_(i < d, j < d) A i j.

Lemma orthogonal (R : rcfType) (d : nat) (W : nat -> nat -> R) :
  (forall j, (j < d)%N -> forall i, (i < d)%N -> \sum_(k < d) (W j k * W i k) = (j == i :> nat)%:R) ->
  mat d W *m (mat d W)^T = 1%:M.
Proof.
move=> rows; apply/matrixP => i j; rewrite !mxE -val_eqE -(rows _ (ltn_ord i) _ (ltn_ord j)).
by apply: eq_bigr => k _; rewrite !mxE.
Qed.

Lemma mixedE (R : rcfType) (d : nat) (M W : nat -> nat -> R) (i j : 'I_d) :
  (mat d W *m (mat d M *m (mat d W)^T)) i j = \sum_(a < d) (W i a * \sum_(b < d) (M a b * W j b)).
Proof.
rewrite mxE; apply: eq_bigr => a _; rewrite !mxE; congr (_ * _).
by apply: eq_bigr => b _; rewrite !mxE.
Qed.

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

Lemma zero_of_line (R : rcfType) (a b : R) : (forall t : R, 0 <= t * a + b) -> a = 0.
Proof.
move=> h; apply/eqP; apply/negPn/negP => a0.
by have := h (- (b + 1) / a); rewrite divfK // opprD addrAC addNr add0r oppr_ge0 ler10.
Qed.

(* The form of A at the rows (t, w), by blocks. *)
Lemma form_blocks (R : rcfType) (n : nat) (A : 'M[R]_(1 + n)) (t : R) (w : 'rV[R]_n) : A^T = A ->
  (row_mx t%:M w *m A *m (row_mx t%:M w)^T) 0 0
  = t * t * A 0 0 + t * ((w *m dlsubmx A) 0 0) *+ 2 + (w *m drsubmx A *m w^T) 0 0.
Proof.
move=> sym.
have ul : ulsubmx A = (A 0 0)%:M by apply/matrixP => i j; rewrite !ord1 !mxE eqxx mulr1n; congr (A _ _); apply: val_inj.
have ur : ursubmx A = (dlsubmx A)^T by rewrite trmx_dlsub sym.
rewrite -{1}(submxK A) mul_row_block tr_row_mx mul_row_col !mulmxDl ul ur.
rewrite tr_scalar_mx !mul_mx_scalar !mul_scalar_mx -!scalemxAl -trmx_mul.
by set p := w *m dlsubmx A; set q := _ *m w^T; rewrite !mxE eqxx mulr1n mulr2n; ring.
Qed.

Lemma psd_det (R : rcfType) (n : nat) (A : 'M[R]_n) :
  A^T = A -> (forall z : 'rV_n, 0 <= (z *m A *m z^T) 0 0) -> 0 <= \det A.
Proof.
elim: n A => [|n IH] A sym psd; first by rewrite det_mx00 ler01.
have symB : (A : 'M_(1 + n))^T = A := sym.
have line (t : R) (w : 'rV_n) := form_blocks t w symB.
have form (t : R) (w : 'rV_n) : 0 <= t * t * A 0 0 + t * ((w *m dlsubmx (A : 'M_(1 + n))) 0 0) *+ 2
    + (w *m drsubmx (A : 'M_(1 + n)) *m w^T) 0 0.
  by rewrite -line; exact: (psd (row_mx t%:M w)).
have e00 : 0 <= A 0 0.
  by have := form 1 0; rewrite !mul0mx !mxE mulr0 mul0rn !addr0 !mul1r.
case: (A 0 0 =P 0) => [z00 | /eqP n00].
  suff c0 : dlsubmx (A : 'M_(1 + n)) = 0.
    have -> : \det A = \det (block_mx (ulsubmx (A : 'M_(1 + n))) (ursubmx (A : 'M_(1 + n))) 0 (drsubmx (A : 'M_(1 + n)))).
      by rewrite -c0 submxK.
    rewrite det_ublock.
    have -> : ulsubmx (A : 'M_(1 + n)) = 0.
      by apply/matrixP => i j; rewrite !ord1 !mxE -[RHS]z00; congr (A _ _); apply: val_inj.
    by rewrite det0 mul0r.
  apply/matrixP => i j; rewrite ord1 [RHS]mxE.
  have d0 : ((delta_mx 0 i : 'rV[R]_n) *m dlsubmx (A : 'M_(1 + n))) 0 0 *+ 2 = 0.
    apply: (@zero_of_line R _ ((delta_mx 0 i *m drsubmx (A : 'M_(1 + n)) *m (delta_mx 0 i : 'rV[R]_n)^T) 0 0)) => t.
    have h := form t (delta_mx 0 i : 'rV[R]_n).
    rewrite z00 mulr0 add0r -mulrnAr in h; exact: h.
  by move/eqP: d0; rewrite mulrn_eq0 /= -rowE mxE => /eqP.
have pos : 0 < A 0 0 by rewrite lt_def n00.
rewrite (schur_det (A := A : 'M_(1 + n))) // pmulr_rge0 //; apply: IH.
  rewrite linearB /= linearZ /= trmx_mul trmx_drsub trmx_dlsub trmx_ursub.
  by rewrite symB.
move=> w; set a := A 0 0 in pos *; set p := (w *m dlsubmx (A : 'M_(1 + n))) 0 0.
have ur : ursubmx (A : 'M_(1 + n)) = (dlsubmx (A : 'M_(1 + n)))^T by rewrite trmx_dlsub symB.
have := form (- (a^-1 * p)) w; rewrite -/a -/p; congr (_ <= _).
rewrite mulmxBr mulmxBl [in RHS]mxE; set q := (w *m drsubmx _ *m _) 0 0.
have -> : (- (w *m (a^-1 *: (dlsubmx (A : 'M_(1 + n)) *m ursubmx (A : 'M_(1 + n)))) *m w^T)) 0 0 = - (a^-1 * (p * p)).
  rewrite mxE -scalemxAr -scalemxAl mxE; congr (- (_ * _)).
  rewrite ur; set x := dlsubmx _; have -> : w *m (x *m x^T) *m w^T = (w *m x) *m (w *m x)^T by rewrite trmx_mul !mulmxA.
  by rewrite mxE big_ord1 [_^T 0 0]mxE.
by field; rewrite gt_eqF.
Qed.

Definition C (R : rcfType) (d : nat) (M W : nat -> nat -> R) (i j : nat) : R :=
  \sum_(a < d) (W i a * \sum_(b < d) (M a b * W j b)).

Lemma C_pos (R : rcfType) (d : nat) (M W : nat -> nat -> R) i :
  (forall z : nat -> R, 0 <= \sum_(i < d) (\sum_(j < d) ((z i * M i j) * z j))) ->
  (forall i, (i < d)%N -> C d M W i i != 0) -> (i < d)%N -> 0 < C d M W i i.
Proof.
move=> psd rows id; rewrite lt_def rows //=; have := psd (W i); congr (_ <= _); apply: eq_bigr => a _.
by rewrite mulr_sumr; apply: eq_bigr => b _; rewrite mulrA.
Qed.

Lemma det_after (R : rcfType) (d : nat) (M W : nat -> nat -> R) :
  (forall z : nat -> R, 0 <= \sum_(i < d) (\sum_(j < d) ((z i * M i j) * z j))) ->
  (forall j, (j < d)%N -> forall i, (i < d)%N -> \sum_(k < d) (W j k * W i k) = (j == i :> nat)%:R) ->
  (forall i, (i < d)%N -> C d M W i i != 0) ->
  \det (\matrix_(r < d, c < d) (C d M W r c / Num.sqrt (C d M W r r * C d M W c c)))
  = \det (mat d M) / \prod_(i < d) C d M W i i.
Proof.
move=> psd orth rows; have pos i := @C_pos R d M W i psd rows.
pose s i : R := (Num.sqrt (C d M W i i))^-1.
have -> : \matrix_(r < d, c < d) (C d M W r c / Num.sqrt (C d M W r r * C d M W c c))
    = diag_mx (\row_i s i) *m (mat d W *m (mat d M *m (mat d W)^T)) *m diag_mx (\row_i s i).
  apply/matrixP => r c; rewrite mul_mx_diag mul_diag_mx [RHS]mxE [X in _ = X * _]mxE mixedE !mxE -/(C d M W r c).
  by rewrite sqrtrM ?(ltW (pos _ _)) // invfM mulrCA mulrA.
rewrite !det_mulmx det_tr det_diag.
have dd : \det (mat d W) * \det (mat d W) = 1.
  by rewrite -[X in _ * X]det_tr -det_mulmx (orthogonal orth) det1.
have -> : \prod_(i < d) (\row_i s i) 0 i = \prod_(i < d) s i by apply: eq_bigr => i _; rewrite mxE.
have -> : \prod_(i < d) C d M W i i = (\prod_(i < d) s i * \prod_(i < d) s i)^-1.
  rewrite -big_split /= -prodfV; apply: eq_bigr => i _.
  by rewrite /s -invfM invrK -expr2 sqr_sqrtr // ltW // pos.
have alg (x y p : R) : p * (x * (y * x)) * p = y * (x * x) * (p * p) by ring.
by rewrite invrK alg dd mulr1.
Qed.

Lemma lost (R : rcfType) (d : nat) (Y Z : nat -> nat -> R) :
  (forall j, (j < d)%N -> forall i, (i < d)%N -> \sum_(k < d) (Y j k * Y i k) = (j == i :> nat)%:R) ->
  \sum_(i < d) (\sum_(k < d) ((Z i k - (\sum_(l < d) (Y i l * Z i l)) * Y i k)
                             * (Z i k - (\sum_(l < d) (Y i l * Z i l)) * Y i k)))
  = \sum_(i < d) (\sum_(k < d) (Z i k * Z i k))
    - \sum_(i < d) ((\sum_(l < d) (Y i l * Z i l)) * (\sum_(l < d) (Y i l * Z i l))).
Proof.
move=> orth; rewrite -sumrB; apply: eq_bigr => i _; move hE : (\sum_(l < d) (Y i l * Z i l)) => h.
transitivity (\sum_(k < d) (Z i k * Z i k - h * 2%:R * (Y i k * Z i k) + h * h * (Y i k * Y i k))).
  by apply: eq_bigr => k _; ring.
rewrite big_split sumrB /= -!mulr_sumr hE orth // eqxx /= mulr1n; ring.
Qed.

Lemma roots (R : rcfType) (a b : R) : 0 < a -> 0 < b -> 0 <= a * b /\ Num.sqrt (a * b) != 0.
Proof. by move=> a0 b0; rewrite gt_eqF ?sqrtr_gt0 ?ltW // mulr_gt0. Qed.

Lemma prod_neq0 (R : rcfType) (d : nat) (f : nat -> R) :
  (forall i, (i < d)%N -> f i != 0) -> \prod_(i < d) f i != 0.
Proof. by move=> f0; apply/prodf_neq0 => i _; exact: f0. Qed.
