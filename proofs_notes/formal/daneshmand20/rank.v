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
