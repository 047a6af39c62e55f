Lemma but_one (R : rcfType) n (f : nat -> R) a : (a < n)%N -> (forall i, (i < n)%N -> 0 <= f i) ->
  (\sum_(i < n) f i = f a) <-> (forall i, (i < n)%N -> i != a -> f i = 0).
Proof.
move=> an f0; rewrite (bigD1 (Ordinal an)) //=; split=> [/eqP | none].
  rewrite -subr_eq0 addrAC subrr add0r => /eqP zero i hi ne.
  have pos (j : 'I_n) : j != Ordinal an -> 0 <= f j by move=> _; exact: f0.
  by have := psumr_eq0P pos zero => /(_ (Ordinal hi) ne).
by rewrite big1 ?addr0 // => j ne; exact: none.
Qed.

(* A row with its extremes apart: all but the least are at the greatest. *)
Definition apart (R : rcfType) n a b (x : nat -> R) := forall i, (i < n)%N -> i != a -> x i = x b.

Lemma count_apart (R : rcfType) n a b (x : nat -> R) : (a < n)%N -> x a != x b ->
  \sum_(i < n) (x i == x b)%:R = n%:R - 1 :> R <-> apart n a b x.
Proof.
move=> an ab; have e : \sum_(i < n) (x i == x b)%:R = n%:R - \sum_(i < n) (x i != x b)%:R :> R.
  rewrite -[n in n%:R](card_ord n) -sumr_const -sumrB; apply: eq_bigr => i _.
  by case: (x i == x b); rewrite ?subr0 ?subrr.
have [h g] := @but_one R n (fun i => (x i != x b)%:R) a an (fun i _ => ler0n _ _).
rewrite /= ab in h g; rewrite e; split=> [/(addrI _) /oppr_inj /h all i hi ne | all].
  by have /eqP := all i hi ne; rewrite pnatr_eq0 eqb0 negbK => /eqP.
by rewrite g // => i hi ne; rewrite all // eqxx.
Qed.

Lemma lone_apart (R : rcfType) n a b (x : nat -> R) : (a < n)%N -> x a != x b -> apart n a b x ->
  \sum_(i < n) (x i == x a)%:R = 1 :> R.
Proof.
move=> an ab all; have [_ g] := @but_one R n (fun i => (x i == x a)%:R) a an (fun i _ => ler0n _ _).
by rewrite g /= ?eqxx // => i hi ne; rewrite all // eq_sym (negbTE ab).
Qed.

Lemma kinds_apart (R : rcfType) n a b (x : nat -> R) : (a < n)%N -> (b < n)%N -> x a != x b -> apart n a b x ->
  kinds n x = 2%:R.
Proof.
move=> an bn ab all; rewrite kinds_is (@same_kinds _ _ [:: x a; x b]) /= ?inE ?(negbTE ab) // => y.
rewrite !inE; apply/mapP/orP => [[i] | [] /eqP ->]; last 2 first.
- by exists a; rewrite ?mem_iota.
- by exists b; rewrite ?mem_iota.
rewrite mem_iota => /andP [_ hi] ->; case: (i =P a) => [-> | /eqP ne]; first by left.
by right; rewrite all.
Qed.

(* two values, one of them once *)
Lemma apart_kinds (R : rcfType) n a b (x : nat -> R) : (a < n)%N -> (b < n)%N -> x a != x b -> kinds n x = 2%:R ->
  \sum_(i < n) (x i == x a)%:R = 1 :> R -> apart n a b x.
Proof.
move=> an bn ab two one i hi ne; apply/eqP; case: (x i =P x b) => // /eqP ib.
have [h _] := @but_one R n (fun i => (x i == x a)%:R) a an (fun i _ => ler0n _ _).
rewrite /= eqxx in h; have ia : x i != x a by have /eqP := h one i hi ne; rewrite pnatr_eq0 eqb0.
by have := three_kinds hi an bn ia ib ab; rewrite two ler_nat.
Qed.

Lemma sharp (R : rcfType) n o p (x : nat -> R) : (o < n)%N -> (p < n)%N -> between n o p x ->
  by_halves n o p x = (x p - x o) * (x p - x o) <-> apart n o p x \/ apart n p o x.
Proof.
move=> o_n p_n ends; have n0 : 0 < n%:R :> R by rewrite ltr0n; exact: leq_ltn_trans o_n.
have [_ uo upE dnE dp] := halves_lengths o_n p_n ends; rewrite /by_halves uo upE dnE dp; set m := (\sum_(i < n) x i) / n%:R in upE dnE *.
have total c : \sum_(j < n) (x j - c) = n%:R * (m - c).
  rewrite sumrB sumr_const card_ord -[c *+ n]mulr_natl mulrBr; congr (_ - _).
  by rewrite /m mulrC divfK // gt_eqF.
have high : \sum_(j < n) (x p - x j) = n%:R * (x p - m).
  by rewrite -[x p - m]opprB mulrN -total -sumrN; apply: eq_bigr => j _; rewrite opprB.
have A : n%:R * (x p - m) = x p - x o <-> apart n o p x.
  have [|h g] := @but_one R n (fun j => x p - x j) o o_n; first by move=> j jn; rewrite subr_ge0; case: (ends j jn).
  rewrite -high; split=> [/h all i hi ne | all]; first by apply/eqP; rewrite eq_sym -subr_eq0; apply/eqP/all.
  by apply: g => i hi ne; rewrite all // subrr.
have B : n%:R * (m - x o) = x p - x o <-> apart n p o x.
  have [|h g] := @but_one R n (fun j => x j - x o) p p_n; first by move=> j jn; rewrite subr_ge0; case: (ends j jn).
  rewrite -total; split=> [/h all i hi ne | all]; first by apply/eqP; rewrite -subr_eq0; apply/eqP/all.
  by apply: g => i hi ne; rewrite all // subrr.
set N : R := n%:R in n0 A B *; set l := x p - x o in A B *; set k := (N + - 1) * (N + - 1) + 1.
have k0 : 0 < k by rewrite /k ltr_spaddr ?ltr01 // -expr2 sqr_ge0.
have e : (N * (x p - m) - l) * (N * (m - x o) - l) * 2%:R =
    k * (l * l - ((x p - m - 0) * (x p - m - 0) + (0 - (m - x o)) * (0 - (m - x o))) * (N * N / k)).
  by rewrite /k /l; field; rewrite gt_eqF.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
split=> [eq | which].
  move: e; rewrite eq subrr mulr0 => /eqP; rewrite !mulf_eq0 (negbTE two) orbF !subr_eq0.
  by case/orP => /eqP h; [left; apply/A | right; apply/B].
apply/esym/eqP; rewrite -subr_eq0; have : k * (l * l - ((x p - m - 0) * (x p - m - 0) + (0 - (m - x o)) * (0 - (m - x o))) * (N * N / k)) == 0.
  by rewrite -e; case: which => h; [rewrite (A.2 h) | rewrite (B.2 h)]; rewrite subrr ?mul0r ?mulr0 ?mul0r.
by rewrite mulf_eq0 gt_eqF.
Qed.

Theorem proof : statement.
Proof.
move=> R n o p L x n3 vary; case: L => // L _.
pose c := carried n o p L.+1 x; pose B := by_halves n o p x; pose l := (x p - x o) * (x p - x o).
pose most := Num.max (\sum_(i < n) (x i == x o)%:R) (\sum_(i < n) (x i == x p)%:R) : R.
suff all : (o < n)%N -> (p < n)%N -> between n o p x -> [/\ c <= B, c = l <-> most = - 1 + n%:R & B = l <-> most = - 1 + n%:R].
  split=> o_n p_n ends; have [cB cl Bl] := all o_n p_n ends.
    by move=> lt; have := lt_le_trans lt cB; rewrite ltxx.
  move=> _; case: (most =P - 1 + n%:R) => h; split.
  - by left; split=> //; apply/cl.
  - by left; split=> //; apply/Bl.
  - by right; split; apply/eqP => // e; apply: h; apply/cl.
  - by right; split; apply/eqP => // e; apply: h; apply/Bl.
move=> o_n p_n ends; have op : x o != x p.
  move: vary => [i [j [hi hj ij]]]; apply: contra_neq ij => e.
  have same k : (k < n)%N -> x k = x p by move=> kn; apply/eqP; rewrite eq_le -{2}e; case: (ends k kn) => a b; rewrite a b.
  by rewrite !same.
have po : x p != x o by rewrite eq_sym.
have BE : B = by_halves n o p x by [].
have cE : c = carried n o p L.+1 x by [].
have [_ _ Ble] := halves_both o_n p_n (or_introl ends); rewrite -BE -/l in Ble.
have Bl := sharp o_n p_n ends; rewrite -BE -/l in Bl.
have l0 : 0 <= l by rewrite /l -expr2 sqr_ge0.
have cl : apart n o p x \/ apart n p o x -> c = l.
  have n1 : n%:R - 1 == 1 :> R = false.
    by rewrite subr_eq -[1 + 1]/(2%:R) eqr_nat; case: (n) n3 => [|[|[|]]].
  rewrite cE carriedS /own; case=> h.
    rewrite (kinds_apart o_n p_n op h) eqxx subrr !mul0r addr0 mul1r (lone_apart o_n op h) eqxx.
    by rewrite ((count_apart o_n op).2 h) n1 addr0 mul1r.
  rewrite (kinds_apart p_n o_n po h) eqxx subrr !mul0r addr0 mul1r (lone_apart p_n po h) eqxx.
  by rewrite ((count_apart p_n po).2 h) n1 add0r mul1r.
have cB : c <= B.
  have [_ _ cle] := halves_both o_n p_n (or_introl ends); rewrite cE carriedS /own.
  have [bu bd _] := halves_both o_n p_n (or_introl ends).
  case: (kinds n x =P 2%:R) => two; last first.
    rewrite !mul0r add0r subr0 mul1r BE /by_halves ler_wpmul2r ?growth_ge0 //.
    by apply: ler_add; apply: carried_le.
  rewrite subrr !mul0r addr0 mul1r.
  have [h|h] : (apart n o p x \/ apart n p o x) \/ (\sum_(i < n) (x i == x o)%:R == 1 :> R)%:R + (\sum_(i < n) (x i == x p)%:R == 1 :> R)%:R = 0 :> R.
    case: eqP => [one|_]; first by left; left; exact: apart_kinds two one.
    case: eqP => [one|_]; last by right; rewrite addr0.
    by left; right; apply: (apart_kinds p_n o_n po two one).
    by rewrite (Bl.2 h) -(cl h) cE carriedS /own two eqxx subrr !mul0r addr0 mul1r lexx.
  by rewrite h mul0r BE /by_halves mulr_ge0 ?growth_ge0 // addr_ge0 // -expr2 sqr_ge0.
have ap : most = - 1 + n%:R <-> apart n o p x \/ apart n p o x.
  rewrite [- 1 + _]addrC; have [h1 g1] := count_apart o_n op; have [h2 g2] := count_apart p_n po.
  have le : 1 <= n%:R - 1 :> R by rewrite ler_subr_addr -[1 + 1]/(2%:R) ler_nat; case: (n) n3 => [|[|[|]]].
  split=> [| []] e.
  - by move: e; rewrite /most maxEle; case: ifP => _ e; [left; apply: h1 | right; apply: h2].
  - by rewrite /most (g1 e) (lone_apart o_n op e) max_r.
  - by rewrite /most (g2 e) (lone_apart p_n po e) max_l.
split=> //; split=> [e | /ap which].
- by apply/ap/Bl/eqP; rewrite eq_le Ble -e cB.
- exact: cl.
- exact/ap/Bl.
- exact/Bl.
Qed.
