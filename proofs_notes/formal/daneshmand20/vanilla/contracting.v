(* A 1 = (1 + g b d) 1, and A z = z where the sum of z is 0. *)
Theorem proof : statement.
Proof.
move=> R d n b g w x z d2 _ b0 g0 [i [j [hi hj wij]]] startx startz stepx stepz.
have d0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n; exact: leq_trans d2.
have row l (f : nat -> R) : (l < d)%N ->
    \sum_(k < d) (((l == k :> nat)%:R + g * b) * f k) = f l + g * b * (\sum_(k < d) f k).
  move=> hl; rewrite mulr_sumr -(one_of f hl) -big_split; apply: eq_bigr => k _ /=.
  by rewrite mulrDl eq_sym.
set q := 1 + b * g * d%:R.
have q0 : 0 <= q by rewrite addr_ge0 ?ler01 // !mulr_ge0 ?ler0n ?ltW.
have X l : (l <= n)%N -> forall k, (k < d)%N -> x l k = q ^+ l.
  elim: l => [_ k hk|l IH hl k hk]; first by rewrite startx.
  rewrite -addn1 stepx // row // !(IH (ltnW hl)) // (eq_bigr (fun _ => q ^+ l)) => [|a _]; last by rewrite (IH (ltnW hl)).
  by rewrite sumr_const card_ord -mulr_natl addn1 exprS /q; ring.
have zero : \sum_(k < d) z 0%N k = 0.
  rewrite (eq_bigr (fun k : 'I_d => w k - (\sum_(a < d) w a) / d%:R)) => [|k _]; last by rewrite startz.
  by rewrite sumrB sumr_const card_ord -[X in _ - X]mulr_natr divfK // subrr.
have Z l : (l <= n)%N -> forall k, (k < d)%N -> z l k = z 0%N k.
  elim: l => [//|l IH hl k hk].
  rewrite -addn1 stepz // row // (IH (ltnW hl)) // (eq_bigr (fun a : 'I_d => z 0%N a)) => [|a _]; last by rewrite (IH (ltnW hl)).
  by rewrite zero mulr0 addr0.
split.
  rewrite (eq_bigr (fun _ => q ^+ n * q ^+ n)) => [|k _]; last by rewrite X.
  rewrite [X in _ / X](eq_bigr (fun _ => 1)) => [|k _]; last by rewrite startx ?mulr1.
  by rewrite !sumr_const card_ord -[_ *+ d]mulr_natr mulfK // -expr2 sqrtr_sqr ger0_norm // exprn_ge0.
rewrite (eq_bigr (fun k : 'I_d => z 0%N k * z 0%N k)) => [|k _]; last by rewrite Z.
rewrite divff ?sqrtr1 // gt_eqF // squares //.
case: (z 0%N i =P 0) => [zi|/eqP zi]; last by exists i.
exists j => //; apply: contra_neq wij => zj.
by move: zi zj; rewrite !startz // => /eqP; rewrite subr_eq0 => /eqP -> /eqP; rewrite subr_eq0 => /eqP.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d n b g w x z d2 n1 b0 g0 [i [j [i_d j_d ij]]] x1 z1 _ _; repeat split; try by values.
have [k k_d k0] : exists2 k, (k < d)%N & z 0%N k != 0.
  case: (eqVneq (z 0%N i) 0) => [zi|]; last by exists i.
  exists j => //; apply: contra ij => /eqP zj; move: zi zj; rewrite !z1 // => /eqP; rewrite subr_eq0 => /eqP ->.
  by move=> /eqP; rewrite subr_eq0 eq_sym.
by values.
Qed.
