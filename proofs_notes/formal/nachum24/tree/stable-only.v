Theorem proof : statement.
Proof.
move=> R n v n2 vary; set m := (\sum_(i < n) v i) / n%:R; pose p i := Num.max (v i - m) 0.
pose flat := [forall i : 'I_n, [forall j : 'I_n, v i * v j * (v i - v j) == 0]].
pose nonneg := [forall i : 'I_n, 0 <= v i].
have -> : \prod_(i < n) \prod_(j < n) (v i * v j * (v i - v j) == 0)%:R = flat%:R :> R.
  exact: (products_of R n (fun i j => v i * v j * (v i - v j) == 0)).
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
