(* Every row of every layer is a multiple of v: of the one before, with the weights; and so is the next. *)
Theorem proof : statement.
Proof.
move=> R d d' ds n i j k W V s v d2 d'2 ds2 signs n2.
pose z a l := s a * v l + \sum_(b < d) (W a b * (s b * v l)).
pose r a := Num.sqrt ((\sum_(l < n) (z a l * z a l)) / n%:R).
pose y l := z i l / r i + \sum_(b < d') (V i b * (z b l / r b)).
split; first by move=> _ _ hi _ _ _ rows /eqP; rewrite (gt_eqF (squares (rows i hi))).
split; first by move=> _ _ _ _ _ _ _ _ hy /eqP; rewrite (gt_eqF (squares hy)).
move=> _ _ _ _ _ vk _ _ hy _.
pose c a := s a + \sum_(b < d) (W a b * s b).
have multiple a l : z a l = c a * v l.
  by rewrite /z /c mulrDl mulr_suml; congr (_ + _); apply: eq_bigr => b _; rewrite mulrA.
pose g := c i / r i + \sum_(b < d') (V i b * (c b / r b)).
have next l : y l = g * v l.
  rewrite /y /g mulrDl mulr_suml multiple mulrAC; congr (_ + _); apply: eq_bigr => b _.
  by rewrite multiple -!mulrA; congr (_ * (_ * _)); rewrite mulrC.
have g0 : g != 0 by case: hy => l _; rewrite -/(y l) next mulf_eq0 negb_or => /andP [].
pose t := Num.sqrt ((\sum_(l < n) (y l * y l)) / n%:R).
have t0 : t != 0.
  by rewrite gt_eqF // sqrtr_gt0 divr_gt0 ?(squares hy) // ltr0n; exact: leq_trans n2.
transitivity (y j / t / (y k / t)); first by [].
by rewrite !next; field; rewrite vk g0 t0.
Qed.
