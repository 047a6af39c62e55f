(* The normalised matrix is S G S, S the diagonal of the G_ii^(-1/2), and its mean length is 1. *)
Theorem proof : statement.
Proof.
by move=> R d G d2 sym pos no0; rewrite (mean_normalised d2 sym pos no0) divr1; exact: (det_normalised sym pos no0).
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d G d2 sym pos.
have gt0 (no0 : forall i, (i < d)%N -> G i i != 0) i (id : (i < d)%N) : 0 < G i i.
  by rewrite lt_def no0 // (length_ge0 sym pos).
split; first by move=> no0 i id j jd; case: (roots (gt0 no0 i id) (gt0 no0 j jd)).
split; first by move=> no0 i id j jd; case: (roots (gt0 no0 i id) (gt0 no0 j jd)).
split; first by move=> no0 i id; case: (roots (gt0 no0 i id) (gt0 no0 i id)).
split; first by move=> no0 i id; case: (roots (gt0 no0 i id) (gt0 no0 i id)).
split; first by move=> _; rewrite -lt0n; exact: ltn_trans d2.
split; first by move=> no0; rewrite (mean_normalised d2 sym pos no0) oner_eq0.
by move=> no0; exact: (prod_neq0 no0).
Qed.
