(* Clipping composes: above the mean m of the clipped data they are clipped to [m, b], below it to [a, m]. *)
Lemma lesser (R : rcfType) (u v : R) : - Num.max (- u) (- v) = Num.min u v.
Proof. by rewrite oppr_max !opprK. Qed.

Lemma above (R : rcfType) (x a b m : R) : a <= m -> m <= b ->
  Num.max (- Num.max (- Num.max x a) (- b) - m) 0 = - m - Num.max (- b) (- Num.max m x).
Proof.
move=> am mb; rewrite !lesser -[X in Num.max _ X](subrr m) -addr_maxl addrC; congr (_ + _).
rewrite max_minl -maxA (max_r am) (max_l mb) minC.
by rewrite [Num.max x m]maxC.
Qed.

Lemma below (R : rcfType) (x a b m : R) : a <= m -> m <= b ->
  Num.max (m - (- Num.max (- Num.max x a) (- b))) 0 = m - (- Num.max (- m) (- Num.max a x)).
Proof.
move=> am mb; rewrite !lesser -[X in Num.max _ X](subrr m) -addr_maxr; congr (_ + _).
rewrite -oppr_min -minA (min_r mb) minC.
by rewrite [Num.max x a]maxC.
Qed.

Lemma inside (R : rcfType) (x a b : R) : a <= b ->
  a <= - Num.max (- Num.max x a) (- b) /\ - Num.max (- Num.max x a) (- b) <= b.
Proof. by move=> ab; rewrite lesser le_minr le_maxr lexx ab orbT le_minl lexx orbT. Qed.

Lemma shifted (R : rcfType) (n : nat) (f : nat -> R) (a : R) : 0 < n%:R :> R ->
  (\sum_(j < n) (f j - a)) / n%:R = (\sum_(j < n) f j) / n%:R - a.
Proof.
move=> n0; rewrite sumrB sumr_const card_ord -[a *+ n]mulr_natr mulrBl mulfK //.
by rewrite gt_eqF.
Qed.

Theorem proof : statement.
Proof.
move=> R n i a b row n2 _ ab.
have n0 : 0 < n%:R :> R by rewrite ltr0n; exact: leq_trans n2.
pose c j := - Num.max (- Num.max (row j) a) (- b); set m := (\sum_(j < n) c j) / n%:R.
have bounds j : a <= c j /\ c j <= b by apply: inside; exact: ltW.
have am : a <= m.
  rewrite -subr_ge0 -(shifted c a n0) divr_ge0 ?(ltW n0) //.
  by apply: sumr_ge0 => j _; rewrite subr_ge0; case: (bounds j).
have mb : m <= b.
  rewrite -subr_ge0 -opprB -(shifted c b n0) -mulNr -sumrN divr_ge0 ?(ltW n0) //.
  by apply: sumr_ge0 => j _; rewrite opprB subr_ge0; case: (bounds j).
have up j : c j - a - (\sum_(k < n) (c k - a)) / n%:R = c j - m.
  by rewrite (shifted c a n0) -/m opprB addrA subrK.
have down j : b - c j - (\sum_(k < n) (b - c k)) / n%:R = m - c j.
  rewrite (eq_bigr (fun k : 'I_n => - (c k - b))); last by move=> k _; rewrite opprB.
  by rewrite sumrN mulNr opprK (shifted c b n0) -/m addrC addrA subrK.
rewrite (up i) (down i) !mulrN1 !opprB.
by do !split; rewrite ?above ?below.
Qed.
