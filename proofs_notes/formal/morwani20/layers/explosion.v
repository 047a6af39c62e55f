Lemma sq (R : rcfType) m (F : nat -> R) i : (i < m)%N -> F i != 0 -> 0 < \sum_(j < m) (F j * F j).
Proof.
move=> lt ne; rewrite (bigD1 (Ordinal lt)) //=; apply: ltr_paddr; last by rewrite -expr2 exprn_even_gt0.
by apply: sumr_ge0 => j _; rewrite -expr2 sqr_ge0.
Qed.

Lemma some (R : rcfType) m (F : nat -> R) : \sum_(i < m) F i != 0 -> exists2 i, (i < m)%N & F i != 0.
Proof.
move=> ne; case: (pickP (fun i : 'I_m => F i != 0)) => [i ni|none]; first by exists i.
by move: ne; rewrite big1 ?eqxx // => i _; apply/eqP; move: (none i) => /negbFE.
Qed.

(* Weights, labels and their products with data are not 0. *)
Lemma not_zero (R : rcfType) d n (A : nat -> nat -> R) (y w : nat -> R) (X := row d A w)
  (g := fun k => \sum_(i < n) (A k i * y i)) :
  0 < \sum_(i < n) (centred n X i * centred n X i) -> 0 < \sum_(k < d) ((g k / n%:R) * (g k / n%:R)) ->
  [/\ 0 < \sum_(i < n) (X i * X i), 0 < \sum_(i < n) (y i * y i), 0 < \sum_(l < d) (w l * w l) & 0 < \sum_(k < d) (g k * g k)].
Proof.
move=> pos gpos.
have [k kd gk] : exists2 k, (k < d)%N & g k != 0.
  have [k kd ne] := @some R _ (fun k => g k / n%:R * (g k / n%:R)) (lt0r_neq0 gpos); exists k => //.
  by apply: contraNneq ne => ->; rewrite !mul0r.
have [j jn yj] : exists2 j, (j < n)%N & y j != 0.
  by have [j jn ne] := @some R _ (fun i => A k i * y i) gk; exists j => //; apply: contraNneq ne => ->; rewrite mulr0.
have [i iN ci] := @some R _ (fun i => centred n X i * centred n X i) (lt0r_neq0 pos).
have [i' iN' xi] : exists2 i, (i < n)%N & X i != 0.
  case: (boolP [forall i : 'I_n, X i == 0]) => [/forallP zero|/forallPn [i' ne]]; last by exists i'.
  case/negP: ci; have e m : (m < n)%N -> X m = 0 by move=> lt; apply/eqP; exact: (zero (Ordinal lt)).
  have mean : \sum_(j < n) X j = 0 by rewrite big1 // => m _; exact: e.
  by rewrite still // e // mul0r.
have [l ld wl] : exists2 l, (l < d)%N & w l != 0.
  by have [l ld ne] := @some R _ (fun l => w l * A l i') xi; exists l => //; apply: contraNneq ne => ->; rewrite mul0r.
by split; [apply: (@sq R n X i') | apply: (@sq R n y j) | apply: (@sq R d w l) | apply: (@sq R d g k)].
Qed.

Lemma input (R : rcfType) d n a b (y z : nat -> R) : (a < d)%N -> (b < n)%N ->
  \sum_(i_1 < n) ((\sum_(i_0 < d) (((i_0 == a :> nat)%:R * (i_1 == b :> nat)%:R) * z i_0)) * y i_1) = z a * y b.
Proof.
move=> ad bn; rewrite -(@pick R n (fun i => z a * y i) b bn); apply: eq_bigr => m _.
by rewrite pick2 //; ring.
Qed.

Lemma all_inputs (R : rcfType) d n (y z : nat -> R) :
  \sum_(a < d) \sum_(b < n) ((\sum_(i_1 < n) ((\sum_(i_0 < d) (((i_0 == a :> nat)%:R * (i_1 == b :> nat)%:R) * z i_0)) * y i_1))
    * (\sum_(i_1 < n) ((\sum_(i_0 < d) (((i_0 == a :> nat)%:R * (i_1 == b :> nat)%:R) * z i_0)) * y i_1)))
  = (\sum_(a < d) (z a * z a)) * \sum_(b < n) (y b * y b).
Proof.
rewrite mulr_suml; apply: eq_bigr => a _; rewrite mulr_sumr; apply: eq_bigr => b _.
by rewrite input //; ring.
Qed.

Lemma by_row (R : rcfType) d n k (A : nat -> nat -> R) (y : nat -> R) : (k < d)%N ->
  \sum_(i_1 < n) ((\sum_(i_0 < d) ((i_0 == k :> nat)%:R * A i_0 i_1)) * y i_1) = \sum_(i < n) (A k i * y i).
Proof. by move=> lt; apply: eq_bigr => m _; rewrite (@pick R d (fun l => A l m) k). Qed.

Theorem proof : statement.
Proof.
move=> R d n t A y w v _ pos gpos tpos; have [row_pos y_pos w_pos g_pos] := not_zero pos gpos.
have squares m (F G : nat -> R) : 0 < \sum_(i < m) (F i * F i) -> (forall i, (i < m)%N -> G i = t * F i) ->
    (\sum_(i < m) (G i * G i)) / (\sum_(i < m) (F i * F i)) = t * t.
  move=> ne same; rewrite (eq_bigr (fun i : 'I_m => (t * t) * (F i * F i))) => [|i _]; last by rewrite same; [ring|exact: ltn_ord].
  by rewrite -mulr_sumr mulfK ?lt0r_neq0.
pose X := row d A w; pose g k := \sum_(i < n) (A k i * y i).
split; [|split].
- apply: (squares n X (fun i => \sum_(k < d) (t * w k * A k i))) => // m _.
  by rewrite /X /row mulr_sumr; apply: eq_bigr => l' _; rewrite mulrA.
- rewrite (all_inputs d n y w) (all_inputs d n y (fun l => t * w l)) -mulf_div divff ?lt0r_neq0 // mulr1.
  exact: (squares d w (fun l => t * w l)).
pose by_w (B : nat -> nat -> R) k := \sum_(i_1 < n) ((\sum_(i_0 < d) ((i_0 == k :> nat)%:R * B i_0 i_1)) * y i_1).
apply: (squares d (by_w A) (by_w (fun l i => t * A l i))) => [|m md].
  by rewrite (eq_bigr (fun k : 'I_d => g k * g k)) // => m _; rewrite /by_w by_row.
rewrite /by_w (@by_row R d n m (fun l i => t * A l i) y md) (@by_row R d n m A y md) mulr_sumr.
by apply: eq_bigr => m' _; rewrite mulrA.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d n t A y w v _ pos gpos tpos; have [row_pos y_pos w_pos g_pos] := not_zero pos gpos.
split; first by rewrite all_inputs mulf_neq0 // lt0r_neq0.
split; apply: lt0r_neq0; first exact: row_pos.
by rewrite (eq_bigr (fun k : 'I_d => (\sum_(i < n) (A k i * y i)) * (\sum_(i < n) (A k i * y i)))) // => k _; rewrite by_row.
Qed.
