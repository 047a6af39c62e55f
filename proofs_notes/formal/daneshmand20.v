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

(* Sums over the m outcomes that follow each of n; places of a matrix row after row; conditions that all hold. *)
Lemma words (R : rcfType) (n m : nat) (F : nat -> R) :
  \sum_(w < (n * m)%N) F w = \sum_(w < n) \sum_(a < m) F ((w * m)%N + a)%N.
Proof.
elim: n => [|n IH]; first by rewrite mul0n !big_ord0.
by rewrite mulSnr big_split_ord big_ord_recr /= IH.
Qed.

Lemma places_of (d i j : nat) : (i < d)%N -> (j < d)%N ->
  [/\ (i * d + j < d * d)%N, ((i * d + j) %/ d)%N = i & ((i * d + j) %% d)%N = j].
Proof.
move=> hi hj; have d0 : (0 < d)%N by apply: leq_ltn_trans hi.
rewrite divnMDl // modnMDl divn_small // modn_small // addn0; split=> //.
by apply: (@leq_trans (i * d + d)%N); rewrite ?ltn_add2l // -mulSnr leq_mul2r hi orbT.
Qed.

Lemma prod_bool (R : rcfType) (n : nat) (b : nat -> bool) :
  \prod_(i < n) (b i)%:R = [forall i : 'I_n, b i]%:R :> R.
Proof.
case: (boolP [forall i : 'I_n, b i]) => [/forallP h | /forallPn [i hi]]; first by rewrite big1 // => i _; rewrite h.
by rewrite (bigD1 i) //= (negbTE hi) mul0r.
Qed.

(* Rows that are independent: the mean of a product of functions of one row each is the product of their means. *)
Lemma independent_rows (R : rcfType) (m d : nat) (p : nat -> R) (W : nat -> nat -> nat -> R)
    (g : nat -> (nat -> R) -> R) :
  (forall z : nat -> R, \sum_(a < m) (p a * (\prod_(i < d) (\prod_(j < d) (W a i j == z ((i * d)%N + j)%N)%:R))) =
    \prod_(i < d) (\sum_(a < m) (p a * (\prod_(j < d) (W a i j == z ((i * d)%N + j)%N)%:R)))) ->
  (forall i x y, (forall j, (j < d)%N -> x j = y j) -> g i x = g i y) ->
  \sum_(a < m) (p a * (\prod_(i < d) g i (W a i))) = \prod_(i < d) (\sum_(a < m) (p a * g i (W a i))).
Proof.
move=> indep ext; pose code (x : nat -> R) := mkseq x d.
pose U := undup [seq code (W (val ai.1) (val ai.2)) | ai : 'I_m * 'I_d <- enum {: 'I_m * 'I_d}].
have inU (a : 'I_m) (i : 'I_d) : code (W a i) \in U.
  by rewrite mem_undup; apply/mapP; exists (a, i); rewrite ?mem_enum.
have codes (x : nat -> R) (s : seq R) : size s = d -> \prod_(j < d) (x j == nth 0 s j)%:R = (code x == s)%:R :> R.
  move=> hs; rewrite (@prod_bool R d (fun j => x j == nth 0 s j)); congr ((nat_of_bool _)%:R).
  apply/forallP/eqP => [h | <- j]; last by rewrite nth_mkseq.
  apply: (@eq_from_nth _ 0); rewrite size_mkseq // => j hj; rewrite nth_mkseq //; exact/eqP/(h (Ordinal hj)).
pose u (k : 'I_(size U)) : seq R := nth [::] U k.
have size_u k : size (u k) = d.
  have : u k \in U by apply: mem_nth.
  by rewrite mem_undup => /mapP [ai _ ->]; rewrite size_mkseq.
pose G (i : nat) (k : 'I_(size U)) := g i (nth 0 (u k)).
have spread (i : nat) (x : nat -> R) : code x \in U -> g i x = \sum_k (G i k * (code x == u k)%:R).
  move=> hx; have lt : (index (code x) U < size U)%N by rewrite index_mem.
  rewrite (bigD1 (Ordinal lt)) //= big1 => [|k hk].
    rewrite /G /u /= nth_index // eqxx mulr1 addr0; apply: ext => j hj; by rewrite nth_mkseq.
  rewrite -(nth_index [::] hx) /u nth_uniq ?undup_uniq // eq_sym.
  by rewrite -val_eqE /= in hk; rewrite (negbTE hk) mulr0.
transitivity (\sum_(f : {ffun 'I_d -> 'I_(size U)}) \prod_(i < d) (G i (f i) *
    \sum_(a < m) (p a * (code (W a i) == u (f i))%:R))); last first.
  rewrite -(bigA_distr_bigA (fun (i : 'I_d) k => G i k * \sum_(a < m) (p a * (code (W a i) == u k)%:R))).
  apply: eq_bigr => i _ /=; under eq_bigr do rewrite mulr_sumr.
  rewrite exchange_big; apply: eq_bigr => a _ /=; rewrite (spread i (W a i)) // mulr_sumr.
  by apply: eq_bigr => k _; rewrite mulrCA.
transitivity (\sum_(a < m) (p a * \sum_(f : {ffun 'I_d -> 'I_(size U)}) \prod_(i < d) (G i (f i) *
    (code (W a i) == u (f i))%:R))).
  apply: eq_bigr => a _; congr (_ * _).
  rewrite -(bigA_distr_bigA (fun (i : 'I_d) k => G i k * (code (W a i) == u k)%:R)).
  by apply: eq_bigr => i _; rewrite -spread.
under eq_bigr do rewrite mulr_sumr.
rewrite exchange_big; apply: eq_bigr => f _ /=; rewrite big_split /=.
under eq_bigr do rewrite big_split mulrCA /=.
rewrite -mulr_sumr; congr (_ * _).
pose z (k : nat) : R := if insub (k %/ d)%N is Some i then nth 0 (u (f i)) (k %% d)%N else 0.
have zE (i : 'I_d) (j : nat) : (j < d)%N -> z ((i * d)%N + j)%N = nth 0 (u (f i)) j.
  by move=> hj; have [_ q r] := places_of (ltn_ord i) hj; rewrite /z q r valK.
have rows (a : nat) (i : 'I_d) : \prod_(j < d) (W a i j == z ((i * d)%N + j)%N)%:R = (code (W a i) == u (f i))%:R :> R.
  by rewrite -codes //; apply: eq_bigr => j _; rewrite zE.
transitivity (\sum_(a < m) (p a * (\prod_(i < d) (\prod_(j < d) (W a i j == z ((i * d)%N + j)%N)%:R)))).
  by apply: eq_bigr => a _; congr (_ * _); apply: eq_bigr => i _; rewrite rows.
by rewrite indep; apply: eq_bigr => i _; apply: eq_bigr => a _; rewrite rows.
Qed.

Lemma sign_after (R : rcfType) (v s : R) : v != 0 -> s = 1 \/ s = - 1 ->
  v / `|v| = s * (1 - 2%:R * (v * s < 0)%R%:R).
Proof.
move=> v0 hs; have [hv | hv] : v < 0 \/ 0 < v by apply/orP; rewrite -neq_lt.
  have -> : v / `|v| = - 1 by rewrite ltr0_norm // invrN mulrN divff.
  by case: hs => ->; rewrite ?mulr1 ?mulrN1 ?oppr_lt0 ?hv ?(lt_gtF hv) /=; ring.
have -> : v / `|v| = 1 by rewrite gtr0_norm // divff.
by case: hs => ->; rewrite ?mulr1 ?mulrN1 ?oppr_lt0 ?hv ?(lt_gtF hv) /=; ring.
Qed.

(* The chain of signs: a layer of which each row flips with probability e multiplies the mean of a sign by 1 - 2e. *)
Lemma sign_step (R : rcfType) (m d : nat) (gamma e : R) (p : nat -> R) (W : nat -> nat -> nat -> R) (h b c : nat -> R) :
  \sum_(a < m) p a = 1 ->
  (forall z : nat -> R, \sum_(a < m) (p a * (\prod_(i < d) (\prod_(j < d) (W a i j == z ((i * d)%N + j)%N)%:R))) =
    \prod_(i < d) (\sum_(a < m) (p a * (\prod_(j < d) (W a i j == z ((i * d)%N + j)%N)%:R)))) ->
  (forall i, (i < d)%N -> h i = 1 \/ h i = - 1) ->
  (forall a, (a < m)%N -> forall i, (i < d)%N -> (h i + gamma * \sum_(k < d) (W a i k * h k))%R != 0) ->
  (forall i, (i < d)%N ->
    (\sum_(a < m) (p a * ((h i + gamma * \sum_(k < d) (W a i k * h k)) * h i < 0)%R%:R))%R = e) ->
  \sum_(a < m) (p a * \prod_(i < d) (b i + c i * ((h i + gamma * \sum_(k < d) (W a i k * h k)) /
    `|h i + gamma * \sum_(k < d) (W a i k * h k)|))) = \prod_(i < d) (b i + c i * ((1 - 2%:R * e) * h i)).
Proof.
move=> one indep signs nz flips.
pose y (i : nat) (x : nat -> R) := h i + gamma * \sum_(k < d) (x k * h k).
rewrite (@independent_rows R m d p W (fun i x => b i + c i * (y i x / `|y i x|)) indep) => [|i x x' same]; last first.
  by rewrite /y; under eq_bigr do rewrite same //.
apply: eq_bigr => i _; have hi := ltn_ord i.
transitivity (\sum_(a < m) (b i * p a + c i * (h i * (p a - 2%:R * (p a * (y i (W a i) * h i < 0)%R%:R))))).
  by apply: eq_bigr => a _; rewrite (sign_after (nz a (ltn_ord a) i hi) (signs i hi)) /y; ring.
rewrite big_split /= -!mulr_sumr one sumrB -mulr_sumr one flips //; ring.
Qed.

Lemma sign_chain (R : rcfType) (m d r L : nat) (gamma e : R) (p : nat -> R) (W : nat -> nat -> nat -> R)
    (q : nat -> nat -> R) (S : nat -> nat -> nat -> R) : (0 < m)%N ->
  \sum_(a < m) p a = 1 ->
  (forall z : nat -> R, \sum_(a < m) (p a * (\prod_(i < d) (\prod_(j < d) (W a i j == z ((i * d)%N + j)%N)%:R))) =
    \prod_(i < d) (\sum_(a < m) (p a * (\prod_(j < d) (W a i j == z ((i * d)%N + j)%N)%:R)))) ->
  (forall w, (w < r)%N -> forall i, (i < d)%N -> S 0%N w i = 1 \/ S 0%N w i = - 1) ->
  (forall z : nat -> R, (exists2 j, (j < d)%N & ((z j * z j)%R != 1)) \/ (forall a, (a < m)%N -> forall i, (i < d)%N ->
    (z i + gamma * \sum_(k < d) (W a i k * z k))%R != 0)) ->
  (forall z : nat -> R, (exists2 j, (j < d)%N & ((z j * z j)%R != 1)) \/ (forall i, (i < d)%N ->
    (\sum_(a < m) (p a * ((z i + gamma * \sum_(k < d) (W a i k * z k)) * z i < 0)%R%:R))%R = e)) ->
  (forall l, (l < L)%N -> forall w, (w < (r * (m ^ l)%N)%N)%N -> forall a, (a < m)%N ->
    q (l + 1)%N ((w * m)%N + a)%N = q l w * p a /\ (forall i, (i < d)%N -> S (l + 1)%N ((w * m)%N + a)%N i =
      (S l w i + gamma * \sum_(k < d) (W a i k * S l w k)) / `|S l w i + gamma * \sum_(k < d) (W a i k * S l w k)|)) ->
  (forall l, (l <= L)%N -> forall w, (w < (r * (m ^ l)%N)%N)%N -> forall i, (i < d)%N -> S l w i = 1 \/ S l w i = - 1) /\
  (forall b c : nat -> R, \sum_(w < (r * (m ^ L)%N)%N) (q L w * \prod_(i < d) (b i + c i * S L w i)) =
    \sum_(w < r) (q 0%N w * \prod_(i < d) (b i + c i * ((1 - 2%:R * e) ^+ L * S 0%N w i)))).
Proof.
move=> m0 one indep start nz flips step.
have off (h : nat -> R) (Q : Prop) : (forall i, (i < d)%N -> h i = 1 \/ h i = - 1) ->
    (exists2 j, (j < d)%N & ((h j * h j)%R != 1)) \/ Q -> Q.
  by move=> hs [[j hj] | //]; case: (hs j hj) => ->; rewrite ?mulrNN mulr1 eqxx.
have next l : (r * m ^ (l + 1) = r * m ^ l * m)%N by rewrite addn1 expnSr mulnA.
have signs l : (l <= L)%N -> forall w, (w < (r * (m ^ l)%N)%N)%N -> forall i, (i < d)%N -> S l w i = 1 \/ S l w i = - 1.
  elim: l => [_ w|l IH hl w hw i hi]; first by rewrite expn0 muln1; exact: start.
  have hw' : (w %/ m < r * m ^ l)%N by rewrite ltn_divLR // -next addn1.
  have before := IH (ltnW hl) _ hw'; have [_ s] := step l hl _ hw' _ (ltn_pmod w m0); move: (s i hi).
  rewrite -divn_eq addn1 => ->.
  rewrite (sign_after (off _ _ before (nz _) _ (ltn_pmod w m0) i hi) (before i hi)).
  by case: (_ < 0); case: (before i hi) => ->; rewrite /= ?mulr0 ?mulr1 ?subr0 ?mul1r ?mulN1r; auto; [right | left]; ring.
split=> //; suff means l : (l <= L)%N -> forall b c : nat -> R,
    \sum_(w < (r * (m ^ l)%N)%N) (q l w * \prod_(i < d) (b i + c i * S l w i)) =
    \sum_(w < r) (q 0%N w * \prod_(i < d) (b i + c i * ((1 - 2%:R * e) ^+ l * S 0%N w i))) by exact: means.
elim: l => [_ b c|l IH hl b c].
  rewrite expn0 muln1; apply: eq_bigr => w _; congr (_ * _); apply: eq_bigr => i _; by rewrite expr0 mul1r.
rewrite -addn1 next (words _ _ (fun w => q (l + 1)%N w * \prod_(i < d) (b i + c i * S (l + 1)%N w i))).
transitivity (\sum_(w < (r * (m ^ l)%N)%N) (q l w * \prod_(i < d) (b i + (c i * (1 - 2%:R * e)) * S l w i))).
  apply: eq_bigr => w _; have before := signs l (ltnW hl) w (ltn_ord w).
  transitivity (q l w * \sum_(a < m) (p a * \prod_(i < d) (b i + c i * ((S l w i + gamma * \sum_(k < d) (W a i k * S l w k)) /
      `|S l w i + gamma * \sum_(k < d) (W a i k * S l w k)|)))).
    rewrite mulr_sumr; apply: eq_bigr => a _; have [-> s] := step l hl w (ltn_ord w) a (ltn_ord a).
    by rewrite -mulrA; congr (_ * (_ * _)); apply: eq_bigr => i _; rewrite s.
  rewrite (sign_step b c one indep before (off _ _ before (nz _)) (off _ _ before (flips _))).
  by congr (_ * _); apply: eq_bigr => i _; rewrite mulrA.
rewrite (IH (ltnW hl) b (fun i => c i * (1 - 2%:R * e))); apply: eq_bigr => w _; congr (_ * _); apply: eq_bigr => i _.
by rewrite addn1 exprS -!mulrA.
Qed.
