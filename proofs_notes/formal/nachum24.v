(* What several proofs of nachum24 use, of trees and of networks of width one: it stands before each of them. *)
Lemma deviations (R : rcfType) (n : nat) (x : nat -> R) : (0 < n)%N ->
  \sum_(j < n) (x j - (\sum_(i < n) x i) / n%:R) = 0.
Proof.
move=> n0; rewrite sumrB sumr_const card_ord -[X in _ - X]mulr_natr divfK ?subrr //.
by rewrite pnatr_eq0 -lt0n.
Qed.

(* The children of a row, and the sum of f over the leaves of depth L: what `iter` makes of f. *)
Definition up (R : rcfType) n (v : nat -> R) k := Num.max (v k - (\sum_(i < n) v i) / n%:R) 0.
Definition dn (R : rcfType) n (v : nat -> R) k := Num.max ((v k - (\sum_(i < n) v i) / n%:R) * (- 1)) 0.
Definition leaves (R : rcfType) n L (f : (nat -> R) -> R) (x : nat -> R) :=
  iter L (fun g v => g (up n v) + g (dn n v)) f x.

Lemma leavesS (R : rcfType) n L (f : (nat -> R) -> R) x :
  leaves n L.+1 f x = leaves n L f (up n x) + leaves n L f (dn n x).
Proof. by []. Qed.

Lemma leaves_le (R : rcfType) n (P : (nat -> R) -> Prop) (f B : (nat -> R) -> R) :
  (forall v, P v -> f v <= B v) -> (forall v, P v -> [/\ P (up n v), P (dn n v) & B (up n v) + B (dn n v) <= B v]) ->
  forall L x, P x -> leaves n L f x <= B x.
Proof.
move=> seen kept; elim=> [|L IH] x Px; first exact: seen.
by have [Pu Pd le] := kept x Px; apply: le_trans le; rewrite ler_add // IH.
Qed.

Lemma leaves_eq (R : rcfType) n (P : (nat -> R) -> Prop) (f : (nat -> R) -> R) (c : R) :
  (forall v, P v -> [/\ P (up n v), P (dn n v) & f (up n v) + f (dn n v) = c * f v]) ->
  forall L x, P x -> leaves n L f x = c ^+ L * f x.
Proof.
move=> kept; elim=> [|L IH] x Px; first by rewrite mul1r.
by have [Pu Pd e] := kept x Px; rewrite exprSr -mulrA -e mulrDr -!IH.
Qed.

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

(* what the children of a row have of its values *)
Lemma children_kinds (R : rcfType) n (x : nat -> R) (m := (\sum_(i < n) x i) / n%:R) : (0 < n)%N ->
  (exists i j, [/\ (i < n)%N, (j < n)%N & x i != x j]) ->
  [/\ kinds n (up n x) + kinds n (dn n x) = kinds n x + 2%:R - (1 - \prod_(j < n) (x j != m)%:R),
     2%:R <= kinds n (up n x), 2%:R <= kinds n (dn n x), kinds n (up n x) <= kinds n x & kinds n (dn n x) <= kinds n x].
Proof.
move=> n0 vary; pose s := mkseq x n; pose u := undup s.
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
have upE : kinds n (fun i => Num.max (x i - m) 0) = A.+1%:R.
  rewrite kinds_is (_ : mkseq _ n = map (fun e => Num.max (e - m) 0) s); last by rewrite -map_comp.
  rewrite (@merged R s (fun e => m < e) _ (fun e => e - m)) // => [|e|e|]; first exact: addIr.
  - by move=> le; rewrite subr_gt0 max_l // subr_ge0 ltW.
  - by rewrite -leNgt => le; rewrite max_r // subr_le0.
  by exists (x b); rewrite ?inside // -leNgt ltW.
have downE : kinds n (fun i => Num.max ((x i - m) * (- 1)) 0) = B.+1%:R.
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
rewrite [kinds n (up n x)]upE [kinds n (dn n x)]downE whole hit !ler_nat.
clear upE downE whole hit; move: A B (nat_of_bool (m \in s)) A1 B1 => p q c p1 q1.
have le1 : (p.+1 <= p + q + c)%N by rewrite -addnA -addn1 leq_add2l (leq_trans q1) // leq_addr.
have le2 : (q.+1 <= p + q + c)%N by rewrite addnAC addnC -addn1 leq_add2l (leq_trans p1) // leq_addr.
by split=> //; rewrite -[p.+1]addn1 -[q.+1]addn1 !natrD; move: (p%:R) (q%:R) (c%:R) => x1 x2 x3; ring.
Qed.

Lemma all_places (n : nat) (P : nat -> bool) : [forall i : 'I_n, P i] -> forall i, (i < n)%N -> P i.
Proof. by move=> /forallP h i hi; exact: (h (Ordinal hi)). Qed.

Lemma product_of (R : rcfType) n (P : nat -> bool) : \prod_(i < n) (P i)%:R = [forall i : 'I_n, P i]%:R :> R.
Proof.
case: (boolP [forall i : 'I_n, P i]) => [/all_places h | /forallPn [i no]].
  by rewrite big1 // => i _; rewrite h.
by rewrite (bigD1 i) //= (negbTE no) mul0r.
Qed.

Lemma products_of (R : rcfType) n (P : nat -> nat -> bool) :
  \prod_(i < n) \prod_(j < n) (P i j)%:R = [forall i : 'I_n, [forall j : 'I_n, P i j]]%:R :> R.
Proof.
rewrite -(product_of R n (fun i => [forall j : 'I_n, P i j])); apply: eq_bigr => i _.
exact: (product_of R n (P i)).
Qed.

(* a stable row has an entry above its mean and above 0, to which all others are compared *)
Lemma stable_is (R : rcfType) n (v : nat -> R) (m := (\sum_(i < n) v i) / n%:R) (p := fun i => Num.max (v i - m) 0) :
  (forall i j, (i < n)%N -> (j < n)%N -> p i * v j = p j * v i) -> 0 < \sum_(i < n) p i * v i ->
  (forall i, (i < n)%N -> 0 <= v i) /\ (forall i j, (i < n)%N -> (j < n)%N -> v i * v j * (v i - v j) = 0).
Proof.
move=> par pos; have p0 i : 0 <= p i by rewrite /p le_maxr lexx orbT.
case: (boolP [exists k : 'I_n, 0 < p k * v k]) => [/existsP [k pk] | /existsPn none]; last first.
  by move: pos; rewrite ltNge -oppr_ge0 -sumrN sumr_ge0 // => k _; rewrite oppr_ge0 leNgt none.
have kn := ltn_ord k.
have pk0 : 0 < p k by rewrite lt_def p0 andbT; apply: contraTneq pk => ->; rewrite mul0r ltxx.
have vk0 : 0 < v k by rewrite -(pmulr_rgt0 _ pk0).
have nonneg i : (i < n)%N -> 0 <= v i by move=> hi; rewrite -(pmulr_rge0 _ pk0) par // mulr_ge0 // ltW.
split=> // i j hi hj; have n0 : 0 < n%:R :> R by rewrite ltr0n; exact: leq_ltn_trans hi.
have m0 : 0 < m.
  rewrite divr_gt0 // (bigD1 k) //= ltr_paddr // sumr_ge0 // => l _; exact: nonneg.
have above l : (l < n)%N -> v l != 0 -> p l = v l - m.
  move=> hl vl; have : 0 < p l * v k by rewrite -par // mulr_gt0 // lt_def vl nonneg.
  by rewrite pmulr_lgt0 // /p; case: (lerP (v l - m) 0) => // _; rewrite ltxx.
case: (v i =P 0) => [-> | /eqP vi]; first by rewrite !mul0r.
case: (v j =P 0) => [-> | /eqP vj]; first by rewrite mulr0 !mul0r.
have := par i j hi hj; rewrite !above // => e.
have : m * (v i - v j) = 0.
  have -> : m * (v i - v j) = (v i - m) * v j - (v j - m) * v i by ring.
  by rewrite e subrr.
by move/eqP; rewrite mulf_eq0 gt_eqF //= => /eqP ->; rewrite mulr0.
Qed.

(* of zeros and a's the mean is below a, and what exceeds it is a share of a *)
Lemma is_stable (R : rcfType) n (v : nat -> R) (m := (\sum_(i < n) v i) / n%:R) (p := fun i => Num.max (v i - m) 0) :
  (exists i j, [/\ (i < n)%N, (j < n)%N & v i != v j]) -> (forall i, (i < n)%N -> 0 <= v i) ->
  (forall i j, (i < n)%N -> (j < n)%N -> v i * v j * (v i - v j) = 0) ->
  exists2 c, 0 < c & forall i, (i < n)%N -> p i = c * v i.
Proof.
move=> vary nonneg flat.
have [k [l [kn ln vk vl]]] : exists k l, [/\ (k < n)%N, (l < n)%N, v k != 0 & v l != v k].
  move: vary => [i [j [hi hj ij]]]; case: (v i =P 0) => [vi | /eqP vi]; last by exists i, j; rewrite [v j == _]eq_sym.
  by exists j, i; rewrite -vi [v j == _]eq_sym.
have n0 : 0 < n%:R :> R by rewrite ltr0n; exact: leq_ltn_trans kn.
have a0 : 0 < v k by rewrite lt_def vk nonneg.
have two i : (i < n)%N -> v i = 0 \/ v i = v k.
  move=> hi; have /eqP := flat i k hi kn; rewrite !mulf_eq0 (negbTE vk) orbF subr_eq0.
  by case/orP => /eqP; [left | right].
have l0 : v l = 0 by case: (two l ln) => // e; move: vl; rewrite e eqxx.
have m0 : 0 <= m by rewrite divr_ge0 ?(ltW n0) // sumr_ge0 // => i _; exact: nonneg.
have ma : m < v k.
  rewrite ltr_pdivr_mulr // mulr_natr -[X in _ *+ X]card_ord -sumr_const -subr_gt0 -sumrB.
  rewrite (bigD1 (Ordinal ln)) //= l0 subr0 ltr_paddr // sumr_ge0 // => i _.
  by rewrite subr_ge0; case: (two i (ltn_ord i)) => ->; rewrite ?lexx ?ltW.
exists ((v k - m) / v k) => [|i hi]; first by rewrite divr_gt0 // subr_gt0.
rewrite /p; case: (two i hi) => ->; first by rewrite sub0r mulr0 max_r // oppr_le0.
by rewrite divfK // max_l // subr_ge0 ltW.
Qed.

Definition varies (R : rcfType) n (v : nat -> R) := exists i j, [/\ (i < n)%N, (j < n)%N & v i != v j].
Definition node (R : rcfType) n (v : nat -> R) :=
  [/\ varies n v, forall i, (i < n)%N -> 0 <= v i & exists2 i, (i < n)%N & v i = 0].

Lemma varies_kinds (R : rcfType) n (v : nat -> R) : 2%:R <= kinds n v -> varies n v.
Proof.
rewrite kinds_is ler_nat; case: n => [|n] // two.
case: (boolP [forall i : 'I_n.+1, v i == v 0%N]) => [/forallP same | /forallPn [i ne]]; last by exists i, 0%N.
suff : (size (undup (mkseq v n.+1)) <= size [:: v 0%N])%N by rewrite leqNgt two.
rewrite uniq_leq_size ?undup_uniq // => y; rewrite mem_undup => /mapP [i].
by rewrite mem_iota => /andP [_ lt] ->; rewrite inE; exact: (same (Ordinal lt)).
Qed.

Lemma nodes (R : rcfType) n (v : nat -> R) : (0 < n)%N -> varies n v -> node n (up n v) /\ node n (dn n v).
Proof.
move=> n0 vary; have [e u d _ _] := children_kinds n0 vary.
have pos (w : R) : 0 <= Num.max w 0 by rewrite le_maxr lexx orbT.
have [Vu Vd] := (varies_kinds u, varies_kinds d); split; split=> //; try by [move=> i _; exact: pos].
- case: Vd => [i [j [hi hj ne]]].
  have [k kn] : exists2 k, (k < n)%N & dn n v k != 0.
    by case: (dn n v i =P 0) => [z|/eqP z]; [exists j | exists i]; rewrite // -z eq_sym.
  rewrite /dn mulrN1 maxEle; case: ifP => h; rewrite ?eqxx // => _; exists k => //.
  by apply: max_r; rewrite -oppr_ge0 ltW // ltNge h.
- case: Vu => [i [j [hi hj ne]]].
  have [k kn] : exists2 k, (k < n)%N & up n v k != 0.
    by case: (up n v i =P 0) => [z|/eqP z]; [exists j | exists i]; rewrite // -z eq_sym.
  rewrite /up maxEle; case: ifP => h; rewrite ?eqxx // => _; exists k => //.
  by rewrite /dn mulrN1; apply: max_r; rewrite oppr_le0 ltW // ltNge h.
Qed.

(* of a node with two values one is 0, so that it is stable *)
Lemma unstable_values (R : rcfType) n (v : nat -> R) : node n v ->
  1 - (\prod_(j < n) \prod_(i < n) (up n v j * v i == up n v i * v j)%:R) * (0 < \sum_(i < n) up n v i * v i)%R%:R
    <= kinds n v - 2%:R.
Proof.
move=> [vary pos [z zn v0]].
have one (b : bool) : b%:R <= 1 :> R by case: b; rewrite ?ler01 ?lexx.
have n0 : (0 < n)%N by exact: leq_ltn_trans zn.
have [_ u _ le _] := children_kinds n0 vary; have two := le_trans u le.
case: (ltnP (size (undup (mkseq v n))) 3) => three; last first.
  apply: (@le_trans _ _ 1).
    rewrite ler_subl_addr ler_addl mulr_ge0 ?ler0n // prodr_ge0 // => j _.
    by rewrite prodr_ge0 // => i _; rewrite ler0n.
  by rewrite kinds_is ler_subr_addr (_ : 1 + 2%:R = 3%:R) ?ler_nat //; ring.
have flat i j : (i < n)%N -> (j < n)%N -> v i * v j * (v i - v j) = 0.
  move=> hi hj; apply/eqP; apply: contraLR three; rewrite !mulf_eq0 !negb_or subr_eq0 => /andP [/andP [vi vj] ij].
  have : uniq [:: 0; v i; v j] by rewrite /= !inE negb_or ![0 == _]eq_sym vi vj ij.
  move/uniq_leq_size => /(_ (undup (mkseq v n))); rewrite -leqNgt; apply=> y.
  by rewrite mem_undup !inE => /or3P [] /eqP ->; apply/mapP; [exists z | exists i | exists j]; rewrite ?mem_iota.
have [c c0 e] := is_stable vary pos flat.
have -> : \prod_(j < n) \prod_(i < n) (up n v j * v i == up n v i * v j)%:R = 1 :> R.
  rewrite big1 // => j _; rewrite big1 // => i _; have -> : up n v j * v i = up n v i * v j; last by rewrite eqxx.
  by rewrite /up !e //; ring.
have [k kn vk] : exists2 k, (k < n)%N & v k != 0.
  move: vary => [i [j [hi hj ij]]]; case: (v i =P 0) => [vi | /eqP vi]; last by exists i.
  by exists j; rewrite // -vi eq_sym.
have -> : 0 < \sum_(i < n) up n v i * v i.
  rewrite (bigD1 (Ordinal kn)) //= ltr_spaddl //.
    by rewrite /up e // -mulrA -expr2 mulr_gt0 // lt_def sqr_ge0 sqrf_eq0 vk.
  by apply: sumr_ge0 => i _; rewrite /up e // -mulrA -expr2 mulr_ge0 ?sqr_ge0 ?ltW.
by rewrite mulr1 subrr subr_ge0.
Qed.

Lemma leaves_ext (R : rcfType) n (P : (nat -> R) -> Prop) (f g : (nat -> R) -> R) :
  (forall v, P v -> f v = g v) -> (forall v, P v -> P (up n v) /\ P (dn n v)) ->
  forall L x, P x -> leaves n L f x = leaves n L g x.
Proof.
move=> same kept; elim=> [|L IH] x Px; first exact: same.
by have [Pu Pd] := kept x Px; rewrite !leavesS !IH.
Qed.

(* f scales with its row, as all sums over leaves then do *)
Definition scales (R : rcfType) n (S : R -> Prop) h (f : (nat -> R) -> R) :=
  forall c u v, S c -> (forall k, (k < n)%N -> u k = c * v k) -> f u = c ^+ h * f v.

Lemma scaled (R : rcfType) n (c : R) (u v : nat -> R) : 0 <= c -> (forall k, (k < n)%N -> u k = c * v k) ->
  forall k, (k < n)%N -> up n u k = c * up n v k /\ dn n u k = c * dn n v k.
Proof.
move=> c0 e k kn; have m : (\sum_(i < n) u i) / n%:R = c * ((\sum_(i < n) v i) / n%:R).
  by rewrite mulrA mulr_sumr; congr (_ / _); apply: eq_bigr => i _; exact: e.
by rewrite /up /dn m e // -mulrBr -!mulrA !maxr_pmulr // mulr0.
Qed.

Lemma scales_leaves (R : rcfType) n (S : R -> Prop) h (f : (nat -> R) -> R) L : (forall c, S c -> 0 <= c) ->
  scales n S h f -> scales n S h (leaves n L f).
Proof.
move=> pos sc; elim: L => [|L IH] c u v Sc e; first exact: sc.
have ch := scaled (pos c Sc) e; rewrite !leavesS mulrDr.
by congr (_ + _); apply: IH => // k kn; case: (ch k kn).
Qed.

Definition networks (R : rcfType) n q (w p : nat -> R) L (f : (nat -> R) -> R) (x : nat -> R) :=
  iter L (fun (g : (nat -> R) -> R) (v : nat -> R) => \sum_(i < q) (1 / 2%:R * (p i *
    (g (fun k => Num.max (w i * v k - (\sum_(j < n) (w i * v j)) / n%:R) 0) +
     g (fun k => Num.max (- w i * v k - (\sum_(j < n) (- w i * v j)) / n%:R) 0))))) f x.

Lemma networksS (R : rcfType) n q (w p : nat -> R) L (f : (nat -> R) -> R) x :
  networks n q w p L.+1 f x = \sum_(i < q) (1 / 2%:R * (p i *
    (networks n q w p L f (fun k => Num.max (w i * x k - (\sum_(j < n) (w i * x j)) / n%:R) 0) +
     networks n q w p L f (fun k => Num.max (- w i * x k - (\sum_(j < n) (- w i * x j)) / n%:R) 0)))).
Proof. by []. Qed.

(* a layer halves: w >= 0 leaves w T_+ v, and -w leaves w T_- v *)
Lemma networks_leaves (R : rcfType) n q (w p : nat -> R) (S : R -> Prop) h (f : (nat -> R) -> R) :
  (forall c, S c -> 0 <= c) -> scales n S h f -> (forall i, (i < q)%N -> S (w i)) ->
  \sum_(i < q) (p i * w i ^+ h) = 1 -> forall L x, networks n q w p L f x = leaves n L f x * (1 / 2%:R ^+ L).
Proof.
move=> pos sc Sw one; elim=> [|L IH] x; first by rewrite /= divr1 mulr1.
pose F v := leaves n L f v; have sF := scales_leaves L pos sc.
have half : 2%:R ^+ L.+1 = 2%:R * 2%:R ^+ L :> R by rewrite exprS.
rewrite leavesS half invfM mul1r mulrA -/(F (up n x)) -/(F (dn n x)).
transitivity (\sum_(i < q) (p i * w i ^+ h * ((F (up n x) + F (dn n x)) * (2%:R^-1 * (1 / 2%:R ^+ L))))).
  rewrite networksS; apply: eq_bigr => i _; have c0 := pos _ (Sw i (ltn_ord i)).
  rewrite !IH.
  have -> : leaves n L f (fun k => Num.max (w i * x k - (\sum_(j < n) (w i * x j)) / n%:R) 0) = w i ^+ h * F (up n x).
    apply: sF; first exact: Sw.
    by move=> k kn; rewrite /up -mulr_sumr -mulrA -mulrBr maxr_pmulr ?mulr0.
  have -> : leaves n L f (fun k => Num.max (- w i * x k - (\sum_(j < n) (- w i * x j)) / n%:R) 0) = w i ^+ h * F (dn n x).
    apply: sF; first exact: Sw.
    by move=> k kn; rewrite /dn -mulr_sumr -mulrA -mulrBr mulNr -mulrN -mulrN1 maxr_pmulr ?mulr0.
  rewrite mul1r; set a := F _; set b := F _; set c := w i ^+ h; ring.
by rewrite -mulr_suml one !mul1r mulrA.
Qed.
