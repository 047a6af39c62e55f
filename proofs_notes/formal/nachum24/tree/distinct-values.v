(* How many different values a row has is the length of its list without repetitions. *)
Definition kinds (R : rcfType) n (x : nat -> R) : R := \sum_(i < n) \prod_(j < n) (1 - (j < i)%N%:R * (x j == x i)%:R).

Lemma same_kinds (T : eqType) (s t : seq T) : s =i t -> size (undup s) = size (undup t).
Proof. by move=> e; apply: perm_size; apply: uniq_perm; rewrite ?undup_uniq // => y; rewrite !mem_undup. Qed.

Lemma kinds_is (R : rcfType) n (x : nat -> R) : kinds n x = (size (undup (mkseq x n)))%:R.
Proof.
transitivity (\sum_(i < n) (x i \notin mkseq x i)%:R : R).
  apply: eq_bigr => i _; case: (boolP (x i \in mkseq x i)) => [/mapP [k] | no] /=.
    rewrite mem_iota /= add0n => ki e; have kn := ltn_trans ki (ltn_ord i).
    by rewrite (bigD1 (Ordinal kn)) //= ki e eqxx mulr1 subrr mul0r.
  rewrite big1 // => j _; case: ltnP => ji; rewrite ?mul0r ?subr0 // mul1r.
  case: eqP => e; rewrite ?subr0 //; case/negP: no; rewrite -e; apply/mapP; exists (val j) => //.
  by rewrite mem_iota.
elim: n => [|n IH]; first by rewrite big_ord0.
rewrite big_ord_recr /= IH -natrD; congr (_%:R).
rewrite (@same_kinds _ (mkseq x n.+1) (x n :: mkseq x n)) => [|y].
  by rewrite /=; case: (x n \in mkseq x n); rewrite ?addn0 ?addn1.
by rewrite /mkseq -addn1 iotaD map_cat mem_cat add0n /= !inE orbC.
Qed.

Lemma sides (R : rcfType) (m : R) (u : seq R) :
  (count (fun e => m < e)%R u + count (fun e => e < m)%R u + count (pred1 m) u)%N = size u.
Proof.
by elim: u => //= e u <-; case: (ltrgtP m e) => /= _; rewrite !(add0n, add1n, addSn, addnS).
Qed.

(* what is sent to 0 is one value, if there is any; all else keeps its values apart *)
Lemma merged (R : rcfType) (s : seq R) (P : pred R) (g h : R -> R) : injective h ->
  (forall e, P e -> g e = h e /\ 0 < h e) -> (forall e, ~~ P e -> g e = 0) -> (exists2 e, e \in s & ~~ P e) ->
  size (undup (map g s)) = (count P (undup s)).+1.
Proof.
move=> inj yes no [z zs zP]; rewrite (@same_kinds _ _ (0 :: map h (filter P (undup s)))) => [|y].
  rewrite undup_id /= ?size_map ?size_filter // map_inj_uniq // filter_uniq ?undup_uniq // andbT.
  by apply/mapP => [[e]]; rewrite mem_filter => /andP [Pe _] e0; have [_] := yes e Pe; rewrite -e0 ltxx.
rewrite inE; apply/mapP/orP => [[e es ->] | [/eqP -> | /mapP [e]]].
- case: (boolP (P e)) => Pe; last by left; rewrite no.
  by right; have [-> _] := yes e Pe; apply/mapP; exists e; rewrite ?mem_filter ?Pe ?mem_undup.
- by exists z; rewrite ?no.
- by rewrite mem_filter mem_undup => /andP [Pe es] ->; exists e => //; have [-> _] := yes e Pe.
Qed.

Lemma one_side (R : rcfType) n (y : nat -> R) : \sum_(i < n) y i = 0 -> (exists2 i, (i < n)%N & y i != 0) ->
  exists2 i, (i < n)%N & 0 < y i.
Proof.
move=> zero [k kn yk]; case: (boolP [exists i : 'I_n, 0 < y i]) => [/existsP [i yi] | /existsPn none]; first by exists i.
have all0 : \sum_(i < n) - y i = 0 by rewrite sumrN zero oppr0.
have pos (i : 'I_n) : true -> 0 <= - y i by move=> _; rewrite oppr_ge0 leNgt none.
have := psumr_eq0P pos all0 => /(_ (Ordinal kn) isT) /= /eqP; by rewrite oppr_eq0 (negbTE yk).
Qed.

Theorem proof : statement.
Proof.
move=> R n x n2 vary; have n0 : (0 < n)%N by exact: leq_trans n2.
set m := (\sum_(i < n) x i) / n%:R; pose s := mkseq x n; pose u := undup s.
have inside i : (i < n)%N -> x i \in s by move=> hi; apply/mapP; exists i; rewrite // mem_iota.
have off : exists2 i, (i < n)%N & x i - m != 0.
  move: vary => [a [b [an bn ab]]]; case: (x a - m =P 0) => [xa | /eqP xa]; last by exists a.
  exists b => //; apply: contraNneq ab => xb; rewrite -subr_eq0.
  have -> : x a - x b = (x a - m) - (x b - m) by ring.
  by rewrite xa xb subrr.
have [a an xa] := one_side (deviations x n0) off.
have [b bn xb] : exists2 i, (i < n)%N & 0 < - (x i - m).
  apply: (@one_side R n (fun i => - (x i - m))); first by rewrite sumrN deviations ?oppr0.
  by case: off => i hi xi; exists i; rewrite ?oppr_eq0.
have {}xa : m < x a by rewrite -subr_gt0.
have {}xb : x b < m by rewrite -subr_lt0 -oppr_gt0.
pose A := count (fun e => m < e)%R u; pose B := count (fun e => e < m)%R u.
have up : kinds n (fun i => Num.max (x i - m) 0) = A.+1%:R.
  rewrite kinds_is (_ : mkseq _ n = map (fun e => Num.max (e - m) 0) s); last by rewrite -map_comp.
  rewrite (@merged R s (fun e => m < e) _ (fun e => e - m)) // => [|e|e|]; first exact: addIr.
  - by move=> le; rewrite subr_gt0 max_l // subr_ge0 ltW.
  - by rewrite -leNgt => le; rewrite max_r // subr_le0.
  by exists (x b); rewrite ?inside // -leNgt ltW.
have down : kinds n (fun i => Num.max ((x i - m) * (- 1)) 0) = B.+1%:R.
  rewrite kinds_is (_ : mkseq _ n = map (fun e => Num.max ((e - m) * (- 1)) 0) s); last by rewrite -map_comp.
  rewrite (@merged R s (fun e => e < m) _ (fun e => (e - m) * (- 1))) // => [e f|e|e|].
  - by rewrite !mulrN1 => /oppr_inj /addIr.
  - by move=> le; rewrite mulrN1 opprB subr_gt0 max_l // subr_ge0 ltW.
  - by rewrite -leNgt => le; rewrite mulrN1 opprB max_r // subr_le0.
  by exists (x a); rewrite ?inside // -leNgt ltW.
have whole : kinds n x = (A + B + (m \in s))%:R.
  by rewrite kinds_is -(sides m) (count_uniq_mem _ (undup_uniq _)) mem_undup.
have hit : 1 - \prod_(j < n) (x j != m)%:R = (m \in s)%:R :> R.
  case: (boolP (m \in s)) => [/mapP [k] | no].
    rewrite mem_iota add0n => kn e; rewrite (bigD1 (Ordinal kn)) //= -e eqxx mul0r subr0 //.
  rewrite big1 ?subrr // => j _; case: eqP => // e; case/negP: no; rewrite -e; exact: inside.
have A1 : (0 < A)%N by rewrite -has_count; apply/hasP; exists (x a); rewrite ?mem_undup ?inside.
have B1 : (0 < B)%N by rewrite -has_count; apply/hasP; exists (x b); rewrite ?mem_undup ?inside.
rewrite -/(kinds n x) -/(kinds n (fun i => Num.max (x i - m) 0)) -/(kinds n (fun i => Num.max ((x i - m) * (- 1)) 0)).
rewrite up down whole hit !ler_nat !ltr_nat.
clear up down whole hit; move: A B (nat_of_bool (m \in s)) A1 B1 => p q c p1 q1.
have le1 : (p.+1 <= p + q + c)%N by rewrite -addnA -addn1 leq_add2l (leq_trans q1) // leq_addr.
have le2 : (q.+1 <= p + q + c)%N by rewrite addnAC addnC -addn1 leq_add2l (leq_trans p1) // leq_addr.
split=> [_|]; first by rewrite -[p.+1]addn1 -[q.+1]addn1 !natrD; move: (p%:R) (q%:R) (c%:R) => x1 x2 x3; ring.
have p2 : (2 <= p.+1)%N by exact: p1.
have q2 : (2 <= q.+1)%N by exact: q1.
by case=> [[[h|h]|h]|h]; move: h; rewrite ltnNge ?p2 ?q2 ?le1 ?le2.
Qed.
