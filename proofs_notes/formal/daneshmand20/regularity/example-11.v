(* The form of M at M e_i - r e_i - w e_j, r = (M^2)_ii and w = (M^2)_ij - r M_ij, is (M^3)_ii - r^2 - w^2. *)
Lemma column_bound (R : rcfType) (d : nat) (M : nat -> nat -> R) i j : (i < d)%N -> (j < d)%N ->
  (forall i, (i < d)%N -> forall j, (j < d)%N -> M i j = M j i) -> (forall i, (i < d)%N -> M i i = 1) ->
  (forall z : nat -> R, 0 <= \sum_(a < d) (\sum_(b < d) ((z a * M a b) * z b))) ->
  (\sum_(k < d) (M i k * M j k) - (\sum_(k < d) (M i k * M i k)) * M i j) *
    (\sum_(k < d) (M i k * M j k) - (\sum_(k < d) (M i k * M i k)) * M i j) <=
  \sum_(k < d) ((\sum_(l < d) (M i l * M k l)) * M i k) - (\sum_(k < d) (M i k * M i k)) * (\sum_(k < d) (M i k * M i k)).
Proof.
move=> hi hj sym unit psd; have [c ec] : {c : nat -> R | forall a, \sum_(b < d) (M i b * M a b) = c a}.
  by exists (fun a => \sum_(b < d) (M i b * M a b)).
rewrite [X in _ <= X - _](eq_bigr (fun k : 'I_d => c k * M i k)) => [|k _]; last by rewrite ec.
rewrite !ec; have [r er] : {r | c i = r} by exists (c i).
rewrite er; have [w ew] : {w | c j - r * M i j = w} by exists (c j - r * M i j).
rewrite ew; have [g eg] : {g : nat -> R | forall a, c a - r * M i a = g a} by exists (fun a => c a - r * M i a).
have [v ev] : {v : nat -> R | forall a, v a = M i a - r * (a == i)%:R - w * (a == j)%:R}.
  by exists (fun a => M i a - r * (a == i)%:R - w * (a == j)%:R).
have inner (a : nat) : (a < d)%N -> \sum_(b < d) (v a * M a b * v b) = v a * (g a - w * M a j).
  move=> ha; transitivity (\sum_(b < d) (v a * (M i b * M a b)) - \sum_(b < d) ((b == i :> nat)%:R * (v a * r * M a b)) -
      \sum_(b < d) ((b == j :> nat)%:R * (v a * w * M a b))).
    by rewrite -!sumrB; apply: eq_bigr => b _; rewrite (ev b); ring.
  rewrite -mulr_sumr ec (one_of (fun b => v a * r * M a b)) // (one_of (fun b => v a * w * M a b)) // (sym a ha i hi) -eg; ring.
have gi : g i = 0 by rewrite -eg er unit // mulr1 subrr.
have gj : g j = w by rewrite -eg.
rewrite -subr_ge0; have <- : \sum_(a < d) (\sum_(b < d) ((v a * M a b) * v b)) = \sum_(k < d) (c k * M i k) - r * r - w * w; last exact: psd.
transitivity (\sum_(a < d) (v a * (g a - w * M a j))); first by apply: eq_bigr => a _; exact: inner.
transitivity (\sum_(a < d) (c a * M i a) - r * (\sum_(a < d) (M i a * M i a)) - w * (\sum_(a < d) (M i a * M j a)) -
    \sum_(a < d) ((a == i :> nat)%:R * (r * (g a - w * M a j))) - \sum_(a < d) ((a == j :> nat)%:R * (w * (g a - w * M a j)))).
  rewrite !mulr_sumr -!sumrB; apply: eq_bigr => a _; rewrite ev -eg (sym j hj a (ltn_ord a)); ring.
rewrite (one_of (fun a => r * (g a - w * M a j))) // (one_of (fun a => w * (g a - w * M a j))) // !ec er gi gj unit // -ew; ring.
Qed.

Theorem proof : statement.
Proof.
move=> R d M d2 sym unit psd; rewrite -sumrB mulr_suml; apply: ler_sum => i _.
rewrite mulrC mulr_natl -[X in _ *+ X](card_ord d) -sumr_const; apply: ler_sum => j _; exact: column_bound.
Qed.
