(* The mean of x + t e_1 is t/n; the greatest |c_i| is that of c_1 for t >= 0, that of c_2 for t < 0. *)
Lemma sum_two (R : rcfType) n (a : R) : (2 <= n)%N ->
  \sum_(i < n) ((i == 0%N :> nat)%:R * a - (i == 1%N :> nat)%:R) = a - 1.
Proof.
case: n => [|[|n]] // _; rewrite 2!big_ord_recl /= big1 => [|i _]; last by rewrite /bump /= mul0r subr0.
by rewrite mul1r mul0r subr0 sub0r addr0.
Qed.

Lemma greatest_is (R : rcfType) n (x M : R) (F : nat -> R) k : (k < n)%N -> F k = M -> x <= M ->
  (forall i, (i < n)%N -> F i <= M) -> \big[Num.max/x]_(i < n) F i = M.
Proof.
move=> kn Fk xM FM; apply/eqP; rewrite eq_le; apply/andP; split.
  by elim/big_ind: _ => [//|y z hy hz|i _]; [rewrite le_maxl hy hz | exact: FM].
rewrite -Fk {Fk FM xM}; elim: n F k kn => [|n IH] F [|k] kn //; rewrite big_ord_recl /= le_maxr ?lexx //.
by rewrite (IH (fun i => F i.+1)) ?orbT.
Qed.

(* the greatest |c_i| of c = (a, -1, 0, ..) - d *)
Lemma greatest_of (R : rcfType) n (a d M : R) : (2 <= n)%N -> `|a - d| <= M -> `|1 + d| <= M -> `|d| <= M ->
  M = `|a - d| \/ M = `|1 + d| ->
  \big[Num.max/`|a - d|]_(i < n) `|(i == 0%N :> nat)%:R * a - (i == 1%N :> nat)%:R - d| = M.
Proof.
move=> n2 h0 h1 h2 one; pose F i := `|(i == 0%N :> nat)%:R * a - (i == 1%N :> nat)%:R - d|.
have F0 : F 0%N = `|a - d| by rewrite /F mul1r subr0.
have F1 : F 1%N = `|1 + d| by rewrite /F mul0r sub0r -opprD normrN.
have FM i : (i < n)%N -> F i <= M.
  by case: i => [|[|i]] _; rewrite ?F0 ?F1 // /F mul0r subr0 sub0r normrN.
case: one => e; first exact: (greatest_is (F := F) (ltnW n2) (etrans F0 (esym e)) h0 FM).
exact: (greatest_is (F := F) n2 (etrans F1 (esym e)) h0 FM).
Qed.

Lemma tops (R : rcfType) n (t : R) (d := t / n%:R) : (2 <= n)%N -> 0 <= t -> t <= 1 ->
  [/\ 0 < 1 + t - d, 0 < 1 - d,
    \big[Num.max/`|t + 1 - d|]_(i < n) `|(i == 0%N :> nat)%:R * (t + 1) - (i == 1%N :> nat)%:R - d| = 1 + t - d &
    \big[Num.max/`|- t + 1 - - d|]_(i < n) `|(i == 0%N :> nat)%:R * (- t + 1) - (i == 1%N :> nat)%:R - - d| = 1 - d].
Proof.
move=> n2 t0 t1; have n0 : 0 < n%:R :> R by rewrite ltr0n (leq_trans _ n2).
have d0 : 0 <= d by rewrite divr_ge0 // ltW.
have e0 : 0 <= t - d * 2%:R.
  have -> : t - d * 2%:R = d * (n%:R - 2%:R) by rewrite /d; field; exact: lt0r_neq0.
  by rewrite mulr_ge0 // subr_ge0 ler_nat.
have s0 : 0 <= 1 - t by rewrite subr_ge0.
have up : 0 < 1 + t - d.
  by have -> : 1 + t - d = 1 + (t - d * 2%:R + d) by [ring]; rewrite ltr_paddr ?ltr01 // addr_ge0.
have dM : 0 <= 1 - d - d by have -> : 1 - d - d = (1 - t) + (t - d * 2%:R) by [ring]; rewrite addr_ge0.
have down : 0 < 1 - d.
  have -> : 1 - d = 1 / 2%:R + (1 - d - d) / 2%:R by field.
  by rewrite ltr_paddr ?divr_gt0 ?divr_ge0 ?ltr01 ?ltr0n ?ler0n.
have r1 : `|t + 1 - d| = 1 + t - d by rewrite [t + 1]addrC ger0_norm // ltW.
have r2 : `|1 + d| = 1 + d by rewrite ger0_norm // addr_ge0 ?ler01.
have r3 : `|1 + - d| = 1 - d by rewrite ger0_norm // ltW.
have r4 : `|d| = d by rewrite ger0_norm.
have e5 : - t + 1 - - d = (1 - t) + d by ring.
have r5 : `|- t + 1 - - d| = (1 - t) + d by rewrite e5 ger0_norm // addr_ge0.
have g1 : 1 + d <= 1 + t - d by rewrite -subr_ge0 (_ : 1 + t - d - (1 + d) = t - d * 2%:R) //; ring.
have g2 : d <= 1 + t - d by apply: (le_trans _ g1); rewrite ler_addr ler01.
have g3 : (1 - t) + d <= 1 - d by rewrite -subr_ge0 (_ : 1 - d - (1 - t + d) = t - d * 2%:R) //; ring.
have g4 : d <= 1 - d by rewrite -subr_ge0.
split=> //; apply: greatest_of => //; rewrite ?normrN ?r1 ?r2 ?r3 ?r4 ?r5 //; first by left.
by right.
Qed.

Lemma start (R : rcfType) n : (2 <= n)%N ->
  \sum_(i < n) ((i == 0%N :> nat)%:R - (i == 1%N :> nat)%:R) = 0 :> R /\
  \big[Num.max/`|1 - 0 / n%:R|]_(i < n) `|(i == 0%N :> nat)%:R - (i == 1%N :> nat)%:R - 0 / n%:R| = 1 :> R.
Proof.
move=> n2; split.
  by rewrite -[RHS](subrr 1) -(sum_two 1 n2); apply: eq_bigr => i _; rewrite mulr1.
have := @greatest_of R n 1 0 1 n2; rewrite !subr0 addr0 normr1 normr0 ler01 lexx mul0r subr0 normr1.
move=> /(_ isT isT isT (or_introl erefl)) top; rewrite -[RHS]top; apply: eq_bigr => i _.
by rewrite mulr1.
Qed.

Lemma sums (R : rcfType) n (t : R) : (2 <= n)%N ->
  \sum_(i < n) ((i == 0%N :> nat)%:R * (t + 1) - (i == 1%N :> nat)%:R) = t /\
  (\sum_(i < n) ((i == 0%N :> nat)%:R * (- t + 1) - (i == 1%N :> nat)%:R)) / n%:R = - (t / n%:R).
Proof. by move=> n2; rewrite !sum_two // !addrK mulNr. Qed.

Theorem proof : statement.
Proof.
move=> R n t n2 t0 t1; have [up down top bottom] := tops n2 (ltW t0) t1.
have [s0 m0] := @start R n n2; have [s1 s2] := sums t n2; have n0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n (leq_trans _ n2).
rewrite s0 m0 s1 s2 top bottom mul0r subr0 divr1; split.
  by rewrite [t + 1]addrC divff ?(lt0r_neq0 up) // subrr mul0r.
have D : 1 + - t / n%:R = 1 - t / n%:R by rewrite mulNr.
rewrite D; move: down; have -> : 1 - t / n%:R = (n%:R - t) / n%:R by field.
by move=> /lt0r_neq0; rewrite mulf_eq0 invr_eq0 negb_or => /andP [nt _]; field; rewrite nt n0 (lt0r_neq0 t0).
Qed.

Theorem defined_proof : defined.
Proof.
move=> R n t n2 t0 t1; have [up down top bottom] := tops n2 (ltW t0) t1.
have [s0 m0] := @start R n n2; have [s1 s2] := sums t n2.
rewrite s0 m0 s1 s2 top bottom oppr_eq0 mulNr oner_neq0 !(lt0r_neq0 up) !(lt0r_neq0 down) (lt0r_neq0 t0).
by rewrite -lt0n (leq_trans _ n2).
Qed.
