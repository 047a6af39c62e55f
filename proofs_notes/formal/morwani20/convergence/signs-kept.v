(* A slow step moves w so that gamma s does not fall: what `descent` says of all small rates of gamma. *)
Lemma uphill (R : rcfType) d n (A : nat -> nat -> R) (y w u : nat -> R) (gamma r0 eps G L : R) (X := row d A w) (P := row d A u)
  (form := fun z : nat -> R => (\sum_(i < n) (row d A z i * row d A z i)) / n%:R) (U := Num.sqrt (form u))
  (s := fun z : nat -> R => (\sum_(i < n) (row d A z i * y i)) / n%:R / Num.sqrt (form z))
  (after := fun k => w k - eps * slope d n A y w gamma k) :
  0 < \sum_(i < n) (centred n X i * centred n X i) -> (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) ->
  (forall k, (k < d)%N -> \sum_(i < n) (A k i * (P i - y i)) = 0) ->
  (forall z : nat -> R, form z <= L * (\sum_(k < d) (z k * z k))) -> `|gamma| <= G -> 2%:R * U <= (2%:R - r0) * G ->
  0 < r0 -> r0 < 2%:R -> 0 < eps -> 16%:R * (eps * G * (L * U / form w)) <= 1 -> gamma * s w <= gamma * s after.
Proof.
move=> pos zero normal upper gG UG r00 r02 e0 small; rewrite leNgt; apply/negP => fell.
pose a := gamma - s w; pose c := 2%:R * a * (s after - gamma); pose delta := 2%:R * (gamma * s w - gamma * s after).
have delta0 : 0 < delta by rewrite mulr_gt0 ?ltr0n // subr_gt0.
have G0 : 0 <= G := le_trans (normr_ge0 _) gG.
have all r : 0 < r -> r <= r0 -> delta + r * c <= 0.
  move=> rp rle; have r2 : r < 2%:R := le_lt_trans rle r02.
  have UG' : 2%:R * U <= (2%:R - r) * G.
    by apply: (le_trans UG); rewrite ler_wpmul2r // ler_add2l ler_opp2.
  have [_ _ step] := @descent R d n A y w u gamma r eps G L pos zero normal upper.
  have [_ le] := step gG UG' rp r2 e0 small; rewrite -/(s w) -/(s after) in le.
  have T0 : 0 <= eps * \sum_(k < d) (slope d n A y w gamma k * slope d n A y w gamma k).
    by rewrite mulr_ge0 ?(ltW e0) // sumr_ge0 // => k _; rewrite -expr2 sqr_ge0.
  have D0 : 0 <= r * (2%:R - r) / 2%:R * ((gamma - s w) * (gamma - s w)).
    by rewrite mulr_ge0 -?expr2 ?sqr_ge0 // divr_ge0 ?ler0n // mulr_ge0 ?(ltW rp) // subr_ge0 ltW.
  have sq : 0 <= (r * a) * (r * a) by rewrite -expr2 sqr_ge0.
  apply: (@le_trans _ _ (delta + r * c + (r * a) * (r * a))); first by rewrite ler_addl.
  rewrite (_ : delta + r * c + r * a * (r * a) = (gamma - r * (gamma - s w)) * (gamma - r * (gamma - s w))
    - 2%:R * ((gamma - r * (gamma - s w)) * s after) - (gamma * gamma - 2%:R * (gamma * s w))).
    by apply: (le_trans le); rewrite -opprD oppr_le0 addr_ge0.
  by rewrite /delta /c /a; set p := s w; set q := s after; ring.
have c1 : 0 < `|c| + 1 by apply: ltr_paddl.
pose r := Num.min r0 (delta / (2%:R * (`|c| + 1))).
have rp : 0 < r by rewrite lt_minr r00 divr_gt0 // mulr_gt0 ?ltr0n.
have rr0 : r <= r0 by rewrite le_minl lexx.
have rd : r * (2%:R * (`|c| + 1)) <= delta.
  by rewrite -ler_pdivl_mulr ?mulr_gt0 ?ltr0n // le_minl lexx orbT.
have := all r rp rr0; apply/negP; rewrite -ltNge.
have rc : - (r * `|c|) <= r * c by rewrite -mulrN ler_pmul2l // ler_oppl -normrN ler_norm.
apply: lt_le_trans (ler_add (lexx delta) rc); rewrite subr_gt0 -(@ltr_pmul2r _ 2%:R) ?ltr0n //.
apply: (@lt_le_trans _ _ (r * (2%:R * (`|c| + 1)))).
  by rewrite -subr_gt0 (_ : _ - _ = r * 2%:R) ?mulr_gt0 ?ltr0n //; ring.
by apply: (le_trans rd); rewrite -[X in X <= _]mulr1 ler_pmul2l // ler1n.
Qed.

Lemma along (R : rcfType) d n (low high : R) K (r eps : R) (A : nat -> nat -> R) (y w u g : nat -> R) (W : nat -> nat -> R)
  (C := fun k => centred n (row d A (W k))) (sd := fun k => Num.sqrt ((\sum_(i < n) (C k i * C k i)) / n%:R))
  (form := fun z : nat -> R => (\sum_(i < n) (row d A z i * row d A z i)) / n%:R) (U := Num.sqrt (form u))
  (s := fun z : nat -> R => (\sum_(i < n) (row d A z i * y i)) / n%:R / Num.sqrt (form z))
  (G := g 0%N + U * 2%:R / (2%:R - r)) (m := - Num.max (- g 0%N) (- s (W 0%N))) :
  0 < \sum_(i < n) (centred n (row d A w) i * centred n (row d A w) i) -> (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) ->
  (forall k, (k < d)%N -> \sum_(i < n) (A k i * (row d A u i - y i)) = 0) -> 0 < low ->
  (forall z : nat -> R, low * (\sum_(k < d) (z k * z k)) <= (\sum_(i < n) (centred n (row d A z) i * centred n (row d A z) i)) / n%:R) ->
  (forall z : nat -> R, (\sum_(i < n) (centred n (row d A z) i * centred n (row d A z) i)) / n%:R <= high * (\sum_(k < d) (z k * z k))) ->
  0 < r -> r < 2%:R -> 0 < eps -> (forall k, (k < d)%N -> W 0%N k = w k) ->
  (forall k, (k < K + 1)%N -> forall j, (j < K + 1)%N -> j%:R != k%:R + 1 :> R \/
    (g j = g k - r * ((\sum_(i < n) (((g k * (C k i / sd k)) - y i) * (C k i / sd k))) / n%:R) /\
      forall l, (l < d)%N -> W j l = W k l - eps * slope d n A y (W k) (g k) l)) ->
  r <= 1 -> 0 < g 0%N -> 0 < \sum_(k < d) ((\sum_(i < n) (A k i * y i)) / n%:R * w k) ->
  eps * 16%:R * G * high * U <= low * (\sum_(k < d) (w k * w k)) ->
  forall k, (k <= K)%N -> [/\ 0 < form (W k), m <= g k & s (W 0%N) <= s (W k)].
Proof.
move=> pos zero normal low0 lower variance r0 r2 e0 start steps r1 g0 w0 slow.
have [n0 _ _] := @spread R n (centred n (row d A w)) pos; have np : 0 < n%:R :> R by rewrite lt_def n0 ler0n.
have formE (z : nat -> R) : form z = (\sum_(i < n) (centred n (row d A z) i * centred n (row d A z) i)) / n%:R.
  by rewrite (still2 (no_mean z zero) (no_mean z zero)).
pose N (z : nat -> R) := \sum_(k < d) (z k * z k); pose M := N w.
have below (z : nat -> R) : low * N z <= form z by rewrite formE; exact: lower.
have above (z : nat -> R) : form z <= high * N z by rewrite formE; exact: variance.
have U0 : 0 <= U by rewrite sqrtr_ge0.
have rr : 0 < 2%:R - r by rewrite subr_gt0.
have gG : `|g 0%N| <= G by rewrite gtr0_norm // ler_addl divr_ge0 ?mulr_ge0 ?ler0n // ltW.
have UG : 2%:R * U <= (2%:R - r) * G.
  rewrite mulrDr [(2%:R - r) * (_ / _)]mulrC divfK ?lt0r_neq0 // [U * _]mulrC ler_addr.
  by rewrite mulr_ge0 // ltW.
have M0 : 0 < M.
  rewrite lt_def sumr_ge0 ?andbT => [|k _]; last by rewrite -expr2 sqr_ge0.
  apply: contraTneq pos => none; rewrite -leNgt -(@pmulr_lle0 _ n%:R^-1) ?invr_gt0 // -formE.
  by apply: le_trans (above w) _; rewrite -/M none mulr0.
have alive (z : nat -> R) : M <= N z -> 0 < form z.
  by move=> le; apply: lt_le_trans (below z); rewrite mulr_gt0 // (lt_le_trans M0).
have varies (z : nat -> R) : M <= N z -> 0 < \sum_(i < n) (centred n (row d A z) i * centred n (row d A z) i).
  by move/alive; rewrite formE pmulr_lgt0 ?invr_gt0.
have W0 : N (W 0%N) = M by apply: eq_bigr => k _; rewrite start.
have rows (z z' : nat -> R) : (forall k, (k < d)%N -> z k = z' k) -> form z = form z' /\ s z = s z'.
  move=> same; have rowE i : row d A z i = row d A z' i by apply: eq_bigr => k _; rewrite same.
  have e : form z = form z' by congr (_ / _); apply: eq_bigr => i _; rewrite !rowE.
  by split=> //; rewrite /s e; congr (_ / _ / _); apply: eq_bigr => i _; rewrite rowE.
have s0 : 0 < s (W 0%N).
  have [_ ->] := rows (W 0%N) w (fun k kd => start k kd).
  by rewrite /s -(crossed d n A y w) divr_gt0 // sqrtr_gt0 alive.
have mg : m <= g 0%N by rewrite ler_oppl le_maxr lexx.
have ms : m <= s (W 0%N) by rewrite ler_oppl le_maxr lexx orbT.
have m0 : 0 < m by rewrite oppr_gt0 lt_maxl !oppr_lt0 g0.
have all k : (k <= K)%N -> [/\ M <= N (W k), `|g k| <= G, m <= g k & s (W 0%N) <= s (W k)].
  elim: k => [_|k IH lt]; first by rewrite W0.
  have [Mk gk mk sk] := IH (ltnW lt); have lt' : (k.+1 < K + 1)%N by rewrite addn1 ltnS.
  have [ne|[gE WE]] := steps k (leq_trans lt (leq_addr 1 K)) k.+1 lt'; first by move: ne; rewrite -[k.+1]addn1 natrD eqxx.
  have by_ := @by_gain R d n A y (W k) (g k) (varies _ Mk) zero.
  have gE' : g k.+1 = g k - r * (g k - s (W k)) by rewrite gE by_.
  pose after j := W k j - eps * slope d n A y (W k) (g k) j.
  have [_ sE] := rows (W k.+1) after (fun j jd => WE j jd).
  have [sU _ _] := @descent R d n A y (W k) u (g k) r eps G high (varies _ Mk) zero normal above.
  have small : 16%:R * (eps * G * (high * U / form (W k))) <= 1.
    have -> : 16%:R * (eps * G * (high * U / form (W k))) = eps * 16%:R * G * high * U / form (W k).
      by field; exact: lt0r_neq0 (alive _ Mk).
    rewrite ler_pdivr_mulr ?alive // mul1r; apply: (le_trans slow); apply: le_trans (below (W k)).
    by rewrite ler_pmul2l.
  have up := @uphill R d n A y (W k) u (g k) r eps G high (varies _ Mk) zero normal above gk UG r0 r2 e0 small.
  split.
  - have -> : N (W k.+1) = N (W k) + (\sum_(j < d) (slope d n A y (W k) (g k) j * slope d n A y (W k) (g k) j)) * (eps * eps).
      rewrite -(@pythagoras R d (W k) (slope d n A y (W k) (g k)) eps (@flat R d n A y (W k) (g k) (varies _ Mk) zero)).
      by apply: eq_bigr => j _; rewrite WE.
    apply: (le_trans Mk); rewrite ler_addl mulr_ge0 ?mulr_ge0 ?(ltW e0) // sumr_ge0 // => j _; rewrite -expr2; exact: sqr_ge0.
  - by rewrite gE'; exact: kept r0 r2 sU gk UG.
  - rewrite gE' (_ : g k - r * (g k - s (W k)) = (1 - r) * g k + r * s (W k)); last by ring.
    rewrite -[m](_ : (1 - r) * m + r * m = m); last by ring.
    by apply: ler_add; [apply: ler_wpmul2l => //; rewrite subr_ge0 | rewrite ler_pmul2l // (le_trans ms)].
  by apply: (le_trans sk); rewrite sE -(ler_pmul2l (lt_le_trans m0 mk)).
by move=> k kK; have [Mk _ mk sk] := all k kK; split=> //; exact: alive.
Qed.

Theorem proof : statement.
Proof.
move=> R d n low high K r eps A y w v u g W _ pos _ zero normal _ low0 lower variance r0 r2 e0 start steps.
case=> [[[r1 g0] w0] slow]; rewrite !crossed.
have all := @along R d n low high K r eps A y w u g W pos zero normal low0 lower variance r0 r2 e0 start steps r1 g0 w0 slow.
by have [_ gK sK] := all K (leqnn K); split; [exact: gK | exact: sK].
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d n low high K r eps A y w v u g W _ pos _ zero normal _ low0 lower variance r0 r2 e0 start steps.
have all := @along R d n low high K r eps A y w u g W pos zero normal low0 lower variance r0 r2 e0 start steps.
have [n0 _ _] := @spread R n (centred n (row d A w)) pos.
have square (z : nat -> R) : 0 <= (\sum_(i < n) (row d A z i * row d A z i)) / n%:R.
  by rewrite divr_ge0 ?ler0n // sumr_ge0 // => i _; rewrite -expr2 sqr_ge0.
split=> [_|]; first by move: n0; rewrite pnatr_eq0.
split=> [_|]; first exact: square.
split=> [_|]; first by rewrite subr_eq0 eq_sym lt_eqF.
split=> [_|]; first exact: square.
split=> [[[[r1 g0] w0] slow]|]; first by have [f0 _ _] := all r1 g0 w0 slow 0%N (leq0n K); rewrite sqrtr_eq0 -ltNge; exact: f0.
split=> [_|[[[r1 g0] w0] slow]]; first exact: square.
by have [fK _ _] := all r1 g0 w0 slow K (leqnn K); rewrite sqrtr_eq0 -ltNge; exact: fK.
Qed.
