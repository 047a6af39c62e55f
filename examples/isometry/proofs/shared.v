(* What several proofs use: determinants of positive semidefinite matrices, and of Gram matrices as functions. *)
Definition mat (R : ringType) (d : nat) (A : nat -> nat -> R) := \matrix_(i < d, j < d) A i j.

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

(* By blocks: where the first entry is 0, the first row is; else the Schur complement is positive semidefinite. *)
Definition psd (R : rcfType) (n : nat) (A : 'M[R]_n) := A^T = A /\ forall z : 'rV_n, 0 <= (z *m A *m z^T) 0 0.

Definition complement (R : rcfType) (n : nat) (A : 'M[R]_(1 + n)) :=
  drsubmx A - (A 0 0)^-1 *: (dlsubmx A *m ursubmx A).

Lemma form_ge0 (R : rcfType) (n : nat) (A : 'M[R]_(1 + n)) (t : R) (w : 'rV[R]_n) : psd A ->
  0 <= t * t * A 0 0 + t * ((w *m dlsubmx A) 0 0) *+ 2 + (w *m drsubmx A *m w^T) 0 0.
Proof. by case=> sym pos; rewrite -form_blocks. Qed.

Lemma first_ge0 (R : rcfType) (n : nat) (A : 'M[R]_(1 + n)) : psd A -> 0 <= A 0 0.
Proof. by move=> p; have := form_ge0 1 0 p; rewrite !mul0mx !mxE mulr0 mul0rn !addr0 !mul1r. Qed.

Lemma diagonal_ge0 (R : rcfType) (n : nat) (A : 'M[R]_n) (i : 'I_n) : psd A -> 0 <= A i i.
Proof. by case=> _ /(_ (delta_mx 0 i)); rewrite -rowE trmx_delta -colE !mxE. Qed.

Lemma det_first0 (R : rcfType) (n : nat) (A : 'M[R]_(1 + n)) : psd A -> A 0 0 = 0 -> \det A = 0.
Proof.
move=> p z00; have c0 : dlsubmx A = 0.
  apply/matrixP => i j; rewrite ord1 [RHS]mxE.
  have d0 : ((delta_mx 0 i : 'rV[R]_n) *m dlsubmx A) 0 0 *+ 2 = 0.
    apply: (@zero_of_line R _ ((delta_mx 0 i *m drsubmx A *m (delta_mx 0 i : 'rV[R]_n)^T) 0 0)) => t.
    have h := form_ge0 t (delta_mx 0 i : 'rV[R]_n) p.
    rewrite z00 mulr0 add0r -mulrnAr in h; exact: h.
  by move/eqP: d0; rewrite mulrn_eq0 /= -rowE mxE => /eqP.
rewrite -[A]submxK c0 det_ublock.
have -> : ulsubmx A = 0 by apply/matrixP => i j; rewrite !ord1 !mxE -[RHS]z00; congr (A _ _); apply: val_inj.
by rewrite det0 mul0r.
Qed.

Lemma psd_complement (R : rcfType) (n : nat) (A : 'M[R]_(1 + n)) : psd A -> A 0 0 != 0 -> psd (complement A).
Proof.
move=> p n00; have [sym _] := p.
have ur : ursubmx A = (dlsubmx A)^T by rewrite trmx_dlsub sym.
split.
  by rewrite /complement linearB /= linearZ /= trmx_mul trmx_drsub trmx_dlsub trmx_ursub sym.
move=> w; rewrite /complement; set a := A 0 0 in n00 *; set q := (w *m dlsubmx A) 0 0.
have := form_ge0 (- (a^-1 * q)) w p; rewrite -/a -/q; congr (_ <= _).
rewrite mulmxBr mulmxBl [in RHS]mxE; set s := (w *m drsubmx _ *m _) 0 0.
have -> : (- (w *m (a^-1 *: (dlsubmx A *m ursubmx A)) *m w^T)) 0 0 = - (a^-1 * (q * q)).
  rewrite mxE -scalemxAr -scalemxAl mxE; congr (- (_ * _)).
  rewrite ur; set x := dlsubmx _; have -> : w *m (x *m x^T) *m w^T = (w *m x) *m (w *m x)^T by rewrite trmx_mul !mulmxA.
  by rewrite mxE big_ord1 [_^T 0 0]mxE.
by field.
Qed.

(* Hadamard's inequality. *)
Lemma det_psd (R : rcfType) (n : nat) (A : 'M[R]_n) : psd A -> 0 <= \det A <= \prod_i A i i.
Proof.
elim: n A => [|n IH] A p; first by rewrite det_mx00 big_ord0 lexx ler01.
have e00 : 0 <= A 0 0 := first_ge0 (p : psd (A : 'M_(1 + n))).
case: (A 0 0 =P 0) => [z00 | /eqP n00].
  rewrite (det_first0 (p : psd (A : 'M_(1 + n))) z00) lexx /=; apply: prodr_ge0 => i _; exact: diagonal_ge0.
have pos : 0 < A 0 0 by rewrite lt_def n00.
have /andP [low high] := IH _ (psd_complement (p : psd (A : 'M_(1 + n))) n00).
rewrite (schur_det (A := A : 'M_(1 + n)) n00) pmulr_rge0 // low /= big_ord_recl ler_pmul2l //.
apply: le_trans high _; apply: ler_prod => i _; rewrite diagonal_ge0 /=; last exact: psd_complement.
have ur : ursubmx (A : 'M_(1 + n)) = (dlsubmx (A : 'M_(1 + n)))^T by rewrite trmx_dlsub (proj1 p).
set x := dlsubmx (A : 'M_(1 + n)) in ur *.
have -> : complement (A : 'M_(1 + n)) i i = A (lift ord0 i) (lift ord0 i) - (A 0 0)^-1 * (x i 0 * x i 0).
  rewrite /complement -/x ur [LHS]mxE [X in _ + X]mxE [X in _ - X]mxE [X in _ * X]mxE big_ord1 [_^T 0 i]mxE.
  by congr (_ - _); rewrite !mxE; congr (A _ _); apply: val_inj.
by rewrite ler_subl_addr ler_addl mulr_ge0 ?invr_ge0 // -expr2 sqr_ge0.
Qed.

Lemma psd_mat (R : rcfType) (d : nat) (G : nat -> nat -> R) :
  (forall i, (i < d)%N -> forall j, (j < d)%N -> G i j = G j i) ->
  (forall z : nat -> R, 0 <= \sum_(i < d) (\sum_(j < d) ((z i * G i j) * z j))) ->
  psd (mat d G).
Proof.
move=> sym pos; split=> [|z]; first by apply/matrixP => i j; rewrite !mxE sym.
have := pos (fun i => if insub i is Some k then z 0 k else 0); congr (_ <= _).
rewrite mxE exchange_big /=; apply: eq_bigr => j _; rewrite !mxE mulr_suml; apply: eq_bigr => i _.
by rewrite !mxE !valK.
Qed.

Lemma det_range (R : rcfType) (d : nat) (G : nat -> nat -> R) :
  (forall i, (i < d)%N -> forall j, (j < d)%N -> G i j = G j i) ->
  (forall z : nat -> R, 0 <= \sum_(i < d) (\sum_(j < d) ((z i * G i j) * z j))) ->
  0 <= \det (mat d G) <= \prod_(i < d) G i i.
Proof.
move=> sym pos; have := det_psd (psd_mat sym pos); have -> : \prod_(i < d) (mat d G) i i = \prod_(i < d) G i i.
  by apply: eq_bigr => i _; rewrite mxE.
by [].
Qed.

Lemma length_ge0 (R : rcfType) (d : nat) (G : nat -> nat -> R) i :
  (forall i, (i < d)%N -> forall j, (j < d)%N -> G i j = G j i) ->
  (forall z : nat -> R, 0 <= \sum_(i < d) (\sum_(j < d) ((z i * G i j) * z j))) ->
  (i < d)%N -> 0 <= G i i.
Proof. by move=> sym pos id; have := diagonal_ge0 (Ordinal id) (psd_mat sym pos); rewrite mxE. Qed.

Definition mean (R : rcfType) (d : nat) (G : nat -> nat -> R) : R := (\sum_(i < d) G i i) / d%:R.

Lemma prod_le_mean (R : rcfType) (d : nat) (G : nat -> nat -> R) :
  (forall i, (i < d)%N -> forall j, (j < d)%N -> G i j = G j i) ->
  (forall z : nat -> R, 0 <= \sum_(i < d) (\sum_(j < d) ((z i * G i j) * z j))) ->
  \prod_(i < d) G i i <= \prod_(i < d) mean d G.
Proof.
move=> sym pos.
have := leif_AGM (A := 'I_d) (E := fun i => G i i) (fun i _ => length_ge0 sym pos (ltn_ord i)).
by rewrite card_ord prodr_const card_ord; case.
Qed.

Lemma det_normalised (R : rcfType) (d : nat) (G : nat -> nat -> R) :
  (forall i, (i < d)%N -> forall j, (j < d)%N -> G i j = G j i) ->
  (forall z : nat -> R, 0 <= \sum_(i < d) (\sum_(j < d) ((z i * G i j) * z j))) ->
  (forall i, (i < d)%N -> G i i != 0) ->
  \det (\matrix_(r < d, c < d) (G r c / Num.sqrt (G r r * G c c))) = \det (mat d G) / \prod_(i < d) G i i.
Proof.
move=> sym pos no0.
have gt0 i : (i < d)%N -> 0 < G i i by move=> id; rewrite lt_def no0 // (length_ge0 sym pos).
pose s i : R := (Num.sqrt (G i i))^-1.
have -> : \matrix_(r < d, c < d) (G r c / Num.sqrt (G r r * G c c))
    = diag_mx (\row_i s i) *m mat d G *m diag_mx (\row_i s i).
  apply/matrixP => r c; rewrite mul_mx_diag mul_diag_mx !mxE.
  by rewrite sqrtrM ?(ltW (gt0 _ _)) // invfM mulrCA mulrA.
rewrite !det_mulmx det_diag.
have -> : \prod_(i < d) (\row_i s i) 0 i = \prod_(i < d) s i by apply: eq_bigr => i _; rewrite mxE.
have -> : \prod_(i < d) G i i = (\prod_(i < d) s i * \prod_(i < d) s i)^-1.
  rewrite -big_split /= -prodfV; apply: eq_bigr => i _.
  by rewrite /s -invfM invrK -expr2 sqr_sqrtr // ltW // gt0.
by rewrite invrK (mulrC (\prod_(i < d) s i)) mulrA.
Qed.

Lemma mean_normalised (R : rcfType) (d : nat) (G : nat -> nat -> R) : (2 <= d)%N ->
  (forall i, (i < d)%N -> forall j, (j < d)%N -> G i j = G j i) ->
  (forall z : nat -> R, 0 <= \sum_(i < d) (\sum_(j < d) ((z i * G i j) * z j))) ->
  (forall i, (i < d)%N -> G i i != 0) ->
  \prod_(k < d) ((\sum_(i < d) (G i i / Num.sqrt (G i i * G i i))) / d%:R) = 1 :> R.
Proof.
move=> d2 sym pos no0.
have gt0 i : (i < d)%N -> 0 < G i i by move=> id; rewrite lt_def no0 // (length_ge0 sym pos).
rewrite big1 // => _ _; have -> : \sum_(i < d) (G i i / Num.sqrt (G i i * G i i)) = d%:R.
  transitivity (\sum_(i < d) (1 : R)); last by rewrite sumr_const card_ord.
  by apply: eq_bigr => i _; rewrite -expr2 sqrtr_sqr ger0_norm ?divff ?no0 // ltW // gt0.
by rewrite divff // pnatr_eq0 -lt0n; exact: ltn_trans d2.
Qed.

Lemma cosine_le (R : rcfType) (n : nat) (r : R) (p : nat -> R) :
  (forall j, (j < n)%N -> 0 <= p j) -> \sum_(j < n) p j = 1 -> 0 <= r -> r <= 1 ->
  \sum_(j < n) (p j * (\prod_(k < (j + 1)%N) r)) <= r.
Proof.
move=> p0 p1 r0 r1; rewrite -[X in _ <= X]mul1r -[X in _ <= X * _]p1 mulr_suml; apply: ler_sum => j _.
apply: ler_wpmul2l; first exact: p0.
by rewrite prodr_const card_ord addn1 exprS; apply: ler_pimulr => //; exact: exprn_ile1.
Qed.

Lemma cosine_ge0 (R : rcfType) (n : nat) (r : R) (p : nat -> R) :
  (forall j, (j < n)%N -> 0 <= p j) -> 0 <= r -> 0 <= \sum_(j < n) (p j * (\prod_(k < (j + 1)%N) r)).
Proof. by move=> p0 r0; apply: sumr_ge0 => j _; apply: mulr_ge0; [exact: p0 | exact: prodr_ge0]. Qed.

Lemma roots (R : rcfType) (a b : R) : 0 < a -> 0 < b -> 0 <= a * b /\ Num.sqrt (a * b) != 0.
Proof. by move=> a0 b0; rewrite gt_eqF ?sqrtr_gt0 ?ltW // mulr_gt0. Qed.

Lemma prod_neq0 (R : rcfType) (d : nat) (f : nat -> R) :
  (forall i, (i < d)%N -> f i != 0) -> \prod_(i < d) f i != 0.
Proof. by move=> f0; apply/prodf_neq0 => i _; exact: f0. Qed.
