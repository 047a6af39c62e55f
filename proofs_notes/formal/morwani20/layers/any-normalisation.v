Theorem proof : statement.
Proof.
move=> R d n s share t eta i k A y w v q _ _ _ s0 euler t0 _ [_ _].
have sn := lt0r_neq0 s0; have tn := lt0r_neq0 t0.
pose C j := row d A w j - share * ((\sum_(l < n) row d A w l) / n%:R); pose K m j := A m j - share * ((\sum_(l < n) A m l) / n%:R).
split.
  rewrite -[LHS]/(t * C i / (t * s)) -[RHS]/(C i / s); set c := C i.
  by field; rewrite sn tn.
split.
  pose H j := w k * (j == i :> nat)%:R - share * ((\sum_(l < n) (w k * (l == i :> nat)%:R)) / n%:R).
  have E j : t * w k * (j == i :> nat)%:R - share * ((\sum_(l < n) (t * w k * (l == i :> nat)%:R)) / n%:R) = t * H j.
    have -> : \sum_(l < n) (t * w k * (l == i :> nat)%:R) = t * \sum_(l < n) (w k * (l == i :> nat)%:R).
      by rewrite mulr_sumr; apply: eq_bigr => l _; rewrite mulrA.
    by rewrite /H mulrBr !mulrA; congr (_ - _ / _); rewrite [t * share]mulrC.
  apply: eq_bigr => j _; congr (_ * _).
  transitivity ((t * H j - t * C j / (t * s) * (t * \sum_(l < n) (q l * H l))) / (t * s)).
    congr ((_ - _ * _) / _); first exact: E.
    by rewrite mulr_sumr; apply: eq_bigr => l _; rewrite E mulrCA.
  rewrite -[RHS]/((H j - C j / s * \sum_(l < n) (q l * H l)) / s); set a := \sum_(l < n) _; set b := H j; set c := C j.
  by field; rewrite sn tn.
split.
  rewrite [RHS]mulr_suml; apply: eq_bigr => j _.
  rewrite -[LHS]/(y j * ((K k j - t * C j / (t * s) * \sum_(l < n) (q l * K k l)) / (t * s))).
  rewrite -[RHS]/(y j * ((K k j - C j / s * \sum_(l < n) (q l * K k l)) / s) / t).
  set a := \sum_(l < n) _; set b := K k j; set c := C j.
  by field; rewrite sn tn.
have less_row j : \sum_(m < d) (w m * K m j) = C j.
  rewrite (eq_bigr (fun m : 'I_d => w m * A m j - share / n%:R * (w m * \sum_(l < n) A m l))) => [|m _].
    rewrite sumrB -mulr_sumr /C [X in share * (X / _)](_ : _ = \sum_(m < d) (w m * \sum_(l < n) A m l)).
      by rewrite mulrA mulrAC.
    by rewrite /row exchange_big; apply: eq_bigr => m _; rewrite mulr_sumr.
  by rewrite /K; set a := \sum_(l < n) _; ring.
have mix (f : nat -> R) : \sum_(m < d) (w m * \sum_(j < n) (f j * K m j)) = \sum_(j < n) (f j * C j).
  rewrite (eq_bigr (fun m : 'I_d => \sum_(j < n) (f j * (w m * K m j)))) => [|m _]; last first.
    by rewrite mulr_sumr; apply: eq_bigr => j _; rewrite mulrCA.
  by rewrite exchange_big; apply: eq_bigr => j _; rewrite -mulr_sumr less_row.
pose G m := \sum_(j < n) (y j * ((K m j - C j / s * \sum_(l < n) (q l * K m l)) / s)).
pose D := \sum_(j < n) (y j * C j / (s * s)).
have GE m : G m = \sum_(j < n) (y j / s * K m j) - D * \sum_(l < n) (q l * K m l).
  rewrite /D mulr_suml -sumrB; apply: eq_bigr => j _; set a := \sum_(l < n) _.
  by field.
apply: (@pythagoras R d w G eta).
rewrite (eq_bigr (fun m : 'I_d => w m * (\sum_(j < n) (y j / s * K m j)) - D * (w m * \sum_(l < n) (q l * K m l)))) => [|m _].
  rewrite sumrB -mulr_sumr (mix (fun j => y j / s)) (mix q) [X in D * X]euler (_ : D * s = \sum_(j < n) (y j / s * C j)) ?subrr //.
  by rewrite /D [LHS]mulr_suml; apply: eq_bigr => j _; field.
by rewrite GE mulrBr mulrCA.
Qed.
