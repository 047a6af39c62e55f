(* z' is what a step makes of z; E is twice the excess of the loss *)
Lemma onward (R : rcfType) d n (A : nat -> nat -> R) (y u z z' : nat -> R) (gamma r eps G low high M B : R)
  (P := row d A u) (form := fun z : nat -> R => (\sum_(i < n) (row d A z i * row d A z i)) / n%:R) (U := Num.sqrt (form u))
  (s := fun z : nat -> R => (\sum_(i < n) (row d A z i * y i)) / n%:R / Num.sqrt (form z))
  (N := fun z : nat -> R => \sum_(k < d) (z k * z k)) (E := fun (gain : R) z => gain * gain - 2%:R * (gain * s z) + U * U)
  (gamma' := gamma - r * (gamma - s z)) :
  (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) -> (forall k, (k < d)%N -> \sum_(i < n) (A k i * (P i - y i)) = 0) ->
  0 < n%:R :> R -> (forall z : nat -> R, low * N z <= form z) -> (forall z : nat -> R, form z <= high * N z) ->
  0 < low -> 0 < r -> r < 2%:R -> 0 < eps -> 2%:R * U <= (2%:R - r) * G -> 0 < M -> M <= N z -> `|gamma| <= G ->
  (forall k, (k < d)%N -> z' k = z k - eps * slope d n A y z gamma k) ->
  B = M + 16%:R * eps * G * high * U / low + eps * eps * (G * G) * high * (U * U) / (low * M) + eps * ((G + U) * (G + U)) ->
  N z + eps * E gamma z <= B -> [/\ M <= N z', `|gamma'| <= G & N z' + eps * E gamma' z' <= B].
Proof.
move=> zero normal np lower upper low0 r0 r2 e0 UG M0 Mz gG moved BE before.
have formE (x : nat -> R) : form x = (\sum_(i < n) (centred n (row d A x) i * centred n (row d A x) i)) / n%:R.
  by rewrite (still2 (no_mean x zero) (no_mean x zero)).
have alive (x : nat -> R) : M <= N x -> 0 < form x.
  by move=> le; apply: lt_le_trans (lower x); rewrite mulr_gt0 // (lt_le_trans M0).
have pos (x : nat -> R) : M <= N x -> 0 < \sum_(i < n) (centred n (row d A x) i * centred n (row d A x) i).
  by move/alive; rewrite formE pmulr_lgt0 ?invr_gt0.
pose after k := z k - eps * slope d n A y z gamma k.
have rowE i : row d A z' i = row d A after i by apply: eq_bigr => k _; rewrite moved.
have form' : form z' = form after by congr (_ / _); apply: eq_bigr => i _; rewrite rowE.
have s' : s z' = s after by rewrite /s form'; congr (_ / _ / _); apply: eq_bigr => i _; rewrite rowE.
set T := \sum_(k < d) (slope d n A y z gamma k * slope d n A y z gamma k).
have T0 : 0 <= T by apply: sumr_ge0 => k _; rewrite -expr2 sqr_ge0.
have N' : N z' = N z + T * (eps * eps).
  rewrite -(@pythagoras R d z (slope d n A y z gamma) eps (@flat R d n A y z gamma (pos z Mz) zero)).
  by apply: eq_bigr => k _; rewrite moved.
have ee : 0 <= eps * eps := mulr_ge0 (ltW e0) (ltW e0).
have grown : N z <= N z' by rewrite N' ler_addl mulr_ge0.
have Mz' : M <= N z' := le_trans Mz grown.
have [sU Tle step] := @descent R d n A y z u gamma r eps G high (pos z Mz) zero normal upper.
have [sU' _ _] := @descent R d n A y z' u gamma' r eps G high (pos z' Mz') zero normal upper.
rewrite -/(form z) -/(form u) -/(s z) -/(s z') -/U -/T in sU sU' Tle step.
have g'G : `|gamma'| <= G := kept r0 r2 sU gG UG.
split=> //; have U0 : 0 <= U by rewrite sqrtr_ge0.
have G0 : 0 <= G := le_trans (normr_ge0 _) gG.
have Emost : E gamma' z' <= (G + U) * (G + U).
  have sq (a b : R) : `|a| <= b -> a * a <= b * b.
    by move=> le; have b0 := le_trans (normr_ge0 a) le; rewrite -[a * a]ger0_norm -?expr2 ?sqr_ge0 // expr2 normrM ler_pmul.
  rewrite (_ : (G + U) * (G + U) = G * G + 2%:R * (G * U) + U * U); last by ring.
  rewrite ler_add2r ler_add ?sq // -mulrN ler_wpmul2l ?ler0n //.
  by apply: le_trans (ler_norm _) _; rewrite normrN normrM ler_pmul.
have Sz := alive z Mz; have high0 : 0 < high.
  have w0 := lt_le_trans Sz (upper z); have Nz : 0 < N z := lt_le_trans M0 Mz.
  by move: w0; rewrite pmulr_lgt0.
case: (leP (16%:R * eps * G * high * U) (form z)) => [big|few].
  have small : 16%:R * (eps * G * (high * U / form z)) <= 1.
    have -> : 16%:R * (eps * G * (high * U / form z)) = 16%:R * eps * G * high * U / form z by field; exact: lt0r_neq0.
    by rewrite ler_pdivr_mulr // mul1r.
  have [_ le] := step gG UG r0 r2 e0 small; rewrite -/(s after) -s' -/gamma' in le.
  apply: le_trans before; rewrite N' -addrA ler_add2l -subr_ge0.
  have -> : eps * E gamma z - (T * (eps * eps) + eps * E gamma' z')
    = eps * (- (eps * T) - (gamma' * gamma' - 2%:R * (gamma' * s z') - (gamma * gamma - 2%:R * (gamma * s z)))).
    by rewrite /E; set a := s z; set b := s z'; set c := gamma'; ring.
  rewrite mulr_ge0 ?(ltW e0) // subr_ge0; apply: (le_trans le); rewrite ger_addl oppr_le0.
  by rewrite mulr_ge0 -?expr2 ?sqr_ge0 // divr_ge0 ?ler0n // mulr_ge0 ?(ltW r0) // subr_ge0 ltW.
have Nz : N z <= 16%:R * eps * G * high * U / low.
  by rewrite ler_pdivl_mulr // mulrC; apply: le_trans (lower z) _; exact: ltW.
have Tz : T <= G * G * high * (U * U) / (low * M).
  apply: (le_trans Tle); have gg : gamma * gamma <= G * G.
    by rewrite -[gamma * gamma]ger0_norm -?expr2 ?sqr_ge0 // expr2 normrM ler_pmul.
  have -> : G * G * high * (U * U) / (low * M) = G * G * (high * U / (low * M) * U).
    by field; rewrite (lt0r_neq0 low0) (lt0r_neq0 M0).
  have hU0 : 0 <= high * U by rewrite mulr_ge0 // ltW.
  apply: ler_pmul => //; first by rewrite -expr2 sqr_ge0.
    by rewrite mulr_ge0 // divr_ge0 // ltW.
  rewrite ler_wpmul2r // ler_wpmul2l // lef_pinv ?posrE ?(mulr_gt0 low0 M0) //.
  by apply: le_trans (lower z); rewrite ler_pmul2l.
rewrite N' BE -!addrA; apply: (@le_trans _ _ (16%:R * eps * G * high * U / low + (eps * eps * (G * G) * high * (U * U) / (low * M) + eps * ((G + U) * (G + U))))).
  rewrite ler_add // ler_add ?ler_pmul2l //.
  have -> : eps * eps * (G * G) * high * (U * U) / (low * M) = G * G * high * (U * U) / (low * M) * (eps * eps).
    by field; rewrite (lt0r_neq0 low0) (lt0r_neq0 M0).
  by rewrite ler_wpmul2r.
by rewrite ler_addr ltW.
Qed.

Theorem proof : statement.
Proof.
move=> R d n low high K r eps A y w v u g W _ pos _ zero normal _ low0 lower variance r0 r2 e0 start steps.
have [n0 s0 e] := @spread R n (centred n (row d A w)) pos; have np : 0 < n%:R :> R by rewrite lt_def n0 ler0n.
pose form (z : nat -> R) := (\sum_(i < n) (row d A z i * row d A z i)) / n%:R.
have formE (z : nat -> R) : form z = (\sum_(i < n) (centred n (row d A z) i * centred n (row d A z) i)) / n%:R.
  by rewrite (still2 (no_mean z zero) (no_mean z zero)).
pose N (z : nat -> R) := \sum_(k < d) (z k * z k).
have below (z : nat -> R) : low * N z <= form z by rewrite formE; exact: lower.
have above (z : nat -> R) : form z <= high * N z by rewrite formE; exact: variance.
have rr : 0 < 2%:R - r by rewrite subr_gt0.
pose U := Num.sqrt (form u); have U0 : 0 <= U by rewrite sqrtr_ge0.
pose G := `|g 0%N| + U * 2%:R / (2%:R - r).
have gG : `|g 0%N| <= G by rewrite ler_addl divr_ge0 ?mulr_ge0 ?ler0n // ltW.
have G0 : 0 <= G := le_trans (normr_ge0 _) gG.
have UG : 2%:R * U <= (2%:R - r) * G.
  rewrite mulrDr [(2%:R - r) * (_ / _)]mulrC divfK ?lt0r_neq0 // [U * _]mulrC ler_addr.
  by rewrite mulr_ge0 // ltW.
pose s (z : nat -> R) := (\sum_(i < n) (row d A z i * y i)) / n%:R / Num.sqrt (form z).
pose E (gain : R) z := gain * gain - 2%:R * (gain * s z) + U * U.
pose M := N w; have W0 : N (W 0%N) = M by apply: eq_bigr => k _; rewrite start.
have form_w : 0 < form w by rewrite formE divr_gt0.
have high_w : 0 < high * M := lt_le_trans form_w (above w).
have M0 : 0 < M.
  rewrite lt_def sumr_ge0 ?andbT => [|k _]; last by rewrite -expr2 sqr_ge0.
  by apply: contraTneq high_w => ->; rewrite mulr0 ltxx.
have high0 : 0 < high by move: high_w; rewrite pmulr_lgt0.
pose X := 16%:R * eps * G * high * U / low; pose Y := eps * eps * (G * G) * high * (U * U) / (low * M).
pose B := M + X + Y + eps * ((G + U) * (G + U)).
have sq (a : R) : 0 <= a * a by rewrite -expr2 sqr_ge0.
have X0 : 0 <= X by rewrite divr_ge0 ?(ltW low0) // !mulr_ge0 ?ler0n ?(ltW e0) ?(ltW high0).
have Y0 : 0 <= Y.
  rewrite divr_ge0 ?(ltW (mulr_gt0 low0 M0)) // mulr_ge0 ?sq // mulr_ge0 ?(ltW high0) //.
  by rewrite mulr_ge0 ?sq.
have alive (z : nat -> R) : M <= N z -> 0 < \sum_(i < n) (centred n (row d A z) i * centred n (row d A z) i).
  move=> le; have : 0 < form z by apply: lt_le_trans (below z); rewrite mulr_gt0 // (lt_le_trans M0).
  by rewrite formE pmulr_lgt0 ?invr_gt0.
have E0 (z : nat -> R) gain : M <= N z -> 0 <= E gain z.
  move=> le; have [sU _ _] := @descent R d n A y z u gain r eps G high (alive z le) zero normal above.
  have ss : s z * s z <= U * U by rewrite -[s z * s z]ger0_norm ?sq // normrM ler_pmul.
  rewrite (_ : E gain z = (gain - s z) * (gain - s z) + (U * U - s z * s z)); last by rewrite /E; ring.
  by rewrite addr_ge0 ?sq // subr_ge0.
have most (z : nat -> R) gain : M <= N z -> `|gain| <= G -> E gain z <= (G + U) * (G + U).
  move=> le small; have [sU _ _] := @descent R d n A y z u gain r eps G high (alive z le) zero normal above.
  rewrite (_ : (G + U) * (G + U) = G * G + 2%:R * (G * U) + U * U); last by ring.
  rewrite ler_add2r ler_add //; first by rewrite -[gain * gain]ger0_norm ?sq // normrM ler_pmul.
  by rewrite -mulrN ler_wpmul2l ?ler0n // (le_trans (ler_norm _)) // normrN normrM ler_pmul.
have all k : (k <= K)%N -> [/\ M <= N (W k), `|g k| <= G & N (W k) + eps * E (g k) (W k) <= B].
  elim: k => [_|k IH lt].
    have first : eps * E (g 0%N) (W 0%N) <= eps * ((G + U) * (G + U)) by rewrite ler_pmul2l // most // W0.
    split; rewrite ?W0 //; apply: (le_trans (ler_add (lexx M) first)).
    by rewrite ler_add2r; apply: ler_paddr => //; rewrite ler_addl.
  have [Mk gk Bk] := IH (ltnW lt).
  have lt' : (k.+1 < K + 1)%N by rewrite addn1 ltnS.
  have [ne|[gE WE]] := steps k (leq_trans lt (leq_addr 1 K)) k.+1 lt'; first by move: ne; rewrite -[k.+1]addn1 natrD eqxx.
  have by_ := @by_gain R d n A y (W k) (g k) (alive _ Mk) zero.
  have gE' : g k.+1 = g k - r * (g k - s (W k)) by rewrite gE by_.
  rewrite gE'; apply: (@onward R d n A y u (W k) (W k.+1) (g k) r eps G low high M B) => //.
have [MK gK BK] := all K (leqnn K); split; first exact: gK.
apply: (le_trans (_ : N (W K) <= B)).
  by apply: le_trans BK; rewrite ler_addl mulr_ge0 ?(ltW e0) // E0.
rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite /B /X /Y.
rewrite -[\sum_(i_0 < d) (w i_0 * w i_0)]/M; set a := _ + _ / (_ - _).
by rewrite -[a]/G -[Num.sqrt _]/U; field; rewrite (lt0r_neq0 low0) (lt0r_neq0 M0).
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d n low high K r eps A y w v u g W _ pos _ zero _ _ low0 lower variance r0 r2 e0 start steps.
have [n0 _ _] := @spread R n (centred n (row d A w)) pos; have w0 : \sum_(k < d) (w k * w k) != 0.
  apply: contraTneq pos => none; rewrite -leNgt -(@pmulr_lle0 _ n%:R^-1) ?invr_gt0 ?lt_def ?n0 ?ler0n //.
  by apply: le_trans (variance w) _; rewrite none mulr0.
split; first by move: n0; rewrite pnatr_eq0.
split; first by rewrite divr_ge0 ?ler0n // sumr_ge0 // => i _; rewrite -expr2 sqr_ge0.
split; first by rewrite subr_eq0 eq_sym lt_eqF.
by split; [exact: lt0r_neq0 | exact: (mulf_neq0 (lt0r_neq0 low0) w0)].
Qed.
