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
