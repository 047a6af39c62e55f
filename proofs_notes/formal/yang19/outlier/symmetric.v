(* After ../normal.v. *)
Lemma slopes (R : rcfType) (pi : R) acos n D E (d : nat -> R) : @is_law R (fun _ => True) D E ->
  @both_on R pi acos n D E -> 3%:R < pi -> acos 1 = 0 -> (2 <= n)%N -> \sum_(i < n) d i = 0 ->
  let v i z := (0 < centred n i z)%R%:R * d i in
  let f z := \sum_(i < n) (v i z - (\sum_(j < n) v j z) / n%:R) * (v i z - (\sum_(j < n) v j z) / n%:R) in
  D f /\ E f = (1 - acos (- 1 / (- 1 + n%:R)) / pi / n%:R) / 2%:R * \sum_(i < n) d i * d i.
Proof.
move=> L on pi3 ac1 n2 d0 v f; have n0 : (0 < n)%N by apply: leq_trans n2.
have N : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have pi0 : pi != 0 by rewrite gt_eqF // (lt_trans _ pi3) ?ltr0n.
set q := (pi - acos (- 1 / (- 1 + n%:R))) / (2%:R * pi).
have each i j (li : (i < n)%N) (lj : (j < n)%N) : D (fun z => v i z * v j z) /\
    E (fun z => v i z * v j z) = d i * d j * (if i == j then 2%:R^-1 else q).
  have [Df Ef] := pair_on L on pi3 ac1 n2 li lj; have [Dg Eg] := law_scaled (d i * d j) L Df.
  have [|Dh Eh] := law_ext (g := fun z => v i z * v j z) L Dg; first by move=> z; rewrite /v; ring.
  by split=> //; rewrite Eh Eg Ef.
have [Df ->] := mean_squares L n0 (fun i j li lj => proj1 (each i j li lj)); split=> //.
rewrite (eq_bigr (fun i : 'I_n => 2%:R^-1 * (d i * d i))) => [|i _]; last first.
  by rewrite (proj2 (each i i (ltn_ord i) (ltn_ord i))) eqxx mulrC.
rewrite -mulr_sumr [X in _ - _ * X = _](eq_bigr (fun i : 'I_n => \sum_(j < n) d i * d j * (if i == j :> nat then 2%:R^-1 else q))).
  by rewrite (@alike R n d q 2%:R^-1 d0) /q; move: (\sum_(i < n) _) (acos _) => S x; field; rewrite ?N ?pi0.
by move=> i _; apply: eq_bigr => j _; rewrite (proj2 (each i j (ltn_ord i) (ltn_ord j))).
Qed.

Lemma signals (R : rcfType) (pi : R) acos n D E : @is_law R (fun _ => True) D E ->
  @both_relu R pi acos n D E -> 3%:R < pi -> acos 1 = 0 -> (2 <= n)%N ->
  let v i z := Num.max (centred n i z) 0 in
  let f z := \sum_(i < n) (v i z - (\sum_(j < n) v j z) / n%:R) * (v i z - (\sum_(j < n) v j z) / n%:R) in
  D f /\ E f = (n%:R - 1) * (1 - n%:R^-1) / 2%:R * (1 - kernel pi acos n).
Proof.
move=> L re pi3 ac1 n2 v f; have n0 : (0 < n)%N by apply: leq_trans n2.
have N : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have each i j (li : (i < n)%N) (lj : (j < n)%N) := pair_relu L re pi3 ac1 n2 li lj.
have [Df ->] := mean_squares L n0 (fun i j li lj => proj1 (each i j li lj)); split=> //.
rewrite (eq_bigr (fun i : 'I_n => (1 - n%:R^-1) / 2%:R)) => [|i _]; last first.
  by rewrite (proj2 (each i i (ltn_ord i) (ltn_ord i))) eqxx mulr1.
rewrite sumr_const card_ord.
rewrite (eq_bigr (fun i : 'I_n => (1 - n%:R^-1) / 2%:R * (n%:R * kernel pi acos n + (1 - kernel pi acos n)))); last first.
  move=> i _; rewrite (eq_bigr (fun j : 'I_n => (1 - n%:R^-1) / 2%:R * (kernel pi acos n + (if j == i then 1 - kernel pi acos n else 0)))).
    by rewrite -mulr_sumr big_split /= sumr_const card_ord -big_mkcond /= big_pred1_eq mulr_natl.
  move=> j _; rewrite (proj2 (each i j (ltn_ord i) (ltn_ord j))) -[j == i]val_eqE eq_sym /=; case: (_ == _); ring.
by rewrite sumr_const card_ord -[X in X - _]mulr_natl -[X in _ - _ * X = _]mulr_natl; move: (kernel _ _ _) => k; field; rewrite ?N.
Qed.

Lemma norm (R : rcfType) (pi : R) acos n D E : @is_law R (fun _ => True) D E ->
  @both_relu R pi acos n D E -> 3%:R < pi -> acos 1 = 0 -> (2 <= n)%N ->
  let f z := \sum_(i < n) centred n i z * centred n i z in D f /\ E f = n%:R - 1.
Proof.
move=> L re pi3 ac1 n2 f; have N : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n (leq_trans _ n2).
have pi0 : pi != 0 by rewrite gt_eqF // (lt_trans _ pi3) ?ltr0n.
have p := share_left R n2; have [[D1 E1] lin ext pos] := L.
have each i (li : (i < n)%N) : D (fun z => centred n i z * centred n i z) /\
    E (fun z => centred n i z * centred n i z) = 1 - n%:R^-1.
  pose a := less_mean R n i; pose b k := - a k.
  have same : \sum_(k < n) b k * b k = \sum_(k < n) a k * a k by apply: eq_bigr => k _; rewrite mulrNN.
  have aa : \sum_(k < n) a k * a k = 1 - n%:R^-1 by rewrite form_dot // eqxx.
  have [||Df Ef] := re a a; rewrite ?aa //; have [||Dg Eg] := re b b; rewrite ?same ?aa //.
  have [Dh Eh] := lin 1 _ _ Df Dg.
  have [|Dk Ek] := law_ext (g := fun z => centred n i z * centred n i z) L Dh.
    move=> z; have -> : \sum_(k < n) b k * z k = - centred n i z.
      by rewrite /centred -(as_form z li) -sumrN; apply: eq_bigr => k _; rewrite mulNr.
    rewrite as_form // -/(centred n i z) mul1r; move: (centred n i z) => x.
    case/orP: (le_total 0 x) => s.
      by rewrite [Num.max (- x) _]max_r ?oppr_le0 // max_l //; ring.
    by rewrite [Num.max x _]max_r // max_l ?oppr_ge0 //; ring.
  split=> //; rewrite Ek Eh Ef Eg same aa -expr2 sqrtr_sqr gtr0_norm // divff ?gt_eqF // ac1.
  by rewrite subrr sqrtr0; field; rewrite ?N ?pi0.
have [Df Ef] := law_sum L (fun i li => proj1 (each i li)); split=> //.
rewrite Ef (eq_bigr (fun=> 1 - n%:R^-1)) => [|i _]; last exact: (proj2 (each _ (ltn_ord i))).
by rewrite sumr_const card_ord -mulr_natl; field; rewrite ?N.
Qed.

Lemma centred_sum (R : rcfType) n (d : nat -> R) : n%:R != 0 :> R -> \sum_(i < n) centred n i d = 0.
Proof. by move=> N; rewrite sumrB sumr_const card_ord -[X in _ - X]mulr_natl mulrCA divff // mulr1 subrr. Qed.

Lemma without_kernel (R : rcfType) (pi : R) acos n : pi != 0 -> - 1 + n%:R != 0 :> R ->
  1 + - (Num.sqrt (1 + - 1 / ((- 1 + n%:R) * (- 1 + n%:R))) + - (pi - acos (- 1 / (- 1 + n%:R))) / (- 1 + n%:R)) / pi
    = 1 - kernel pi acos n.
Proof. by move=> pi0 M; rewrite /kernel; move: (Num.sqrt _) (acos _) => q x; field; rewrite ?M ?pi0. Qed.

Theorem proof : statement.
Proof.
move=> R pi acos n d D E n3 vary L ind [pi3 _] [ac1 arc] mom relu re on.
have n2 : (2 <= n)%N by apply: ltnW.
have N : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n (leq_trans _ n2).
have M : - 1 + n%:R != 0 :> R by rewrite addrC subr_eq0 pnatr_eq1 gtn_eqF.
have pi0 : pi != 0 by rewrite gt_eqF // (lt_trans _ pi3) ?ltr0n.
pose c i := centred n i d; have c0 : \sum_(i < n) c i = 0 by apply: centred_sum.
have [_ Es] := slopes L on pi3 ac1 n2 c0.
have [_ Er] := signals L re pi3 ac1 n2; have [_ En] := norm L re pi3 ac1 n2.
rewrite [X in X * 2%:R]Es.
have S0 : \sum_(i < n) c i * c i != 0 by exact: varying vary.
have k1 := kernel_lt1 pi3 arc n2; have K : 1 - kernel pi acos n != 0 by rewrite subr_eq0 gt_eqF.
have n1 : n%:R - 1 != 0 :> R by rewrite addrC.
rewrite [X in X / E _]Er En -/(centred n _ d).
have same := without_kernel acos pi0 M.
rewrite same; move: K => {k1}; move: (1 - kernel _ _ _) S0 => k; rewrite /c /centred.
move: (\sum_(i < n) _) (acos _) => S x S0 K.
by split; field; rewrite ?N ?M ?n1 ?pi0 ?K ?S0.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R pi acos n d D E n3 vary L ind [pi3 _] [ac1 arc] mom relu re on.
have n2 : (2 <= n)%N by apply: ltnW.
have N : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n (leq_trans _ n2).
have M : - 1 + n%:R != 0 :> R by rewrite addrC subr_eq0 pnatr_eq1 gtn_eqF.
have pi0 : pi != 0 by rewrite gt_eqF // (lt_trans _ pi3) ?ltr0n.
pose c i := centred n i d; have c0 : \sum_(i < n) c i = 0 by apply: centred_sum.
have [Ds _] := slopes L on pi3 ac1 n2 c0.
have [Dr Er] := signals L re pi3 ac1 n2; have [Dn En] := norm L re pi3 ac1 n2.
have k1 := kernel_lt1 pi3 arc n2; have K : 1 - kernel pi acos n != 0 by rewrite subr_eq0 gt_eqF.
have n1 : n%:R - 1 != 0 :> R by rewrite addrC.
have same := without_kernel acos pi0 M.
rewrite same Er En -!/(centred n _ d).
have P := share_left R n2; do ![split=> //].
- by rewrite -lt0n (leq_trans _ n2).
- exact: varying vary.
- by rewrite !mulf_neq0 ?invr_eq0 ?pnatr_eq0 // gt_eqF.
- by rewrite mulf_neq0.
- have m1 : 1 <= - 1 + n%:R :> R by rewrite addrC ler_subr_addl -(natrD _ 1 1) ler_nat.
  have m0 := lt_le_trans ltr01 m1; by rewrite mulN1r subr_ge0 invf_le1 ?mulr_ege1 // mulr_gt0.
- by rewrite mulf_neq0.
Qed.
