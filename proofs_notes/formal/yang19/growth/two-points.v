(* The centred rows are (d, -d) and (e, -e): BN is (d, -d)/|d|, which no e moves. *)
Lemma halves (R : rcfType) (a b : R) : a - 1 / 2%:R * (a + b) = (a - b) / 2%:R /\ b - 1 / 2%:R * (a + b) = - ((a - b) / 2%:R).
Proof. by split; field. Qed.

Lemma kept (R : rcfType) (d e s : R) : s != 0 -> s * s = d * d ->
  (e - d / s * (1 / 2%:R * (d * e + e * d + (- d * - e + - e * - d)) / (s * 2%:R))) / s = 0 /\
  (- e - - d / s * (1 / 2%:R * (d * e + e * d + (- d * - e + - e * - d)) / (s * 2%:R))) / s = 0.
Proof.
move=> s0 ss; have z : e * (s * s - d * d) / (s * s * s) = 0 by rewrite ss subrr mulr0 mul0r.
by split; [rewrite -[RHS]z | rewrite -[RHS]oppr0 -z]; field.
Qed.

Theorem proof : statement.
Proof.
move=> R x0 x1 e0 e1 ne _; have [a b] := halves x0 x1; have [c f] := halves e0 e1; rewrite !a !b !c !f {a b c f}.
have d0 : (x0 - x1) / 2%:R != 0 by rewrite mulf_neq0 ?subr_eq0 // invr_eq0 pnatr_eq0.
move: ((x0 - x1) / 2%:R) ((e0 - e1) / 2%:R) d0 => d e d0.
have dd : 1 / 2%:R * (d * d + - d * - d) = d * d by field.
rewrite dd; have s0 : Num.sqrt (d * d) != 0 by rewrite sqrtr_eq0 -ltNge -expr2 exprn_even_gt0.
split=> [/eqP|_]; first by rewrite mulrNN -mulr2n mulrn_eq0 /= mulf_eq0 orbb (negbTE d0).
have ss : Num.sqrt (d * d) * Num.sqrt (d * d) = d * d by rewrite -expr2 sqr_sqrtr // -expr2 sqr_ge0.
by have [-> ->] := kept e s0 ss; rewrite mul0r addr0.
Qed.
