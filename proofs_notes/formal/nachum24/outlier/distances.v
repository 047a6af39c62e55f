(* Of a weight and its opposite: (u - v)^2 where u and v have one sign, u^2 + v^2 where they have not. *)
Definition both (R : rcfType) (u v : R) : R :=
  (Num.max u 0 - Num.max v 0) * (Num.max u 0 - Num.max v 0) +
  (Num.max (- u) 0 - Num.max (- v) 0) * (Num.max (- u) 0 - Num.max (- v) 0).

Lemma one_sign (R : rcfType) (u v : R) : 0 <= u -> 0 <= v -> both u v = (u - v) * (u - v).
Proof.
move=> u0 v0; rewrite /both (max_l u0) (max_l v0).
by rewrite !(max_r (_ : - _ <= 0)) ?oppr_le0 //; ring.
Qed.

Lemma two_signs (R : rcfType) (u v : R) : 0 <= u -> v <= 0 -> both u v = u * u + v * v.
Proof.
move=> u0 v0; rewrite /both (max_l u0) (max_r v0).
by rewrite (max_r (_ : - u <= 0)) ?oppr_le0 // (max_l (_ : 0 <= - v)) ?oppr_ge0 //; ring.
Qed.

Lemma bothN (R : rcfType) (u v : R) : both (- u) (- v) = both u v.
Proof. by rewrite /both !opprK addrC. Qed.

Lemma bothC (R : rcfType) (u v : R) : both v u = both u v.
Proof. by rewrite /both; ring. Qed.

Lemma mixed (R : rcfType) (u v : R) : 0 <= u -> v <= 0 ->
  1 / 2%:R * ((u - v) * (u - v)) <= both u v /\ both u v <= (u - v) * (u - v).
Proof.
move=> u0 v0; rewrite two_signs //; split; rewrite -subr_ge0.
  have -> : u * u + v * v - 1 / 2%:R * ((u - v) * (u - v)) = 1 / 2%:R * ((u + v) * (u + v)) by field.
  by rewrite mulr_ge0 ?divr_ge0 ?ler01 ?ler0n // -expr2 sqr_ge0.
have -> : (u - v) * (u - v) - (u * u + v * v) = 2%:R * (u * - v) by ring.
by rewrite mulr_ge0 ?ler0n // mulr_ge0 // oppr_ge0.
Qed.

Lemma same (R : rcfType) (u v : R) : 0 <= u -> 0 <= v ->
  1 / 2%:R * ((u - v) * (u - v)) <= both u v /\ both u v <= (u - v) * (u - v).
Proof.
move=> u0 v0; rewrite one_sign //; split=> //; rewrite -subr_ge0.
have -> : (u - v) * (u - v) - 1 / 2%:R * ((u - v) * (u - v)) = 1 / 2%:R * ((u - v) * (u - v)) by field.
by rewrite mulr_ge0 ?divr_ge0 ?ler01 ?ler0n // -expr2 sqr_ge0.
Qed.

Lemma between (R : rcfType) (u v : R) :
  1 / 2%:R * ((u - v) * (u - v)) <= both u v /\ both u v <= (u - v) * (u - v).
Proof.
have e : (- u - - v) * (- u - - v) = (u - v) * (u - v) by ring.
case/orP: (le_total 0 u) => u0; case/orP: (le_total 0 v) => v0.
- exact: same.
- exact: mixed.
- have -> : (u - v) * (u - v) = (v - u) * (v - u) by ring.
  by rewrite -bothC; exact: mixed.
- by rewrite -bothN -e; apply: same; rewrite oppr_ge0.
Qed.

Theorem proof : statement.
Proof.
move=> R n i j beta x _ _ beta0 _ _ xij.
rewrite -mulr_suml; move: (\sum_(i < n) x i) => s.
have opposite y : y * (- 1) - s * (- 1) / n%:R = - (y - s / n%:R) :> R by ring.
rewrite !opposite; set D := (x i - x j) * (x i - x j).
have D0 : 0 < D by rewrite lt_def /D mulf_neq0 ?subr_eq0 //= -expr2 sqr_ge0.
have [low high] := between (x i - s / n%:R) (x j - s / n%:R).
have e : (x i - s / n%:R - (x j - s / n%:R)) * (x i - s / n%:R - (x j - s / n%:R)) = D by rewrite /D; ring.
rewrite e {e} /both in low high.
set Q := (_ + _) in low high *.
have -> : beta * 2%:R * (1 / 2%:R) * (Q / D) = beta * Q / D by field; rewrite lt0r_neq0.
rewrite ler_pdivl_mulr // ler_pdivr_mulr // mulrAC [_ * beta]mulrC.
by rewrite !ler_pmul2l.
Qed.
