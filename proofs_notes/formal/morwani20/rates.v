(* What several proofs of morwani20.rates use: an eigenvalue of H*, not 0, lies between bounds for variances. *)
Lemma between (R : rcfType) d n (A : nat -> nat -> R) (y u e : nat -> R) (value low high : R)
  (form := fun z z' : nat -> R => (\sum_(i < n) (row d A z i * row d A z' i)) / n%:R)
  (g := fun k => (\sum_(i < n) (A k i * y i)) / n%:R) :
  (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) -> (forall k, (k < d)%N -> \sum_(i < n) (A k i * (row d A u i - y i)) = 0) ->
  0 < \sum_(i < n) (centred n (row d A u) i * centred n (row d A u) i) ->
  (forall z : nat -> R, low * (\sum_(k < d) (z k * z k)) <= (\sum_(i < n) (centred n (row d A z) i * centred n (row d A z) i)) / n%:R) ->
  (forall z : nat -> R, (\sum_(i < n) (centred n (row d A z) i * centred n (row d A z) i)) / n%:R <= high * (\sum_(k < d) (z k * z k))) ->
  value != 0 -> 0 < \sum_(k < d) (e k * e k) ->
  (forall k, (k < d)%N -> \sum_(j < d) (((\sum_(i < n) (A k i * A j i)) / n%:R - g k * g j / form u u) * e j) = value * e k) ->
  0 < low -> low <= value <= high.
Proof.
move=> zero normal pos variance_low variance_high v0 e0 own low0; have [n0 _ _] := @spread R n (centred n (row d A u)) pos.
have n1 : 0 < n%:R :> R by rewrite lt_def n0 ler0n.
have formE (z : nat -> R) : form z z = (\sum_(i < n) (centred n (row d A z) i * centred n (row d A z) i)) / n%:R.
  by rewrite /form (still2 (no_mean z zero) (no_mean z zero)).
have q0 : 0 < form u u by rewrite formE divr_gt0.
have lower (z : nat -> R) : low * (\sum_(k < d) (z k * z k)) <= form z z by rewrite formE; exact: variance_low.
have upper (z : nat -> R) : form z z <= high * (\sum_(k < d) (z k * z k)) by rewrite formE; exact: variance_high.
have qn := lt0r_neq0 q0.
have gE (z : nat -> R) : \sum_(k < d) (g k * z k) = form u z.
  rewrite /g crossed /form -(@fitted R d n A y u z normal); congr (_ / _); apply: eq_bigr => i _; exact: mulrC.
have inner_ k : \sum_(j < d) (((\sum_(i < n) (A k i * A j i)) / n%:R - g k * g j / form u u) * e j)
    = (\sum_(i < n) (A k i * row d A e i)) / n%:R - g k * (form u e / form u u).
  rewrite -(gE e) (eq_bigr (fun j : 'I_d => (\sum_(i < n) (A k i * A j i)) * (e j / n%:R) - g k / form u u * (g j * e j)))
    => [|j _]; last by field; rewrite qn n0.
  rewrite sumrB -mulr_sumr; congr (_ - _); last by rewrite mulrAC mulrA.
  rewrite (eq_bigr (fun j : 'I_d => \sum_(i < n) (A k i * A j i * (e j / n%:R)))) => [|j _]; last by rewrite mulr_suml.
  rewrite exchange_big mulr_suml; apply: eq_bigr => i _ /=; rewrite /row mulr_sumr mulr_suml; apply: eq_bigr => j _; ring.
have pair (z : nat -> R) : form z e - form u z * (form u e / form u u) = value * \sum_(k < d) (z k * e k).
  have -> : value * (\sum_(k < d) (z k * e k)) = \sum_(k < d) (z k * ((\sum_(i < n) (A k i * row d A e i)) / n%:R - g k * (form u e / form u u))).
    rewrite mulr_sumr; apply: eq_bigr => k _; rewrite -inner_ own //; ring.
  rewrite -(gE z) [RHS](eq_bigr (fun k : 'I_d => \sum_(i < n) (z k * A k i * (row d A e i / n%:R)) - (g k * z k) * (form u e / form u u)))
    => [|k _]; last by rewrite mulrBr mulrA mulr_sumr mulr_suml; congr (_ - _); [apply: eq_bigr => i _ | ]; ring.
  rewrite sumrB -mulr_suml; congr (_ - _); rewrite exchange_big /form mulr_suml; apply: eq_bigr => i _ /=.
  by rewrite -mulr_suml -/(row d A z i) mulrA.
set E := \sum_(k < d) (e k * e k) in e0 *.
have at_e := pair e; rewrite -/E in at_e.
have at_u : \sum_(k < d) (u k * e k) = 0.
  have := pair u; have -> : form u e - form u u * (form u e / form u u) = 0 by field.
  by move/eqP; rewrite eq_sym mulf_eq0 (negPf v0) => /eqP.
have square : 0 <= form u e * (form u e / form u u) by rewrite mulrA; apply: divr_ge0; [rewrite -expr2 sqr_ge0 | exact: ltW].
apply/andP; split; last first.
  rewrite -(ler_pmul2r e0) -at_e; apply: le_trans (upper e); by rewrite ler_subl_addr ler_addl.
pose a := form u e / form u u; pose z k := e k - a * u k.
have zz : form z z = value * E.
  have rowE i : row d A z i = row d A e i - a * row d A u i.
    by rewrite /row mulr_sumr -sumrB; apply: eq_bigr => k _; rewrite /z; ring.
  rewrite -at_e {1}/form (eq_bigr (fun i : 'I_n => row d A e i * row d A e i - (2%:R * a) * (row d A u i * row d A e i)
    + (a * a) * (row d A u i * row d A u i))) => [|i _]; last by rewrite rowE; ring.
  rewrite big_split sumrB /= -!mulr_sumr.
  have -> : \sum_(i < n) (row d A u i * row d A e i) = form u e * n%:R by rewrite divfK.
  have -> : \sum_(i < n) (row d A u i * row d A u i) = form u u * n%:R by rewrite divfK.
  have -> : \sum_(i < n) (row d A e i * row d A e i) = form e e * n%:R by rewrite divfK.
  by rewrite /a; field; rewrite qn n0.
rewrite -(ler_pmul2r e0) -zz; apply: le_trans (lower z); rewrite ler_pmul2l //.
rewrite (eq_bigr (fun k : 'I_d => e k * e k - (2%:R * a) * (u k * e k) + (a * a) * (u k * u k))) => [|k _]; last by rewrite /z; ring.
rewrite big_split sumrB /= -!mulr_sumr at_u mulr0 subr0 ler_addl mulr_ge0 //; first by rewrite -expr2 sqr_ge0.
by apply: sumr_ge0 => k _; rewrite -expr2 sqr_ge0.
Qed.

(* The greatest of a row is one of its entries, and none is above it. *)
Lemma over (R : rcfType) n (x : R) (f : nat -> R) (B := \big[Num.max/x]_(i < n) f i) :
  [/\ x <= B, (forall i, (i < n)%N -> f i <= B) & B = x \/ exists2 k, (k < n)%N & B = f k].
Proof.
rewrite {}/B; elim: n f => [|n IH] f; first by rewrite big_ord0; split=> //; left.
have [low all one] := IH (fun i => f i.+1); rewrite big_ord_recl /=.
set B := \big[_/_]_(i < n) _ in low all one *; split; first by rewrite le_maxr low orbT.
  by case=> [|i] lt; rewrite le_maxr ?lexx // (all i) // orbT.
case: (leP (f 0%N) B) => h; last by right; exists 0%N.
by case: one => [-> | [k kn ->]]; [left | right; exists k.+1].
Qed.

Lemma biggest (R : rcfType) n (f : nat -> R) : (0 < n)%N ->
  exists k, [/\ (k < n)%N, \big[Num.max/f 0%N]_(i < n) f i = f k & forall i, (i < n)%N -> f i <= f k].
Proof.
move=> n0; have [_ all [e | [k kn e]]] := over n (f 0%N) f.
  by exists 0%N; split=> // i lt; rewrite -e all.
by exists k; split=> // i lt; rewrite -e all.
Qed.

Lemma ends (R : rcfType) d (l : nat -> R) (high := \big[Num.max/l 0%N]_(i < d) l i)
  (low := - (\big[Num.max/(- l 0%N)]_(i < d) (- l i))) : (0 < d)%N -> (forall i, (i < d)%N -> 0 < l i) ->
  exists a b, [/\ (a < d)%N, (b < d)%N, low = l a, high = l b & forall i, (i < d)%N -> l a <= l i <= l b].
Proof.
move=> d0 pos; have [b [bd eb top]] := biggest l d0; have [a [ad ea bottom]] := biggest (fun i => - l i) d0.
exists a, b; split=> // [|i id]; first by rewrite /low ea opprK.
by rewrite top // andbT -ler_opp2 bottom.
Qed.

(* H u = g and u.g = u.Hu > 0, by the normal equations; H is symmetric, and its form a mean of squares. *)
Lemma solved (R : rcfType) d n (A : nat -> nat -> R) (y u : nat -> R)
  (H := fun k j => (\sum_(i < n) (A k i * A j i)) / n%:R) (g := fun k => (\sum_(i < n) (A k i * y i)) / n%:R)
  (q := (\sum_(i < n) (row d A u i * row d A u i)) / n%:R) :
  (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) -> (forall k, (k < d)%N -> \sum_(i < n) (A k i * (row d A u i - y i)) = 0) ->
  0 < \sum_(i < n) (centred n (row d A u) i * centred n (row d A u) i) ->
  [/\ forall i j, H i j = H j i, forall k, (k < d)%N -> \sum_(j < d) (H k j * u j) = g k, \sum_(i < d) (u i * g i) = q, 0 < q
    & forall z : nat -> R, 0 <= \sum_(i < d) (z i * \sum_(j < d) (H i j * z j))].
Proof.
move=> zero normal posu; have [n0 _ _] := @spread R n (centred n (row d A u)) posu; have p := no_mean u zero.
have times k (z : nat -> R) : \sum_(j < d) (H k j * z j) = (\sum_(i < n) (A k i * row d A z i)) / n%:R.
  rewrite mulr_suml (eq_bigr (fun j : 'I_d => \sum_(i < n) (A k i * A j i / n%:R * z j))) => [|j _]; last first.
    by rewrite /H !mulr_suml.
  rewrite exchange_big; apply: eq_bigr => i _ /=; rewrite /row mulr_sumr mulr_suml; apply: eq_bigr => j _; ring.
split.
- by move=> i j; rewrite /H; congr (_ / _); apply: eq_bigr => k _; rewrite mulrC.
- move=> k kd; rewrite times /g; congr (_ / _); apply/eqP; rewrite -subr_eq0 -sumrB -[X in _ == X](normal k kd); apply/eqP.
  by apply: eq_bigr => i _; rewrite /row; ring.
- transitivity ((\sum_(i < n) (row d A u i * y i)) / n%:R).
    by rewrite -(crossed d n A y u); apply: eq_bigr => k _; rewrite mulrC.
  by rewrite /q (@fitted R d n A y u u normal).
- by rewrite /q -(still2 p p) divr_gt0 // lt_def n0 ler0n.
- move=> z; have -> : \sum_(i < d) (z i * \sum_(j < d) (H i j * z j)) = (\sum_(i < n) (row d A z i * row d A z i)) / n%:R.
    rewrite (eq_bigr (fun k : 'I_d => \sum_(i < n) (z k * A k i * (row d A z i / n%:R)))) => [|k _].
      rewrite exchange_big mulr_suml; apply: eq_bigr => i _ /=; by rewrite -mulr_suml -/(row d A z i) mulrA.
    by rewrite times mulr_suml mulr_sumr; apply: eq_bigr => i _; ring.
  by rewrite divr_ge0 ?ler0n // sumr_ge0 // => i _; rewrite -expr2 sqr_ge0.
Qed.

(* H* = H - g g^T/q: its form, that it takes u to 0, and that its form is not negative. *)
Lemma starred (R : rcfType) d (H : nat -> nat -> R) (g u : nat -> R) (q : R) (M := fun i j => H i j - g i * g j / q) :
  (forall i j, H i j = H j i) -> (forall k, (k < d)%N -> \sum_(j < d) (H k j * u j) = g k) -> \sum_(i < d) (u i * g i) = q ->
  0 < q -> (forall z : nat -> R, 0 <= \sum_(i < d) (z i * \sum_(j < d) (H i j * z j))) ->
  [/\ forall z : nat -> R, \sum_(i < d) (z i * \sum_(j < d) (M i j * z j)) = \sum_(i < d) (z i * \sum_(j < d) (H i j * z j))
        - (\sum_(i < d) (z i * g i)) * (\sum_(i < d) (z i * g i)) / q,
    forall k, (k < d)%N -> \sum_(j < d) (M k j * u j) = 0
    & forall z : nat -> R, 0 <= \sum_(i < d) (z i * \sum_(j < d) (M i j * z j))].
Proof.
move=> sym Hu ug q0 pos; have qn := lt0r_neq0 q0.
have times k (z : nat -> R) : \sum_(j < d) (M k j * z j) = \sum_(j < d) (H k j * z j) - g k * (\sum_(j < d) (z j * g j)) / q.
  by rewrite mulr_sumr mulr_suml -sumrB; apply: eq_bigr => j _; rewrite /M; field.
have form (z : nat -> R) : \sum_(i < d) (z i * \sum_(j < d) (M i j * z j)) = \sum_(i < d) (z i * \sum_(j < d) (H i j * z j))
    - (\sum_(i < d) (z i * g i)) * (\sum_(i < d) (z i * g i)) / q.
  rewrite [X in _ - X]mulrAC mulr_suml mulr_suml -sumrB; apply: eq_bigr => i _; rewrite times; set t := \sum_(j < d) (z j * g j).
  by field.
split=> // [k kd | z]; first by rewrite times Hu // ug mulfK // subrr.
pose t := (\sum_(i < d) (z i * g i)) / q; have := pos (fun i => z i - t * u i); congr (_ <= _); rewrite form.
have uH : \sum_(i < d) (u i * \sum_(j < d) (H i j * z j)) = t * q.
  rewrite /t divfK // (eq_bigr (fun i : 'I_d => \sum_(j < d) (z j * (H j i * u i)))) => [|i _]; last first.
    by rewrite mulr_sumr; apply: eq_bigr => j _; rewrite sym; ring.
  by rewrite exchange_big; apply: eq_bigr => j _; rewrite -mulr_sumr Hu.
rewrite (eq_bigr (fun i : 'I_d => z i * (\sum_(j < d) (H i j * z j)) - t * (z i * g i) - t * (u i * \sum_(j < d) (H i j * z j))
  + t * t * (u i * g i))) => [|i _].
  rewrite big_split !sumrB /= -!mulr_sumr uH ug; have -> : \sum_(i < d) (z i * g i) = t * q by rewrite /t divfK.
  by field.
have -> : \sum_(j < d) (H i j * (z j - t * u j)) = \sum_(j < d) (H i j * z j) - t * g i.
  by rewrite -(Hu i (ltn_ord i)) mulr_sumr -sumrB; apply: eq_bigr => j _; ring.
by ring.
Qed.

(* The Hessian of the loss at gamma = U, w = c u, from the expansion z + t dz + t^2 ddz of BN along v. *)
Lemma at_minimiser (R : rcfType) d n (A : nat -> nat -> R) (y v u : nat -> R) (c : R) (w := fun k => c * u k)
  (U := Num.sqrt ((\sum_(i < n) (row d A u i * row d A u i)) / n%:R)) (C := centred n (row d A w)) (H := centred n (row d A v))
  (s := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R)) (z := fun i => C i / s)
  (S1 := ((\sum_(i < n) ((C i * H i) + (H i * C i))) / n%:R) / (s * 2%:R)) (dz := fun i => (H i - z i * S1) / s)
  (q2 := ((\sum_(j < n) (((C j * (- (0 / n%:R))) + (H j * H j)) + ((- (0 / n%:R)) * C j))) / n%:R - S1 * S1) / (s * 2%:R))
  (ddz := fun i => (- (0 / n%:R) - (z i * q2 + dz i * S1)) / s) :
  (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) -> (forall k, (k < d)%N -> \sum_(i < n) (A k i * (row d A u i - y i)) = 0) ->
  0 < \sum_(i < n) (centred n (row d A u) i * centred n (row d A u) i) -> 0 < c ->
  [/\ \sum_(i < n) (C i * C i) != 0, (\sum_(i < n) (z i * z i)) / n%:R = 1,
    (\sum_(i < n) (z i * U * dz i + (U * z i - y i) * dz i)) / n%:R = 0
    & (\sum_(i < n) ((U * dz i) * (U * dz i) + ((U * z i - y i) * U) * (ddz i * 2%:R))) / n%:R
      = ((\sum_(i < n) (row d A v i * row d A v i)) / n%:R + (- ((\sum_(k < d) ((\sum_(i < n) (A k i * y i)) / n%:R * v k))
          * (\sum_(k < d) ((\sum_(i < n) (A k i * y i)) / n%:R * v k)))) / (\sum_(k < d) (u k * ((\sum_(i < n) (A k i * y i)) / n%:R))))
        / (c * c)].
Proof.
move=> zero normal posu c0.
have [n0 s0 e] := @spread R n (centred n (row d A u)) posu; have p := no_mean u zero; have h := no_mean v zero.
pose P := row d A u; pose V := row d A v; pose q := (\sum_(i < n) (P i * P i)) / n%:R.
have qE : q = (\sum_(i < n) (centred n P i * centred n P i)) / n%:R by rewrite (still2 p p).
have Un : U != 0 by rewrite -[U]/(Num.sqrt q) qE.
have UU : U * U = q.
  by rewrite -[U]/(Num.sqrt q) -expr2 sqr_sqrtr // divr_ge0 ?ler0n // sumr_ge0 // => i _; rewrite -expr2 sqr_ge0.
have cn := lt0r_neq0 c0.
have rowE i : row d A w i = c * P i by rewrite /P /row mulr_sumr; apply: eq_bigr => k _; rewrite mulrA.
have x : \sum_(i < n) row d A w i = 0 by exact: no_mean.
have CE i : C i = c * P i by rewrite /C still // rowE.
have HE i : H i = V i by rewrite /H still.
pose gv := (\sum_(i < n) (V i * P i)) / n%:R; pose vv := (\sum_(i < n) (V i * V i)) / n%:R.
have PP : \sum_(i < n) (P i * P i) = n%:R * (U * U) by rewrite UU mulrC divfK.
have VP : \sum_(i < n) (V i * P i) = n%:R * gv by rewrite mulrC divfK.
have VV : \sum_(i < n) (V i * V i) = n%:R * vv by rewrite mulrC divfK.
have VY : \sum_(i < n) (V i * y i) = n%:R * gv by rewrite -(@fitted R d n A y u v normal).
have PY : \sum_(i < n) (P i * y i) = n%:R * (U * U) by rewrite -(@fitted R d n A y u u normal).
have CC : \sum_(i < n) (C i * C i) = n%:R * ((c * U) * (c * U)).
  rewrite (eq_bigr (fun i : 'I_n => (c * c) * (P i * P i))) => [|i _]; last by rewrite CE; ring.
  by rewrite -mulr_sumr PP; ring.
have SD : s = c * U.
  rewrite /s; have -> : (\sum_(i < n) (C i * C i)) / n%:R = (c * U) ^+ 2 by rewrite CC; field.
  by rewrite sqrtr_sqr ger0_norm // mulr_ge0 ?sqrtr_ge0 // ltW.
have CV : \sum_(i < n) ((C i * H i) + (H i * C i)) = 2%:R * c * (n%:R * gv).
  rewrite (eq_bigr (fun i : 'I_n => (2%:R * c) * (V i * P i))) => [|i _]; last by rewrite CE HE; ring.
  by rewrite -mulr_sumr VP.
have S1E : S1 = gv / U by rewrite /S1 SD CV; field; rewrite n0 cn Un.
have zE i : z i = P i / U by rewrite /z SD CE; field; rewrite cn Un.
have dzE i : dz i = (V i - gv / (U * U) * P i) / (c * U) by rewrite /dz SD S1E zE HE; field; rewrite cn Un.
have off_z : \sum_(i < n) ((P i - y i) * P i) = 0.
  rewrite (eq_bigr (fun i : 'I_n => P i * P i - P i * y i)) => [|i _]; last by ring.
  by rewrite sumrB PP PY subrr.
have off_dz : \sum_(i < n) ((P i - y i) * V i) = 0.
  rewrite (eq_bigr (fun i : 'I_n => V i * P i - V i * y i)) => [|i _]; last by ring.
  by rewrite sumrB VP VY subrr.
have gvE : \sum_(k < d) ((\sum_(i < n) (A k i * y i)) / n%:R * v k) = gv by rewrite crossed VY; field.
have ugE : \sum_(k < d) (u k * ((\sum_(i < n) (A k i * y i)) / n%:R)) = U * U.
  rewrite (eq_bigr (fun k : 'I_d => (\sum_(i < n) (A k i * y i)) / n%:R * u k)) => [|k _]; last by rewrite mulrC.
  by rewrite crossed PY; field.
split.
- by rewrite CC !mulf_eq0 (negPf n0) (negPf cn) (negPf Un).
- rewrite (eq_bigr (fun i : 'I_n => (U * U)^-1 * (P i * P i))) => [|i _]; last by rewrite zE; field.
  by rewrite -mulr_sumr PP; field; rewrite n0 Un.
- rewrite (eq_bigr (fun i : 'I_n => (c * U)^-1 * (V i * P i) + (- gv / (U * U) / (c * U)) * (P i * P i) + (c * U)^-1 * ((P i - y i) * V i)
    + (- gv / (U * U) / (c * U)) * ((P i - y i) * P i))) => [|i _]; last by rewrite dzE zE; field; rewrite cn Un.
  by rewrite !big_split /= -!mulr_sumr off_z off_dz VP PP; field; rewrite n0 cn Un.
have flat : - (0 / n%:R) = 0 :> R by rewrite mul0r oppr0.
have q2E : q2 = (vv - gv * gv / (U * U)) / (c * U * 2%:R).
  rewrite /q2 S1E SD (eq_bigr (fun j : 'I_n => V j * V j)) => [|j _]; last by rewrite flat HE; ring.
  by rewrite VV; field; rewrite n0 cn Un.
have ddzE i : ddz i = - (P i / U * q2 + (V i - gv / (U * U) * P i) / (c * U) * (gv / U)) / (c * U).
  by rewrite /ddz SD flat zE dzE S1E sub0r.
rewrite (eq_bigr (fun i : 'I_n => (c * c)^-1 * (V i * V i) + (- 2%:R * gv / (U * U) / (c * c)) * (V i * P i)
  + (gv * gv / (U * U * (U * U)) / (c * c)) * (P i * P i)
  + (- 2%:R * gv / (c * U * (c * U))) * ((P i - y i) * V i)
  + (- 2%:R * q2 / (c * U) + 2%:R * gv * gv / (U * U) / (c * U * (c * U))) * ((P i - y i) * P i))) => [|i _]; last first.
  by rewrite dzE zE ddzE; field; rewrite cn Un.
rewrite !big_split /= -!mulr_sumr off_z off_dz VV VP PP gvE ugE.
by rewrite -/V -/vv; field; rewrite n0 cn Un.
Qed.

