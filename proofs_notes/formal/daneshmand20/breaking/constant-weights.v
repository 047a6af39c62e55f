(* Induction over the layers: M is 1 on the diagonal and 1 - x off it, and C = A M A^T is M + t 1 1^T. *)
Lemma delta_row (R : rcfType) (d i : nat) (c : R) (f : nat -> R) : (i < d)%N ->
  \sum_(a < d) (((i == a :> nat)%:R + c) * f a) = f i + c * (\sum_(a < d) f a).
Proof.
move=> hi; rewrite -(one_of f hi) mulr_sumr -big_split; apply: eq_bigr => a _ /=.
by rewrite mulrDl eq_sym.
Qed.

Theorem proof : statement.
Proof.
move=> R d L c i j M d2 _ c0 start step hi hj ij.
have d0 : 0 < d%:R :> R by rewrite ltr0n; exact: leq_trans d2.
have d1 : 0 < d%:R - 1 :> R by rewrite subr_gt0 ltr1n.
set q := (1 + c * d%:R) * (1 + c * d%:R); have q0 : 0 <= q by rewrite /q -expr2 sqr_ge0.
pose x l : R := d%:R / (- 1 + d%:R + q ^+ l).
have D0 l : 0 < - 1 + d%:R + q ^+ l by rewrite [- 1 + _]addrC ltr_paddr // exprn_ge0.
have all l : (l <= L)%N -> forall a, (a < d)%N -> forall b, (b < d)%N -> M l a b = 1 - x l * (a != b)%:R.
  elim: l => [_ a ha b hb|l IH hl a ha b hb].
    have x1 : x 0%N = 1 by rewrite /x expr0 [- 1 + _]addrC subrK divff // gt_eqF.
    by rewrite start // x1 mul1r; case: (a == b) => /=; rewrite ?subr0 ?subrr.
  have {}IH := IH (ltnW hl).
  pose s := d%:R - (d%:R - 1) * x l; pose t := c * s * (2%:R + c * d%:R).
  have sums e : (e < d)%N -> \sum_(a < d) M l a e = s.
    move=> he; rewrite (eq_bigr (fun k : 'I_d => (1 - x l) + (k == e :> nat)%:R * x l)) => [|k _].
      by rewrite big_split /= (one_of (fun _ => x l)) // sumr_const card_ord -mulr_natl /s; ring.
    by rewrite IH //; case: (_ == _) => /=; ring.
  have rows e : (e < d)%N -> \sum_(a < d) M l e a = s.
    move=> he; rewrite -(sums e he); apply: eq_bigr => k _; by rewrite !IH // eq_sym.
  have C e f : (e < d)%N -> (f < d)%N ->
      \sum_(k < d) ((\sum_(m < d) (((e == m :> nat)%:R + c) * M l m k)) * ((f == k :> nat)%:R + c)) = M l e f + t.
    move=> he hf.
    transitivity (\sum_(k < d) (((f == k :> nat)%:R + c) * (M l e k + c * s))).
      apply: eq_bigr => k _; rewrite mulrC; congr (_ * _); rewrite (delta_row c (fun m => M l m k) he).
      by rewrite sums.
    rewrite (delta_row c (fun k => M l e k + c * s) hf) big_split /= rows // sumr_const card_ord -mulr_natl /t; ring.
  have ts : t = q ^+ l * (q - 1) / (- 1 + d%:R + q ^+ l).
    rewrite /t /s /x /q; set u := _ ^+ l; have := D0 l; rewrite -/u => u0; field; by rewrite gt_eqF.
  have q1 : 0 < q - 1.
    by have -> : q - 1 = c * d%:R * (2%:R + c * d%:R); [rewrite /q; ring | rewrite !mulr_gt0 // addr_gt0 ?ltr0n // mulr_gt0].
  have t0 : 0 <= t by rewrite ts; apply: divr_ge0; [apply: mulr_ge0; [exact: exprn_ge0 | exact: ltW] | exact: ltW].
  have t1 : 0 < 1 + t by rewrite ltr_paddr // ltr01.
  rewrite -addn1 step // !C // !IH // !eqxx /= !mulr0 !subr0 -expr2 sqrtr_sqr gtr0_norm //.
  have xx : x (l + 1)%N = x l / (1 + t).
    have h : 1 + t = (- 1 + d%:R + q ^+ (l + 1)) / (- 1 + d%:R + q ^+ l).
      by rewrite ts addn1 exprS; field; rewrite gt_eqF.
    by rewrite h /x; field; rewrite !gt_eqF.
  by rewrite xx; field; rewrite gt_eqF.
by rewrite all // ij mulr1 opprB addrC subrK.
Qed.
