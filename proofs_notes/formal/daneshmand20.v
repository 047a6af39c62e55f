(* What several proofs of daneshmand20 use: it stands before each of them. *)
Lemma squares (R : rcfType) (n : nat) (x : nat -> R) :
  (exists2 j, (j < n)%N & x j != 0) -> 0 < \sum_(j < n) (x j * x j).
Proof.
case=> k kn xk; rewrite (bigD1 (Ordinal kn)) //= ltr_paddr //.
  by apply: sumr_ge0 => j _; rewrite -expr2 sqr_ge0.
by rewrite -expr2 lt_neqAle eq_sym sqrf_eq0 xk sqr_ge0.
Qed.

Lemma cauchy_schwarz (R : rcfType) (n : nat) (x y : nat -> R) :
  (\sum_(k < n) (x k * y k)) * (\sum_(k < n) (x k * y k)) <= (\sum_(k < n) (x k * x k)) * (\sum_(k < n) (y k * y k)).
Proof.
set A := \sum_(k < n) (x k * x k); set B := \sum_(k < n) (x k * y k); set C := \sum_(k < n) (y k * y k).
have C0 : 0 <= C by apply: sumr_ge0 => k _; rewrite -expr2 sqr_ge0.
have h : 0 <= C * (A * C - B * B).
  have -> : C * (A * C - B * B) = \sum_(k < n) (C * x k - B * y k) ^+ 2.
    have -> : \sum_(k < n) (C * x k - B * y k) ^+ 2
        = \sum_(k < n) (C * C * (x k * x k)) - \sum_(k < n) (2%:R * C * B * (x k * y k)) + \sum_(k < n) (B * B * (y k * y k)).
      by rewrite -sumrB -big_split; apply: eq_bigr => k _ /=; ring.
    by rewrite -!mulr_sumr -/A -/B -/C; ring.
  by apply: sumr_ge0 => k _; exact: sqr_ge0.
rewrite -subr_ge0; move: C0; rewrite le_eqVlt => /orP [/eqP C0 | C0]; last by rewrite pmulr_rge0 in h.
have pos (k : 'I_n) : true -> 0 <= y k * y k by rewrite -expr2 sqr_ge0.
have y0 (k : 'I_n) : y k = 0 by have := @psumr_eq0P _ _ _ _ pos (esym C0) k isT; move/eqP; rewrite mulf_eq0 orbb => /eqP.
have -> : B = 0 by rewrite /B big1 // => k _; rewrite y0 mulr0.
by rewrite -C0 !mulr0 subr0.
Qed.

(* Tr(M)^2 <= rank(H) |M|_F^2, M = H H^T: the projector on the columns of H has the inner product Tr M with M. *)
Lemma gram_zero (R : rcfType) (m n : nat) (A : 'M[R]_(m, n)) : A *m A^T = 0 -> A = 0.
Proof.
move=> h; apply/matrixP => i j; rewrite mxE.
have s0 : \sum_(k < n) (A i k * A i k) = 0.
  transitivity ((A *m A^T) i i); last by rewrite h mxE.
  by rewrite mxE; apply: eq_bigr => k _; rewrite mxE.
have pos (k : 'I_n) : true -> 0 <= A i k * A i k by rewrite -expr2 sqr_ge0.
by have := @psumr_eq0P _ _ _ _ pos s0 j isT; move/eqP; rewrite mulf_eq0 orbb => /eqP.
Qed.

Lemma trace_square (R : rcfType) (n : nat) (A : 'M[R]_n) : A^T = A -> 0 <= \tr (A *m A).
Proof.
move=> sym; rewrite /mxtrace; apply: sumr_ge0 => i _; rewrite mxE; apply: sumr_ge0 => j _.
by have -> : A j i = A i j by [rewrite -[in LHS]sym mxE]; rewrite -expr2 sqr_ge0.
Qed.

Lemma trace_bound (R : rcfType) (d n : nat) (H : 'M[R]_(d, n)) :
  (\tr (H *m H^T)) ^+ 2 <= (\rank H)%:R * \tr (H *m H^T *m (H *m H^T)).
Proof.
set M := H *m H^T; rewrite -mxrank_tr.
have [B [fB eB]] : exists B : 'M[R]_(\rank H^T, d), row_free B /\ (H^T <= B)%MS.
  by exists (row_base H^T); rewrite row_base_free eq_row_base.
pose G := B *m B^T; have uG : G \in unitmx.
  rewrite -row_free_unit -kermx_eq0; apply/eqP; set K := kermx G.
  have : K *m B == 0.
    by apply/eqP; apply: gram_zero; rewrite trmx_mul mulmxA -(mulmxA K) -/G mulmx_ker mul0mx.
  by rewrite mulmx_free_eq0 // => /eqP.
have symG : G^T = G by rewrite /G trmx_mul trmxK.
pose P := B^T *m invmx G *m B.
have symP : P^T = P by rewrite /P trmx_mul [(B^T *m _)^T]trmx_mul trmxK trmx_inv symG mulmxA.
have PP : P *m P = P by rewrite /P -!mulmxA (mulmxA B B^T) -/G mulKVmx.
have HP : H^T *m P = H^T.
  have /submxP [C eC] := eB; by rewrite {1}eC /P -!mulmxA (mulmxA B B^T) -/G mulKVmx // -eC.
have MP : M *m P = M by rewrite /M -mulmxA HP.
have tP : \tr P = (\rank H^T)%:R by rewrite /P mxtrace_mulC mulmxA -/G mulmxV // mxtrace1.
have symM : M^T = M by rewrite /M trmx_mul trmxK.
set r := (\rank H^T)%:R : R in tP *; set t := \tr M.
have r0 : 0 <= r by rewrite ler0n.
have whole : 0 <= r * r * \tr (M *m M) - r * (t * t).
  pose A := r *: M - t *: P.
  have symA : A^T = A by rewrite /A linearB /= !linearZ /= symM symP.
  have := trace_square symA; rewrite /A mulmxBl !mulmxBr -!scalemxAl -!scalemxAr PP MP.
  have -> : P *m M = M by rewrite -[M in LHS]symM -[P]symP -trmx_mul MP.
  by rewrite !raddfB /= !mxtraceZ tP -/t => h; apply: le_trans h _; rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
move: r0; rewrite le_eqVlt => /orP [/eqP r0 | r0].
  have H0 : H^T = 0 by apply/eqP; rewrite -mxrank_eq0; have /eqP := esym r0; rewrite /r pnatr_eq0.
  by rewrite -r0 mul0r /t /M H0 mulmx0 mxtrace0 expr0n.
rewrite -subr_ge0 -(pmulr_rge0 _ r0); apply: le_trans whole _.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite expr2; ring.
Qed.

(* r(H) = T^2/F, T and F those of H H^T. *)
Lemma effective (R : rcfType) (d n : nat) (H : nat -> nat -> R) : (0 < n)%N ->
  let T := \sum_(i < d) (\sum_(k < n) (H i k * H i k)) in
  let F := \sum_(i < d) (\sum_(j < d) ((\sum_(k < n) (H i k * H j k)) * (\sum_(k < n) (H i k * H j k)))) in
  (\sum_(i < d) ((\sum_(k < n) (H i k * H i k)) / n%:R)) * (\sum_(i < d) ((\sum_(k < n) (H i k * H i k)) / n%:R)) /
  (\sum_(i < d) (\sum_(j < d) (((\sum_(k < n) (H i k * H j k)) / n%:R) * ((\sum_(k < n) (H i k * H j k)) / n%:R))))
  = T * T / F.
Proof.
move=> n0 T F; have N0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have -> : \sum_(i < d) ((\sum_(k < n) (H i k * H i k)) / n%:R) = T / n%:R by rewrite -mulr_suml.
have -> : \sum_(i < d) (\sum_(j < d) (((\sum_(k < n) (H i k * H j k)) / n%:R) * ((\sum_(k < n) (H i k * H j k)) / n%:R)))
    = F / (n%:R * n%:R).
  rewrite /F mulr_suml; apply: eq_bigr => i _; rewrite mulr_suml; apply: eq_bigr => j _.
  by rewrite mulf_div.
case: (F =P 0) => [-> | /eqP F0]; first by rewrite mul0r invr0 !mulr0.
by field; rewrite N0 F0.
Qed.

Lemma positive (R : rcfType) (d n : nat) (H : nat -> nat -> R) :
  (exists2 i, (i < d)%N & (exists2 k, (k < n)%N & H i k != 0)) ->
  0 < \sum_(i < d) (\sum_(j < d) ((\sum_(k < n) (H i k * H j k)) * (\sum_(k < n) (H i k * H j k)))).
Proof.
case=> i id /squares S0.
have sum0 (a : nat) : 0 <= \sum_(j < d) ((\sum_(k < n) (H a k * H j k)) * (\sum_(k < n) (H a k * H j k))).
  by apply: sumr_ge0 => j _; rewrite -expr2 sqr_ge0.
rewrite (bigD1 (Ordinal id)) //= ltr_paddr //; first by apply: sumr_ge0 => a _; exact: sum0.
rewrite (bigD1 (Ordinal id)) //= ltr_paddr ?mulr_gt0 //.
by apply: sumr_ge0 => j _; rewrite -expr2 sqr_ge0.
Qed.

Lemma bounded_by_rank (R : rcfType) (d n : nat) (H : nat -> nat -> R) : (0 < n)%N ->
  (exists2 i, (i < d)%N & (exists2 k, (k < n)%N & H i k != 0)) ->
  (\sum_(i < d) ((\sum_(k < n) (H i k * H i k)) / n%:R)) * (\sum_(i < d) ((\sum_(k < n) (H i k * H i k)) / n%:R)) /
  (\sum_(i < d) (\sum_(j < d) (((\sum_(k < n) (H i k * H j k)) / n%:R) * ((\sum_(k < n) (H i k * H j k)) / n%:R))))
  <= (\rank (\matrix_(i < d, k < n) H i k))%:R.
Proof.
move=> n0 some; rewrite effective // ler_pdivr_mulr; last exact: positive.
have := trace_bound (\matrix_(i < d, k < n) H i k); rewrite expr2 /mxtrace.
have entry (i j : 'I_d) : ((\matrix_(i < d, k < n) H i k) *m (\matrix_(i < d, k < n) H i k)^T) i j
    = \sum_(k < n) (H i k * H j k) by rewrite mxE; apply: eq_bigr => k _; rewrite !mxE.
under eq_bigr do rewrite entry.
under [X in _ <= _ * X]eq_bigr => i _.
  rewrite mxE; under eq_bigr => j _.
    rewrite !entry; under [X in _ * X]eq_bigr do rewrite mulrC.
    over.
  over.
by [].
Qed.

Lemma one_of (R : rcfType) (d i : nat) (f : nat -> R) :
  (i < d)%N -> \sum_(a < d) ((a == i :> nat)%:R * f a) = f i.
Proof.
move=> hi; rewrite (bigD1 (Ordinal hi)) //= eqxx mul1r big1 ?addr0 // => a.
by rewrite -val_eqE /= => /negbTE ->; rewrite mul0r.
Qed.

(* Factors from the left that are invertible keep the rank. *)
Lemma kept (R : rcfType) (d n : nat) (A : 'M[R]_d) (B : 'M[R]_(d, n)) : A \in unitmx -> \rank (A *m B) = \rank B.
Proof. by rewrite -row_full_unit => fA; rewrite (eqmxMfull B fA). Qed.
