(* Trace and squared norm of H H^T/N by the matrix of H. *)
Lemma gram_sums (R : rcfType) (d n : nat) (H : nat -> nat -> R) (A : 'M[R]_(d, n)) :
  (forall i k, A i k = H i k) ->
  \sum_(i < d) ((\sum_(k < n) (H i k * H i k)) / n%:R) = \tr (A *m A^T) / n%:R /\
  \sum_(i < d) (\sum_(j < d) (((\sum_(k < n) (H i k * H j k)) / n%:R) * ((\sum_(k < n) (H i k * H j k)) / n%:R))) =
    \tr (A *m A^T *m (A *m A^T)) / (n%:R * n%:R).
Proof.
move=> AE; have gram (i j : 'I_d) : (A *m A^T) i j = \sum_(k < n) (H i k * H j k).
  by rewrite mxE; apply: eq_bigr => k _; rewrite mxE !AE.
split; rewrite mulr_suml; first by apply: eq_bigr => i _; rewrite gram.
apply: eq_bigr => i _; rewrite mxE mulr_suml; apply: eq_bigr => j _; rewrite !gram mulf_div; congr (_ * _ / _).
by apply: eq_bigr => k _; rewrite mulrC.
Qed.

(* The four matrices that H becomes, each with its factor in H H^T. *)
Lemma moved (R : rcfType) (d n : nat) (c : R) (H U Q : nat -> nat -> R) (A := \matrix_(i < d, k < n) H i k) (G := A *m A^T)
    (like := fun d' n' (H' : nat -> nat -> R) s =>
      \sum_(i < d') ((\sum_(k < n') (H' i k * H' i k)) / n'%:R) = s * \tr G / n'%:R /\
      \sum_(i < d') (\sum_(j < d') (((\sum_(k < n') (H' i k * H' j k)) / n'%:R) * ((\sum_(k < n') (H' i k * H' j k)) / n'%:R)))
        = s * s * \tr (G *m G) / (n'%:R * n'%:R)) :
  (forall i, (i < d)%N -> forall j, (j < d)%N -> \sum_(k < d) (U i k * U j k) = (i == j :> nat)%:R) ->
  (forall i, (i < n)%N -> forall j, (j < n)%N -> \sum_(k < n) (Q i k * Q j k) = (i == j :> nat)%:R) ->
  [/\ like d n H 1, like d n (fun i k => c * H i k) (c * c), like n d (fun k i => H i k) 1,
    like d n (fun i k => \sum_(a < n) (H i a * Q a k)) 1 & like d n (fun i k => \sum_(a < d) (U i a * H a k)) 1].
Proof.
move=> orthU orthQ; pose P := \matrix_(i < n, k < n) Q i k; pose V := \matrix_(i < d, k < d) U i k.
have PP : P *m P^T = 1%:M by apply/matrixP => i j; rewrite !mxE -(orthQ i (ltn_ord i) j (ltn_ord j)); apply: eq_bigr => k _; rewrite !mxE.
have VV : V *m V^T = 1%:M by apply/matrixP => i j; rewrite !mxE -(orthU i (ltn_ord i) j (ltn_ord j)); apply: eq_bigr => k _; rewrite !mxE.
have VV' := mulmx1C VV; rewrite /like; split.
- by have [|-> ->] := @gram_sums R d n H A; [move=> i k; rewrite mxE | rewrite !mul1r].
- have [|-> ->] := @gram_sums R d n (fun i k => c * H i k) (c *: A); first by move=> i k; rewrite !mxE.
  have -> : c *: A *m (c *: A)^T = (c * c) *: G by rewrite linearZ /= -scalemxAl -scalemxAr scalerA.
  by rewrite -scalemxAl -scalemxAr scalerA !mxtraceZ.
- have [|-> ->] := @gram_sums R n d (fun k i => H i k) A^T; first by move=> i k; rewrite !mxE.
  rewrite trmxK !mul1r mxtrace_mulC -/G; split=> //; congr (_ / _).
  by rewrite /G !mulmxA mxtrace_mulC !mulmxA.
- have [|-> ->] := @gram_sums R d n (fun i k => \sum_(a < n) (H i a * Q a k)) (A *m P).
    by move=> i k; rewrite mxE; apply: eq_bigr => a _; rewrite !mxE.
  have -> : A *m P *m (A *m P)^T = G by rewrite trmx_mul mulmxA -(mulmxA A) PP mulmx1.
  by rewrite !mul1r.
have [|-> ->] := @gram_sums R d n (fun i k => \sum_(a < d) (U i a * H a k)) (V *m A).
  by move=> i k; rewrite mxE; apply: eq_bigr => a _; rewrite !mxE.
have -> : V *m A *m (V *m A)^T = V *m G *m V^T by rewrite trmx_mul !mulmxA.
split; first by rewrite mxtrace_mulC mulmxA VV' !mul1mx mul1r.
by rewrite -!mulmxA (mulmxA V^T) VV' mul1mx mxtrace_mulC -!mulmxA VV' mulmx1 !mul1r.
Qed.

Lemma square_gt0 (R : rcfType) (d n : nat) (H : nat -> nat -> R) (A := \matrix_(i < d, k < n) H i k) :
  (exists2 i, (i < d)%N & (exists2 k, (k < n)%N & H i k != 0)) -> \tr (A *m A^T *m (A *m A^T)) != 0.
Proof.
move=> some; apply: lt0r_neq0; have := positive some; congr (_ < _); rewrite /mxtrace; apply: eq_bigr => i _.
rewrite mxE; apply: eq_bigr => j _; rewrite !mxE.
by congr (_ * _); apply: eq_bigr => k _; rewrite !mxE // mulrC.
Qed.

Theorem proof : statement.
Proof.
move=> R d n dU dQ c H U Q d1 n1 some _ orthU _ orthQ [[eU eQ] c0]; subst dU dQ; have G0 := square_gt0 some.
have N0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have D0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have [[-> ->] [-> ->] [-> ->] [-> ->] [-> ->]] := moved c H orthU orthQ.
by split; last split; last split; field; rewrite ?N0 ?D0 G0 ?c0.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d n dU dQ c H U Q d1 n1 some _ orthU _ orthQ; have G0 := square_gt0 some.
have N0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have D0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
do !split; move=> [[eU eQ] c0]; subst dU dQ; rewrite -?lt0n //;
  have [[_ e1] [_ e2] [_ e3] [_ e4] [_ e5]] := moved c H orthU orthQ; rewrite ?e1 ?e2 ?e3 ?e4 ?e5;
  by rewrite ?mulf_neq0 ?invr_eq0 ?mulf_neq0 ?oner_neq0.
Qed.
