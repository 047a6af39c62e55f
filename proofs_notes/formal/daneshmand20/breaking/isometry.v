(* The factors of the two rows, which are positive, cancel. *)
Lemma both_positive (R : rcfType) (x y : R) : 0 < x -> 0 < y -> 0 < x * x + y * y.
Proof. by move=> hx hy; rewrite addr_gt0 ?mulr_gt0. Qed.

Lemma norm (R : rcfType) (x y : R) : 0 < x -> 0 < y -> Num.sqrt ((1 / 2%:R) * (x * x + y * y)) != 0.
Proof. by move=> hx hy; rewrite lt0r_neq0 // sqrtr_gt0 mulr_gt0 ?both_positive // divr_gt0 ?ltr01 ?ltr0n. Qed.

Theorem proof : statement.
Proof.
move=> R x1 x2 y1 y2 hx1 hx2 hy1 hy2.
have [a b] := (norm hx1 hy1, norm hx2 hy2).
split; first by move=> h; have := both_positive hx1 hy1; rewrite h ltxx.
split; first by move=> _ h; have := both_positive hx2 hy2; rewrite h ltxx.
move=> _ _; field.
by rewrite (lt0r_neq0 hy1) (lt0r_neq0 hx2) a b.
Qed.
