(* What several proofs of daneshmand20.rank use: it stands before each of them. *)
Lemma spread (R : rcfType) (d : nat) (r : nat -> R) :
  (0 < d)%N -> (\sum_(i < d) r i) * (\sum_(i < d) r i) <= d%:R * (\sum_(i < d) (r i * r i)).
Proof.
move=> hd; set S := \sum_(i < d) r i.
have n0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
rewrite -subr_ge0.
have -> : d%:R * (\sum_(i < d) (r i * r i)) - S * S = d%:R * \sum_(i < d) ((r i - S / d%:R) * (r i - S / d%:R)).
  have -> : \sum_(i < d) ((r i - S / d%:R) * (r i - S / d%:R))
    = \sum_(i < d) (r i * r i) + \sum_(i < d) (r i * (- (2%:R * S / d%:R))) + \sum_(i < d) (S / d%:R * (S / d%:R)).
    by rewrite -!big_split; apply: eq_bigr => i _ /=; ring.
  by rewrite -mulr_suml -/S sumr_const card_ord -mulr_natr; field.
by rewrite mulr_ge0 ?ler0n // sumr_ge0 // => i _; rewrite -expr2 sqr_ge0.
Qed.

(* For a mean over two matrices, with the probabilities p and 1 - p. *)
Lemma averaged (R : rcfType) (d p F T D F' T' D' : R) (f := p * F + (1 - p) * F') (t := p * T + (1 - p) * T')
  (e := p * D + (1 - p) * D') :
  0 < d -> 0 <= p -> p <= 1 -> d <= F -> F * F <= d * D -> D <= T -> d <= F' -> F' * F' <= d * D' -> D' <= T' ->
  [/\ d <= f, f * f <= d * e, e <= t, 0 < f & 0 < e].
Proof.
move=> hd p0 p1 hF hFD hDT hF' hFD' hDT'; have q0 : 0 <= 1 - p by rewrite subr_ge0.
have hf : d <= f.
  rewrite -subr_ge0; have -> : f - d = p * (F - d) + (1 - p) * (F' - d) by rewrite /f; ring.
  by rewrite addr_ge0 // mulr_ge0 // subr_ge0.
have hfe : f * f <= d * e.
  rewrite -subr_ge0.
  have -> : d * e - f * f = p * (d * D - F * F) + (1 - p) * (d * D' - F' * F') + p * (1 - p) * (F - F') ^+ 2.
    by rewrite /f /e; ring.
  by rewrite !addr_ge0 // mulr_ge0 ?subr_ge0 ?sqr_ge0 // mulr_ge0.
have het : e <= t.
  rewrite -subr_ge0; have -> : t - e = p * (T - D) + (1 - p) * (T' - D') by rewrite /t /e; ring.
  by rewrite addr_ge0 // mulr_ge0 // subr_ge0.
have f0 : 0 < f by apply: lt_le_trans hf.
have e0 : 0 < e.
  have : 0 < d * e by apply: lt_le_trans hfe; rewrite mulr_gt0.
  by rewrite pmulr_rgt0.
by split.
Qed.

Lemma bound (R : rcfType) (d p F T D F' T' D' : R) :
  0 < d -> 0 <= p -> p <= 1 -> d <= F -> F * F <= d * D -> D <= T -> d <= F' -> F' * F' <= d * D' -> D' <= T' ->
  `|p * (d * 2%:R * d - F * 2%:R - T * 8%:R + D * 8%:R)
    + (1 - p) * (d * 2%:R * d - F' * 2%:R - T' * 8%:R + D' * 8%:R)| <= d * 2%:R ->
  (p * D + (1 - p) * D') / (p * T + (1 - p) * T') < 1 ->
  [/\ 0 < 4%:R + (- 4%:R) * ((p * D + (1 - p) * D') / (p * T + (1 - p) * T')),
    d <= p * F + (1 - p) * F'
    & (p * F + (1 - p) * F') * (p * F + (1 - p) * F')
      * (4%:R + (- 4%:R) * ((p * D + (1 - p) * D') / (p * T + (1 - p) * T'))) <= d * d * d].
Proof.
move=> hd p0 p1 hF hFD hDT hF' hFD' hDT' near less.
have q0 : 0 <= 1 - p by rewrite subr_ge0.
set A := _ / _ in less *; set f := p * F + (1 - p) * F'.
set t := p * T + (1 - p) * T' in A less *; set e := p * D + (1 - p) * D' in A less *.
have [hf hfe het f0 e0] : [/\ d <= f, f * f <= d * e, e <= t, 0 < f & 0 < e] by exact: averaged.
have t0 : 0 < t by apply: lt_le_trans het.
have hA : 0 < 4%:R + (- 4%:R) * A.
  have -> : 4%:R + (- 4%:R) * A = 4%:R * (1 - A) by ring.
  by rewrite mulr_gt0 ?ltr0n ?subr_gt0.
split=> //.
have drift : 4%:R * (t - e) <= d * d.
  move: near; rewrite ler_norml => /andP [low _].
  rewrite -(ler_pmul2l (_ : 0 < 2%:R :> R)) ?ltr0n // -subr_ge0.
  rewrite -subr_ge0 in low.
  have -> : 2%:R * (d * d) - 2%:R * (4%:R * (t - e))
    = (p * (d * 2%:R * d - F * 2%:R - T * 8%:R + D * 8%:R)
       + (1 - p) * (d * 2%:R * d - F' * 2%:R - T' * 8%:R + D' * 8%:R) - - (d * 2%:R)) + 2%:R * (f - d).
    by rewrite /t /e /f; ring.
  by rewrite addr_ge0 // mulr_ge0 ?ler0n ?subr_ge0.
apply: (@le_trans _ _ (d * t * (4%:R + (- 4%:R) * A))).
  by rewrite ler_pmul2r // (le_trans hfe) // ler_pmul2l.
have -> : d * t * (4%:R + (- 4%:R) * A) = d * (4%:R * (t - e)).
  by rewrite /A; field; rewrite lt0r_neq0.
by rewrite -mulrA ler_pmul2l.
Qed.

Lemma schur (R : rcfType) (d : nat) (M : nat -> nat -> R) (i : nat) :
  (forall a, (a < d)%N -> forall b, (b < d)%N -> M a b = M b a) -> (forall a, (a < d)%N -> M a a = 1) ->
  (forall z : nat -> R, 0 <= \sum_(a < d) (\sum_(b < d) (z a * M a b * z b))) -> (i < d)%N ->
  0 <= \sum_(a < d) ((\sum_(b < d) (M i b * M a b)) * M i a)
       - (\sum_(k < d) (M i k * M i k)) * (\sum_(k < d) (M i k * M i k)).
Proof.
move=> sym unit psd hi; set s := \sum_(k < d) (M i k * M i k).
set z := fun a : nat => M i a - s * (a == i)%:R.
have := psd z; congr (_ <= _).
have inner (a : nat) : (a < d)%N ->
    \sum_(b < d) (z a * M a b * z b) = z a * (\sum_(b < d) (M i b * M a b)) - z a * s * M a i.
  move=> ha.
  have -> : \sum_(b < d) (z a * M a b * z b)
      = \sum_(b < d) (z a * (M i b * M a b)) - \sum_(b < d) ((b == i :> nat)%:R * (z a * s * M a b)).
    by rewrite -sumrB; apply: eq_bigr => b _; rewrite /z; ring.
  by rewrite -mulr_sumr (one_of (fun b => z a * s * M a b)).
have -> : \sum_(a < d) (\sum_(b < d) (z a * M a b * z b))
    = \sum_(a < d) ((\sum_(b < d) (M i b * M a b)) * M i a) - \sum_(a < d) (s * (M i a * M i a))
      - \sum_(a < d) ((a == i :> nat)%:R * (s * (\sum_(b < d) (M i b * M a b)) - s * s * M a i)).
  rewrite -!sumrB; apply: eq_bigr => a _; rewrite inner // (sym a (ltn_ord a) i hi) /z; ring.
rewrite -mulr_sumr -/s (one_of (fun a => s * (\sum_(b < d) (M i b * M a b)) - s * s * M a i)) //.
by rewrite unit // -/s; ring.
Qed.

(* F = |M|_F^2, T = Tr M^3, D = Tr diag(M^2)^2: F >= d, and F^2 <= d D <= d T. *)
Lemma sizes (R : rcfType) (d : nat) (M : nat -> nat -> R) :
  (0 < d)%N ->
  (forall a, (a < d)%N -> forall b, (b < d)%N -> M a b = M b a) -> (forall a, (a < d)%N -> M a a = 1) ->
  (forall z : nat -> R, 0 <= \sum_(a < d) (\sum_(b < d) (z a * M a b * z b))) ->
  exists F T D : R, [/\ \sum_(i < d) (\sum_(j < d) (M i j * M i j)) = F,
    \sum_(a < d) (\sum_(b < d) ((\sum_(k < d) (M a k * M b k)) * M a b)) = T,
    \sum_(i < d) ((\sum_(j < d) (M i j * M i j)) * (\sum_(j < d) (M i j * M i j))) = D
    & [/\ d%:R <= F, F * F <= d%:R * D & D <= T]].
Proof.
move=> hd sym unit psd; do 3!eexists; split=> //; split.
- rewrite -[X in X%:R]card_ord -sumr_const; apply: ler_sum => i _.
  rewrite (bigD1 i) //= unit // mulr1 ler_addl; apply: sumr_ge0 => j _; by rewrite -expr2 sqr_ge0.
- exact: (spread (fun i => \sum_(j < d) (M i j * M i j))).
- by apply: ler_sum => i _; rewrite -subr_ge0; apply: schur.
Qed.

(* A matrix with orthonormal eigenvectors, row by row, and eigenvalues: its trace and the squares of its entries. *)
Lemma eigen_sums (R : rcfType) (d : nat) (M e : nat -> nat -> R) (l : nat -> R) :
  (forall k, (k < d)%N -> forall i, (i < d)%N -> \sum_(j < d) (M i j * e k j) = l k * e k i) ->
  (forall i, (i < d)%N -> forall j, (j < d)%N -> \sum_(k < d) (e i k * e j k) = (i == j :> nat)%:R) ->
  \sum_(i < d) M i i = \sum_(k < d) l k /\ \sum_(i < d) (\sum_(j < d) (M i j * M i j)) = \sum_(k < d) (l k * l k).
Proof.
move=> own apart; pose A := \matrix_(i < d, j < d) M i j; pose V := \matrix_(i < d, j < d) e i j.
pose D := diag_mx (\row_(k < d) l k).
have VV : V *m V^T = 1%:M.
  by apply/matrixP => i j; rewrite !mxE -(apart i (ltn_ord i) j (ltn_ord j)); apply: eq_bigr => k _; rewrite !mxE.
have VV' := mulmx1C VV.
have AE : A = V^T *m D *m V.
  have : A *m V^T = V^T *m D.
    apply/matrixP => i k; rewrite mul_mx_diag !mxE mulrC -(own k (ltn_ord k) i (ltn_ord i)).
    by apply: eq_bigr => j _; rewrite !mxE.
  by move=> <-; rewrite -mulmxA VV' mulmx1.
have AT : A^T = A by rewrite AE !trmx_mul trmxK tr_diag_mx mulmxA.
split.
  transitivity (\tr A); first by apply: eq_bigr => i _; rewrite mxE.
  by rewrite AE -mulmxA mxtrace_mulC -mulmxA VV mulmx1 mxtrace_diag; apply: eq_bigr => k _; rewrite mxE.
transitivity (\tr (A *m A^T)).
  by apply: eq_bigr => i _; rewrite mxE; apply: eq_bigr => j _; rewrite !mxE.
rewrite AT AE -mulmxA mxtrace_mulC !mulmxA VV mul1mx -(mulmxA D) VV mulmx1.
by apply: eq_bigr => k _; rewrite mul_diag_mx !mxE eqxx mulr1n.
Qed.

(* Cantelli's inequality: N eigenvalues of mean 1 are above tau, and the others at most tau. *)
Lemma cantelli (R : rcfType) (d : nat) (l : nat -> R) (tau : R) (N := \sum_(k < d) (tau < l k)%R%:R) :
  tau <= 1 -> \sum_(k < d) l k = d%:R ->
  (1 - tau) * (1 - tau) * (d%:R * d%:R) + tau * (2%:R - tau) * (d%:R * N) <= N * \sum_(k < d) (l k * l k).
Proof.
move=> t1 mean; pose c k : R := (tau < l k)%R%:R; set F := \sum_(k < d) (l k * l k).
have cc k : c k * c k = c k by rewrite /c; case: (tau < l k); rewrite /= ?mulr1 ?mulr0.
have c0 k : 0 <= c k by rewrite /c ler0n.
have c1 k : 0 <= 1 - c k by rewrite /c; case: (tau < l k); rewrite ?subrr ?subr0 ?ler01.
pose m := d%:R - N; pose A := \sum_(k < d) (c k * (l k - 1)).
have one : \sum_(k < d) 1 = d%:R :> R by rewrite sumr_const card_ord.
have mE : m = \sum_(k < d) (1 - c k) by rewrite sumrB one.
have m0 : 0 <= m by rewrite mE; apply: sumr_ge0 => k _; exact: c1.
have N0 : 0 <= N by apply: sumr_ge0 => k _; rewrite ler0n.
have AE : A = \sum_(k < d) ((1 - c k) * (1 - l k)).
  apply/eqP; rewrite -subr_eq0 -sumrB (eq_bigr (fun k : 'I_d => l k - 1)) => [|k _]; last by ring.
  by rewrite sumrB mean one subrr.
have A1 : (1 - tau) * m <= A.
  rewrite AE mE mulr_sumr; apply: ler_sum => k _; rewrite mulrC /c; case: ltP => h; first by rewrite subrr !mul0r.
  by rewrite subr0 !mul1r ler_add2l ler_opp2.
have big : A * A <= N * \sum_(k < d) (c k * ((l k - 1) * (l k - 1))).
  have AE1 : A = \sum_(k < d) (c k * (c k * (l k - 1))) by apply: eq_bigr => k _; rewrite mulrA cc.
  have NE1 : N = \sum_(k < d) (c k * c k) by apply: eq_bigr => k _; rewrite cc.
  rewrite AE1 NE1; apply: le_trans (cauchy_schwarz d c (fun k => c k * (l k - 1))) _.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; congr (_ * _); apply: eq_bigr => k _; rewrite mulrACA cc.
have less : A * A <= m * \sum_(k < d) ((1 - c k) * ((l k - 1) * (l k - 1))).
  have nn k : (1 - c k) * (1 - c k) = 1 - c k by rewrite mulrBl mul1r mulrBr mulr1 cc subrr subr0.
  have AE1 : A = \sum_(k < d) ((1 - c k) * ((1 - c k) * (1 - l k))) by rewrite AE; apply: eq_bigr => k _; rewrite mulrA nn.
  have ME1 : m = \sum_(k < d) ((1 - c k) * (1 - c k)) by rewrite mE; apply: eq_bigr => k _; rewrite nn.
  rewrite AE1 ME1; apply: le_trans (cauchy_schwarz d (fun k => 1 - c k) (fun k => (1 - c k) * (1 - l k))) _.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; congr (_ * _); apply: eq_bigr => k _; rewrite mulrACA nn; congr (_ * _); ring.
set V1 := \sum_(k < d) (c k * _) in big; set V2 := \sum_(k < d) _ in less.
have FE : F = V1 + V2 + d%:R.
  have -> : V1 + V2 = \sum_(k < d) ((l k - 1) * (l k - 1)) by rewrite -big_split; apply: eq_bigr => k _ /=; ring.
  have -> : F = \sum_(k < d) ((l k - 1) * (l k - 1)) + (2%:R * (\sum_(k < d) l k) - \sum_(k < d) 1).
    by rewrite mulr_sumr -sumrB -big_split; apply: eq_bigr => k _ /=; ring.
  by rewrite mean one; ring.
have V0 : 0 <= N * (V1 + V2).
  apply: mulr_ge0 => //; apply: addr_ge0; apply: sumr_ge0 => k _; apply: mulr_ge0 => //; rewrite -expr2; exact: sqr_ge0.
rewrite -subr_ge0; have -> : N * F - ((1 - tau) * (1 - tau) * (d%:R * d%:R) + tau * (2%:R - tau) * (d%:R * N))
    = N * (V1 + V2) - (1 - tau) * (1 - tau) * (d%:R * m) by rewrite FE /m; ring.
move: m0; rewrite le_eqVlt => /orP [/eqP <- | m0]; first by rewrite !mulr0 subr0.
rewrite -(pmulr_rge0 _ m0).
have g0 : 0 <= (1 - tau) * m by apply: mulr_ge0; [rewrite subr_ge0 | exact: ltW].
have A2 : (1 - tau) * m * ((1 - tau) * m) <= A * A by rewrite ler_pmul.
have h1 : 0 <= m * (N * V1 - A * A) by apply: mulr_ge0; [exact: ltW | rewrite subr_ge0].
have h2 : 0 <= N * (m * V2 - A * A) by rewrite mulr_ge0 ?subr_ge0.
have h3 : 0 <= d%:R * (A * A - (1 - tau) * m * ((1 - tau) * m)) by rewrite mulr_ge0 ?subr_ge0 ?ler0n.
have -> : m * (N * (V1 + V2) - (1 - tau) * (1 - tau) * (d%:R * m)) = m * (N * V1 - A * A) + N * (m * V2 - A * A)
  + d%:R * (A * A - (1 - tau) * m * ((1 - tau) * m)) by rewrite /m; ring.
by rewrite !addr_ge0.
Qed.

(* The same of a correlation matrix, with its rank_tau over r. *)
Lemma counted (R : rcfType) (d : nat) (M e : nat -> nat -> R) (l : nat -> R) (tau : R)
  (N := \sum_(k < d) (tau < l k)%R%:R) (T := \sum_(i < d) M i i) (F := \sum_(i < d) (\sum_(j < d) (M i j * M i j))) :
  (1 < d)%N -> (forall i, (i < d)%N -> M i i = 1) ->
  (forall k, (k < d)%N -> forall i, (i < d)%N -> \sum_(j < d) (M i j * e k j) = l k * e k i) ->
  (forall i, (i < d)%N -> forall j, (j < d)%N -> \sum_(k < d) (e i k * e j k) = (i == j :> nat)%:R) -> tau <= 1 ->
  [/\ T = d%:R, 0 < F & (1 - tau) * (1 - tau) + tau * (2%:R - tau) * (N / d%:R) <= N / (T * T / F)].
Proof.
move=> d1 unit own apart t1; have [tr sq] := eigen_sums own apart.
have TE : T = d%:R by rewrite /T (eq_bigr (fun=> 1)) ?sumr_const ?card_ord // => i _; exact: unit.
have d0 : 0 < d%:R :> R by rewrite ltr0n ltnW.
have F0 : 0 < F.
  rewrite /F (bigD1 (Ordinal (ltnW d1))) //= ltr_paddr //; first by do 2!(apply: sumr_ge0 => ? _); rewrite -expr2 sqr_ge0.
  by apply: squares; exists 0%N; [exact: ltnW | rewrite unit ?oner_eq0 // ltnW].
split=> //; have := cantelli t1 (etrans (esym tr) TE); rewrite -sq -/F -/N TE => h.
have -> : N / (d%:R * d%:R / F) = N * F / (d%:R * d%:R) by field; rewrite !gt_eqF.
rewrite ler_pdivl_mulr ?mulr_gt0 //; apply: le_trans h; rewrite le_eqVlt; apply/orP; left; apply/eqP.
by field; rewrite gt_eqF.
Qed.

Lemma few (R : rcfType) (d : nat) (P : nat -> bool) : 0 <= \sum_(k < d) (P k)%:R :> R.
Proof. by apply: sumr_ge0 => k _; exact: ler0n. Qed.

Lemma of_roots (R : rcfType) (tau x : R) : 0 <= tau -> (tau < Num.sqrt x) = (tau * tau < x).
Proof.
move=> t0; case: (ltrP 0 x) => x0; last by rewrite ler0_sqrtr // !ltNge t0 (le_trans x0) // mulr_ge0.
by rewrite -{1}[tau]ger0_norm // -sqrtr_sqr ltr_sqrt // expr2.
Qed.

(* M = U^T diag(v) U with U U^T = I has the squared norm sum v_a^2. *)
Lemma squared (R : rcfType) (d k : nat) (U : nat -> nat -> R) (v : nat -> R) :
  (forall a, (a < k)%N -> forall b, (b < k)%N -> \sum_(i < d) (U a i * U b i) = (a == b :> nat)%:R) ->
  \sum_(i < d) (\sum_(j < d) ((\sum_(a < k) (v a * U a i * U a j)) * (\sum_(a < k) (v a * U a i * U a j)))) =
  \sum_(a < k) (v a * v a).
Proof.
move=> iso; have iso' a b : (a < k)%N -> (b < k)%N -> \sum_(i < d) (U a i * U b i) = (a == b :> nat)%:R by move=> ha hb; exact: iso.
transitivity (\sum_(a < k) (\sum_(b < k) (v a * v b * ((\sum_(i < d) (U a i * U b i)) * (\sum_(j < d) (U a j * U b j)))))).
  transitivity (\sum_(i < d) (\sum_(j < d) (\sum_(a < k) (\sum_(b < k) (v a * v b * ((U a i * U b i) * (U a j * U b j))))))).
    apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite mulr_suml; apply: eq_bigr => a _; rewrite mulr_sumr.
    by apply: eq_bigr => b _; ring.
  rewrite (eq_bigr (fun i : 'I_d => \sum_(a < k) (\sum_(b < k) (\sum_(j < d) (v a * v b * ((U a i * U b i) * (U a j * U b j))))))) => [|i _].
    rewrite exchange_big; apply: eq_bigr => a _; rewrite exchange_big; apply: eq_bigr => b _ /=.
    rewrite mulr_suml mulr_sumr; apply: eq_bigr => i _; rewrite mulr_sumr mulr_sumr; by apply: eq_bigr => j _.
  by rewrite exchange_big; apply: eq_bigr => a _; rewrite exchange_big.
apply: eq_bigr => a _; rewrite (bigD1 a) //= [X in _ + X]big1 ?addr0 => [|b ba]; rewrite iso' //; first by rewrite eqxx !mulr1.
by rewrite eq_sym val_eqE (negbTE ba) mulr0 mulr0.
Qed.
