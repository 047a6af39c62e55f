(* What rows combine to that are orthonormal eigenvectors of Z: its square, and the form of Z at it. *)
Lemma comb (R : rcfType) d p (Z phi : nat -> nat -> R) (r : nat -> R) (x : 'I_p -> R) (z := fun c : nat => \sum_(a < p) (x a * phi a c)) :
  (forall a, (a < p)%N -> forall b, (b < p)%N -> \sum_(c < d) (phi a c * phi b c) = (a == b :> nat)%:R) ->
  (forall a, (a < p)%N -> forall c, (c < d)%N -> \sum_(j < d) (Z c j * phi a j) = r a * phi a c) ->
  \sum_(c < d) (z c * z c) = \sum_(a < p) (x a * x a) /\
  \sum_(c < d) (z c * \sum_(j < d) (Z c j * z j)) = \sum_(a < p) (r a * (x a * x a)).
Proof.
move=> apart own.
have along (a : 'I_p) : \sum_(c < d) (z c * phi a c) = x a.
  rewrite (eq_bigr (fun c : 'I_d => \sum_(b < p) (x b * (phi b c * phi a c)))) => [|c _]; last first.
    by rewrite mulr_suml; apply: eq_bigr => b _; rewrite mulrA.
  rewrite exchange_big (bigD1 a) //= -mulr_sumr apart // eqxx mulr1 big1 ?addr0 // => b ne.
  by rewrite -mulr_sumr apart // (_ : (b == a :> nat) = false) ?mulr0 //; apply/negbTE.
have total (y : 'I_p -> R) : \sum_(c < d) (z c * \sum_(a < p) (y a * phi a c)) = \sum_(a < p) (y a * x a).
  rewrite (eq_bigr (fun c : 'I_d => \sum_(a < p) (y a * (z c * phi a c)))) => [|c _]; last first.
    by rewrite mulr_sumr; apply: eq_bigr => a _; rewrite mulrCA.
  by rewrite exchange_big; apply: eq_bigr => a _; rewrite -mulr_sumr along.
split; first exact: total.
rewrite (eq_bigr (fun c : 'I_d => z c * \sum_(a < p) (r a * x a * phi a c))) => [|c _].
  by rewrite total; apply: eq_bigr => a _; rewrite mulrA.
congr (_ * _); rewrite (eq_bigr (fun j : 'I_d => \sum_(a < p) (x a * (Z c j * phi a j)))) => [|j _]; last first.
  by rewrite mulr_sumr; apply: eq_bigr => a _; rewrite mulrCA.
rewrite exchange_big; apply: eq_bigr => a _; rewrite -mulr_sumr own //; ring.
Qed.

(* More rows than dimensions have a combination that both kinds give, and on which the forms are compared. *)
Lemma squeezed (R : rcfType) d c p q (Z Y phi psi : nat -> nat -> R) (r s g : nat -> R) (low high : R)
  (form := fun (X : nat -> nat -> R) (z : nat -> R) => \sum_(i < d) (z i * \sum_(j < d) (X i j * z j))) :
  (forall a, (a < p)%N -> forall b, (b < p)%N -> \sum_(i < d) (phi a i * phi b i) = (a == b :> nat)%:R) ->
  (forall a, (a < q)%N -> forall b, (b < q)%N -> \sum_(i < d) (psi a i * psi b i) = (a == b :> nat)%:R) ->
  (forall a, (a < p)%N -> forall i, (i < d)%N -> \sum_(j < d) (Z i j * phi a j) = r a * phi a i) ->
  (forall a, (a < q)%N -> forall i, (i < d)%N -> \sum_(j < d) (Y i j * psi a j) = s a * psi a i) ->
  (forall a, (a < p)%N -> low <= r a) -> (forall a, (a < q)%N -> s a <= high) -> (d + c < p + q)%N ->
  (forall z : nat -> R, ((0 < c)%N -> \sum_(i < d) (z i * g i) = 0) -> form Z z <= form Y z) -> low <= high.
Proof.
move=> apart apart' own own' above below more compare.
pose P := \matrix_(a < p, i < d) phi a i; pose Q := \matrix_(b < q, i < d) psi b i; pose G := \matrix_(i < d, j < c) g i.
pose C := block_mx P (P *m G) (- Q) 0.
have : kermx C != 0.
  by rewrite -mxrank_eq0 mxrank_ker -lt0n subn_gt0 (leq_ltn_trans (rank_leq_col C)).
case/rowV0Pn => t /sub_kermxP tC t0.
have [eP eG] : lsubmx t *m P = rsubmx t *m Q /\ lsubmx t *m P *m G = 0.
  move: tC; rewrite -{1}[t]hsubmxK mul_row_block mulmx0 addr0 mulmxN -[RHS]row_mx0 => /eq_row_mx [h h2].
  by split; [apply/eqP; rewrite -subr_eq0 h | rewrite -mulmxA].
pose x a := lsubmx t 0 a; pose y b := rsubmx t 0 b; pose z (i : nat) := \sum_(a < p) (x a * phi a i).
have zP (i : 'I_d) : z i = (lsubmx t *m P) 0 i by rewrite [RHS]mxE; apply: eq_bigr => a _; rewrite [P a i]mxE.
have zE (i : 'I_d) : z i = \sum_(b < q) (y b * psi b i).
  by rewrite zP eP [LHS]mxE; apply: eq_bigr => b _; rewrite [Q b i]mxE.
have zg : (0 < c)%N -> \sum_(i < d) (z i * g i) = 0.
  move=> c0; transitivity ((lsubmx t *m P *m G) 0 (Ordinal c0)); last by rewrite eG mxE.
  by rewrite [RHS]mxE; apply: eq_bigr => i _; rewrite zP [G i _]mxE.
have [sx fx] := comb x apart own; have [sy fy] := comb y apart' own'.
pose S := \sum_(i < d) (z i * z i).
have SE : S = \sum_(b < q) (y b * y b) by rewrite -sy; apply: eq_bigr => i _; rewrite zE.
have S0 : 0 < S.
  rewrite lt_def sumr_ge0 ?andbT => [|i _]; last by rewrite -expr2 sqr_ge0.
  apply: contra_neq t0 => S0.
  have nil k (h : 'rV[R]_k) : \sum_(a < k) (h 0 a * h 0 a) = 0 -> h = 0.
    have pos (a : 'I_k) : true -> 0 <= h 0 a * h 0 a by rewrite -expr2 sqr_ge0.
    move=> e; apply/rowP => a; have /eqP := @psumr_eq0P _ _ _ _ pos e a isT.
    by rewrite mulf_eq0 orbb mxE => /eqP.
  have l0 : lsubmx t = 0 by apply: nil; exact: (etrans (esym sx) S0).
  have r0 : rsubmx t = 0 by apply: nil; exact: (etrans (esym SE) S0).
  by have := hsubmxK t; rewrite l0 r0 row_mx0.
rewrite -(ler_pmul2r S0) {1}/S sx SE; apply: (@le_trans _ _ (form Z z)).
  rewrite /form fx mulr_sumr; apply: ler_sum => a _; apply: ler_wpmul2r; [by rewrite -expr2 sqr_ge0 | exact: above].
apply: le_trans (compare z zg) _; rewrite /form.
rewrite (eq_bigr (fun i : 'I_d => (\sum_(b < q) (y b * psi b i)) * \sum_(j < d) (Y i j * \sum_(b < q) (y b * psi b j)))) => [|i _].
  by rewrite fy mulr_sumr; apply: ler_sum => b _; apply: ler_wpmul2r; [rewrite -expr2 sqr_ge0 | exact: below].
by rewrite zE; congr (_ * _); apply: eq_bigr => j _; rewrite zE.
Qed.

(* Rows of both kinds that are more than the dimensions meet: H* <= H, with equality on what is orthogonal to g. *)
Theorem proof : statement.
Proof.
move=> R k n A y w v u e l f m; rewrite !addn1 => k1 _ _ zero normal posu own_e apart_e own_f apart_f nonzero up_l up_m.
pose H k j := (\sum_(i < n) (A k i * A j i)) / n%:R; pose g k := (\sum_(i < n) (A k i * y i)) / n%:R.
pose q := (\sum_(i < n) (row k.+1 A u i * row k.+1 A u i)) / n%:R.
pose M i j := H i j - g i * g j / q.
have [sym Hu ug q0 pos] := @solved R k.+1 n A y u zero normal posu.
have [form0 Mu0 pos0] := @starred R k.+1 H g u q sym Hu ug q0 pos.
pose quad (Z : nat -> nat -> R) (z : nat -> R) := \sum_(i < k.+1) (z i * \sum_(j < k.+1) (Z i j * z j)).
have form z : quad M z = quad H z - (\sum_(i < k.+1) (z i * g i)) * (\sum_(i < k.+1) (z i * g i)) / q by exact: form0.
have Mu c : (c < k.+1)%N -> \sum_(j < k.+1) (M c j * u j) = 0 by exact: Mu0.
have pos' z : 0 <= quad M z by exact: pos0.
have Msym i j : M i j = M j i by rewrite /M [H i j]sym [g i * g j]mulrC.
have ownM a : (a < k)%N -> forall c, (c < k.+1)%N -> \sum_(j < k.+1) (M c j * f a j) = m a * f a c by exact: own_f.
have ownH a : (a < k.+1)%N -> forall c, (c < k.+1)%N -> \sum_(j < k.+1) (H c j * e a j) = l a * e a c by exact: own_e.
have q1 : 0 < q by exact: q0.
clearbody H g q; clear own_f own_e form0 Mu0 pos0 zero normal posu.
have across a : (a < k)%N -> \sum_(c < k.+1) (f a c * u c) = 0.
  move=> ak; apply: (mulfI (nonzero a ak)); rewrite mulr0 mulr_sumr.
  rewrite (eq_bigr (fun c : 'I_k.+1 => \sum_(j < k.+1) (f a j * (M j c * u c)))) => [|c _]; last first.
    rewrite mulrA -ownM // mulr_suml; apply: eq_bigr => j _; rewrite Msym; ring.
  by rewrite exchange_big big1 // => j _; rewrite -mulr_sumr Mu ?mulr0.
have square a : (a < k)%N -> 0 <= m a.
  move=> ak; have := pos' (f a); congr (_ <= _); rewrite /quad.
  rewrite (eq_bigr (fun i : 'I_k.+1 => m a * (f a i * f a i))) => [|i _]; last by rewrite ownM // mulrCA.
  by rewrite -mulr_sumr apart_f // eqxx mulr1.
pose U := \sum_(c < k.+1) (u c * u c); pose s := Num.sqrt U.
have U0 : 0 < U.
  rewrite lt_def sumr_ge0 ?andbT => [|c _]; last by rewrite -expr2 sqr_ge0.
  apply: contraTneq q0 => zU; rewrite -ug big1 ?ltxx // => c _.
  have p (a : 'I_k.+1) : true -> 0 <= u a * u a by rewrite -expr2 sqr_ge0.
  by have /eqP := @psumr_eq0P _ _ _ _ p zU c isT; rewrite mulf_eq0 orbb => /eqP ->; rewrite mul0r.
have s0 : s != 0 by rewrite sqrtr_eq0 -ltNge.
have ss : s * s = U by rewrite -expr2 sqr_sqrtr // ltW.
have [a [ak -> _]] := @biggest R k (fun i => Num.max (l i - m i) (m i - l (i + 1)%N)) k1.
have in_d b : (b < k.+1 - a)%N -> (b + a < k.+1)%N by rewrite ltn_subRL addnC.
have in_k b : (b < k - a)%N -> (b + a < k)%N by rewrite ltn_subRL addnC.
rewrite addn1 le_maxl !subr_le0; apply/andP; split.
  pose psi b c := if (b < a.+1)%N then f b c else u c / s; pose t b := if (b < a.+1)%N then m b else 0.
  apply: (@squeezed R k.+1 1 (k.+1 - a) a.+2 H M (fun b => e (b + a)%N) psi (fun b => l (b + a)%N) t g).
  - by move=> b bk b' bk'; rewrite apart_e ?eqn_add2r ?in_d.
  - move=> b bk b' bk'; rewrite /psi; case: ltnP => h; case: ltnP => h'.
    + by rewrite apart_f // (leq_trans _ ak).
    + rewrite (eq_bigr (fun i : 'I_k.+1 => s^-1 * (f b i * u i))) => [|i _]; last by rewrite mulrA mulrC.
      rewrite -mulr_sumr across ?(leq_trans h) // mulr0.
      by rewrite (_ : (b == b')%N = false) //; apply/negbTE; rewrite neq_ltn (leq_trans h).
    + rewrite (eq_bigr (fun i : 'I_k.+1 => s^-1 * (f b' i * u i))) => [|i _]; last by rewrite mulrAC mulrC [u _ * _]mulrC.
      rewrite -mulr_sumr across ?(leq_trans h') // mulr0.
      by rewrite (_ : (b == b')%N = false) //; apply/negbTE; rewrite neq_ltn (leq_trans h') ?orbT.
    + have eb x : (x < a.+2)%N -> (a < x)%N -> x = a.+1 by rewrite ltnS => x1 x2; apply/eqP; rewrite eqn_leq x1.
      rewrite (eb b) // (eb b') // eqxx (eq_bigr (fun i : 'I_k.+1 => U^-1 * (u i * u i))) => [|i _].
        by rewrite -mulr_sumr -/U mulVf ?gt_eqF.
      by rewrite -ss; field.
  - by move=> b bk i id; apply: ownH => //; rewrite addnC -ltn_subRL.
  - move=> b bk i id; rewrite /psi /t; case: ltnP => h; first by apply: ownM => //; apply: leq_trans ak.
    rewrite (eq_bigr (fun j : 'I_k.+1 => s^-1 * (M i j * u j))) => [|j _]; last by rewrite mulrA mulrC.
    by rewrite -mulr_sumr Mu // mulr0 mul0r.
  - move=> b bk; have bk1 : (b + a < k.+1)%N by exact: in_d.
    case: (posnP b) => [-> // | b0].
    by have [|//] := up_l a (leqW ak) (b + a)%N bk1; rewrite leqNgt -{1}[a]add0n ltn_add2r b0.
  - move=> b bk; rewrite /t; case: ltnP => h; last exact: square.
    move: h; rewrite ltnS leq_eqVlt => /orP [/eqP -> // | lt].
    by have [|//] := up_m b (ltn_trans lt ak) a ak; rewrite leqNgt lt.
  - by rewrite !addnS subnK ?addn0 // ltnW // leqW.
  - by move=> z zg; rewrite -/(quad H z) -/(quad M z) form zg // mul0r mul0r subr0.
apply: (@squeezed R k.+1 0 (k - a) a.+2 M H (fun b => f (b + a)%N) e (fun b => m (b + a)%N) l g).
- by move=> b bk b' bk'; rewrite apart_f ?eqn_add2r ?in_k.
- by move=> b bk b' bk'; apply: apart_e; [apply: leq_trans bk _ | apply: leq_trans bk' _].
- by move=> b bk i id; apply: ownM => //; rewrite addnC -ltn_subRL.
- by move=> b bk i id; apply: ownH => //; apply: leq_trans bk _.
- move=> b bk; have bk1 : (b + a < k)%N by exact: in_k.
  case: (posnP b) => [-> // | b0].
  by have [|//] := up_m a ak (b + a)%N bk1; rewrite leqNgt -{1}[a]add0n ltn_add2r b0.
- move=> b; rewrite ltnS leq_eqVlt => /orP [/eqP -> // | lt].
  have a1 : (a.+1 < k.+1)%N by rewrite ltnS.
  by have [|//] := up_l b (ltn_trans lt a1) a.+1 a1; rewrite leqNgt lt.
- by rewrite addn0 !addnS subnK // ltnW.
- move=> z _; rewrite -/(quad H z) -/(quad M z) form ler_subl_addr ler_addl.
  by apply: divr_ge0; [rewrite -expr2 sqr_ge0 | exact: ltW].
Qed.
