(* Row products of (1 - rho) I + rho s s^T are w s_i s_j, and v more where i = j. With u = lam - 1 and e = d - lam, both
   not negative, all differences are polynomials in u and e without a negative coefficient. *)
Lemma sums_of_leading (R : rcfType) (d : nat) (s : nat -> R) (w v x y : R) :
  (forall i, (i < d)%N -> s i = 1 \/ s i = - 1) ->
  forall i, (i < d)%N ->
  \sum_(k < d) ((w * s i * s k + v * (i == k :> nat)%:R) * (x * s i * s k + y * (i == k :> nat)%:R)) =
    d%:R * (w * x) + w * y + v * x + v * y.
Proof.
move=> signs i hi.
have sq k : (k < d)%N -> s k * s k = 1 by move=> /signs [] ->; rewrite ?mulrNN mulr1.
transitivity (\sum_(k < d) (w * x) + \sum_(k < d) ((k == i :> nat)%:R * (w * y + v * x + v * y))).
  rewrite -big_split /=; apply: eq_bigr => k _; rewrite [(k == i :> nat)]eq_sym.
  case: eqP => [<-|_] /=; rewrite ?mulr1 ?mulr0 ?addr0 ?mul1r ?mul0r.
    have -> : (w * s i * s i + v) * (x * s i * s i + y) = (w * (s i * s i) + v) * (x * (s i * s i) + y) by ring.
    by rewrite sq //; ring.
  have -> : w * s i * s k * (x * s i * s k) = w * x * ((s i * s i) * (s k * s k)) by ring.
  by rewrite !sq ?ltn_ord // !mulr1 addr0.
by rewrite (one_of (fun=> w * y + v * x + v * y)) // sumr_const card_ord -mulr_natl; ring.
Qed.

Lemma product_of_leading (R : rcfType) (d : nat) (s : nat -> R) (rho : R) :
  (forall i, (i < d)%N -> s i = 1 \/ s i = - 1) ->
  forall i j, (i < d)%N -> (j < d)%N ->
  \sum_(k < d) ((rho * s i * s k + (1 - rho) * (i == k :> nat)%:R) * (rho * s j * s k + (1 - rho) * (j == k :> nat)%:R)) =
    (d%:R * rho * rho + 2%:R * rho * (1 - rho)) * s i * s j + (1 - rho) * (1 - rho) * (i == j :> nat)%:R.
Proof.
move=> signs i j hi hj.
have sq k : (k < d)%N -> s k * s k = 1 by move=> /signs [] ->; rewrite ?mulrNN mulr1.
transitivity (\sum_(k < d) (rho * rho * (s i * s j)) + \sum_(k < d) ((k == i :> nat)%:R * (rho * (1 - rho) * (s k * s j))) +
   \sum_(k < d) ((k == j :> nat)%:R * ((1 - rho) * (rho * s i * s k + (1 - rho) * (i == k :> nat)%:R)))).
  rewrite -!big_split /=; apply: eq_bigr => k _; rewrite [(k == i :> nat)]eq_sym [(k == j :> nat)]eq_sym.
  transitivity (rho * rho * (s i * s j * (s k * s k)) + (i == k :> nat)%:R * (rho * (1 - rho) * (s k * s j)) +
    (j == k :> nat)%:R * ((1 - rho) * (rho * s i * s k + (1 - rho) * (i == k :> nat)%:R))); first ring.
  by rewrite sq ?mulr1.
rewrite (one_of (fun k => rho * (1 - rho) * (s k * s j))) //.
rewrite (one_of (fun k => (1 - rho) * (rho * s i * s k + (1 - rho) * (i == k :> nat)%:R))) //.
by rewrite sumr_const card_ord -mulr_natl; ring.
Qed.

Lemma sums_at (R : rcfType) (d : nat) (rho : R) (s : nat -> R) :
  (forall i, (i < d)%N -> s i = 1 \/ s i = - 1) ->
  let m i j := rho * s i * s j + (1 - rho) * (i == j :> nat)%:R in
  let w := d%:R * rho * rho + 2%:R * rho * (1 - rho) in let v := (1 - rho) * (1 - rho) in
  \sum_(i < d) ((\sum_(k < d) (m i k * m i k)) * (\sum_(k < d) (m i k * m i k))) = d%:R * ((w + v) * (w + v)) /\
  \sum_(i < d) (\sum_(j < d) ((\sum_(k < d) (m i k * m j k)) * m i j)) =
    d%:R * (d%:R * (w * rho) + w * (1 - rho) + v * rho + v * (1 - rho)).
Proof.
move=> signs m w v; split.
  rewrite (eq_bigr (fun=> (w + v) * (w + v))) => [|i _]; first by rewrite sumr_const card_ord -mulr_natl.
  have -> : \sum_(k < d) (m i k * m i k) = w + v; last by [].
  rewrite /m (sums_of_leading rho (1 - rho) rho (1 - rho) signs (ltn_ord i)) /w /v; ring.
rewrite (eq_bigr (fun=> d%:R * (w * rho) + w * (1 - rho) + v * rho + v * (1 - rho))) => [|i _].
  by rewrite sumr_const card_ord -mulr_natl.
rewrite -(sums_of_leading w v rho (1 - rho) signs (ltn_ord i)); apply: eq_bigr => j _.
by rewrite /m product_of_leading ?ltn_ord.
Qed.

(* A P P with A and P as they are there lies between A^2 and 1, A = 1 - 2 lam/(d + lam^2) >= 1 - 1/sqrt(d). *)
Lemma between (R : rcfType) (u e r n l m : R) : 0 <= u -> 0 <= e -> 0 < m -> 0 < r -> r * r = n ->
  n = 1 + u + e -> l = 1 + u -> m = u + e ->
  `|1 - (l * l + n - 2%:R * l) * (l * l + n - 2%:R * l) * (n * n * (n + l * l * l)) /
    ((n + l * l) * (n + l * l) * (m * m * (l * l * l) + e * e * e))| <= 2%:R / r.
Proof.
move=> u0 e0 m0 r0 rr en el em.
have n0 : 0 < n by rewrite en -addrA; apply: (ltr_spaddl ltr01); exact: addr_ge0.
have l0 : 0 < l by rewrite el; apply: ltr_spaddl ltr01 u0.
have s0 : 0 < n + l * l by rewrite addr_gt0 // mulr_gt0.
have t0 : 0 < m * m * (l * l * l) + e * e * e by rewrite ltr_spaddl ?mulr_ge0 // !mulr_gt0.
have b0 : 0 < (n + l * l) * (n + l * l) * (m * m * (l * l * l) + e * e * e) by rewrite !mulr_gt0.
pose A := (l * l + n - 2%:R * l) / (n + l * l).
set y := (X in `|1 - X|).
have above : y <= 1.
  rewrite ler_pdivr_mulr // mul1r -subr_ge0.
  have -> : (n + l * l) * (n + l * l) * (m * m * (l * l * l) + e * e * e) -
      (l * l + n - 2%:R * l) * (l * l + n - 2%:R * l) * (n * n * (n + l * l * l)) =
    (1 + u + e) * (1 + u) * (2%:R * u * u * u * u * u * u + 4%:R * u * u * u * u * u * e + 8%:R * u * u * u * u * u +
      17%:R * u * u * u * u * e + 12%:R * u * u * u * u + 4%:R * u * u * u * e * e + 26%:R * u * u * u * e +
      8%:R * u * u * u + 8%:R * u * u * e * e + 17%:R * u * u * e + 2%:R * u * u + 6%:R * u * e * e + 4%:R * u * e +
      e * e * e + 2%:R * e * e) by rewrite en el em; ring.
  by nonneg.
have below : A * A <= y.
  have -> : y = A * A * ((n * n * (n + l * l * l)) / (m * m * (l * l * l) + e * e * e)).
    by rewrite /y /A !mulf_div.
  apply: ler_pemulr; first by rewrite -expr2 sqr_ge0.
  rewrite ler_pdivl_mulr // mul1r -subr_ge0.
  have -> : n * n * (n + l * l * l) - (m * m * (l * l * l) + e * e * e) = 2%:R * u * u * u * u + 2%:R * u * u * u * e +
      8%:R * u * u * u + 9%:R * u * u * e + 12%:R * u * u + 3%:R * u * e * e + 12%:R * u * e + 8%:R * u + 3%:R * e * e +
      5%:R * e + 2%:R by rewrite en el em; ring.
  by nonneg.
rewrite ger0_norm ?subr_ge0 //; apply: (@le_trans _ _ (1 - A * A)); first by rewrite ler_sub.
have a1 : 1 - A = 2%:R * l / (n + l * l).
  by rewrite /A; field; rewrite gt_eqF.
have a0 : 0 <= 1 - A by rewrite a1 divr_ge0 ?mulr_ge0 ?ler0n // ltW.
have near : 1 - A <= 1 / r.
  rewrite a1 ler_pdivr_mulr // mulrAC ler_pdivl_mulr // mul1r -subr_ge0.
  have -> : n + l * l - 2%:R * l * r = (r - l) * (r - l) + (n - r * r) by ring.
  by rewrite rr subrr addr0 -expr2 sqr_ge0.
have -> : 1 - A * A = (1 - A) * 2%:R - (1 - A) * (1 - A) by ring.
apply: (@le_trans _ _ ((1 - A) * 2%:R)); first by rewrite ler_subl_addr ler_addl -expr2 sqr_ge0.
by have -> : 2%:R / r = 1 / r * 2%:R by [rewrite mul1r mulrC]; rewrite ler_wpmul2r ?ler0n.
Qed.

Lemma cubes_gt0 (R : rcfType) (n rho : R) : 1 < n -> 0 <= rho -> rho <= 1 ->
  0 < n * (n * ((n * rho * rho + 2%:R * rho * (1 - rho)) * rho) + (n * rho * rho + 2%:R * rho * (1 - rho)) * (1 - rho) +
    (1 - rho) * (1 - rho) * rho + (1 - rho) * (1 - rho) * (1 - rho)).
Proof.
move=> n1 r0 r1; have n0 : 0 < n := lt_trans ltr01 n1; have m0 : 0 < n - 1 by rewrite subr_gt0.
rewrite -(pmulr_rgt0 _ (mulr_gt0 m0 m0)).
have c0 : 0 <= 1 - rho by rewrite subr_ge0.
have u0 : 0 <= (n - 1) * rho by apply: mulr_ge0 r0; exact: ltW.
have e0 : 0 <= (n - 1) * (1 - rho) by apply: mulr_ge0 c0; exact: ltW.
set T := (X in 0 < X); have -> : T = (n - 1) * (n - 1) * ((1 + (n - 1) * rho) * (1 + (n - 1) * rho) * (1 + (n - 1) * rho)) +
    (n - 1) * (1 - rho) * ((n - 1) * (1 - rho)) * ((n - 1) * (1 - rho)) by rewrite /T; ring.
have l0 : 0 < 1 + (n - 1) * rho by apply: ltr_spaddl ltr01 u0.
by apply: ltr_spaddl; [rewrite !mulr_gt0 | exact: mulr_ge0 (mulr_ge0 e0 e0) e0].
Qed.

Lemma ratio (R : rcfType) (n rho w v l : R) : n != 0 -> n - 1 != 0 -> n + l * l != 0 -> n + l * l * l != 0 ->
  w = n * rho * rho + 2%:R * rho * (1 - rho) -> v = (1 - rho) * (1 - rho) -> l = (n - 1) * rho + 1 ->
  n * (w * rho) + w * (1 - rho) + v * rho + v * (1 - rho) != 0 ->
  n * ((w + v) * (w + v)) / (n * (n * (w * rho) + w * (1 - rho) + v * rho + v * (1 - rho))) /
    ((n + l * l) * (n + l * l) / (n * (n + l * l * l))) =
  (l * l + n - 2%:R * l) * (l * l + n - 2%:R * l) * (n * n * (n + l * l * l)) / ((n + l * l) * (n + l * l) *
    ((n - 1) * (n - 1) * (l * l * l) + (n - 1) * (1 - rho) * ((n - 1) * (1 - rho)) * ((n - 1) * (1 - rho)))).
Proof.
move=> n0 m0 s0 q0 ew ev el; set K := _ + v * (1 - rho) => K0.
have -> : (n - 1) * (n - 1) * (l * l * l) + (n - 1) * (1 - rho) * ((n - 1) * (1 - rho)) * ((n - 1) * (1 - rho)) =
    n * ((n - 1) * (n - 1)) * K by rewrite /K el ew ev; ring.
have -> : l * l + n - 2%:R * l = (n - 1) * (w + v) by rewrite el ew ev; ring.
move: (w + v) K K0 (n + l * l) s0 (n + l * l * l) q0 m0 => P K K0 S s0 Q q0; move: (n - 1) => m m0.
by field; rewrite K0 s0 q0 m0 n0.
Qed.

Theorem proof : statement.
Proof.
move=> R d rho s d2 signs rho0 rho1; have [-> ->] := sums_at rho signs.
have n1 : 1 < d%:R :> R by rewrite ltr1n.
have m0 : 0 < d%:R - 1 :> R by rewrite subr_gt0.
have n0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n ltnW.
have u0 : 0 <= (d%:R - 1) * rho by rewrite mulr_ge0 // ltW.
have e0 : 0 <= (d%:R - 1) * (1 - rho) by rewrite mulr_ge0 ?subr_ge0 // ltW.
have sum : (d%:R - 1) * rho + (d%:R - 1) * (1 - rho) = d%:R - 1 by ring.
have r0 : 0 < Num.sqrt d%:R :> R by rewrite sqrtr_gt0 lt0r n0 ler0n.
have rr : Num.sqrt d%:R * Num.sqrt d%:R = d%:R :> R by rewrite -expr2 sqr_sqrtr ?ler0n.
have en : d%:R = 1 + (d%:R - 1) * rho + (d%:R - 1) * (1 - rho) :> R by rewrite -addrA sum; ring.
have el : (d%:R + (- 1)) * rho + 1 = 1 + (d%:R - 1) * rho by rewrite addrC.
have := between u0 e0 m0 r0 rr en el (esym sum); apply: le_trans.
have l0 : 0 < (d%:R + (- 1)) * rho + 1 by rewrite el; apply: ltr_spaddl ltr01 u0.
have K0 := lt0r_neq0 (cubes_gt0 n1 rho0 rho1); rewrite mulf_eq0 negb_or in K0; have /andP [_ {}K0] := K0.
rewrite (ratio n0 (lt0r_neq0 m0) _ _ erefl erefl erefl K0) ?lexx // gt_eqF // addr_gt0 ?ltr0n ?mulr_gt0 //; exact: ltnW.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d rho s d2 signs rho0 rho1; have [_ ->] := sums_at rho signs.
have n1 : 1 < d%:R :> R by rewrite ltr1n.
have l0 : 0 < (d%:R + (- 1)) * rho + 1.
  by rewrite addrC; apply: ltr_spaddl ltr01 _; rewrite mulr_ge0 // subr_ge0 ltW.
split; first exact/lt0r_neq0/cubes_gt0.
by repeat split; values.
Qed.
