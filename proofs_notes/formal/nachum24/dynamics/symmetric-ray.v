(* After ../normal.v. *)
Lemma image (R : rcfType) (pi : R) acos n D E i j (c : R) : @is_law R (fun _ => True) D E ->
  @both_relu R pi acos n D E -> 3%:R < pi -> acos 1 = 0 -> (2 <= n)%N -> (i < n)%N -> (j < n)%N -> c < 1 ->
  let s := Num.sqrt (1 - c) in
  let f (z : nat -> R) := Num.max (s * centred n i z) 0 * 2%:R * Num.max (s * centred n j z) 0 in
  D f /\ E f = (1 - c) * ((1 - n%:R^-1) * (if i == j then 1 else kernel pi acos n)).
Proof.
move=> L re pi3 ac1 n2 li lj c1 s f; have s0 : 0 <= s by apply: sqrtr_ge0.
have ss : 1 - c = s * s by rewrite -expr2 sqr_sqrtr // subr_ge0 ltW.
have [Df Ef] := pair_relu L re pi3 ac1 n2 li lj; have [Dg Eg] := law_scaled ((1 - c) * 2%:R) L Df.
have scaled x : Num.max (s * x) 0 = s * Num.max x 0 by rewrite maxr_pmulr // mulr0.
have [|Dh Eh] := law_ext (g := f) L Dg; first by move=> z; rewrite /f !scaled ss; ring.
have N : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n (leq_trans _ n2).
by split=> //; rewrite Eh Eg Ef; move: (if _ then _ else _) => k; field; rewrite ?N.
Qed.

Lemma root_of_correlation (R : rcfType) n : (3 <= n)%N ->
  Num.sqrt (1 + - 1 / ((- 1 + n%:R) * (- 1 + n%:R))) = Num.sqrt n%:R * Num.sqrt (- 2%:R + n%:R) / (- 1 + n%:R) :> R.
Proof.
move=> n3; have M : 0 < - 1 + n%:R :> R by rewrite addrC subr_gt0 ltr1n ltnW.
have T : 0 <= - 2%:R + n%:R :> R by rewrite addrC subr_ge0 ler_nat ltnW.
have -> : 1 + - 1 / ((- 1 + n%:R) * (- 1 + n%:R)) = n%:R * (- 2%:R + n%:R) / (- 1 + n%:R) ^+ 2 :> R.
  by rewrite expr2; field; rewrite gt_eqF.
by rewrite sqrtrM ?mulr_ge0 ?ler0n // sqrtrM ?ler0n // -exprVn sqrtr_sqr gtr0_norm ?invr_gt0.
Qed.

Theorem proof : statement.
Proof.
move=> R pi acos n c i j D E n3 c1 L ind [pi3 _] [ac1 arc] mom relu re on li lj ne.
have n2 : (2 <= n)%N by apply: ltnW.
have N : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n (leq_trans _ n2).
have M0 : 0 < - 1 + n%:R :> R by rewrite addrC subr_gt0 ltr1n.
have M : - 1 + n%:R != 0 :> R by rewrite gt_eqF.
have pi0 : pi != 0 by rewrite gt_eqF // (lt_trans _ pi3) ?ltr0n.
have [_ own] := image L re pi3 ac1 n2 li li c1; have [_ across] := image L re pi3 ac1 n2 li lj c1.
rewrite own across eqxx (negbTE ne) mulr1; have p := share_left R n2.
have c0 : 1 - c != 0 by rewrite subr_eq0 gt_eqF.
split; first by field.
have M' : n%:R - 1 != 0 :> R by rewrite addrC.
rewrite [X in X = _](_ : _ = kernel pi acos n); last first.
  by move: (kernel _ _ _) => k; field; rewrite ?N ?c0 ?M'.
rewrite /kernel root_of_correlation // mulN1r.
have r0 : 0 <= (- 1 + n%:R)^-1 :> R by rewrite invr_ge0 ltW.
have r1 : (- 1 + n%:R)^-1 <= 1 :> R by rewrite invf_le1 // addrC ler_subr_addl -(natrD _ 1 1) ler_nat.
have m1 : - 1 <= 0 :> R by rewrite oppr_le0 ler01.
have [_ ->] := arc _ (le_trans m1 r0) r1; rewrite div1r.
by move: (acos _) (Num.sqrt _) (Num.sqrt _) => a x y; field; rewrite ?M ?pi0.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R pi acos n c i j D E n3 c1 L ind [pi3 _] [ac1 arc] mom relu re on.
have n2 : (2 <= n)%N by apply: ltnW.
have M : - 1 + n%:R != 0 :> R by rewrite addrC subr_eq0 pnatr_eq1 gtn_eqF.
have pi0 : pi != 0 by rewrite gt_eqF // (lt_trans _ pi3) ?ltr0n.
have p := share_left R n2.
have n0 : n != 0%N by rewrite -lt0n (leq_trans _ n2).
have c0 : 0 <= 1 - c by rewrite subr_ge0 ltW.
have T : 0 <= - 2%:R + n%:R :> R by rewrite addrC subr_ge0 ler_nat.
split=> //; split=> //.
split=> [li lj ne|]; first by have [] := image L re pi3 ac1 n2 li li c1.
split=> [li lj ne|]; first by have [] := image L re pi3 ac1 n2 li lj c1.
split=> [li lj ne|]; last by do ![split=> // *]; rewrite ?mulf_neq0.
have [_ ->] := image L re pi3 ac1 n2 li li c1.
by rewrite eqxx mulr1 mulf_neq0 ?gt_eqF // subr_gt0.
Qed.
