(* With c = Px and d = P delta, |J delta|^2 is n (|d|^2/R - <c, d>^2/R^2), and the shares c_i c_j/R^2 have the mean of a
   multiple of P. *)
Lemma form_of_sum_0 (R : rcfType) n (d : nat -> R) (a b : R) : \sum_(i < n) d i = 0 ->
  \sum_(i < n) \sum_(j < n) (d i * d j * (if i == j :> nat then a else b)) = (a - b) * \sum_(i < n) (d i * d i).
Proof.
move=> d0; transitivity (\sum_(i < n) ((a - b) * (d i * d i) + b * d i * \sum_(j < n) d j)).
  apply: eq_bigr => i _.
  rewrite (eq_bigr (fun j : 'I_n => (a - b) * (d i * d j) * (i == j :> nat)%:R + b * d i * d j)) => [|j _]; last first.
    by case: eqP => _ /=; rewrite ?mulr1 ?mulr0; ring.
  rewrite big_split /= -mulr_sumr; congr (_ + _); rewrite (bigD1 i) //= eqxx mulr1 big1 ?addr0 // => j ji.
  have -> : (i == j :> nat) = false by rewrite eq_sym; exact: negbTE ji.
  by rewrite mulr0.
by rewrite big_split /= -mulr_sumr -mulr_suml d0 mulr0 addr0.
Qed.

Lemma moved_square (R : rcfType) n (c d : nat -> R) (Q K N s : R) : 0 < Q -> 0 < N -> s * s = Q / N ->
  \sum_(i < n) (c i * c i) = Q -> \sum_(i < n) (c i * d i) = K ->
  \sum_(i < n) ((d i - c i / s * ((\sum_(k < n) (c k * d k + d k * c k)) / N / (s * 2%:R))) / s *
    ((d i - c i / s * ((\sum_(k < n) (c k * d k + d k * c k)) / N / (s * 2%:R))) / s)) =
  N * (\sum_(i < n) (d i * d i)) * (1 / Q) + - N * (K * K / (Q * Q)).
Proof.
move=> Q0 N0 ss cc cd.
have -> : \sum_(k < n) (c k * d k + d k * c k) = K * 2%:R.
  by rewrite big_split /= cd mulr_natr mulr2n; congr (_ + _); rewrite -cd; apply: eq_bigr => k _; rewrite mulrC.
have sn : s != 0 by apply: contraTneq Q0 => s0; move: ss; rewrite s0 mul0r => /esym /eqP;
  rewrite mulf_eq0 invr_eq0 (gt_eqF N0) orbF => /eqP ->; rewrite ltxx.
rewrite (eq_bigr (fun i : 'I_n => N / Q * (d i * d i) + (- (2%:R * N * K / (Q * Q)) * (c i * d i) +
  N * K * K / (Q * Q * Q) * (c i * c i)))) => [|i _].
  by rewrite !big_split /= -!mulr_sumr cc cd; move: (\sum_(i < n) (d i * d i)) => z; field; rewrite (lt0r_neq0 Q0).
have -> : Q = N * (s * s) by rewrite ss mulrC divfK // gt_eqF.
by field; rewrite sn (lt0r_neq0 N0).
Qed.

Lemma spread_gt0 (R : rcfType) n (x : nat -> R) : (0 < n)%N -> (exists i j, [/\ (i < n)%N, (j < n)%N & x i != x j]) ->
  0 < \sum_(k < n) (centred n x k * centred n x k).
Proof.
move=> n0 [i [j [hi hj ne]]]; pose d := centred n x; pose S := \sum_(k < n) (d k * d k).
have pos k : 0 <= d k * d k by rewrite -expr2 sqr_ge0.
have ge : 0 <= S by apply: sumr_ge0 => k _; exact: pos.
rewrite -/S lt_def ge andbT; apply: contra ne => /eqP z.
have zero k : (k < n)%N -> d k = 0.
  move=> hk; have := psumr_eq0P (fun (k' : 'I_n) (_ : true) => pos k') z; move=> /(_ (Ordinal hk) isT) /eqP.
  by rewrite /= mulf_eq0 orbb => /eqP.
by have := zero i hi; rewrite -(zero j hj) => /addIr ->.
Qed.

Lemma final (R : rcfType) (v h M z : R) : z != 0 -> M != 0 -> M + - 1 != 0 -> M + - 3%:R != 0 ->
  v * M / (M + - 1) * ((M + - 1) * h - h * 2%:R) = 1 ->
  v * (M * z * h + - M * ((h / M - - (h / M) / (M + - 1)) * z)) / z = (- 2%:R + M) / (- 3%:R + M).
Proof.
move=> z0 M0 M1 M3 st; have h0 : h != 0 by apply: contra_eq_neq st => ->; rewrite mulr0 mul0r subr0 mulr0 eq_sym oner_neq0.
have e : v * (M * (M + - 3%:R) * h) = (M + - 1) * (v * M / (M + - 1) * ((M + - 1) * h - h * 2%:R)) by field.
have -> : v = (M + - 1) / (M * (M + - 3%:R) * h).
  by apply: (mulIf (mulf_neq0 (mulf_neq0 M0 M3) h0)); rewrite divfK ?mulf_neq0 // e st mulr1.
by field; rewrite [- 3%:R + _]addrC M0 M1 h0 M3 z0.
Qed.

Theorem proof : statement.
Proof.
move=> R N v n delta D E N4 v0 law X [Dh DF] stein n4 [i [j [hi hj ne]]] [en Df]; move: hi hj Df; rewrite {n4}en => hi hj Df.
have N2 : (2 <= N)%N by exact: leq_trans N4.
have N0 : 0 < N%:R :> R by rewrite ltr0n (leq_trans _ N4).
have above k : (k < 4)%N -> 0 < N%:R + - k%:R :> R by move=> k4; rewrite subr_gt0 ltr_nat (leq_trans k4).
have [a1 a3] := (above 1%N isT, above 3%N isT).
pose Q (w : nat -> R) := \sum_(k < N) (centred N w k * centred N w k).
pose F a b (w : nat -> R) := centred N w a * centred N w b / (Q w * Q w).
have moves a b c d w : (a < N)%N -> (b < N)%N -> (c < N)%N -> (d < N)%N ->
    F c d (fun k => w (moved a b k)) = F (moved a b c) (moved a b d) w.
  move=> ha hb _ _; rewrite /F /Q !centred_moved //; congr (_ / (_ * _));
    by rewrite -(sum_moved (fun k => centred N w k * centred N w k) ha hb); apply: eq_bigr => k _; rewrite !centred_moved.
have ij : i != j by apply: contraNneq ne => ->.
have diag k l : (k < N)%N -> (l < N)%N -> k != l ->
    N%:R * E (F k k) = E (fun w => 1 / Q w) /\ (N%:R - 1) * E (F k l) = - E (F k k).
  move=> hk hl kl; apply: (@shares R _ D E N F _ k l law X N2 hk hl kl Dh (fun a b ha hb => DF a ha b hb) moves).
    by move=> a w _ _; rewrite -mulr_suml -mulr_sumr centred_sum ?mulr0 ?mul0r // (leq_trans _ N2).
  move=> w Pw; have Q0 : 0 < Q w by []. rewrite -mulr_suml -/(Q w); move: (Q w) Q0 => q q0; field; exact: lt0r_neq0.
set h := E (fun w => 1 / Q w) in diag.
have NN := lt0r_neq0 N0; have nn1 := lt0r_neq0 a1.
pose a := h / N%:R; pose b := - a / (N%:R + - 1).
have of_F k l : (k < N)%N -> (l < N)%N -> E (F k l) = if k == l :> nat then a else b.
  have own k' : (k' < N)%N -> E (F k' k') = a.
    move=> hk; pose l' := if k' == i then j else i.
    have [hl kl] : (l' < N)%N /\ k' != l' by rewrite /l'; case: eqP => // [->|/eqP].
    by have [e _] := diag k' l' hk hl kl; rewrite /a -e mulrC mulKf.
  move=> hk hl; case: eqP => [<-|/eqP kl]; first exact: own.
  by have [_ e] := diag k l hk hl kl; rewrite /b -(own k hk) -e mulrC mulKf.
pose d := centred N delta; pose DD := \sum_(k < N) (d k * d k).
have d0 : \sum_(k < N) d k = 0 by rewrite centred_sum // (leq_trans _ N2).
have DD0 : 0 < DD by apply: spread_gt0; [exact: leq_trans N4 | exists i, j].
have [Dq Eq] := mean_form d law (fun k l hk hl => DF k hk l hl : D (F k l)).
have [D1 E1] := mean_scale (- N%:R) law Dq.
have [_ lin _ _] := law; have [D2 E2] := lin (N%:R * DD) _ _ Dh D1.
rewrite [X in v * X / _](_ : _ = N%:R * DD * h + - N%:R * ((a - b) * DD)); last first.
  rewrite -(form_of_sum_0 a b d0).
  have Eq' : E (fun w => \sum_(k < N) \sum_(l < N) (d k * d l * F k l w)) =
      \sum_(k < N) \sum_(l < N) (d k * d l * (if k == l :> nat then a else b)).
    by rewrite Eq; apply: eq_bigr => k _; apply: eq_bigr => l _; rewrite of_F.
  rewrite -Eq' -E1 -E2; apply: (mean_eq law Df D2) => w Pw; have Q0 : 0 < Q w by [].
  rewrite (@moved_square R N (centred N w) d (Q w) (\sum_(k < N) (centred N w k * d k)) N%:R) //; last first.
    by rewrite -expr2 sqr_sqrtr // ltW // divr_gt0.
  congr (_ + _ * _); rewrite mulr_suml mulr_suml; apply: eq_bigr => k _.
  rewrite mulr_sumr mulr_suml; apply: eq_bigr => l _; rewrite /F; move: (Q w * Q w)^-1 => z; ring.
exact: (final (lt0r_neq0 DD0) NN nn1 (lt0r_neq0 a3) stein).
Qed.

Theorem defined_proof : defined.
Proof.
move=> R N v n delta D E N4 v0 law X DF stein n4 vary; have N0 : (0 < N)%N by exact: leq_trans N4.
have S0 : n = N -> 0 < \sum_(k < N) ((delta k - (\sum_(l < N) delta l) / N%:R) * (delta k - (\sum_(l < N) delta l) / N%:R)).
  by move=> e; rewrite e in vary; exact: (spread_gt0 N0 vary).
have n3 : - 3%:R + N%:R != 0 :> R by rewrite addrC subr_eq0 eqr_nat gtn_eqF.
clear vary; repeat split; intros; opened; try solve [place | nonneg | nonzero]; exact: lt0r_neq0 (S0 erefl).
Qed.
