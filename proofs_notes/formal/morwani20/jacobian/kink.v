Lemma is_greatest (R : rcfType) n (x y : R) (f : nat -> R) k :
  x <= y -> (forall i, (i < n)%N -> f i <= y) -> (k < n)%N -> f k = y -> \big[Num.max/x]_(i < n) f i = y.
Proof.
move=> xy; elim: n f k => // n IH f [|k] all kn e; rewrite big_ord_recl /= ?e.
  apply/max_idPl; elim/big_ind: _ => // [u v hu hv|i _]; first by rewrite le_maxl hu hv.
  by apply: (all i.+1); exact: (ltn_ord i).
by rewrite (IH (fun i => f i.+1) k) //; [apply/max_idPr; exact: all | move=> i lt; exact: (all i.+1)].
Qed.

Definition start (R : rcfType) (a : R) (i : nat) := (i == 0%N :> nat)%:R * a - (i == 1%N :> nat)%:R.

Lemma start_sum (R : rcfType) n (a : R) : (2 <= n)%N -> \sum_(i < n) start a i = a - 1.
Proof.
case: n => [|[|n]] // _; rewrite !big_ord_recl /start /= big1 => [|i _]; last by rewrite mul0r subr0.
by rewrite mul1r mul0r subr0 sub0r addr0.
Qed.

(* z_1 at (a, -1, 0, ..): 1 where a >= 1, and less below it *)
Lemma first (R : rcfType) n (a : R) (m := (a - 1) / n%:R) (c := fun i => start a i - (\sum_(j < n) start a j) / n%:R)
  (z := (a - (\sum_(j < n) start a j) / n%:R) / \big[Num.max/`|a - (\sum_(j < n) start a j) / n%:R|]_(i < n) `|c i|) :
  (2 <= n)%N -> 0 <= a -> (1 <= a -> z = 1) /\ (a <= 1 -> z = (a - m) / (1 + m)).
Proof.
move=> n2 a0; have n0 : 0 < n%:R :> R by rewrite ltr0n (leq_trans _ n2).
have two : 2%:R <= n%:R :> R by rewrite ler_nat.
have cE i : c i = start a i - m by rewrite /c start_sum.
have c0 : c 0%N = a - m by rewrite cE /start /= mul1r subr0.
have c1 : c 1%N = - (1 + m) by rewrite cE /start /= mul0r sub0r opprD.
have c2 i : c i.+2 = - m by rewrite cE /start /= mul0r subr0 sub0r.
have zE : z = (a - m) / \big[Num.max/`|a - m|]_(i < n) `|c i| by rewrite /z start_sum.
split=> a1.
  have m0 : 0 <= m by rewrite divr_ge0 ?subr_ge0 // ltW.
  have twice : m * 2%:R <= a - 1 by rewrite -(divfK (lt0r_neq0 n0) (a - 1)) -/m ler_wpmul2l.
  have le1 : 1 + m <= a - m.
    rewrite -subr_ge0 (_ : a - m - (1 + m) = a - 1 - m * 2%:R); last by ring.
    by rewrite subr_ge0.
  have pos : 0 < a - m by rewrite (lt_le_trans _ le1) // ltr_paddr // ltr01.
  have n00 : (0 < n)%N by rewrite (leq_trans _ n2).
  have own : `|a - m| = a - m := ger0_norm (ltW pos).
  rewrite zE (_ : \big[Num.max/`|a - m|]_(i < n) `|c i| = a - m) ?divff ?(lt0r_neq0 pos) //.
  apply: (@is_greatest R n _ _ (fun i => `|c i|) 0%N) => //; rewrite ?c0 ?own //.
  case=> [|[|i]] _; rewrite ?c0 ?c1 ?c2 ?own // normrN ger0_norm ?addr_ge0 ?ler01 //.
  by apply: le_trans le1; rewrite ler_addr ler01.
have m0 : m <= 0 by rewrite ler_pdivr_mulr // mul0r subr_le0.
have twice : a - 1 <= m * 2%:R by rewrite -(divfK (lt0r_neq0 n0) (a - 1)) -/m ler_wnmul2l.
have le2 : - m <= 1 + m.
  rewrite -subr_ge0 (_ : 1 + m - - m = m * 2%:R - (a - 1) + a); last by ring.
  by rewrite addr_ge0 ?subr_ge0.
have pos : 0 <= 1 + m by apply: le_trans le2; rewrite oppr_ge0.
have le0 : `|a - m| <= 1 + m.
  rewrite ger0_norm; last by rewrite subr_ge0 (le_trans m0).
  rewrite -subr_ge0 (_ : 1 + m - (a - m) = m * 2%:R - (a - 1)); last by ring.
  by rewrite subr_ge0.
have own : `|1 + m| = 1 + m := ger0_norm pos.
rewrite zE (_ : \big[Num.max/`|a - m|]_(i < n) `|c i| = 1 + m) //.
apply: (@is_greatest R n _ _ (fun i => `|c i|) 1%N) => //; rewrite ?c1 ?normrN ?own //.
by case=> [|[|i]] _; rewrite ?c0 ?c1 ?c2 // ?normrN ?own // ler0_norm.
Qed.

Lemma at_one (R : rcfType) n : (2 <= n)%N -> (1 - (\sum_(i < n) ((i == 0%N :> nat)%:R - (i == 1%N :> nat)%:R)) / n%:R)
    / (\big[Num.max/(`|1 - (\sum_(i < n) ((i == 0%N :> nat)%:R - (i == 1%N :> nat)%:R)) / n%:R|)]_(i < n)
      `|((i == 0%N :> nat)%:R - (i == 1%N :> nat)%:R) - (\sum_(j < n) ((j == 0%N :> nat)%:R - (j == 1%N :> nat)%:R)) / n%:R|) = 1 :> R.
Proof.
move=> n2; have -> : \sum_(i < n) ((i == 0%N :> nat)%:R - (i == 1%N :> nat)%:R) = \sum_(i < n) start (1 : R) i.
  by apply: eq_bigr => i _; rewrite /start mulr1.
have [up _] := @first R n 1 n2 ler01; rewrite -[RHS](up (lexx 1)); congr (_ / _).
by apply: eq_bigr => i _; rewrite /start mulr1.
Qed.

Lemma divisor_neq0 (R : rcfType) (a b : R) : a / b != 0 -> b != 0.
Proof. by apply: contraNneq => ->; rewrite invr0 mulr0. Qed.

Lemma moved (R : rcfType) n (t : R) : (2 <= n)%N -> 0 < t -> t <= 1 ->
  [/\ 1 + - t / n%:R != 0, - t + 1 - (- t + 1 - 1) / n%:R != 0 & 0 <= - t + 1].
Proof.
move=> n2 t0 t1; have n0 : 0 < n%:R :> R by rewrite ltr0n (leq_trans _ n2).
have -> : - t + 1 - 1 = - t by ring.
split; last by rewrite addrC subr_ge0.
  by rewrite lt0r_neq0 // mulNr subr_gt0 ltr_pdivr_mulr // mul1r (le_lt_trans t1) // ltr1n.
by rewrite lt0r_neq0 // mulNr opprK ltr_paddl ?divr_gt0 // addrC subr_ge0.
Qed.

Theorem proof : statement.
Proof.
move=> R n t n2 t0 t1; have tn := lt0r_neq0 t0; have n0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n (leq_trans _ n2).
have [nt _ le] := moved n2 t0 t1; have one := at_one R n2.
have [up _] := @first R n (t + 1) n2 (addr_ge0 (ltW t0) ler01).
have [_ down] := @first R n (- t + 1) n2 le.
split; rewrite one.
  by transitivity ((1 - 1) / t); [congr ((_ - _) / _); apply: up; rewrite ler_addr ltW | rewrite subrr mul0r].
transitivity ((((- t + 1 - (- t + 1 - 1) / n%:R) / (1 + (- t + 1 - 1) / n%:R)) - 1) / - t).
  by congr ((_ - _) / _); apply: down; rewrite ger_addr oppr_le0 ltW.
have -> : - t + 1 - 1 = - t by ring.
move: nt; have -> : 1 + - t / n%:R = (n%:R - t) / n%:R by field.
by rewrite mulf_eq0 negb_or => /andP[nt _]; field; rewrite nt n0 tn.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R n t n2 t0 t1; have [nt at_t le] := moved n2 t0 t1; have tn := lt0r_neq0 t0.
have [up _] := @first R n (t + 1) n2 (addr_ge0 (ltW t0) ler01); have [_ down] := @first R n (- t + 1) n2 le.
have far : 1 <= t + 1 by rewrite ler_addr ltW.
have near : - t + 1 <= 1 by rewrite ger_addr oppr_le0 ltW.
split; first by rewrite -lt0n (leq_trans _ n2).
split; first by apply: (@divisor_neq0 R (t + 1 - (\sum_(i < n) start (t + 1) i) / n%:R)); rewrite up ?oner_neq0.
split; first by have := oner_neq0 R; rewrite -{1}(at_one R n2) => /divisor_neq0.
split=> //; split; last by rewrite oppr_eq0.
apply: (@divisor_neq0 R (- t + 1 - (\sum_(i < n) start (- t + 1) i) / n%:R)); rewrite down // mulf_neq0 // invr_eq0.
by rewrite (_ : - t + 1 - 1 = - t) //; ring.
Qed.
