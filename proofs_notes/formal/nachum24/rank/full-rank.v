(* At a point of one wall only the gradient of f_u jumps: in a cone beside it f_u is linear and not 0. *)
Definition along (R : rcfType) k (X : nat -> nat -> R) (w : nat -> R) j := \sum_(l < k) (w l * X l j).

Lemma along_lin (R : rcfType) k X (N s : R) (c d : nat -> R) j :
  along k X (fun l => N * c l + s * d l) j = N * along k X c j + s * along k X d j.
Proof. by rewrite /along !mulr_sumr -big_split /=; apply: eq_bigr => l _; ring. Qed.

Lemma far (R : rcfType) m (a b : nat -> R) : exists2 N : R, 0 < N & forall j, (j < m)%N -> a j != 0 -> `|b j| < N * `|a j|.
Proof.
have pos (r : seq 'I_m) P : 0 <= \sum_(j <- r | P j) (`|b j| / `|a j|) by apply: sumr_ge0 => j _; rewrite divr_ge0.
exists (1 + \sum_(j < m) (`|b j| / `|a j|)); first by rewrite ltr_paddr ?ltr01.
move=> j jm aj; rewrite (bigD1 (Ordinal jm)) //= addrA mulrDl mulrDl mul1r divfK ?normr_eq0 //.
by rewrite ltr_paddr ?mulr_ge0 // ltr_addr normr_gt0.
Qed.

Lemma kept (R : rcfType) (N a b : R) : 0 < N -> a != 0 -> `|b| < N * `|a| -> N * a + b != 0 /\ (0 < N * a + b) = (0 < a).
Proof.
move=> N0 a0; case: (ltrP 0 a) => a1.
  rewrite (gtr0_norm a1) ltr_norml => /andP [l _].
  have h : 0 < N * a + b by rewrite -ltr_subl_addl sub0r.
  by rewrite h lt0r_neq0.
have a2 : a < 0 by rewrite lt_neqAle a0.
rewrite (ltr0_norm a2) ltr_norml => /andP [_ l].
have h : N * a + b < 0 by rewrite -ltr_subr_addl sub0r -mulrN.
by rewrite lt_eqF // ltNge ltW.
Qed.

Lemma on_one_wall (R : rcfType) k n X i : (i < n)%N -> (forall j, (j < n)%N -> i = j \/
    exists2 a, (a < k)%N & exists2 b, (b < k)%N & X a i * X b j != X a j * X b i) ->
  forall m, (m <= n)%N -> exists2 c : nat -> R, along k X c i = 0 & forall j, (j < m)%N -> j != i -> along k X c j != 0.
Proof.
move=> i_n free; elim=> [|m IH] mn; first by exists (fun=> 0) => //; rewrite /along big1 // => l _; rewrite mul0r.
have [c ci cj] := IH (ltnW mn).
have old (d : nat -> R) : along k X d i = 0 -> (m != i -> along k X d m != 0) -> (forall j, (j < m)%N -> j != i -> along k X d j != 0) ->
    exists2 c : nat -> R, along k X c i = 0 & forall j, (j < m.+1)%N -> j != i -> along k X c j != 0.
  by move=> di dm dj; exists d => // j; rewrite ltnS leq_eqVlt => /orP [/eqP -> /dm | /dj].
case: (boolP (along k X c m == 0)) => [/eqP cm|cm]; last exact: (old c).
case: (m =P i) => [e|/eqP ne]; first by apply: (old c) => //; rewrite e eqxx.
case: (free m mn) => [e|[a ak [b bk ab]]]; first by rewrite e eqxx in ne.
pose d l := (l == a)%:R * X b i - (l == b)%:R * X a i.
have dj j : along k X d j = X b i * X a j - X a i * X b j.
  rewrite -(pick_one (fun l => X b i * X l j) ak (P := fun l => l == a)) // -(pick_one (fun l => X a i * X l j) bk (P := fun l => l == b)) //.
  by rewrite -sumrB; apply: eq_bigr => l _; rewrite /d; ring.
have [N N0 big] := far m (along k X c) (along k X d).
apply: (old (fun l => N * c l + 1 * d l)) => [|_|j jm ji]; rewrite along_lin.
- by rewrite ci dj; ring.
- by rewrite cm dj mulr0 add0r mul1r subr_eq0 eq_sym [X b i * _]mulrC.
by rewrite mul1r; have [] := kept N0 (cj j jm ji) (big j jm (cj j jm ji)).
Qed.

Theorem proof : statement.
Proof.
move=> R k n X u D E k0 n0 law [full free] [i i_n ui] [D1 D2] spans.
pose S := along k X; pose f w := \sum_(j < n) u j * Num.max (S w j) 0.
pose g c l := \sum_(j < n) (0 < S c j)%R%:R * (u j * X l j).
have one_side c : (forall j, (j < n)%N -> S c j != 0) -> (exists2 l, (l < k)%N & g c l != 0) ->
    0 < E (fun w => (f w != 0)%:R) /\ 0 < E (fun w => f w * f w).
  move=> off [l lk gl]; have inside w : (\prod_(j < n) (0 < S w j * S c j)%R%:R = 0 :> R) \/
      (\prod_(j < n) (0 < S w j * S c j)%R%:R = 1 :> R /\ f w = \sum_(l < k) g c l * w l).
    case: (boolP [forall j : 'I_n, 0 < S w j * S c j]) => [/forallP all|/forallPn [j /negbTE no]]; last first.
      by left; rewrite (bigD1 j) //= no mul0r.
    right; split; first by rewrite big1 // => j _; rewrite all.
    rewrite /f /g [RHS](eq_bigr (fun l : 'I_k => \sum_(j < n) (0 < S c j)%R%:R * (u j * X l j) * w l)); last by move=> l' _; rewrite mulr_suml.
    rewrite exchange_big /=; apply: eq_bigr => j _; have := all j; case: (ltrP 0 (S c j)) => cj.
      by rewrite pmulr_lgt0 // => wj; rewrite max_l ?ltW // /S /along mulr_sumr; apply: eq_bigr => l' _; rewrite mul1r; ring.
    have cj' : S c j < 0 by rewrite lt_neqAle off // cj.
    by rewrite nmulr_lgt0 // => wj; rewrite max_r ?ltW // mulr0 big1 // => l' _; rewrite !mul0r.
  case: (spans c (g c)) => [[[o on c0]|z]|[[Da a0] [Db b0]]]; first by have := off o on; rewrite /S /along c0 eqxx.
    by move: gl; rewrite z ?eqxx.
  split; [apply: (lt_le_trans a0) | apply: (lt_le_trans b0)].
    have := law_le_affine (a := 0) (b := -1) law Da D1; rewrite sub0r mulN1r opprK; apply=> w; rewrite sub0r mulN1r opprK.
    by have [e|[e ef]] := inside w; rewrite -/(S _ _) e ?mul0r ?ler0n // mul1r -ef.
  have := law_le_affine (a := 0) (b := -1) law Db D2; rewrite sub0r mulN1r opprK; apply=> w; rewrite sub0r mulN1r opprK.
  by have [e|[e ef]] := inside w; rewrite -/(S _ _) e ?mul0r -?expr2 ?sqr_ge0 // mul1r -ef.
have [c ci cj] := on_one_wall i_n (free i i_n) (leqnn n); pose G := S (fun l => X l i).
have Gi : 0 < G i.
  have [l lk Xl] := full i i_n; rewrite /G /S /along (bigD1 (Ordinal lk)) //=; apply: ltr_paddr; last by rewrite -expr2 exprn_even_gt0.
  by apply: sumr_ge0 => j _; rewrite -expr2 sqr_ge0.
have [N N0 big] := far n (S c) G; pose at_side s l := N * c l + s * X l i.
have at_wall s : S (at_side s) i = s * G i by rewrite /S along_lin ci mulr0 add0r.
have else_where s j : `|s| = 1 -> (j < n)%N -> j != i -> S (at_side s) j != 0 /\ (0 < S (at_side s) j) = (0 < S c j).
  move=> s1 jn ji; rewrite /S along_lin -/(S c j) -/(G j); apply: kept => //; first exact: cj.
  by rewrite normrM s1 mul1r big // cj.
have off s : `|s| = 1 -> forall j, (j < n)%N -> S (at_side s) j != 0.
  move=> s1 j jn; case: (j =P i) => [->|/eqP ji]; last by have [] := else_where s j s1 jn ji.
  by rewrite at_wall mulf_neq0 ?(lt0r_neq0 Gi) // -normr_eq0 s1 oner_neq0.
have [l lk Xl] := full i i_n.
have jump : g (at_side 1) l - g (at_side (-1)) l = u i * X l i.
  rewrite /g -sumrB (bigD1 (Ordinal i_n)) //= !at_wall mul1r mulN1r oppr_gt0 Gi ltNge (ltW Gi) /= mul0r subr0 mul1r big1 ?addr0 // => j ji.
  have ji' : nat_of_ord j != i by apply: contra ji => /eqP e; apply/eqP/val_inj.
  have [_ ->] := else_where 1 j (normr1 _) (ltn_ord j) ji'; have [_ ->] := else_where (-1) j (etrans (normrN _) (normr1 _)) (ltn_ord j) ji'.
  by rewrite subrr.
case: (boolP (g (at_side 1) l == 0)) => [/eqP z|ne]; last by apply: one_side (off 1 (normr1 _)) _; exists l.
apply: one_side (off (-1) (etrans (normrN _) (normr1 _))) _; exists l => //; apply/eqP => z'.
by move/eqP: jump; rewrite z z' subrr eq_sym mulf_eq0 (negbTE ui) (negbTE Xl).
Qed.
