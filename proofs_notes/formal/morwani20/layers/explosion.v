Theorem proof : statement.
Proof.
move=> R d n t A y w v _ pos gpos tpos; have [n0 _ _] := @spread R n (centred n (row d A w)) pos.
have squares m (F G : nat -> R) : 0 < \sum_(i < m) (F i * F i) -> (forall i, (i < m)%N -> G i = t * F i) ->
    (\sum_(i < m) (G i * G i)) / (\sum_(i < m) (F i * F i)) = t * t.
  move=> ne same; rewrite (eq_bigr (fun i : 'I_m => (t * t) * (F i * F i))) => [|i _]; last by rewrite same; [ring|exact: ltn_ord].
  by rewrite -mulr_sumr mulfK ?lt0r_neq0.
have sq m (F : nat -> R) i : (i < m)%N -> F i != 0 -> 0 < \sum_(j < m) (F j * F j).
  move=> lt ne; rewrite (bigD1 (Ordinal lt)) //=; apply: ltr_paddr; last by rewrite -expr2 exprn_even_gt0.
  by apply: sumr_ge0 => j _; rewrite -expr2 sqr_ge0.
have some m (F : nat -> R) : \sum_(i < m) F i != 0 -> exists2 i, (i < m)%N & F i != 0.
  move=> ne; case: (pickP (fun i : 'I_m => F i != 0)) => [i ni|none]; first by exists i.
  by move: ne; rewrite big1 ?eqxx // => i _; apply/eqP; move: (none i) => /negbFE.
pose X := row d A w; pose g k := \sum_(i < n) (A k i * y i).
have [k kd gk] : exists2 k, (k < d)%N & g k != 0.
  have [k kd ne] := some d (fun k => g k / n%:R * (g k / n%:R)) (lt0r_neq0 gpos); exists k => //.
  by apply: contraNneq ne => ->; rewrite !mul0r.
have [j jn yj] : exists2 j, (j < n)%N & y j != 0.
  by have [j jn ne] := some n (fun i => A k i * y i) gk; exists j => //; apply: contraNneq ne => ->; rewrite mulr0.
have [i iN ci] := some n (fun i => centred n X i * centred n X i) (lt0r_neq0 pos).
have [i' iN' xi] : exists2 i, (i < n)%N & X i != 0.
  case: (boolP [forall i : 'I_n, X i == 0]) => [/forallP zero|/forallPn [i' ne]]; last by exists i'.
  case/negP: ci; have e m : (m < n)%N -> X m = 0 by move=> lt; apply/eqP; exact: (zero (Ordinal lt)).
  have mean : \sum_(j < n) X j = 0 by rewrite big1 // => m _; exact: e.
  by rewrite still // e // mul0r.
have [l ld wl] : exists2 l, (l < d)%N & w l != 0.
  by have [l ld ne] := some d (fun l => w l * A l i') xi; exists l => //; apply: contraNneq ne => ->; rewrite mul0r.
have row_pos : 0 < \sum_(i < n) (X i * X i) by apply: (sq n X i').
have y_pos : 0 < \sum_(i < n) (y i * y i) by apply: (sq n y j).
have w_pos : 0 < \sum_(l < d) (w l * w l) by apply: (sq d w l).
have g_pos : 0 < \sum_(k < d) (g k * g k) by apply: (sq d g k).
have input (z : nat -> R) a b : (a < d)%N -> (b < n)%N ->
    \sum_(i_1 < n) ((\sum_(i_0 < d) (((i_0 == a :> nat)%:R * (i_1 == b :> nat)%:R) * z i_0)) * y i_1) = z a * y b.
  move=> ad bn; rewrite -(@pick R n (fun i => z a * y i) b bn); apply: eq_bigr => m _.
  by rewrite pick2 //; ring.
have all_inputs (z : nat -> R) : \sum_(a < d) \sum_(b < n) ((\sum_(i_1 < n) ((\sum_(i_0 < d) (((i_0 == a :> nat)%:R * (i_1 == b :> nat)%:R) * z i_0)) * y i_1))
    * (\sum_(i_1 < n) ((\sum_(i_0 < d) (((i_0 == a :> nat)%:R * (i_1 == b :> nat)%:R) * z i_0)) * y i_1)))
    = (\sum_(a < d) (z a * z a)) * \sum_(b < n) (y b * y b).
  rewrite mulr_suml; apply: eq_bigr => a _; rewrite mulr_sumr; apply: eq_bigr => b _.
  by rewrite input //; ring.
split; [|split].
- apply: (squares n X (fun i => \sum_(k < d) (t * w k * A k i))) => // m _.
  by rewrite /X /row mulr_sumr; apply: eq_bigr => l' _; rewrite mulrA.
- rewrite (all_inputs w) (all_inputs (fun l => t * w l)) -mulf_div divff ?lt0r_neq0 // mulr1.
  exact: (squares d w (fun l => t * w l)).
pose by_w (B : nat -> nat -> R) k := \sum_(i_1 < n) ((\sum_(i_0 < d) ((i_0 == k :> nat)%:R * B i_0 i_1)) * y i_1).
have by_wE (B : nat -> nat -> R) k' : (k' < d)%N -> by_w B k' = \sum_(i < n) (B k' i * y i).
  by move=> lt; apply: eq_bigr => m _; rewrite (@pick R d (fun l => B l m) k').
apply: (squares d (by_w A) (by_w (fun l i => t * A l i))) => [|m md].
  by rewrite (eq_bigr (fun k : 'I_d => g k * g k)) // => m _; rewrite by_wE.
by rewrite !by_wE // mulr_sumr; apply: eq_bigr => m' _; rewrite mulrA.
Qed.
