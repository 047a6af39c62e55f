(* Of u and -u, u != 0, just one has a positive part that is 0. *)
Lemma one_of_two (R : rcfType) (u : R) : u != 0 ->
  (Num.max u 0 == 0)%:R + (Num.max (- u) 0 == 0)%:R = 1 :> R.
Proof.
move=> u0; case/orP: (le_total 0 u) => h.
  rewrite (max_l h) (negPf u0) (max_r (_ : - u <= 0)) ?oppr_le0 //.
  by rewrite eqxx add0r.
rewrite (max_r h) eqxx (max_l (_ : 0 <= - u)) ?oppr_ge0 //.
by rewrite oppr_eq0 (negPf u0) addr0.
Qed.

Theorem proof : statement.
Proof.
move=> R n a b x y n2 _ _ _ z0 _.
have n0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n; exact: leq_trans n2.
rewrite -mulr_suml; set s := \sum_(i < n) _ in z0 *.
rewrite -big_split /= (eq_bigr (fun=> 1)); last first.
  move=> i _; rewrite -[RHS](one_of_two (z0 i (ltn_ord i))).
  by congr (_ + (Num.max _ 0 == 0)%:R); ring.
rewrite sumr_const card_ord; field.
by rewrite n0.
Qed.
