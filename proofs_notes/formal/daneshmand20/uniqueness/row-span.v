(* Every row of every layer is a multiple of v: of the one before, with the weights; and so is the next. *)
Lemma on_line (R : rcfType) d d' (W V : nat -> nat -> R) (s v r : nat -> R) i :
  exists g, forall l, (s i * v l + \sum_(b < d) (W i b * (s b * v l))) / r i +
    \sum_(a < d') (V i a * ((s a * v l + \sum_(b < d) (W a b * (s b * v l))) / r a)) = g * v l.
Proof.
pose c a := s a + \sum_(b < d) (W a b * s b).
have multiple a l : s a * v l + \sum_(b < d) (W a b * (s b * v l)) = c a * v l.
  by rewrite /c mulrDl mulr_suml; congr (_ + _); apply: eq_bigr => b _; rewrite mulrA.
exists (c i / r i + \sum_(b < d') (V i b * (c b / r b))) => l.
rewrite multiple mulrDl mulr_suml mulrAC; congr (_ + _); apply: eq_bigr => b _.
by rewrite multiple -!mulrA; congr (_ * (_ * _)); rewrite mulrC.
Qed.

Lemma length_neq0 (R : rcfType) n (x : nat -> R) : (1 < n)%N -> (exists2 j, (j < n)%N & x j != 0) ->
  Num.sqrt ((\sum_(j < n) (x j * x j)) / n%:R) != 0.
Proof. by move=> n2 /squares p; rewrite gt_eqF // sqrtr_gt0 divr_gt0 // ltr0n; exact: leq_trans n2. Qed.

Lemma length_ge0 (R : rcfType) n (x : nat -> R) : 0 <= (\sum_(j < n) (x j * x j)) / n%:R.
Proof. by rewrite divr_ge0 ?ler0n // sumr_ge0 // => j _; rewrite -expr2 sqr_ge0. Qed.

Theorem proof : statement.
Proof.
move=> R d d' ds n i j k W V s v d2 d'2 ds2 signs n2.
pose z a l := s a * v l + \sum_(b < d) (W a b * (s b * v l)).
pose r a := Num.sqrt ((\sum_(l < n) (z a l * z a l)) / n%:R).
pose y l := z i l / r i + \sum_(b < d') (V i b * (z b l / r b)).
split; first by move=> _ _ hi _ _ _ rows /eqP; rewrite (gt_eqF (squares (rows i hi))).
split; first by move=> _ _ _ _ _ _ _ _ hy /eqP; rewrite (gt_eqF (squares hy)).
move=> _ _ _ _ _ vk _ _ hy _; have [g next] : exists g, forall l, y l = g * v l := on_line d d' W V s v r i.
have g0 : g != 0 by case: hy => l _; rewrite -/(y l) next mulf_eq0 negb_or => /andP [].
have t0 := length_neq0 n2 hy; set t := Num.sqrt _ in t0.
transitivity (y j / t / (y k / t)); first by [].
by rewrite !next; field; rewrite vk g0 t0.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d d' ds n i j k W V s v d2 d'2 ds2 signs n2.
pose z a l := s a * v l + \sum_(b < d) (W a b * (s b * v l)).
pose r a := Num.sqrt ((\sum_(l < n) (z a l * z a l)) / n%:R).
pose y l := z i l / r i + \sum_(b < d') (V i b * (z b l / r b)).
split; first by move=> *; rewrite -lt0n; exact: leq_trans n2.
split; first by move=> *; exact: (length_ge0 n (z i)).
split; first by move=> _ _ hi _ _ _ rows _ _ _; exact: (length_neq0 n2 (rows i hi)).
split; first by move=> _ _ _ _ _ _ _ _ _ _ b _; exact: (length_ge0 n (z b)).
split; first by move=> _ e _ _ _ _ rows _ _ _ b hb; apply: (length_neq0 n2 (rows b _)); rewrite -e.
split; first by move=> *; exact: (length_ge0 n y).
split; first by move=> _ _ _ _ _ _ _ _ hy _; exact: (length_neq0 n2 hy).
split; last by move=> _ _ _ _ _ vk.
move=> _ _ _ _ _ vk _ _ hy _; have [g next] : exists g, forall l, y l = g * v l := on_line d d' W V s v r i.
have g0 : g != 0 by case: hy => l _; rewrite -/(y l) next mulf_eq0 negb_or => /andP [].
have t0 := length_neq0 n2 hy; set t := Num.sqrt _ in t0; change (y k / t != 0).
by rewrite next; apply: mulf_neq0; [exact: mulf_neq0 | rewrite invr_eq0].
Qed.
