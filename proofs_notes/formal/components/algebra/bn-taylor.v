(* With A = a_0 + a_1 t + .. and w = |P(x + th)|^2, A^2 w has no term but the first, so its derivative A (2 A' w + A w')
   has none, and as a_0 = 1 the second factor has none: the recurrence. *)
Definition series (R : rcfType) count (a : nat -> R) := \poly_(p < count) a p.
Definition inside (R : rcfType) (xx xh hh : R) : {poly R} := xx%:P + (2%:R * xh) *: 'X + hh *: 'X^2.

Lemma square_of (R : rcfType) count (a : nat -> R) (xx xh hh : R) k :
  \sum_(p < count) \sum_(q < count) (a p * a q * ((p%:R + q%:R == k%:R :> R)%:R * xx +
    (p%:R + q%:R + 1 == k%:R :> R)%:R * 2%:R * xh + (p%:R + q%:R + 2%:R == k%:R :> R)%:R * hh)) =
  (series count a * series count a * inside xx xh hh)`_k.
Proof.
rewrite /series poly_def mulr_suml mulr_suml coef_sum; apply: eq_bigr => p _.
rewrite mulr_sumr mulr_suml coef_sum; apply: eq_bigr => q _.
rewrite -scalerAl -scalerAr scalerA -exprD -scalerAl coefZ; congr (_ * _).
have e0 : (p%:R + q%:R == k%:R :> R) = (k == p + q)%N by rewrite -natrD eqr_nat eq_sym.
have e1 : (p%:R + q%:R + 1 == k%:R :> R) = (k == (p + q).+1)%N.
  by rewrite -natrD -[X in _ + X == _]/(1%:R) -natrD eqr_nat addn1 eq_sym.
have e2 : (p%:R + q%:R + 2%:R == k%:R :> R) = (k == p + q + 2)%N by rewrite -!natrD eqr_nat eq_sym.
rewrite e0 e1 e2 /inside !mulrDr -!scalerAr -exprSr -exprD !coefD coefMC !coefZ !coefXn; ring.
Qed.

Lemma unit_factor (R : rcfType) (A B : {poly R}) K : A`_0 = 1 -> (forall k, (k < K)%N -> (A * B)`_k = 0) ->
  forall k, (k < K)%N -> B`_k = 0.
Proof.
move=> A0 AB k; elim/ltn_ind: k => k IH kK; have := AB k kK.
rewrite coefM big_ord_recl /= A0 mul1r subn0 big1 ?addr0 // => i _.
have lt : (k - i.+1 < k)%N by rewrite ltn_subrL /=; exact: leq_ltn_trans (leq0n _) (ltn_ord i).
by have := IH _ lt; rewrite /bump /= => ->; rewrite ?mulr0 // (ltn_trans lt).
Qed.

Theorem proof : statement.
Proof.
move=> R n count j x h a n1 c1; set xx := \sum_(k < n) _; set xh := \sum_(k < n) _; set hh := \sum_(k < n) _.
move=> xx0 a0 known; rewrite -natrD ltr_nat addn2 addn1 => jc.
pose A := series count a; pose w := inside xx xh hh.
have Ak k : (k < count)%N -> A`_k = a k by move=> kc; rewrite /A /series coef_poly kc.
have none k : (k.+1 < count)%N -> (A * (2%:R *: (A^`() * w) + A * w^`()))`_k = 0.
  move=> kc; have -> : A * (2%:R *: (A^`() * w) + A * w^`()) = (A * A * w)^`().
    by rewrite !derivM scaler_nat mulrDr mulrnAr mulr2n mulrDl !mulrA [A^`() * A]mulrC.
  by rewrite coef_deriv -(square_of count a xx xh hh k.+1); have [//|->] := known k.+1 kc; rewrite mul0rn.
have A0 : A`_0 = 1 by rewrite Ak.
have rec : (2%:R *: (A^`() * w) + A * w^`())`_j.+1 = 0.
  apply: (@unit_factor R A _ count.-1 A0) => [k kc|]; last by rewrite -ltnS prednK.
  by apply: none; rewrite -(prednK c1) ltnS.
have dw : w^`() = (2%:R * xh)%:P + (2%:R * hh) *: 'X.
  rewrite /w /inside !derivD derivC add0r !derivZ derivX derivXn /= expr1 alg_polyC -scaler_nat scalerA.
  by congr (_ + _ *: _); rewrite mulrC.
have [j1 j0] : (j.+1 < count)%N /\ (j < count)%N by split; [exact: ltnW | exact: ltnW (ltnW jc)].
have b0 : (A^`())`_j.+1 = a j.+2 * j.+2%:R by rewrite coef_deriv Ak // mulr_natr.
have b1 : (A^`() * 'X)`_j.+1 = a j.+1 * j.+1%:R by rewrite coefMX /= coef_deriv Ak // mulr_natr.
have b2 : (A^`() * 'X^2)`_j.+1 = a j * j%:R.
  by rewrite coefMXn; case: (j) j0 => [|i] ic; rewrite ?mulr0 //= subn2 /= coef_deriv Ak ?mulr_natr.
have e0 : A`_j.+1 = a j.+1 by rewrite Ak.
have e1 : (A * 'X)`_j.+1 = a j by rewrite coefMX /= Ak.
rewrite dw /w /inside coefD coefZ !mulrDr !coefD -!scalerAr !coefZ !coefMC b0 b1 b2 e0 e1 in rec.
have j2 : j.+2%:R != 0 :> R by rewrite pnatr_eq0.
have n2 : j.+2%:R = j%:R + 2%:R :> R by rewrite -natrD addn2.
have n3 : j.+1%:R = j%:R + 1 :> R by rewrite -addn1 natrD.
rewrite n2 n3 in j2 rec *.
have xn := lt0r_neq0 xx0; have D0 : xx * (j%:R + 2%:R) * 2%:R != 0 by rewrite !mulf_neq0 // pnatr_eq0.
apply: (mulIf D0); apply/eqP; rewrite -subr_eq0; apply/eqP; rewrite -[RHS]rec.
by field; rewrite xn j2.
Qed.
