Definition pos (R : rcfType) (x : R) : R := Num.max x 0.

Lemma pos_sides (R : rcfType) (x : R) : pos x - pos (- x) = x.
Proof.
rewrite /pos; case: (leP x 0) => h; first by rewrite max_l ?oppr_ge0 // sub0r opprK.
by rewrite max_r ?subr0 // oppr_le0 ltW.
Qed.

Lemma pos_times (R : rcfType) (c x : R) : 0 <= c -> pos (c * x) = c * pos x.
Proof. by move=> c0; rewrite /pos maxr_pmulr // mulr0. Qed.

(* (u - v)^2 of the positive parts, and of those of the negatives: together between half of (u - v)^2 and all of it. *)
Lemma between (R : rcfType) (u v : R) (a := pos u - pos v) (b := pos (- u) - pos (- v)) :
  (u - v) * (u - v) / 2%:R <= a * a + b * b /\ a * a + b * b <= (u - v) * (u - v).
Proof.
have e : u - v = a - b.
  transitivity ((pos u - pos (- u)) - (pos v - pos (- v))); first by rewrite !pos_sides.
  by rewrite /a /b; ring.
have ab : a * b <= 0.
  have neg (x y : R) : x <= 0 -> 0 <= y -> (pos x - pos y) * (pos (- x) - pos (- y)) <= 0.
    move=> x0 y0; rewrite /pos (max_r x0) (max_l y0) (max_l (_ : 0 <= - x)) ?oppr_ge0 //.
    by rewrite (max_r (_ : - y <= 0)) ?oppr_le0 // sub0r subr0 mulrNN mulrC mulr_le0_ge0.
  rewrite /a /b; case/orP: (le_total u 0) => u0; case/orP: (le_total v 0) => v0.
  - by rewrite /pos (max_r u0) (max_r v0) subrr mul0r.
  - exact: neg.
  - by rewrite -mulrNN !opprB; exact: neg.
  by rewrite /pos (max_r (_ : - u <= 0)) ?oppr_le0 // (max_r (_ : - v <= 0)) ?oppr_le0 // subrr mulr0.
rewrite e {e}; clearbody a b; split; rewrite -subr_ge0.
  have -> : a * a + b * b - (a - b) * (a - b) / 2%:R = (a + b) * (a + b) / 2%:R by field.
  by rewrite divr_ge0 ?ler0n // -expr2 sqr_ge0.
have -> : (a - b) * (a - b) - (a * a + b * b) = - (2%:R * (a * b)) by ring.
by rewrite oppr_ge0 pmulr_rle0 ?ltr0n.
Qed.

Theorem proof : statement.
Proof.
move=> R n i j m x D E _ _ m1 L even Df [v0 Ev] _ _ xij; pose s := \sum_(k < n) x k.
pose u := x i - s / n%:R; pose v := x j - s / n%:R.
pose a := pos u - pos v; pose b := pos (- u) - pos (- v).
have half k lt t := part_mean L even (Df k lt) (Ev k lt) t.
have F k (lt : (k < m)%N) := mean_add L (mean_scale L (a * a) (half k lt true))
  (mean_scale L (b * b) (half k lt false)).
have neuron (k : nat) (w : nat -> R) : let z y := pos (w k * y - (\sum_(l < n) (w k * x l)) / n%:R) in
    (z (x i) - z (x j)) * (z (x i) - z (x j))
      = a * a * (part true (w k) * part true (w k)) + b * b * (part false (w k) * part false (w k)).
  rewrite /part /= -mulr_sumr -/s -!mulrA -!mulrBr -/u -/v.
  case/orP: (le_total 0 (w k)) => w0.
    by rewrite (max_l w0) (max_r (_ : - w k <= 0)) ?oppr_le0 // !pos_times // /a; ring.
  have w1 : 0 <= - w k by rewrite oppr_ge0.
  have neg y : w k * y = - w k * - y by rewrite mulrNN.
  rewrite (max_r w0) (max_l w1) (neg u) (neg v) !pos_times // /b.
  by rewrite !mulr0 add0r; move: (pos (- u)) (pos (- v)) (- w k) => c d y; ring.
set G := E (fun w => \sum_(k < m) _); pose V := E (fun w => w 0%N * w 0%N).
have e : G = m%:R * ((a * a + b * b) * (V / 2%:R)).
  rewrite mulrDl; suff [] : mean_is D E (fun w => \sum_(k < m) ((pos (w k * x i - (\sum_(l < n) (w k * x l)) / n%:R)
      - pos (w k * x j - (\sum_(l < n) (w k * x l)) / n%:R)) * (pos (w k * x i - (\sum_(l < n) (w k * x l)) / n%:R)
      - pos (w k * x j - (\sum_(l < n) (w k * x l)) / n%:R)))) (m%:R * (a * a * (V / 2%:R) + b * b * (V / 2%:R))) by [].
  by apply: (mean_eq L) (mean_const L F) => w; apply: eq_bigr => k _; rewrite -[LHS](neuron k w).
have uv : u - v = x i - x j by rewrite /u /v; ring.
have [low high] := between u v; rewrite -/a -/b uv in low high.
have D0 : 0 < (x i - x j) * (x i - x j) by rewrite lt_def mulf_neq0 ?subr_eq0 //= -expr2 sqr_ge0.
have M0 : 0 < m%:R * (V / 2%:R) by rewrite mulr_gt0 ?divr_gt0 ?ltr0n.
rewrite e; rewrite -/V; clearbody V; move: (m%:R) M0 => M M0.
rewrite ler_pdivl_mulr // ler_pdivr_mulr //.
have -> : M * ((a * a + b * b) * (V / 2%:R)) = M * (V / 2%:R) * (a * a + b * b) by ring.
split; [apply: le_trans (_ : _ <= M * (V / 2%:R) * ((x i - x j) * (x i
  - x j) / 2%:R)) _ | apply: (@le_trans _ _ (M * (V / 2%:R) * ((x i - x j) * (x i - x j))))].
- by rewrite le_eqVlt; apply/orP; left; apply/eqP; field.
- by rewrite ler_pmul2l.
- by rewrite ler_pmul2l.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; field.
Qed.
