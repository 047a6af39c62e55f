(* Lagrange's identity, over the squared factors of the rows. *)
Lemma factor (R : rcfType) (n : nat) (A : R) :
  0 < A -> (0 < n)%N -> exists2 s : R, Num.sqrt ((1 / n%:R) * A) = s & s != 0 /\ A = n%:R * (s * s).
Proof.
move=> hA hn; have h : 0 < n%:R :> R by rewrite ltr0n.
have p : 0 < 1 / n%:R * A by rewrite mulr_gt0 ?divr_gt0 ?ltr01.
exists (Num.sqrt (1 / n%:R * A)) => //; split; first by rewrite lt0r_neq0 ?sqrtr_gt0.
by rewrite -expr2 sqr_sqrtr ?ltW //; field; exact: lt0r_neq0.
Qed.

Lemma more (R : rcfType) (x y z : R) : 0 < x * x + y * y -> 0 < x * x + y * y + z * z.
Proof. by move=> h; rewrite ltr_paddr // -expr2 sqr_ge0. Qed.

Theorem proof : statement.
Proof.
move=> R a1 a2 a3 b1 b2 b3.
have no (x : R) : 0 < x -> x = 0 -> False by move=> h e; rewrite e ltxx in h.
split; first by move=> h _; exact: no.
split; first by move=> _ h _; exact: no.
split; first by move=> h _ _ _; apply: no; exact: more.
split; first by move=> _ h _ _ _; apply: no; exact: more.
move=> ha hb _ _ _ _.
have [s -> [s0 es]] := factor ha (isT : (0 < 2)%N).
have [t -> [t0 et]] := factor hb (isT : (0 < 2)%N).
have [u -> [u0 eu]] := factor (more a3 ha) (isT : (0 < 3)%N).
have [v -> [v0 ev]] := factor (more b3 hb) (isT : (0 < 3)%N).
split.
- have -> : (a1 * b2 + - a2 * b1) * (a1 * b2 + - a2 * b1)
    = (a1 * a1 + a2 * a2) * (b1 * b1 + b2 * b2) - (a1 * b1 + a2 * b2) * (a1 * b1 + a2 * b2) by ring.
  rewrite es et; field; by rewrite s0 t0.
have -> : (a1 * b2 + - a2 * b1) * (a1 * b2 + - a2 * b1) + (a1 * b3 + - a3 * b1) * (a1 * b3 + - a3 * b1)
    + (a2 * b3 + - a3 * b2) * (a2 * b3 + - a3 * b2)
  = (a1 * a1 + a2 * a2 + a3 * a3) * (b1 * b1 + b2 * b2 + b3 * b3)
    - (a1 * b1 + a2 * b2 + a3 * b3) * (a1 * b1 + a2 * b2 + a3 * b3) by ring.
rewrite eu ev; field; by rewrite u0 v0.
Qed.
