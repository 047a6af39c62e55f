(* One factor A^(-3/2), n - 1 factors B^(-1/2): of a line a + b x the logarithm has the second derivative -(b/(a + b x))^2. *)
Lemma first_and_others (R : rcfType) m (F : R -> R -> R) :
  \sum_(i < m.+1) F (i == 0%N :> nat)%:R (i != 0%N :> nat)%:R = F 1 0 + m%:R * F 0 1.
Proof. by rewrite big_ord_recl /=; congr (_ + _); rewrite sumr_const card_ord mulr_natl. Qed.

Lemma factors (R : rcfType) (N t x : R) (lo := - x + 1 / N) (hi := x / (N + (- 1)) + 1 / N) : 1 < N -> 0 < t ->
  - (N + (- 1)) < N * x -> N * x < 1 -> 0 < lo * (t * 2%:R) + 1 /\ 0 < hi * (t * 2%:R) + 1.
Proof.
move=> N1 t0 up down; have N0 : 0 < N by apply: lt_trans N1; rewrite ltr01.
have M0 : 0 < N + (- 1) by rewrite subr_gt0.
have l0 : 0 < lo by rewrite /lo addrC subr_gt0 ltr_pdivl_mulr // mulrC.
have h0 : 0 < hi.
  have -> : hi = (N * x + (N + (- 1))) / (N * (N + (- 1))) by rewrite /hi; field; rewrite !gt_eqF.
  by rewrite divr_gt0 ?mulr_gt0 // -[_ + (N + _)]opprK oppr_gt0 opprD subr_lt0 ltr_oppl.
by rewrite !addr_gt0 ?mulr_gt0 ?ltr0n ?ltr01.
Qed.

Theorem proof : statement.
Proof.
move=> R [|[|m]] t x // n2 t0 _ _ [up down].
have N1 : 1 < m.+2%:R :> R by rewrite ltr1n.
have [A0 B0] := factors N1 t0 up down.
have M0 : m.+2%:R + (- 1) != 0 :> R by rewrite gt_eqF // subr_gt0 ltr1n.
set lo := - x + 1 / _ in A0 *; set hi := x / _ + 1 / _ in B0 *.
rewrite (@first_and_others R m.+1 (fun a b => ((0 / (m.+2%:R + (- 1)) * b * (t * 2%:R)) * 2%:R)
  / ((lo * a + hi * b) * (t * 2%:R) + 1) - (((a * (- 1) + 1 / (m.+2%:R + (- 1)) * b) * (t * 2%:R))
  / ((lo * a + hi * b) * (t * 2%:R) + 1)) * (((a * (- 1) + 1 / (m.+2%:R + (- 1)) * b) * (t * 2%:R))
  / ((lo * a + hi * b) * (t * 2%:R) + 1)))).
have -> : 1 / m.+2%:R - x = lo by rewrite addrC.
have -> : 1 / m.+2%:R + x / (m.+2%:R + (- 1)) = hi by rewrite addrC.
have -> : m.+1%:R = m.+2%:R + (- 1) :> R by rewrite -[m.+2]addn1 natrD addrK.
rewrite [(- 1) + _]addrC; move: (m.+2%:R + (- 1)) lo hi A0 B0 M0 => M lo hi A0 B0 M0.
rewrite !mulr1 !mulr0 !addr0 !add0r.
by field; rewrite M0 ![t * 2%:R * _]mulrC !gt_eqF.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R [|[|m]] t x // n2 t0 _ _.
have M0 : m.+2%:R + (- 1) != 0 :> R by rewrite gt_eqF // subr_gt0 ltr1n.
have N1 : 1 < m.+2%:R :> R by rewrite ltr1n.
have AB (h : - (m.+2%:R + (- 1)) < m.+2%:R * x /\ m.+2%:R * x < 1) := factors N1 t0 h.1 h.2.
split; first by [].
split; first by [].
split; first by move=> /AB [A0 _]; rewrite gt_eqF.
split.
  move=> /AB [A0 B0] [|i] _ /=; first by rewrite mulr1 mulr0 addr0 gt_eqF.
  by rewrite mulr1 mulr0 add0r gt_eqF.
split; move=> /AB [A0 B0].
  by apply: mulf_neq0; rewrite mulrC [_ - x]addrC gt_eqF.
apply: mulf_neq0; last by rewrite addrC.
by apply: mulf_neq0; rewrite mulrC addrC [_ + x / _]addrC gt_eqF // addrC.
Qed.
