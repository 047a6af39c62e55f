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

(* The gradient is no less than in proportion to the excess over the best gamma: |grad_w J|^2 >= low gamma^2 (U^2 - s^2)/w.Hw. *)
Lemma steep (R : rcfType) d n (A : nat -> nat -> R) (y w u : nat -> R) (gamma low : R) (X := row d A w) (P := row d A u)
  (form := fun z : nat -> R => (\sum_(i < n) (row d A z i * row d A z i)) / n%:R) (U := Num.sqrt (form u))
  (s := (\sum_(i < n) (X i * y i)) / n%:R / Num.sqrt (form w)) :
  0 < \sum_(i < n) (centred n X i * centred n X i) -> (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) ->
  (forall k, (k < d)%N -> \sum_(i < n) (A k i * (P i - y i)) = 0) -> 0 < low ->
  (forall z : nat -> R, low * (\sum_(k < d) (z k * z k)) <= form z) ->
  0 <= U * U - s * s /\
  low * (gamma * gamma) * (U * U - s * s) <= (\sum_(k < d) (slope d n A y w gamma k * slope d n A y w gamma k)) * form w.
Proof.
move=> pos zero normal low0 lower; have [n0 s0 e] := spread pos; have x := no_mean w zero.
have np : 0 < n%:R :> R by rewrite lt_def n0 ler0n.
have SE : form w = (\sum_(i < n) (centred n X i * centred n X i)) / n%:R by rewrite (still2 x x).
have S0 : 0 < form w by rewrite SE divr_gt0.
have form0 (z : nat -> R) : 0 <= form z by rewrite divr_ge0 ?ler0n // sumr_ge0 // => i _; rewrite -expr2 sqr_ge0.
pose sd := Num.sqrt (form w); have sdn : sd != 0 by rewrite sqrtr_eq0 -ltNge.
have sds : sd * sd = form w by rewrite -expr2 sqr_sqrtr // ltW.
have UU : U * U = form u by rewrite -expr2 sqr_sqrtr.
pose gw := (\sum_(i < n) (X i * y i)) / n%:R; pose t := gw / (sd * sd); pose z k := t * w k - u k.
have ZE i : row d A z i = t * X i - P i.
  by rewrite /X /P /row mulr_sumr -sumrB; apply: eq_bigr => k _; rewrite /z mulrBl mulrA.
have XP : \sum_(i < n) (X i * P i) = n%:R * gw by rewrite (@fitted R d n A y u w normal) mulrC divfK.
have XX : \sum_(i < n) (X i * X i) = n%:R * (sd * sd) by rewrite sds mulrC divfK.
have PP : \sum_(i < n) (P i * P i) = n%:R * (U * U) by rewrite UU mulrC divfK.
have Fz : form z = U * U - s * s.
  rewrite /form (eq_bigr (fun i : 'I_n => t * t * (X i * X i) - 2%:R * t * (X i * P i) + P i * P i)) => [|i _]; last by rewrite ZE; ring.
  rewrite big_split sumrB /= -!mulr_sumr XP XX PP -[s]/(gw / sd) /t.
  by field; rewrite n0 sdn.
have along_z : \sum_(k < d) (z k * slope d n A y w gamma k) = gamma / sd * form z.
  rewrite (@sloped_along R d n A y w z gamma pos zero) -SE -/sd -/gw -(@fitted R d n A y u z normal).
  rewrite /form [in RHS](eq_bigr (fun i : 'I_n => t * (row d A z i * X i) - row d A z i * P i)) => [|i _]; last first.
    rewrite (_ : t * (row d A z i * X i) - row d A z i * P i = row d A z i * (t * X i - P i)); last by ring.
    by congr (_ * _); exact: ZE.
  rewrite sumrB -mulr_sumr /t; set a := \sum_(i < n) _; set b := \sum_(i < n) _.
  by field; rewrite n0 sdn.
set T := \sum_(k < d) _; pose N := \sum_(k < d) (z k * z k); pose l := low * gamma / sd.
have sq : 0 <= T - 2%:R * l * (gamma / sd * form z) + l * l * N.
  rewrite -along_z /N !mulr_sumr -sumrB -big_split sumr_ge0 // => k _ /=.
  set q := slope _ _ _ _ _ _ _; rewrite (_ : _ + _ = (q - l * z k) ^+ 2) ?sqr_ge0 //; ring.
have short : l * l * N <= l * l / low * form z.
  have := lower z; rewrite -/N => le; rewrite -[X in _ <= X]mulrA; apply: ler_wpmul2l; first by rewrite -expr2 sqr_ge0.
  by rewrite ler_pdivl_mull.
rewrite -Fz; split=> //; rewrite -sds -subr_ge0.
rewrite (_ : T * (sd * sd) - low * (gamma * gamma) * form z = (T - 2%:R * l * (gamma / sd * form z) + l * l / low * form z) * (sd * sd)).
  rewrite mulr_ge0 -?expr2 ?sqr_ge0 //; apply: (le_trans sq); by rewrite ler_add2l.
by rewrite /l; field; rewrite sdn lt0r_neq0.
Qed.

Lemma along (R : rcfType) d n (low high : R) K (r eps : R) (A : nat -> nat -> R) (y w u g : nat -> R) (W : nat -> nat -> R) (c : R)
  (C := fun k => centred n (row d A (W k))) (sd := fun k => Num.sqrt ((\sum_(i < n) (C k i * C k i)) / n%:R))
  (form := fun z : nat -> R => (\sum_(i < n) (row d A z i * row d A z i)) / n%:R) (U := Num.sqrt (form u))
  (s := fun z : nat -> R => (\sum_(i < n) (row d A z i * y i)) / n%:R / Num.sqrt (form z))
  (G := g 0%N + U * 2%:R / (2%:R - r)) (m := - Num.max (- g 0%N) (- s (W 0%N)))
  (E := fun (gain : R) z => gain * gain - 2%:R * (gain * s z) + U * U)
  (B := \sum_(k < d) (w k * w k) + eps * E (g 0%N) (W 0%N)) :
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
  forall k, (k <= K)%N -> 0 < form (W k) /\
    (c <= r * (2%:R - r) / 2%:R -> c <= eps * (m * m) * low / (high * B) -> E (g k) (W k) <= E (g 0%N) (W 0%N) * (1 - c) ^+ k).
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
have high0 : 0 < high.
  by move: (lt_le_trans (alive w (lexx M)) (above w)); rewrite pmulr_lgt0.
have all k : (k <= K)%N -> [/\ M <= N (W k), `|g k| <= G, m <= g k /\ s (W 0%N) <= s (W k), N (W k) + eps * E (g k) (W k) <= B
    & c <= r * (2%:R - r) / 2%:R -> c <= eps * (m * m) * low / (high * B) -> E (g k) (W k) <= E (g 0%N) (W 0%N) * (1 - c) ^+ k].
  elim: k => [_|k IH lt]; first by split; rewrite ?W0 ?expr0 ?mulr1.
  have [Mk gk [mk sk] Bk falls] := IH (ltnW lt); have lt' : (k.+1 < K + 1)%N by rewrite addn1 ltnS.
  have [ne|[gE WE]] := steps k (leq_trans lt (leq_addr 1 K)) k.+1 lt'; first by move: ne; rewrite -[k.+1]addn1 natrD eqxx.
  have by_ := @by_gain R d n A y (W k) (g k) (varies _ Mk) zero.
  have gE' : g k.+1 = g k - r * (g k - s (W k)) by rewrite gE by_.
  pose after j := W k j - eps * slope d n A y (W k) (g k) j.
  have [_ sE] := rows (W k.+1) after (fun j jd => WE j jd).
  have [sU _ step] := @descent R d n A y (W k) u (g k) r eps G high (varies _ Mk) zero normal above.
  have small : 16%:R * (eps * G * (high * U / form (W k))) <= 1.
    have -> : 16%:R * (eps * G * (high * U / form (W k))) = eps * 16%:R * G * high * U / form (W k).
      by field; exact: lt0r_neq0 (alive _ Mk).
    rewrite ler_pdivr_mulr ?alive // mul1r; apply: (le_trans slow); apply: le_trans (below (W k)).
    by rewrite ler_pmul2l.
  have up := @uphill R d n A y (W k) u (g k) r eps G high (varies _ Mk) zero normal above gk UG r0 r2 e0 small.
  have [_ le] := step gk UG r0 r2 e0 small; set T := \sum_(j < d) _ in le.
  have T0 : 0 <= T by apply: sumr_ge0 => j _; rewrite -expr2; exact: sqr_ge0.
  have NE : N (W k.+1) = N (W k) + T * (eps * eps).
    rewrite -(@pythagoras R d (W k) (slope d n A y (W k) (g k)) eps (@flat R d n A y (W k) (g k) (varies _ Mk) zero)).
    by apply: eq_bigr => j _; rewrite WE.
  have [D0 steepE] := @steep R d n A y (W k) u (g k) low (varies _ Mk) zero normal low0 below.
  rewrite -/(form (W k)) -/U -/(s (W k)) -/T in D0 steepE le.
  pose a := g k - s (W k); pose D := U * U - s (W k) * s (W k); have a2 : 0 <= a * a by rewrite -expr2 sqr_ge0.
  have EE : E (g k) (W k) = a * a + D by rewrite /E /a /D; set p := s (W k); ring.
  have fell : E (g k.+1) (W k.+1) <= E (g k) (W k) - eps * T - r * (2%:R - r) / 2%:R * (a * a).
    rewrite -subr_ge0; move: le; rewrite -subr_ge0 -/(form after) -/(s after) -sE -gE' -/a; congr (_ <= _).
    by rewrite /E; set p := s (W k); set q := s (W k.+1); ring.
  have rest0 : 0 <= r * (2%:R - r) / 2%:R * (a * a) by rewrite mulr_ge0 // divr_ge0 ?ler0n // mulr_ge0 ?ltW.
  split.
  - by apply: (le_trans Mk); rewrite NE ler_addl mulr_ge0 ?mulr_ge0 // ltW.
  - by rewrite gE'; exact: kept r0 r2 sU gk UG.
  - split; last by apply: (le_trans sk); rewrite sE -(ler_pmul2l (lt_le_trans m0 mk)).
    rewrite gE' (_ : g k - r * (g k - s (W k)) = (1 - r) * g k + r * s (W k)); last by ring.
    rewrite -[m](_ : (1 - r) * m + r * m = m); last by ring.
    by apply: ler_add; [apply: ler_wpmul2l => //; rewrite subr_ge0 | rewrite ler_pmul2l // (le_trans ms)].
  - apply: le_trans Bk; rewrite NE -addrA ler_add2l.
    apply: (@le_trans _ _ (eps * (eps * T + (E (g k) (W k) - eps * T - r * (2%:R - r) / 2%:R * (a * a))))).
      by rewrite (_ : T * (eps * eps) = eps * (eps * T)); [rewrite mulrDr ler_add2l ler_pmul2l | ring].
    rewrite ler_pmul2l //; set e := E _ _; set q := r * _ / _ * _ in rest0 *.
    have -> : eps * T + (e - eps * T - q) = e - q by ring.
    by rewrite ler_subl_addr ler_addl.
  move=> c1 c2; have first := falls c1 c2; have c_half : 0 <= 1 - c.
    rewrite subr_ge0 (le_trans c1) // ler_pdivr_mulr ?ltr0n // -subr_ge0 (_ : _ - _ = 1 + (1 - r) ^+ 2).
      by rewrite addr_ge0 ?ler01 ?sqr_ge0.
    by ring.
  rewrite exprSr mulrA mulrC; apply: (@le_trans _ _ ((1 - c) * E (g k) (W k))); last by rewrite ler_wpmul2l.
  apply: (le_trans fell); rewrite EE -subr_ge0.
  have grows : c * D <= eps * T.
    have E0 : 0 <= E (g k) (W k) by rewrite EE addr_ge0.
    have NB : N (W k) <= B by apply: le_trans Bk; rewrite ler_addl mulr_ge0 // ltW.
    have Bp : 0 < B by rewrite (lt_le_trans M0) // (le_trans Mk).
    have B0 : 0 < high * B by rewrite mulr_gt0.
    apply: (@le_trans _ _ (eps * (m * m) * low / (high * B) * D)); first by rewrite ler_wpmul2r.
    rewrite -!mulrA ler_pmul2l // !mulrA -(ler_pmul2r B0) (_ : m * m * low / (high * B) * D * (high * B) = low * (m * m) * D).
      apply: (@le_trans _ _ (low * (g k * g k) * D)).
        apply: ler_wpmul2r => //; rewrite ler_pmul2l //; apply: ler_pmul => //; exact: ltW.
      apply: (le_trans steepE); rewrite ler_wpmul2l //; apply: (le_trans (above _)).
      by rewrite ler_pmul2l.
    by move: (lt0r_neq0 high0) (lt0r_neq0 Bp); set b := B; set e := D => hn bn; field; rewrite hn bn.
  have c1a : c * (a * a) <= r * (2%:R - r) / 2%:R * (a * a) by rewrite ler_wpmul2r.
  move: c1a grows; set q := r * _ / _ * _; set p := a * a => c1a grows.
  have -> : (1 - c) * (p + D) - (p + D - eps * T - q) = (eps * T - c * D) + (q - c * p) by ring.
  by apply: addr_ge0; rewrite subr_ge0.
by move=> k kK; have [Mk _ _ _ falls] := all k kK; split=> //; exact: alive.
Qed.


Lemma excess (R : rcfType) d n (A : nat -> nat -> R) (y u z : nat -> R) (gain : R) (P := row d A u) (C := centred n (row d A z))
  (form := fun z : nat -> R => (\sum_(i < n) (row d A z i * row d A z i)) / n%:R) (U := Num.sqrt (form u))
  (s := (\sum_(i < n) (row d A z i * y i)) / n%:R / Num.sqrt (form z)) (sd := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R)) :
  0 < \sum_(i < n) (C i * C i) -> (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) ->
  (forall k, (k < d)%N -> \sum_(i < n) (A k i * (P i - y i)) = 0) ->
  (\sum_(i < n) ((y i - gain * (C i / sd)) * (y i - gain * (C i / sd)))) / (n%:R * 2%:R)
    - (\sum_(i < n) ((y i - P i) * (y i - P i))) / (n%:R * 2%:R) = (gain * gain - 2%:R * (gain * s) + U * U) / 2%:R.
Proof.
move=> pos zero normal; have [n0 _ _] := spread pos; rewrite (@loss_at R d n A y z gain pos zero) -/(form z) -/s.
have UU : U * U = (\sum_(i < n) (P i * P i)) / n%:R.
  by rewrite -expr2 sqr_sqrtr // divr_ge0 ?ler0n // sumr_ge0 // => i _; rewrite -expr2 sqr_ge0.
have fit := @fitted R d n A y u u normal; rewrite -/P in fit.
have -> : \sum_(i < n) ((y i - P i) * (y i - P i)) = \sum_(i < n) (y i * y i) - \sum_(i < n) (P i * P i).
  rewrite (eq_bigr (fun i : 'I_n => y i * y i - 2%:R * (P i * y i) + P i * P i)) => [|i _]; last by ring.
  rewrite big_split sumrB /= -mulr_sumr -fit; set a := \sum_(i < n) (y i * y i); set b := \sum_(i < n) (P i * P i); ring.
rewrite UU; set a := \sum_(i < n) (y i * y i); set b := \sum_(i < n) (P i * P i).
by move: s => t; field.
Qed.

Theorem proof : statement.
Proof.
move=> R d n low high K r eps A y w v u g W _ pos _ zero normal _ low0 lower variance r0 r2 e0 start steps.
have all c := @along R d n low high K r eps A y w u g W c pos zero normal low0 lower variance r0 r2 e0 start steps.
have [n0 _ _] := @spread R n (centred n (row d A w)) pos; have np : 0 < n%:R :> R by rewrite lt_def n0 ler0n.
have varies k : 0 < (\sum_(i < n) (row d A (W k) i * row d A (W k) i)) / n%:R ->
    0 < \sum_(i < n) (centred n (row d A (W k)) i * centred n (row d A (W k)) i).
  by rewrite (still2 (no_mean (W k) zero) (no_mean (W k) zero)) pmulr_lgt0 ?invr_gt0.
split=> [[[[r1 g0] w0] slow] e|].
  by have [f0 _] := all 0 r1 g0 w0 slow 0%N (leq0n K); exact: (elimN eqP (lt0r_neq0 (varies _ f0)) e).
split=> [[[[r1 g0] w0] slow] _ e|[[[r1 g0] w0] slow] _ _].
  by have [fK _] := all 0 r1 g0 w0 slow K (leqnn K); exact: (elimN eqP (lt0r_neq0 (varies _ fK)) e).
match goal with |- is_true (Order.le _ (GRing.mul _ (GRing.exp (GRing.add _ (GRing.opp ?x)) _))) => pose c := x end.
have [f0 _] := all c r1 g0 w0 slow 0%N (leq0n K); have [fK falls] := all c r1 g0 w0 slow K (leqnn K).
have eK := @excess R d n A y u (W K) (g K) (varies _ fK) zero normal.
have eV := @excess R d n A y u (W 0%N) (g 0%N) (varies _ f0) zero normal.
have half (a : R) : 2%:R * (a / 2%:R) = a by rewrite mulrC divfK // pnatr_eq0.
have c1 : c <= r * (2%:R - r) / 2%:R by rewrite ler_oppl le_maxr; apply/orP; left; rewrite ler_opp2 mul1r mulrC.
set m := - Num.max (- g 0%N) (- ((\sum_(i < n) (row d A (W 0%N) i * y i)) / n%:R
  / Num.sqrt ((\sum_(i < n) (row d A (W 0%N) i * row d A (W 0%N) i)) / n%:R))) in falls.
match type of eV with ?lhs = ?rhs => pose L0 := lhs; pose E0 := rhs end.
have L0E : L0 = E0 := eV.
have c2 : c <= eps * (m * m) * low / (high * (\sum_(k < d) (w k * w k) + eps * (2%:R * E0))).
  rewrite ler_oppl le_maxr; apply/orP; right; rewrite ler_opp2 -L0E mulrA /m -(crossed d n A y (W 0%N)).
  exact: lexx.
rewrite /E0 half in c2; have fin := falls c1 c2.
match type of eK with _ = ?rhs => pose EK := rhs end.
apply: (@le_trans _ _ EK); first by rewrite le_eqVlt; apply/orP; left; apply/eqP; exact: eK.
apply: (@le_trans _ _ (E0 * (1 - c) ^+ K)); last first.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; congr (_ * _); exact: esym eV.
by rewrite /EK /E0 [X in _ <= X]mulrAC ler_pmul2r ?invr_gt0 ?ltr0n //; exact: fin.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d n low high K r eps A y w v u g W _ pos _ zero normal _ low0 lower variance r0 r2 e0 start steps.
have all := @along R d n low high K r eps A y w u g W 0 pos zero normal low0 lower variance r0 r2 e0 start steps.
have [n0 _ _] := @spread R n (centred n (row d A w)) pos; have np : 0 < n%:R :> R by rewrite lt_def n0 ler0n.
have formE (z : nat -> R) : (\sum_(i < n) (row d A z i * row d A z i)) / n%:R
    = (\sum_(i < n) (centred n (row d A z) i * centred n (row d A z) i)) / n%:R.
  by rewrite (still2 (no_mean z zero) (no_mean z zero)).
have squares (x : nat -> R) : 0 <= (\sum_(i < n) (x i * x i)) / n%:R.
  by rewrite divr_ge0 ?ler0n // sumr_ge0 // => i _; rewrite -expr2 sqr_ge0.
have varied (x : nat -> R) : \sum_(i < n) (x i * x i) != 0 -> Num.sqrt ((\sum_(i < n) (x i * x i)) / n%:R) != 0.
  by move=> ne; rewrite sqrtr_eq0 -ltNge lt_def squares andbT mulf_neq0 ?invr_eq0.
have two : n%:R * 2%:R != 0 :> R by rewrite mulf_neq0 // pnatr_eq0.
split=> [_ _ _|]; first by move: n0; rewrite pnatr_eq0.
split=> [_ _ _|]; first exact: (squares (row d A u)).
split=> [_ _ _|]; first by rewrite subr_eq0 eq_sym lt_eqF.
split=> [_ _ _|]; first exact: (squares (row d A (W 0%N))).
split=> [[[[r1 g0] w0] slow] _ _|].
  by have [f0 _] := all r1 g0 w0 slow 0%N (leq0n K); rewrite sqrtr_eq0 -ltNge; exact: f0.
split=> [_ _ _|]; first exact: (squares (centred n (row d A (W 0%N)))).
split=> [_ ne _|]; first exact: (varied (centred n (row d A (W 0%N))) ne).
split=> [_ _ _|]; first exact: two.
split=> [[[[r1 g0] w0] slow] _ _|].
  have [f0 _] := all r1 g0 w0 slow 0%N (leq0n K).
  have pos0 : 0 < \sum_(i < n) (centred n (row d A (W 0%N)) i * centred n (row d A (W 0%N)) i).
    by move: f0; rewrite formE pmulr_lgt0 ?invr_gt0.
  have lower' (z : nat -> R) : low * (\sum_(k < d) (z k * z k)) <= (\sum_(i < n) (row d A z i * row d A z i)) / n%:R.
    by rewrite formE; exact: lower.
  have [D0 _] := @steep R d n A y (W 0%N) u (g 0%N) low pos0 zero normal low0 lower'.
  have top : 0 < high * \sum_(k < d) (w k * w k) by apply: lt_le_trans (variance w); rewrite divr_gt0.
  have N0 : 0 <= \sum_(k < d) (w k * w k) by apply: sumr_ge0 => k _; rewrite -expr2 sqr_ge0.
  have N1 : 0 < \sum_(k < d) (w k * w k) by rewrite lt_def N0 andbT; apply: contraTneq top => ->; rewrite mulr0 ltxx.
  have high0 : 0 < high by move: top; rewrite pmulr_lgt0.
  apply: mulf_neq0; first exact: lt0r_neq0.
  apply: lt0r_neq0; apply: ltr_paddr => //; apply: mulr_ge0.
    by rewrite mulr_ge0 ?ler0n // ltW.
  rewrite [X in 0 <= X](@excess R d n A y u (W 0%N) (g 0%N) pos0 zero normal); apply: divr_ge0; last exact: ler0n.
  move: D0; set s := _ / Num.sqrt _; set U := Num.sqrt _ => D0.
  have -> : g 0%N * g 0%N - 2%:R * (g 0%N * s) + U * U = (g 0%N - s) ^+ 2 + (U * U - s * s) by ring.
  by rewrite addr_ge0 ?sqr_ge0.
split=> [_ _ _|_ _ ne]; first exact: (squares (centred n (row d A (W K)))).
exact: (varied (centred n (row d A (W K))) ne).
Qed.
