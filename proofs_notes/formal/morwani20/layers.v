(* What several proofs of morwani20.layers use: derivatives by single entries of the inputs. *)
Lemma pick (R : rcfType) n (F : nat -> R) i : (i < n)%N -> \sum_(j < n) ((j == i :> nat)%:R * F j) = F i.
Proof.
move=> lt; rewrite (bigD1 (Ordinal lt)) //= eqxx mul1r big1 ?addr0 // => j ne.
by have -> : (j == i :> nat) = false; [apply/negbTE; exact: ne | rewrite mul0r].
Qed.

Lemma pick2 (R : rcfType) d (w : nat -> R) (b : R) k : (k < d)%N ->
  \sum_(l < d) (((l == k :> nat)%:R * b) * w l) = b * w k.
Proof. by move=> lt; rewrite -(@pick R d (fun l => b * w l) k lt); apply: eq_bigr => l _; rewrite mulrA. Qed.

(* the derivative by the entry A_ki, and all of them squared; X is x.w, the way the derivative has it *)
Definition by_entry (R : rcfType) d n (X y w : nat -> R) (k i : nat) (C := centred n X)
  (s := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R)) (H := centred n (fun j =>
    \sum_(l < d) (((l == k :> nat)%:R * (j == i :> nat)%:R) * w l))) :=
  \sum_(j < n) (((H j - ((C j / s) * (((\sum_(m < n) ((C m * H m) + (H m * C m))) / n%:R) / (s * 2%:R)))) / s) * y j).

Lemma by_entryE (R : rcfType) d n (X y w : nat -> R) k i (C := centred n X) (s := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R)) :
  0 < \sum_(i < n) (C i * C i) -> (k < d)%N -> (i < n)%N ->
  by_entry d n X y w k i = w k / s * (centred n y i - C i * ((\sum_(j < n) (C j * y j)) / (n%:R * (s * s)))).
Proof.
move=> pos kd iN; have [n0 s0 e] := spread pos; rewrite -/C -/s in s0 e; have none := no_sum X n0.
rewrite /by_entry -/C -/s; set H := centred n _; set W := \sum_(j < n) (C j * y j).
have moved j : (\sum_(l < d) (((l == k :> nat)%:R * (j == i :> nat)%:R) * w l)) = (j == i :> nat)%:R * w k :> R by exact: pick2.
have mean : \sum_(j < n) (\sum_(l < d) (((l == k :> nat)%:R * (j == i :> nat)%:R) * w l)) = w k :> R.
  by rewrite -[RHS](@pick R n (fun=> w k) i iN); apply: eq_bigr => j _; rewrite moved.
have total (F : nat -> R) : \sum_(j < n) (F j * H j) = w k * (F i - (\sum_(j < n) F j) / n%:R).
  rewrite one_mean /= (eq_bigr (fun j : 'I_n => (j == i :> nat)%:R * (w k * F j))) => [|j _]; last by rewrite moved; ring.
  by rewrite (@pick R n (fun j => w k * F j) i iN) mean; field.
rewrite (eq_bigr (fun j : 'I_n => y j * ((H j - ((C j / s) * (((\sum_(m < n) ((C m * H m) + (H m * C m))) / n%:R) / (s * 2%:R)))) / s)))
  => [|j _]; last by rewrite mulrC.
rewrite (@pulled R n C H y s n0 s0 e) !total none /centred -/W.
by rewrite mul0r subr0; set m := \sum_(j < n) y j; field; rewrite n0 s0.
Qed.

Lemma by_entries (R : rcfType) d n (X y w : nat -> R) (gain : R) (C := centred n X)
  (s := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R)) (M := \sum_(j < n) y j) (W := \sum_(j < n) (C j * y j)) :
  0 < \sum_(i < n) (C i * C i) ->
  \sum_(k < d) (\sum_(i < n) ((by_entry d n X y w k i * gain) * (by_entry d n X y w k i * gain)))
  = gain * gain * ((\sum_(k < d) (w k * w k)) / (s * s)
      * (\sum_(j < n) (y j * y j) - M * M / n%:R - W * W / (n%:R * (s * s)))).
Proof.
move=> pos; have [n0 s0 e] := spread pos; rewrite -/C -/s in s0 e; have none := no_sum X n0.
set V := W / (n%:R * (s * s)).
rewrite (eq_bigr (fun k : 'I_d => (w k * w k) * (gain * gain / (s * s) *
  \sum_(i < n) ((centred n y i - C i * V) * (centred n y i - C i * V))))) => [|k _]; last first.
  rewrite mulr_sumr mulr_sumr; apply: eq_bigr => i _.
  rewrite (by_entryE y w pos (ltn_ord k) (ltn_ord i)) -/C -/s -/W -/V; set a := centred n y i - C i * V.
  by field.
rewrite -mulr_suml; set N := \sum_(k < d) _.
rewrite (eq_bigr (fun i : 'I_n => y i * y i - (2%:R * (M / n%:R)) * y i + M / n%:R * (M / n%:R) + (V * V) * (C i * C i)
  - (2%:R * V) * (C i * y i) + (2%:R * V * (M / n%:R)) * C i)) => [|i _]; last first.
  by rewrite /centred -/M; set m := M / n%:R; ring.
rewrite !big_split !sumrN /= -!mulr_sumr sumr_const card_ord -/M -/W none e /V -[_ *+ n]mulr_natr.
by set Y := \sum_(j < n) (y j * y j); field; rewrite n0 s0.
Qed.

(* the regression of F on the inputs, of which K is the inverse of the covariance, for F affine in x.w *)
Definition regressed (R : rcfType) d n (A K : nat -> nat -> R) (F : nat -> R) (j : nat) :=
  \sum_(k < d) (K j k * ((\sum_(i < n) (centred n (A k) i * F i)) / n%:R)).

Lemma affine (R : rcfType) d n (A K : nat -> nat -> R) (w F : nat -> R) (c t : R) (X := row d A w) (W := regressed d n A K F) :
  n%:R != 0 :> R ->
  (forall j, (j < d)%N -> forall l, (l < d)%N ->
    \sum_(k < d) (K j k * ((\sum_(i < n) (centred n (A k) i * centred n (A l) i)) / n%:R)) = (j == l :> nat)%:R) ->
  (forall i, F i = c * centred n X i + t) ->
  [/\ forall j, (j < d)%N -> W j = c * w j, (\sum_(i < n) F i) / n%:R = t,
    \sum_(k < d) (W k * ((\sum_(i < n) A k i) / n%:R)) = c * ((\sum_(i < n) X i) / n%:R) & forall i, row d A W i = c * X i].
Proof.
move=> n0 KS FE.
have mean : (\sum_(i < n) X i) / n%:R = \sum_(l < d) (w l * ((\sum_(i < n) A l i) / n%:R)).
  by rewrite /X /row exchange_big mulr_suml; apply: eq_bigr => l _; rewrite -mulr_sumr mulrA.
have CE i : centred n X i = \sum_(l < d) (w l * centred n (A l) i).
  by rewrite /centred mean /X /row -sumrB; apply: eq_bigr => l _; rewrite mulrBr.
have WE j : (j < d)%N -> W j = c * w j.
  move=> jd; rewrite /W /regressed.
  rewrite (eq_bigr (fun k : 'I_d => \sum_(l < d) (c * w l * (K j k * ((\sum_(i < n) (centred n (A k) i * centred n (A l) i)) / n%:R)))))
    => [|k _]; last first.
    rewrite (eq_bigr (fun i : 'I_n => \sum_(l < d) (c * w l * (centred n (A k) i * centred n (A l) i)) + t * centred n (A k) i))
      => [|i _]; last first.
      rewrite FE CE mulrDr [_ * t]mulrC; congr (_ + _); rewrite mulrCA mulr_sumr mulr_sumr; apply: eq_bigr => l _; ring.
    rewrite big_split /= -mulr_sumr no_sum // mulr0 addr0 exchange_big mulr_suml mulr_sumr; apply: eq_bigr => l _.
    by rewrite -mulr_sumr; set a := \sum_(i < n) _; field.
  rewrite exchange_big /= (eq_bigr (fun l : 'I_d => (l == j :> nat)%:R * (c * w l))) => [|l _].
    exact: (@pick R d (fun l => c * w l) j jd).
  by rewrite -mulr_sumr KS // eq_sym mulrC.
split=> // [||i].
- rewrite (eq_bigr (fun i : 'I_n => c * centred n X i + t)) => [|i _]; last by rewrite FE.
  by rewrite big_split /= -mulr_sumr no_sum // sumr_const card_ord -[t *+ n]mulr_natr; field.
- by rewrite mean mulr_sumr; apply: eq_bigr => k _; rewrite WE // -mulrA.
by rewrite /X /row mulr_sumr; apply: eq_bigr => k _; rewrite WE // mulrA.
Qed.
