Theorem proof : statement.
Proof.
move=> R d n c A y _ v u _ _ _ zero normal posu c0.
have [n0 s0 e] := @spread R n (centred n (row d A u)) posu; have p := no_mean u zero; have h := no_mean v zero.
pose P := row d A u; pose V := row d A v; pose q := (\sum_(i < n) (P i * P i)) / n%:R; pose U := Num.sqrt q.
have qE : q = (\sum_(i < n) (centred n P i * centred n P i)) / n%:R by rewrite (still2 p p).
have Un : U != 0 by rewrite /U qE.
have UU : U * U = q.
  by rewrite -expr2 sqr_sqrtr // divr_ge0 ?ler0n // sumr_ge0 // => i _; rewrite -expr2 sqr_ge0.
have cn := lt0r_neq0 c0.
pose w k := c * u k; pose C := centred n (row d A w).
have rowE i : row d A w i = c * P i by rewrite /P /row mulr_sumr; apply: eq_bigr => k _; rewrite mulrA.
have x : \sum_(i < n) row d A w i = 0 by exact: no_mean.
have CE i : C i = c * P i by rewrite /C still // rowE.
have HE i : centred n V i = V i by rewrite still.
pose gv := (\sum_(i < n) (V i * P i)) / n%:R; pose vv := (\sum_(i < n) (V i * V i)) / n%:R.
have PP : \sum_(i < n) (P i * P i) = n%:R * (U * U) by rewrite UU mulrC divfK.
have VP : \sum_(i < n) (V i * P i) = n%:R * gv by rewrite mulrC divfK.
have VV : \sum_(i < n) (V i * V i) = n%:R * vv by rewrite mulrC divfK.
have VY : \sum_(i < n) (V i * y i) = n%:R * gv by rewrite -(@fitted R d n A y u v normal).
have PY : \sum_(i < n) (P i * y i) = n%:R * (U * U) by rewrite -(@fitted R d n A y u u normal).
have CC : \sum_(i < n) (C i * C i) = n%:R * ((c * U) * (c * U)).
  rewrite (eq_bigr (fun i : 'I_n => (c * c) * (P i * P i))) => [|i _]; last by rewrite CE; ring.
  by rewrite -mulr_sumr PP; ring.
have SD : Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R) = c * U.
  have -> : (\sum_(i < n) (C i * C i)) / n%:R = (c * U) ^+ 2 by rewrite CC; field.
  by rewrite sqrtr_sqr ger0_norm // mulr_ge0 ?sqrtr_ge0 // ltW.
have CV : \sum_(i < n) ((C i * centred n V i) + (centred n V i * C i)) = 2%:R * c * (n%:R * gv).
  rewrite (eq_bigr (fun i : 'I_n => (2%:R * c) * (V i * P i))) => [|i _]; last by rewrite CE HE; ring.
  by rewrite -mulr_sumr VP.
split=> [e0|_].
  have /eqP : \sum_(i < n) (C i * C i) = 0 by exact: e0.
  by rewrite CC !mulf_eq0 (negPf n0) (negPf cn) (negPf Un).
pose z i := C i / Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R).
pose S1 := ((\sum_(i < n) ((C i * centred n V i) + (centred n V i * C i))) / n%:R) / (Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R) * 2%:R).
pose dz i := (centred n V i - z i * S1) / Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R).
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
split; first by rewrite -[LHS]/((\sum_(i < n) (z i * z i)) / n%:R) (eq_bigr (fun i : 'I_n => (U * U)^-1 * (P i * P i))) => [|i _];
  [rewrite -mulr_sumr PP; field; rewrite n0 Un | rewrite zE; field].
split.
  rewrite -[LHS]/((\sum_(i < n) (z i * U * dz i + (U * z i - y i) * dz i)) / n%:R).
  rewrite (eq_bigr (fun i : 'I_n => (c * U)^-1 * (V i * P i) + (- gv / (U * U) / (c * U)) * (P i * P i) + (c * U)^-1 * ((P i - y i) * V i)
    + (- gv / (U * U) / (c * U)) * ((P i - y i) * P i))) => [|i _]; last by rewrite dzE zE; field; rewrite cn Un.
  by rewrite !big_split /= -!mulr_sumr off_z off_dz VP PP; field; rewrite n0 cn Un.
have flat : - (0 / n%:R) = 0 :> R by rewrite mul0r oppr0.
pose q2 := ((\sum_(j < n) (((C j * (- (0 / n%:R))) + (centred n V j * centred n V j)) + ((- (0 / n%:R)) * C j))) / n%:R - S1 * S1)
  / (Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R) * 2%:R).
have q2E : q2 = (vv - gv * gv / (U * U)) / (c * U * 2%:R).
  rewrite /q2 S1E SD (eq_bigr (fun j : 'I_n => V j * V j)) => [|j _]; last by rewrite flat HE; ring.
  by rewrite VV; field; rewrite n0 cn Un.
pose ddz i := (- (0 / n%:R) - (z i * q2 + dz i * S1)) / Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R).
transitivity ((\sum_(i < n) ((U * dz i) * (U * dz i) + ((U * z i - y i) * U) * (ddz i * 2%:R))) / n%:R) => //.
have ddzE i : ddz i = - (P i / U * q2 + (V i - gv / (U * U) * P i) / (c * U) * (gv / U)) / (c * U).
  by rewrite /ddz SD flat zE dzE S1E sub0r.
rewrite (eq_bigr (fun i : 'I_n => (c * c)^-1 * (V i * V i) + (- 2%:R * gv / (U * U) / (c * c)) * (V i * P i)
  + (gv * gv / (U * U * (U * U)) / (c * c)) * (P i * P i)
  + (- 2%:R * gv / (c * U * (c * U))) * ((P i - y i) * V i)
  + (- 2%:R * q2 / (c * U) + 2%:R * gv * gv / (U * U) / (c * U * (c * U))) * ((P i - y i) * P i))) => [|i _]; last first.
  by rewrite dzE zE ddzE; field; rewrite cn Un.
rewrite !big_split /= -!mulr_sumr off_z off_dz VV VP PP gvE ugE.
by field; rewrite n0 cn Un.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d n c A y w v u _ posw _ zero normal posu c0; have [_ _ ug q0 _] := @solved R d n A y u zero normal posu.
have {}ug : \sum_(k < d) (u k * ((\sum_(i < n) (A k i * y i)) / n%:R)) != 0 by rewrite ug lt0r_neq0.
by values.
Qed.
