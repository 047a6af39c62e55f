(* The normalised matrix is S G S, S the diagonal of the G_ii^(-1/2), and its mean length is 1. *)
Theorem proof : statement.
Proof.
by move=> R d G d2 sym pos no0; rewrite (mean_normalised d2 sym pos no0) divr1; exact: (det_normalised sym pos no0).
Qed.
