(* lam = (l + w, l, .., l) of n numbers, T = n l + w: lam_i/T - 1/n is (1 - 1/n) w/T once and -w/(n T) n - 1 times. *)
Lemma one_first (R : rcfType) m (f : R -> R) :
  \sum_(i < m.+1) f (i == 0%N :> nat)%:R = f 1 + m%:R * f 0.
Proof.
rewrite big_ord_recl /=; congr (_ + _); under eq_bigr do rewrite /bump /=.
by rewrite sumr_const card_ord mulr_natl.
Qed.

Lemma whole_is (R : rcfType) m (l w : R) :
  \sum_(i < m.+1) (l + w * (i == 0%N :> nat)%:R) = m.+1%:R * l + w.
Proof. by rewrite (@one_first R m (fun e => l + w * e)) -[m.+1]addn1 natrD; ring. Qed.

Lemma below_is (R : rcfType) (N l w : R) : 0 < N -> N * l + w != 0 ->
  1 / N - l / (N * l + w) = w / (N * (N * l + w)).
Proof. by move=> N0 T0; field; rewrite T0 gt_eqF. Qed.

Theorem proof : statement.
Proof.
move=> R [|m] l w // n2 l0 w0; rewrite whole_is.
have N0 : 0 < m.+1%:R :> R by rewrite ltr0n.
have T0 : m.+1%:R * l + w != 0 by rewrite gt_eqF // ltr_paddl // mulr_ge0 // ltW.
rewrite (@one_first R m (fun e => ((l + w * e) / (m.+1%:R * l + w) - 1 / m.+1%:R)
  * ((l + w * e) / (m.+1%:R * l + w) - 1 / m.+1%:R))).
have -> : m%:R = m.+1%:R - 1 :> R by rewrite -[m.+1]addn1 natrD addrK.
rewrite below_is //; move: (m.+1%:R) N0 T0 => N N0 T0.
by field; rewrite T0 !gt_eqF.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R [|m] l w // n2 l0 w0; rewrite whole_is.
have N0 : 0 < m.+1%:R :> R by rewrite ltr0n.
have T0 : m.+1%:R * l + w != 0 by rewrite gt_eqF // ltr_paddl // mulr_ge0 // ltW.
split; first by [].
split; first by [].
rewrite below_is //; have d0 : w / (m.+1%:R * (m.+1%:R * l + w)) != 0.
  by rewrite mulf_neq0 ?invr_eq0 ?mulf_neq0 ?(gt_eqF w0) // gt_eqF.
by rewrite mulf_neq0.
Qed.
