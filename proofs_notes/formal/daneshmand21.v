(* What several groups of daneshmand21 use: means over d draws from a finite law, over any law, the gap, unit rows. *)
Lemma draws (R : rcfType) (d m : nat) (p : nat -> R) (G : 'I_d -> 'I_m -> R) :
  \sum_(f : {ffun 'I_d -> 'I_m}) ((\prod_(i < d) p (f i)) * \prod_(i < d) G i (f i))
  = \prod_(i < d) \sum_(a < m) (p a * G i a).
Proof. by rewrite bigA_distr_bigA; apply: eq_bigr => f _; rewrite -big_split. Qed.

Lemma at_place (R : rcfType) (d : nat) (i : 'I_d) (g : 'I_d -> R) :
  \prod_(k < d) (if k == i then g k else 1) = g i.
Proof. by rewrite -big_mkcond big_pred1_eq. Qed.

Lemma draw_one (R : rcfType) (d m : nat) (p : nat -> R) (i : 'I_d) (g : nat -> R) : \sum_(a < m) p a = 1 ->
  \sum_(f : {ffun 'I_d -> 'I_m}) ((\prod_(k < d) p (f k)) * g (f i)) = \sum_(a < m) (p a * g a).
Proof.
move=> one; have := @draws R d m p (fun k a => if k == i then g a else 1).
under eq_bigr => f _ do rewrite (@at_place R d i (fun k => g (f k))).
move=> ->; rewrite (bigD1 i) //= eqxx [X in _ * X]big1 ?mulr1 // => k /negbTE ->.
by rewrite -[RHS]one; apply: eq_bigr => a _; rewrite mulr1.
Qed.

Lemma draw_two (R : rcfType) (d m : nat) (p : nat -> R) (i j : 'I_d) (g h : nat -> R) : \sum_(a < m) p a = 1 ->
  i != j -> \sum_(f : {ffun 'I_d -> 'I_m}) ((\prod_(k < d) p (f k)) * (g (f i) * h (f j)))
  = (\sum_(a < m) (p a * g a)) * (\sum_(a < m) (p a * h a)).
Proof.
move=> one ij; have := @draws R d m p (fun k a => (if k == i then g a else 1) * (if k == j then h a else 1)).
under eq_bigr => f _ do rewrite big_split (@at_place R d i (fun k => g (f k))) (@at_place R d j (fun k => h (f k))).
move=> ->; rewrite (bigD1 i) //= eqxx (negbTE ij) (bigD1 j) ?[j == i]eq_sym ?(negbTE ij) //= eqxx.
rewrite [X in _ * (_ * X)]big1 => [|k /andP [/negbTE -> /negbTE ->]].
  by rewrite mulr1; congr (_ * _); apply: eq_bigr => a _; rewrite ?mulr1 ?mul1r.
by rewrite -[RHS]one; apply: eq_bigr => a _; rewrite !mulr1.
Qed.

Lemma draw_sums (R : rcfType) (d m : nat) (p : nat -> R) (g : nat -> R) : \sum_(a < m) p a = 1 ->
  \sum_(f : {ffun 'I_d -> 'I_m}) ((\prod_(k < d) p (f k)) * ((\sum_(i < d) g (f i)) * (\sum_(i < d) g (f i))))
  = d%:R * (\sum_(a < m) (p a * (g a * g a)))
    + (d%:R * d%:R - d%:R) * ((\sum_(a < m) (p a * g a)) * (\sum_(a < m) (p a * g a))).
Proof.
move=> one; set E := \sum_(a < m) (p a * (g a * g a)); set e := \sum_(a < m) (p a * g a).
transitivity (\sum_(i < d) \sum_(j < d) ((i == j)%:R * (E - e * e) + e * e)).
  under eq_bigr do rewrite mulr_suml mulr_sumr.
  rewrite exchange_big; apply: eq_bigr => i _ /=.
  under eq_bigr do rewrite mulr_sumr mulr_sumr.
  rewrite exchange_big; apply: eq_bigr => j _ /=.
  case: (eqVneq i j) => [<-|ij]; last by rewrite (@draw_two R d m p i j g g) // mul0r add0r.
  by rewrite (@draw_one R d m p i (fun a => g a * g a)) // mul1r subrK.
rewrite (eq_bigr (fun=> (E - e * e) + d%:R * (e * e))) => [|i _].
  by rewrite sumr_const card_ord -[_ *+ d]mulr_natl; ring.
rewrite big_split /= sumr_const card_ord -[_ *+ d]mulr_natl -mulr_suml; congr (_ + _).
by rewrite (bigD1 i) //= eqxx big1 => [|j ji]; rewrite ?addr0 ?mul1r // eq_sym (negbTE ji).
Qed.

Lemma certain (R : rcfType) (d m : nat) (p : nat -> R) : \sum_(a < m) p a = 1 ->
  \sum_(f : {ffun 'I_d -> 'I_m}) (\prod_(k < d) p (f k)) = 1.
Proof.
move=> one; transitivity (\prod_(i < d) \sum_(a < m) p a); first by rewrite bigA_distr_bigA.
by rewrite big1.
Qed.

(* V^2 of a matrix *)
Definition gap (R : rcfType) (n : nat) (C : nat -> nat -> R) :=
  (\sum_(j < n) (\sum_(l < n) ((C j l / (\sum_(i < n) C i i)) * (C j l / (\sum_(i < n) C i i)))))
  - (\sum_(j < n) ((C j j / (\sum_(i < n) C i i)) * (C j j / (\sum_(i < n) C i i))))
  + (\sum_(j < n) (((C j j / (\sum_(i < n) C i i)) - (1 / n%:R)) * ((C j j / (\sum_(i < n) C i i)) - (1 / n%:R)))).

Lemma gap_any (R : rcfType) (n : nat) (C : nat -> nat -> R) (T := \sum_(j < n) C j j) : (0 < n)%N -> T != 0 ->
  gap n C = (\sum_(j < n) (\sum_(l < n) (C j l * C j l))) / (T * T) - 1 / n%:R.
Proof.
move=> n0 T0; have nn : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
rewrite /gap -/T; set Q := \sum_(j < n) \sum_(l < n) (C j l * C j l).
have -> : \sum_(j < n) (\sum_(l < n) ((C j l / T) * (C j l / T))) = Q / (T * T).
  by rewrite mulr_suml; apply: eq_bigr => j _; rewrite mulr_suml; apply: eq_bigr => l _; rewrite mulf_div.
have -> : \sum_(j < n) ((C j j / T - 1 / n%:R) * (C j j / T - 1 / n%:R))
    = \sum_(j < n) ((C j j / T) * (C j j / T)) - 1 / n%:R.
  rewrite (eq_bigr (fun j : 'I_n => (C j j / T) * (C j j / T) + (- 2%:R / n%:R) * (C j j / T) + 1 / (n%:R * n%:R))).
    rewrite !big_split /= -mulr_sumr -mulr_suml -/T divff // sumr_const card_ord -[_ *+ n]mulr_natr.
    by set z := \sum_(j < n) _; field.
  by move=> j _; field; rewrite T0 nn.
by move: (\sum_(j < n) _) => x; ring.
Qed.

(* of H^T H the trace and the squares are those of H H^T *)
Lemma gap_of_rows (R : rcfType) (d n : nat) (H K : nat -> nat -> R) (T := \sum_(i < d) K i i) : (0 < n)%N -> T != 0 ->
  (forall i k, (i < d)%N -> (k < d)%N -> \sum_(j < n) (H i j * H k j) = K i k) ->
  gap n (fun j l => \sum_(i < d) (H i j * H i l)) = (\sum_(i < d) \sum_(k < d) (K i k * K i k)) / (T * T) - 1 / n%:R.
Proof.
move=> n0 T0 rows.
have tr : \sum_(j < n) (\sum_(i < d) (H i j * H i j)) = T.
  by rewrite exchange_big; apply: eq_bigr => i _ /=; exact: rows.
rewrite gap_any ?tr //; congr (_ / _ - _).
transitivity (\sum_(i < d) \sum_(k < d) \sum_(j < n) \sum_(l < n) ((H i j * H k j) * (H i l * H k l))).
  transitivity (\sum_(j < n) \sum_(l < n) \sum_(i < d) \sum_(k < d) ((H i j * H k j) * (H i l * H k l))).
    apply: eq_bigr => j _; apply: eq_bigr => l _; rewrite big_distrlr /=; apply: eq_bigr => i _.
    by apply: eq_bigr => k _; ring.
  under eq_bigr do rewrite exchange_big /=.
  rewrite exchange_big /=; apply: eq_bigr => i _; under eq_bigr do rewrite exchange_big /=.
  by rewrite exchange_big.
apply: eq_bigr => i _; apply: eq_bigr => k _; rewrite -(rows i k) // big_distrlr.
by [].
Qed.

(* a row over its length *)
Definition unit_rows (R : rcfType) (n : nat) (u : nat -> nat -> R) a j :=
  u a j / (Num.sqrt (\sum_(i < n) (u a i * u a i))).

Lemma unit_length (R : rcfType) n (u : nat -> nat -> R) a : (exists2 j, (j < n)%N & u a j != 0) ->
  \sum_(j < n) (unit_rows n u a j * unit_rows n u a j) = 1.
Proof.
move=> [k kn xk]; rewrite /unit_rows; set S := \sum_(i < n) (u a i * u a i).
have S0 : S != 0.
  rewrite gt_eqF // /S (bigD1 (Ordinal kn)) //= ltr_paddr //.
    by apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0.
  by rewrite -expr2 lt_neqAle eq_sym sqrf_eq0 xk sqr_ge0.
have pos : 0 <= S by apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0.
by under eq_bigr do rewrite mulf_div -[X in _ / X]expr2 sqr_sqrtr //; rewrite -mulr_suml divff.
Qed.

Lemma unit_square (R : rcfType) n (u : nat -> nat -> R) a : (exists2 j, (j < n)%N & u a j != 0) ->
  \sum_(j < n) \sum_(l < n) ((unit_rows n u a j * unit_rows n u a l) * (unit_rows n u a j * unit_rows n u a l)) = 1.
Proof.
move=> /unit_length one; rewrite -[RHS]mul1r -[in RHS]one mulr_suml; apply: eq_bigr => j _.
by rewrite mulr_sumr; apply: eq_bigr => l _; ring.
Qed.

(* the squares of what one row adds, in the mean *)
Lemma unit_mean (R : rcfType) n m (p : nat -> R) (u : nat -> nat -> R) :
  (forall a, (a < m)%N -> exists2 j, (j < n)%N & u a j != 0) -> \sum_(a < m) p a = 1 ->
  \sum_(j < n) \sum_(l < n) \sum_(a < m)
    (p a * ((unit_rows n u a j * unit_rows n u a l) * (unit_rows n u a j * unit_rows n u a l))) = 1.
Proof.
move=> rows one; rewrite -[RHS]one; under eq_bigr do rewrite exchange_big.
rewrite exchange_big; apply: eq_bigr => a _ /=; under eq_bigr do rewrite -mulr_sumr.
by rewrite -mulr_sumr unit_square ?mulr1 //; apply: rows.
Qed.

(* C - P is the mean of d draws of u u^T - P, which is 0 in the mean. *)
Lemma mean_spread (R : rcfType) m n d (u : nat -> nat -> R) (p : nat -> R) :
  (forall a, (a < m)%N -> exists2 j, (j < n)%N & u a j != 0) -> \sum_(a < m) p a = 1 -> (1 <= d)%N ->
  \sum_(f : {ffun 'I_d -> 'I_m}) ((\prod_(i < d) p (f i)) * (\sum_(j < n) \sum_(l < n)
    (((\sum_(i < d) (unit_rows n u (f i) j * unit_rows n u (f i) l)) / d%:R
        - \sum_(a < m) (p a * (unit_rows n u a j * unit_rows n u a l)))
      * ((\sum_(i < d) (unit_rows n u (f i) j * unit_rows n u (f i) l)) / d%:R
        - \sum_(a < m) (p a * (unit_rows n u a j * unit_rows n u a l))))))
  = (1 - \sum_(j < n) \sum_(l < n) ((\sum_(a < m) (p a * (unit_rows n u a j * unit_rows n u a l)))
      * (\sum_(a < m) (p a * (unit_rows n u a j * unit_rows n u a l))))) / d%:R.
Proof.
move=> rows one d1; have D0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
pose A a j l := unit_rows n u a j * unit_rows n u a l.
pose P j l := \sum_(a < m) (p a * A a j l).
pose Q := \sum_(j < n) \sum_(l < n) (P j l * P j l).
transitivity (\sum_(f : {ffun 'I_d -> 'I_m}) ((\prod_(i < d) p (f i)) * (\sum_(j < n) \sum_(l < n)
    ((\sum_(i < d) (A (f i) j l - P j l)) * (\sum_(i < d) (A (f i) j l - P j l)) / (d%:R * d%:R))))); last first.
  transitivity ((1 - Q) / d%:R); last by [].
  under eq_bigr do rewrite mulr_sumr.
  rewrite exchange_big /=; under eq_bigr do under eq_bigr do rewrite mulr_sumr.
  under eq_bigr do rewrite exchange_big /=.
  under eq_bigr do under eq_bigr do under eq_bigr do rewrite mulrA.
  under eq_bigr do under eq_bigr do rewrite -mulr_suml (@draw_sums R d m p (fun a => A a _ _ - P _ _)) //.
  rewrite (eq_bigr (fun j : 'I_n => \sum_(l < n) (d%:R^-1 * (\sum_(a < m) (p a * (A a j l * A a j l))) - d%:R^-1 * (P j l * P j l)))).
    under eq_bigr do rewrite sumrB -!mulr_sumr.
    by rewrite sumrB -!mulr_sumr unit_mean // -/Q; field.
  move=> j _; apply: eq_bigr => l _.
  have zero : \sum_(a < m) (p a * (A a j l - P j l)) = 0.
    under eq_bigr do rewrite mulrBr.
    by rewrite sumrB -mulr_suml one mul1r subrr.
  have square : \sum_(a < m) (p a * ((A a j l - P j l) * (A a j l - P j l))) = \sum_(a < m) (p a * (A a j l * A a j l)) - P j l * P j l.
    rewrite (eq_bigr (fun a : 'I_m => p a * (A a j l * A a j l) + (- 2%:R * P j l) * (p a * A a j l) + (P j l * P j l) * p a)) => [|a _]; last by ring.
    by rewrite !big_split /= -!mulr_sumr one -/(P j l); set z := \sum_(a < m) _; ring.
  by rewrite zero square; set z := \sum_(a < m) _; field.
apply: eq_bigr => f _; congr (_ * _); apply: eq_bigr => j _; apply: eq_bigr => l _.
rewrite sumrB sumr_const card_ord -[(P j l) *+ d]mulr_natl.
transitivity (((\sum_(i < d) A (f i) j l) / d%:R - P j l) * ((\sum_(i < d) A (f i) j l) / d%:R - P j l)) => //.
by move: (\sum_(i < d) A (f i) j l) (P j l) => z y; field.
Qed.

(* means over any law of rows *)
Definition is_law (R : rcfType) (P : (nat -> R) -> Prop) (D : ((nat -> R) -> R) -> Prop) (E : ((nat -> R) -> R) -> R) :=
  [/\ D (fun=> 1) /\ E (fun=> 1) = 1,
    (forall a f g, D f -> D g -> D (fun z => a * f z + g z) /\ E (fun z => a * f z + g z) = a * E f + E g),
    (forall f g, (forall z, f z = g z) -> D f -> D g) &
    (forall f, D f -> (forall z, P z -> 0 < f z) -> 0 < E f)].

Lemma law_le (R : rcfType) P D E (f g : (nat -> R) -> R) : @is_law R P D E -> D f -> D g ->
  (forall z, P z -> f z <= g z) -> E f <= E g.
Proof.
move=> [[D1 E1] lin ext pos] Df Dg le; rewrite leNgt; apply/negP => lt.
pose e := (E f - E g) / 2%:R; have e0 : 0 < e by rewrite divr_gt0 ?subr_gt0 ?ltr0n.
have [Dh Eh] := lin e _ _ D1 Dg; have [Dk Ek] := lin (-1) _ _ Df Dh.
have : 0 < E (fun z => (-1) * f z + (e * 1 + g z)).
  by apply: pos => // z Pz; rewrite mulN1r mulr1 addrC -addrA ltr_paddr ?subr_ge0 ?le.
rewrite Ek Eh E1 mulN1r mulr1 => bad; have : 0 < - e.
  have -> : - e = - E f + (e + E g) by rewrite /e; field.
  exact: bad.
by rewrite oppr_gt0 ltNge ltW.
Qed.

Lemma law_eq (R : rcfType) P D E (f g : (nat -> R) -> R) : @is_law R P D E -> D f -> D g ->
  (forall z, P z -> f z = g z) -> E f = E g.
Proof. by move=> L Df Dg eq; apply/eqP; rewrite eq_le; apply/andP; split; apply: (law_le L) => // z /eq ->. Qed.

Lemma law_sum (R : rcfType) P D E n (a : nat -> R) (f : nat -> (nat -> R) -> R) : @is_law R P D E ->
  (forall i, (i < n)%N -> D (f i)) ->
  D (fun z => \sum_(i < n) a i * f i z) /\ E (fun z => \sum_(i < n) a i * f i z) = \sum_(i < n) a i * E (f i).
Proof.
move=> L; have [[D1 E1] lin ext pos] := L.
elim: n => [|n IH] Df.
  have [D0 E0] := lin (-1) _ _ D1 D1.
  have D0' : D (fun z => \sum_(i < 0) a i * f i z) by apply: ext D0 => z; rewrite big_ord0 mulN1r addNr.
  have zero z : -1 * 1 + 1 = \sum_(i < 0) a i * f i z by rewrite big_ord0 mulN1r addNr.
  by split=> //; rewrite big_ord0 -(law_eq L D0 D0' (fun z _ => zero z)) E0 E1 mulN1r addNr.
have [Dn En] := IH (fun i lt => Df i (ltnW lt)).
have [Ds Es] := lin (a n) _ _ (Df n (ltnSn n)) Dn.
have same z : a n * f n z + (\sum_(i < n) a i * f i z) = \sum_(i < n.+1) a i * f i z by rewrite big_ord_recr addrC.
have Dn1 : D (fun z => \sum_(i < n.+1) a i * f i z) by apply: ext Ds.
by split=> //; rewrite -(law_eq L Ds Dn1) // Es En big_ord_recr addrC.
Qed.
