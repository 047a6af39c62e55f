(* scaling keeps the values of a row apart *)
Lemma kinds_scaled (R : rcfType) n (c : R) (u v : nat -> R) : 0 < c -> (forall k, (k < n)%N -> u k = c * v k) ->
  kinds n u = kinds n v.
Proof.
move=> c0 e; apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite !e //; congr (1 - _ * _%:R).
by rewrite (inj_eq (mulfI (lt0r_neq0 c0))).
Qed.

(* at a node: three values or more just where it is not stable *)
Lemma three_values (R : rcfType) n (v : nat -> R) : node n v ->
  (3%:R <= kinds n v)%R%:R =
  1 - (\prod_(j < n) \prod_(i < n) (up n v j * v i == up n v i * v j)%:R) * (0 < \sum_(i < n) up n v i * v i)%R%:R :> R.
Proof.
move=> Nv; move: (unstable_values Nv) => le; case: Nv => [vary pos [z zn v0]].
have n0 : (0 < n)%N by exact: leq_ltn_trans zn.
rewrite (products_of R n (fun j i => up n v j * v i == up n v i * v j)) in le *.
case: (boolP [forall j : 'I_n, _]) le => [par | _ le]; last first.
  rewrite mul0r subr0 in le *; suff -> : 3%:R <= kinds n v by [].
  by move: le; rewrite ler_subr_addr (_ : 1 + 2%:R = 3%:R) //; ring.
case: (boolP (0 < _)%R) => [s0 _ | _ le]; last first.
  rewrite mulr0 subr0 in le *; suff -> : 3%:R <= kinds n v by [].
  by move: le; rewrite ler_subr_addr (_ : 1 + 2%:R = 3%:R) //; ring.
rewrite mulr1 subrr; suff /negbTE -> : ~~ (3%:R <= kinds n v) by [].
have [|_ flat] := @stable_is R n v _ s0.
  by move=> i j hi hj; move/forallP: par => /(_ (Ordinal hi)) /forallP /(_ (Ordinal hj)) /eqP.
have [k kn vk] : exists2 k, (k < n)%N & v k != 0.
  move: vary => [i [j [hi hj ij]]]; case: (v i =P 0) => [vi | /eqP vi]; last by exists i.
  by exists j; rewrite // -vi eq_sym.
rewrite kinds_is ler_nat -ltnNge ltnS -[2%N]/(size [:: 0; v k]) uniq_leq_size ?undup_uniq // => y.
rewrite mem_undup !inE => /mapP [i]; rewrite mem_iota => /andP [_ hi] ->.
by have /eqP := flat i k hi kn; rewrite !mulf_eq0 (negbTE vk) orbF subr_eq0.
Qed.

Theorem proof : statement.
Proof.
move=> R n L q x w p n2 vary; case: L => // L _ w0 _ one; have n0 : (0 < n)%N by exact: leq_trans n2.
transitivity (leaves n L.+1 (fun v => (3%:R <= kinds n v)%R%:R) x * (1 / 2%:R ^+ L.+1)).
  have all (f : (nat -> R) -> R) : scales n (fun c => 0 < c) 0 f -> networks n q w p L.+1 f x = leaves n L.+1 f x * (1 / 2%:R ^+ L.+1).
    move=> sc; apply: (networks_leaves (S := fun c => 0 < c) _ sc w0) => [c /ltW //|].
    by rewrite -[RHS]one; apply: eq_bigr => i _; rewrite expr0 mulr1.
  by apply: all => c u v c0 e; rewrite expr0 mul1r -[X in 3%:R <= X]/(kinds n u) (kinds_scaled c0 e).
congr (_ * _); have [Nu Nd] := nodes n0 vary; rewrite [RHS]leavesS leavesS.
by congr (_ + _); apply: (leaves_ext (@three_values R n)) => // v [vv _ _]; exact: nodes.
Qed.
