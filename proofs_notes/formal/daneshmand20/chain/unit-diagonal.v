(* Each row over the root of its mean square has the mean square 1. *)
Theorem proof : statement.
Proof.
move=> R d N i Z d1 N1; split=> [i_d rows /eqP | i_d rows _].
  by rewrite (gt_eqF (squares (rows i i_d))).
have unit j : (j < d)%N -> _ := fun h => unit_square N1 (squares (rows j h)).
split; first exact: unit.
rewrite (eq_bigr (fun _ => 1)); first by rewrite sumr_const card_ord.
by move=> j _; exact: unit.
Qed.
