(* s J h = P h - c <c, Ph>/(n (v + epsilon)): of 1 it is 0, of c a share of it, of what is orthogonal to both it is that.
   s J - I is a combination of 1 1^T and c c^T that is 0 of neither. *)
Definition mid (R : rcfType) n (x : nat -> R) j := x j - (\sum_(i < n) x i) / n%:R.

Lemma mids_sum (R : rcfType) n (x : nat -> R) : n%:R != 0 :> R -> \sum_(j < n) mid n x j = 0.
Proof. by move=> n0; rewrite sumrB sumr_const card_ord -[_ *+ n]mulr_natr divfK // subrr. Qed.

Lemma slope_along (R : rcfType) n (c h : nat -> R) (p q : R) i (s := Num.sqrt q) : 0 < q ->
  \sum_(j < n) (c j * h j) = p ->
  s * ((h i - (c i / s * (((\sum_(j < n) (c j * h j + h j * c j)) / n%:R) / (s * 2%:R)))) / s) = h i - c i * p / (n%:R * q).
Proof.
move=> q0 ch; have s0 : s != 0 by rewrite sqrtr_eq0 -ltNge.
have qs : q = s * s by rewrite -expr2 sqr_sqrtr // ltW.
have -> : \sum_(j < n) (c j * h j + h j * c j) = 2%:R * p.
  by rewrite -ch mulr_sumr; apply: eq_bigr => j _; ring.
have [->|n0] := eqVneq (n%:R : R) 0; first by rewrite mul0r !invr0 !mulr0 mul0r mulr0 !subr0 mulrC divfK.
by rewrite qs; field; rewrite s0 n0.
Qed.

Lemma two_parts (R : rcfType) n (o c : 'rV[R]_n) (a b oo cc : R) (M : 'M[R]_n) :
  a != 0 -> b != 0 -> oo != 0 -> cc != 0 -> o *m c^T = 0 -> o *m o^T = oo%:M -> c *m c^T = cc%:M ->
  M = a *: (o^T *m o) + b *: (c^T *m c) -> \rank M = 2%N.
Proof.
move=> a0 b0 o0 c0 oc oE cE ME; have co : c *m o^T = 0 by rewrite -[c]trmxK -trmx_mul oc trmx0.
have oM : o *m M = (a * oo) *: o.
  by rewrite ME mulmxDr -!scalemxAr !mulmxA oE oc mul0mx scaler0 addr0 mul_scalar_mx scalerA.
have cM : c *m M = (b * cc) *: c.
  by rewrite ME mulmxDr -!scalemxAr !mulmxA cE co mul0mx scaler0 add0r mul_scalar_mx scalerA.
have up : (\rank M <= 1 + 1)%N.
  rewrite ME; apply: (leq_trans (mxrank_add (a *: (o^T *m o)) (b *: (c^T *m c)))).
  by rewrite !mxrank_scale_nz // leq_add // mulmx_max_rank.
have low : (col_mx o c <= M)%MS.
  rewrite col_mx_sub; apply/andP; split.
    by rewrite -(scalerK (mulf_neq0 a0 o0) o) -oM scalemx_sub // submxMl.
  by rewrite -(scalerK (mulf_neq0 b0 c0) c) -cM scalemx_sub // submxMl.
have two : (2 <= \rank (col_mx o c))%N.
  have := mxrankM_maxl (col_mx o c) (row_mx (oo^-1 *: o^T) (cc^-1 *: c^T)).
  by rewrite mul_col_row -!scalemxAr oE oc co cE !scaler0 !scale_scalar_mx !mulVf // -scalar_mx_block mxrank1.
by apply/eqP; rewrite eqn_leq; apply/andP; split; [exact: up | exact: leq_trans two (mxrankS low)].
Qed.

Lemma pick_at (R : rcfType) n (f : nat -> R) r : (r < n)%N -> \sum_(j < n) (f j * (j == r :> nat)%:R) = f r.
Proof.
move=> rn; rewrite (bigD1 (Ordinal rn)) //= eqxx mulr1 big1 ?addr0 // => j ne.
by rewrite (_ : (j == r :> nat) = false) ?mulr0 //; apply: negbTE.
Qed.

Theorem proof : statement.
Proof.
move=> R n i e x h n2 v0 h0 xh e0 hi.
have n0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n (leq_trans _ n2).
pose c := mid n x; pose S := \sum_(j < n) (c j * c j); pose q := S / n%:R + e.
have q0 : 0 < q by rewrite ltr_paddr.
have c0 : \sum_(j < n) c j = 0 by exact: mids_sum.
have S0 : S != 0 by apply: contraTneq v0 => z; rewrite -/S z mul0r ltxx.
have one : \sum_(j < n) 1 = n%:R :> R by rewrite sumr_const card_ord.
split; last split; last split.
- have -> : - ((\sum_(j < n) 1) / n%:R) + 1 = 0 :> R by rewrite one divff // addNr.
  by rewrite (@slope_along R n c (fun=> 0) 0 q) // ?mulr0 ?mul0r ?subr0 // big1 // => j _; rewrite mulr0.
- have z : \sum_(j < n) (x j - (\sum_(k < n) x k) / n%:R) = 0 by exact: c0.
  rewrite z (@slope_along R n c (fun j => c j - 0 / n%:R) S q) //; last by apply: eq_bigr => j _; rewrite mul0r subr0.
  rewrite -/(mid n x i) -/c [e + _]addrC -/S -/q mul0r subr0; have Q0 := lt0r_neq0 q0.
  apply: (mulIf Q0); rewrite divfK // mulrBl; have -> : c i * S / (n%:R * q) * q = c i * (S / n%:R).
    by field; rewrite Q0 n0.
  by rewrite {1}/q mulrDr addrC addKr.
- rewrite h0 (@slope_along R n c (fun j => h j - 0 / n%:R) 0 q) //; first by rewrite mul0r mulr0 mul0r !subr0.
  rewrite (eq_bigr (fun j : 'I_n => x j * h j - (\sum_(k < n) x k) / n%:R * h j)) => [|j _].
    by rewrite sumrB -mulr_sumr xh h0 mulr0 subrr.
  by rewrite /c /mid mul0r subr0 mulrBl.
pose o : 'rV[R]_n := const_mx 1; pose cr : 'rV[R]_n := \row_j c j.
rewrite [\rank _](@two_parts R n o cr (- n%:R^-1) (- (n%:R * q)^-1) n%:R S).
- by rewrite addrC.
- by rewrite oppr_eq0 invr_eq0.
- by rewrite oppr_eq0 invr_eq0 mulf_neq0 // lt0r_neq0.
- by [].
- by [].
- by apply/matrixP => a b; rewrite !mxE -[RHS]c0; apply: eq_bigr => j _; rewrite !mxE mul1r.
- by apply/matrixP => a b; rewrite !mxE !ord1 mulr1n -one; apply: eq_bigr => j _; rewrite !mxE mulr1.
- by apply/matrixP => a b; rewrite !mxE !ord1 mulr1n; apply: eq_bigr => j _; rewrite !mxE.
apply/matrixP => r k; rewrite !mxE !big_ord1 !mxE.
have rn := ltn_ord r; have u : \sum_(j < n) (j == r :> nat)%:R = 1 :> R.
  by rewrite -[RHS](pick_at (fun=> 1) rn); apply: eq_bigr => j _; rewrite mul1r.
rewrite u (@slope_along R n c (fun j => (j == r :> nat)%:R - 1 / n%:R) (c r) q) //.
  move: (c k) (c r) ((k == r :> nat)%:R : R) (lt0r_neq0 q0) => y z w Q0; field; by rewrite n0 Q0.
rewrite (eq_bigr (fun j : 'I_n => c j * (j == r :> nat)%:R - n%:R^-1 * c j)) => [|j _].
  by rewrite sumrB -mulr_sumr c0 mulr0 subr0 pick_at.
by rewrite div1r mulrBr [_ * c j]mulrC.
Qed.
