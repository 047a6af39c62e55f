Lemma all_places (n : nat) (P : nat -> bool) : [forall i : 'I_n, P i] -> forall i, (i < n)%N -> P i.
Proof. by move=> /forallP h i hi; exact: (h (Ordinal hi)). Qed.

Lemma product_of (R : rcfType) n (P : nat -> bool) : \prod_(i < n) (P i)%:R = [forall i : 'I_n, P i]%:R :> R.
Proof.
case: (boolP [forall i : 'I_n, P i]) => [/all_places h | /forallPn [i no]].
  by rewrite big1 // => i _; rewrite h.
by rewrite (bigD1 i) //= (negbTE no) mul0r.
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

Theorem proof : statement.
Proof.
move=> R n v n2 vary; set m := (\sum_(i < n) v i) / n%:R; pose p i := Num.max (v i - m) 0.
pose flat := [forall i : 'I_n, [forall j : 'I_n, v i * v j * (v i - v j) == 0]].
pose nonneg := [forall i : 'I_n, 0 <= v i].
have -> : \prod_(i < n) \prod_(j < n) (v i * v j * (v i - v j) == 0)%:R = flat%:R :> R.
  rewrite -(product_of R n (fun i => [forall j : 'I_n, v i * v j * (v i - v j) == 0])); apply: eq_bigr => i _.
  exact: (product_of R n (fun j => v i * v j * (v i - v j) == 0)).
rewrite (product_of R n (fun j => 0 <= v j)) -/nonneg.
have flatP : flat -> forall i j, (i < n)%N -> (j < n)%N -> v i * v j * (v i - v j) = 0.
  by move=> h i j hi hj; move/forallP: h => /(_ (Ordinal hi)) /forallP /(_ (Ordinal hj)) /eqP.
case: (boolP (flat && nonneg)) => [/andP [f g] | no].
  left; rewrite f g subrr; split=> //.
  have [c c0 e] : exists2 c, 0 < c & forall i, (i < n)%N -> Num.max (v i - m) 0 = c * v i.
    exact: is_stable vary (all_places g) (flatP f).
  split=> [i hi j hj |]; first by rewrite !e //; ring.
  have [k kn vk] : exists2 k, (k < n)%N & v k != 0.
    move: vary => [i [j [hi hj ij]]]; case: (v i =P 0) => [vi | /eqP vi]; last by exists i.
    by exists j; rewrite // -vi eq_sym.
  have sq i : (i < n)%N -> 0 <= p i * v i by move=> hi; rewrite /p e // -mulrA -expr2 mulr_ge0 ?sqr_ge0 ?(ltW c0).
  rewrite (bigD1 (Ordinal kn)) //= ltr_spaddl //; last by apply: sumr_ge0 => i _; exact: sq.
  by rewrite e // -mulrA -expr2 mulr_gt0 // lt_def sqr_ge0 sqrf_eq0 vk.
right; split; last first.
  by move: no; rewrite negb_and => /orP [] /negbTE ->; [left | right]; rewrite subr0 oner_eq0.
case: (boolP [forall i : 'I_n, [forall j : 'I_n, p i * v j == p j * v i]]) => [par | /forallPn [i /forallPn [j ij]]].
  right; rewrite leNgt; apply: contra no => pos.
  have [|f g] := @stable_is R n v _ pos.
    by move=> i j hi hj; move/forallP: par => /(_ (Ordinal hi)) /forallP /(_ (Ordinal hj)) /eqP.
  apply/andP; split; first by apply/forallP => i; apply/forallP => j; apply/eqP/g.
  by apply/forallP => i; exact: f.
by left; exists i => //; exists j.
Qed.
