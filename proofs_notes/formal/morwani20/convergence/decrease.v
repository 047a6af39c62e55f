Lemma taken (R : rcfType) d n (A : nat -> nat -> R) (y w u : nat -> R) (gamma r eps L : R) (X := row d A w)
  (P := row d A u) (C := centred n X) (sd := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R))
  (U := Num.sqrt ((\sum_(i < n) (P i * P i)) / n%:R)) (S := (\sum_(i < n) (X i * X i)) / n%:R)
  (slope_ := slope d n A y w gamma) (by_ := (\sum_(i < n) (((gamma * (C i / sd)) - y i) * (C i / sd))) / n%:R)
  (after := fun k => w k - eps * slope_ k) (C' := centred n (row d A after))
  (sd' := Num.sqrt ((\sum_(i < n) (C' i * C' i)) / n%:R)) (gain := gamma - r * by_) :
  0 < \sum_(i < n) (C i * C i) -> (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) ->
  (forall k, (k < d)%N -> \sum_(i < n) (A k i * (P i - y i)) = 0) ->
  (forall z : nat -> R, (\sum_(i < n) (centred n (row d A z) i * centred n (row d A z) i)) / n%:R <= L * (\sum_(k < d) (z k * z k))) ->
  0 < r -> r < 2%:R -> 0 < eps -> eps * 16%:R * (`|gamma| + U * 2%:R / (2%:R - r)) * L * U <= S ->
  0 < \sum_(i < n) (C' i * C' i) /\
  (\sum_(i < n) ((y i - gain * (C' i / sd')) * (y i - gain * (C' i / sd')))) / (n%:R * 2%:R)
    - (\sum_(i < n) ((y i - gamma * (C i / sd)) * (y i - gamma * (C i / sd)))) / (n%:R * 2%:R)
  <= (- (1 / 2%:R)) * (\sum_(k < d) (slope_ k * slope_ k)) * eps + (- (1 / 4%:R)) * (by_ * by_) * r * (2%:R - r).
Proof.
move=> pos zero normal variance r0 r2 e0 slow; have [n0 s0 e] := spread pos; have x := no_mean w zero.
have np : 0 < n%:R :> R by rewrite lt_def n0 ler0n.
pose form (z : nat -> R) := (\sum_(i < n) (row d A z i * row d A z i)) / n%:R.
have formE (z : nat -> R) : form z = (\sum_(i < n) (centred n (row d A z) i * centred n (row d A z) i)) / n%:R.
  by rewrite (still2 (no_mean z zero) (no_mean z zero)).
have upper (z : nat -> R) : form z <= L * (\sum_(k < d) (z k * z k)) by rewrite formE.
have S0 : 0 < S by rewrite -[S]/(form w) formE divr_gt0.
have rr : 0 < 2%:R - r by rewrite subr_gt0.
pose G := `|gamma| + U * 2%:R / (2%:R - r).
have extra : 0 <= U * 2%:R / (2%:R - r) by rewrite divr_ge0 ?mulr_ge0 ?ler0n ?sqrtr_ge0 // ltW.
have gG : `|gamma| <= G by rewrite ler_addl.
have UG : 2%:R * U <= (2%:R - r) * G.
  rewrite mulrDr [(2%:R - r) * (_ / _)]mulrC divfK ?lt0r_neq0 // [U * _]mulrC ler_addr.
  by rewrite mulr_ge0 // ltW.
have small : 16%:R * (eps * G * (L * U / form w)) <= 1.
  have -> : 16%:R * (eps * G * (L * U / form w)) = eps * 16%:R * G * L * U / S by rewrite -[form w]/S; field; exact: lt0r_neq0.
  by rewrite ler_pdivr_mulr // mul1r.
have [_ _ step] := @descent R d n A y w u gamma r eps G L pos zero normal upper.
have [after0 le] := step gG UG r0 r2 e0 small.
have pos' : 0 < \sum_(i < n) (C' i * C' i).
  by move: after0; rewrite -[X in 0 < X]/(form after) formE -/C' pmulr_lgt0 ?invr_gt0.
split=> //; have byE := @by_gain R d n A y w gamma pos zero; rewrite -/C -/sd -/by_ in byE.
rewrite (@loss_at R d n A y after gain pos' zero) (@loss_at R d n A y w gamma pos zero).
rewrite /gain byE; set s := (_ / _ / _) in byE le *; set s' := (_ / _ / _) in le *.
set N := \sum_(k < d) _ in le *; set Y := (\sum_(i < n) (y i * y i)) / n%:R.
have -> : (Y - 2%:R * ((gamma - r * (gamma - s)) * s') + (gamma - r * (gamma - s)) * (gamma - r * (gamma - s))) / 2%:R
    - (Y - 2%:R * (gamma * s) + gamma * gamma) / 2%:R
  = ((gamma - r * (gamma - s)) * (gamma - r * (gamma - s)) - 2%:R * ((gamma - r * (gamma - s)) * s')
      - (gamma * gamma - 2%:R * (gamma * s))) / 2%:R by field.
have -> : - (1 / 2%:R) * N * eps + - (1 / 4%:R) * ((gamma - s) * (gamma - s)) * r * (2%:R - r)
  = (- (eps * N) - r * (2%:R - r) / 2%:R * ((gamma - s) * (gamma - s))) / 2%:R by field.
by rewrite ler_pmul2r ?invr_gt0 ?ltr0n.
Qed.

Theorem proof : statement.
Proof.
move=> R d n low high gamma r eps A y w v u _ pos _ zero normal _ _ _ upper r0 r2 e0.
have key := @taken R d n A y w u gamma r eps high pos zero normal upper r0 r2 e0.
split=> [_ e|]; first by move: pos; rewrite e ltxx.
split=> [slow _ e|slow _ _]; last exact: (proj2 (key slow)).
by have [pos' _] := key slow; exact: (elimN eqP (lt0r_neq0 pos') e).
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d n low high gamma r eps A y w v u _ pos _ zero normal _ _ _ upper r0 r2 e0.
have key := @taken R d n A y w u gamma r eps high pos zero normal upper r0 r2 e0.
have [n0 s0 e] := @spread R n (centred n (row d A w)) pos.
have square (m : nat) (F : nat -> R) : 0 <= (\sum_(i < m) (F i * F i)) / n%:R.
  by rewrite divr_ge0 ?ler0n // sumr_ge0 // => i _; rewrite -expr2 sqr_ge0.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
split; first by move=> _ _ _; move: n0; rewrite pnatr_eq0.
split; first by move=> _ _ _; exact: (square n (row d A u)).
split; first by move=> _ _ _; rewrite subr_eq0 eq_sym lt_eqF.
split; first by move=> _ _ _; exact: (square n (centred n (row d A w))).
split; first by move=> _ _ _; exact: (mulf_neq0 s0 two).
split; first by move=> _ _ _; exact: s0.
split; first by move=> _ _ _; exact: (square n (centred n (row d A (fun k => w k - eps * slope d n A y w gamma k)))).
split; last by move=> _ _ _; exact: (mulf_neq0 n0 two).
by move=> slow _ _; have [pos' _] := key slow; have [_ s0' _] := spread pos'; exact: s0'.
Qed.
