(* The square of a sum is the sum of the squares and twice the sum over pairs. *)
Lemma square_of_sum (R : comRingType) (n : nat) (z : nat -> R) :
  (\sum_(i < n) \sum_(j < n) (i < j)%N%:R * z i * z j) * 2%:R = (\sum_(i < n) z i) ^+ 2 - \sum_(i < n) z i ^+ 2.
Proof.
have part (i j : 'I_n) : z i * z j = (i < j)%N%:R * z i * z j + (j < i)%N%:R * z j * z i + (i == j)%:R * z i ^+ 2.
  by rewrite -(inj_eq val_inj) /=; case: ltngtP => h; rewrite ?h !(mul1r, mul0r, addr0, add0r) // mulrC.
have whole : (\sum_(i < n) z i) ^+ 2 = \sum_(i < n) \sum_(j < n) z i * z j.
  by rewrite expr2 big_distrl; apply: eq_bigr => i _; rewrite big_distrr.
have diagonal : \sum_(i < n) \sum_(j < n) (i == j)%:R * z i ^+ 2 = \sum_(i < n) z i ^+ 2.
  apply: eq_bigr => i _; rewrite (bigD1 i) //= eqxx mul1r big1 ?addr0 // => j ne.
  by rewrite eq_sym (negbTE ne) mul0r.
have turned : \sum_(i < n) \sum_(j < n) (j < i)%N%:R * z j * z i = \sum_(i < n) \sum_(j < n) (i < j)%N%:R * z i * z j.
  by rewrite exchange_big.
have split : \sum_(i < n) \sum_(j < n) z i * z j = (\sum_(i < n) \sum_(j < n) (i < j)%N%:R * z i * z j)
    + (\sum_(i < n) \sum_(j < n) (j < i)%N%:R * z j * z i) + \sum_(i < n) \sum_(j < n) (i == j)%:R * z i ^+ 2.
  rewrite -!big_split; apply: eq_bigr => i _; rewrite -!big_split; apply: eq_bigr => j _; exact: part.
by rewrite whole split turned diagonal addrK mulr_natr mulr2n.
Qed.

Theorem proof : statement.
Proof.
move=> R n x n2 [i [j [i_n j_n differ]]].
set mean := (\sum_(i_0 < n) x i_0) / n%:R.
set s := \sum_(i_1 < n) (x i_1 - mean) * (x i_1 - mean).
have n0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n (leq_trans _ n2).
have n1 : n%:R - 1 != 0 :> R by rewrite subr_eq0 (eqr_nat _ n 1) neq_ltn n2 orbT.
split=> [s0|s_not0].
  have at_mean k : (k < n)%N -> x k = mean.
    move=> k_n; apply/eqP; rewrite -subr_eq0 -sqrf_eq0 expr2.
    have all0 : forall k : 'I_n, true -> (x k - mean) * (x k - mean) = 0.
      by apply: psumr_eq0P => // l _; rewrite -expr2 sqr_ge0.
    by rewrite (all0 (Ordinal k_n)).
  by move: differ; rewrite !at_mean // eqxx.
set q := Num.sqrt (s / n%:R).
have q2 : q ^+ 2 = s / n%:R.
  by rewrite sqr_sqrtr // divr_ge0 ?ler0n // sumr_ge0 // => k _; rewrite -expr2 sqr_ge0.
have q0 : q != 0 by rewrite -sqrf_eq0 q2 mulf_neq0 // invr_eq0.
have sum0 : \sum_(i < n) (x i - mean) / q = 0.
  by rewrite -mulr_suml sumrB sumr_const card_ord -mulr_natr divfK // subrr mul0r.
have squares : \sum_(i < n) ((x i - mean) / q) ^+ 2 = n%:R.
  have -> : \sum_(i < n) ((x i - mean) / q) ^+ 2 = s / q ^+ 2.
    by rewrite mulr_suml; apply: eq_bigr => k _; rewrite expr_div_n expr2.
  by rewrite q2 invf_div mulrC divfK.
rewrite (square_of_sum n (fun k => (x k - mean) / q)) sum0 squares expr0n sub0r.
by rewrite [- 1 + _]addrC -[- n%:R]mulrN1 -mulf_div divff // mul1r.
Qed.
