(* E r >= d^2/E F by Jensen, and the bound of Lemma 13 on E F. *)
Lemma one_of (R : rcfType) (d i : nat) (f : nat -> R) :
  (i < d)%N -> \sum_(a < d) ((a == i :> nat)%:R * f a) = f i.
Proof.
move=> hi; rewrite (bigD1 (Ordinal hi)) //= eqxx mul1r big1 ?addr0 // => a.
by rewrite -val_eqE /= => /negbTE ->; rewrite mul0r.
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

Theorem proof : statement.
Proof.
move=> R d d' p M M' hd sym unit psd hd' sym' unit' psd' p0 p1 same; subst d'.
have d0 : 0 < d%:R :> R by rewrite ltr0n ltnW.
have [F [T [D [eF eT eD [hF hFD hDT]]]]] := sizes (ltnW hd) sym unit psd.
have [F' [T' [D' [eF' eT' eD' [hF' hFD' hDT']]]]] := sizes (ltnW hd) sym' unit' psd'.
rewrite eF eT eD eF' eT' eD' => near less.
have [A0 hf H] := bound d0 p0 p1 hF hFD hDT hF' hFD' hDT' near less.
set f := p * F + (1 - p) * F' in hf H *.
have q0 : 0 <= 1 - p by rewrite subr_ge0.
have f0 : 0 < f by apply: lt_le_trans hf.
have F0 : 0 < F by apply: lt_le_trans hF.
have F'0 : 0 < F' by apply: lt_le_trans hF'.
set n := d%:R : R in d0 hf H *.
set r := p * (n * n / F) + (1 - p) * (n * n / F').
have jensen : n * n <= r * f.
  rewrite -subr_ge0.
  have -> : r * f - n * n = n * n * (p * (1 - p) * (F - F') ^+ 2 / (F * F')).
    by rewrite /r /f; field; rewrite (lt0r_neq0 F0) (lt0r_neq0 F'0).
  have inverse : 0 <= (F * F')^-1 by rewrite invr_ge0 mulr_ge0 // ltW.
  exact: (mulr_ge0 (mulr_ge0 (ltW d0) (ltW d0)) (mulr_ge0 (mulr_ge0 (mulr_ge0 p0 q0) (sqr_ge0 _)) inverse)).
have ff : 0 < f * f by rewrite mulr_gt0.
rewrite -(ler_pmul2r ff).
apply: (@le_trans _ _ (n * (n * n * n))).
  set B := 4%:R + _ in A0 H *; have -> : n * B * (f * f) = n * (f * f * B) by ring.
  by rewrite ler_pmul2l.
have -> : r * r * (f * f) = (r * f) * (r * f) by ring.
have -> : n * (n * n * n) = (n * n) * (n * n) by ring.
have nn : 0 <= n * n by rewrite mulr_ge0 // ltW.
exact: ler_pmul.
Qed.
