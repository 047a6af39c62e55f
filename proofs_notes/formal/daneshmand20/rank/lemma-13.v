(* F^2 <= d D <= d T by Cauchy-Schwarz and the Schur complement of M_ii = 1; the drift bounds T - D, D = alpha T. *)
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
have [A0 _ H] := bound d0 p0 p1 hF hFD hDT hF' hFD' hDT' near less.
by rewrite ler_pdivl_mulr.
Qed.
