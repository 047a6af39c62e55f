(* n (v_q - m) = sum (v_q - v_j) >= v_q - v_p, and so for m - v_p: neither part is more than the rest leaves. *)
Lemma single (R : rcfType) (n : nat) (f : nat -> R) (k : nat) : (k < n)%N ->
  (forall j, (j < n)%N -> 0 <= f j) -> f k <= \sum_(j < n) f j.
Proof.
move=> k_n f0; rewrite (bigD1 (Ordinal k_n)) //= ler_addl.
by apply: sumr_ge0 => j _; exact: f0.
Qed.

Lemma longer (R : rcfType) (n : nat) (u w : R) : 0 < n%:R :> R -> 0 <= w -> w <= n%:R * (w - u) ->
  u / w <= ((- 1) + n%:R) / n%:R.
Proof.
move=> n0 w0 h; move: w0; rewrite le_eqVlt => /orP [/eqP <- | w0].
  rewrite invr0 mulr0 divr_ge0 ?(ltW n0) // addrC subr_ge0.
  by move: n0; rewrite ltr0n ler1n.
rewrite ler_pdivr_mulr // mulrAC ler_pdivl_mulr // mulrDl mulN1r.
by rewrite addrC ler_subr_addr -ler_subr_addl [u * _]mulrC -mulrBr.
Qed.

Theorem proof : statement.
Proof.
move=> R n p q v n2 _ p_n q_n ends; set m := (\sum_(j < n) v j) / n%:R.
have n0 : 0 < n%:R :> R by rewrite ltr0n; exact: leq_trans n2.
have total c : \sum_(j < n) (v j - c) = n%:R * (m - c).
  rewrite sumrB sumr_const card_ord -[c *+ n]mulr_natl mulrBr; congr (_ - _).
  by rewrite /m mulrC divfK // gt_eqF.
have low : v q - v p <= n%:R * (m - v p).
  rewrite -total; apply: (single (f := fun j => v j - v p)) => // j j_n.
  by rewrite subr_ge0; case: (ends j j_n).
have high : v q - v p <= n%:R * (v q - m).
  have -> : n%:R * (v q - m) = \sum_(j < n) (v q - v j).
    by rewrite -[v q - m]opprB mulrN -total -sumrN; apply: eq_bigr => j _; rewrite opprB.
  apply: (single (f := fun j => v q - v j)) => // j j_n.
  by rewrite subr_ge0; case: (ends j j_n).
have w0 : 0 <= v q - v p by rewrite subr_ge0; case: (ends q q_n).
have up : 0 <= v q - m by rewrite -(pmulr_rge0 _ n0); exact: le_trans high.
have down : 0 <= m - v p by rewrite -(pmulr_rge0 _ n0); exact: le_trans low.
have sum : v q - m + (m - v p) = v q - v p by rewrite addrA subrK.
rewrite mulrN1 opprB !(max_l up) !(max_l down) sum.
rewrite maxEle; case: ifP => _; apply: longer => //.
  by have -> : v q - v p - (m - v p) = v q - m by rewrite -sum addrK.
by have -> : v q - v p - (v q - m) = m - v p by rewrite -sum [_ + (m - v p)]addrC addrK.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R n p q v n2 [a [b [a_n b_n ab]]]; split; first by values.
move=> p_n q_n ends; have pq : v q != v p.
  apply: contra ab => /eqP e; move: (ends a a_n) (ends b b_n); rewrite e => -[a1 a2] [b1 b2].
  by rewrite eq_le (le_trans a2 b1) (le_trans b2 a1).
set m := _ / _; apply/lt0r_neq0/(@lt_le_trans _ _ (v q - v p)).
  by rewrite subr_gt0 lt_def pq; case: (ends q q_n).
have -> : v q - v p = (v q - m) + (v p - m) * - 1 by rewrite mulrN1 opprB addrA subrK.
by apply: ler_add; rewrite le_maxr lexx.
Qed.
