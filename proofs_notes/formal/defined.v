(* That divisors are not 0 and arguments of roots not negative: what `Definition defined` asks. `values` settles what
   follows from signs, from sizes of rows, and from the hypotheses as they stand. *)

Lemma square_ge0 (R : rcfType) (a : R) : 0 <= a * a.
Proof. by rewrite -expr2 sqr_ge0. Qed.

Lemma square_gt0 (R : rcfType) (a : R) : a != 0 -> 0 < a * a.
Proof. by move=> h; rewrite -expr2 lt_def sqr_ge0 andbT expf_neq0. Qed.

Lemma pos_of_neq0 (R : rcfType) (a : R) : a != 0 -> 0 <= a -> 0 < a.
Proof. by move=> h k; rewrite lt_def h k. Qed.

Lemma add_gt0_l (R : rcfType) (a b : R) : 0 < a -> 0 <= b -> 0 < a + b.
Proof. by move=> h k; apply: ltr_paddr. Qed.

Lemma add_gt0_r (R : rcfType) (a b : R) : 0 <= a -> 0 < b -> 0 < a + b.
Proof. by move=> h k; apply: ltr_paddl. Qed.

Lemma natr_gt0 (R : rcfType) n : (0 < n)%N -> 0 < n%:R :> R.
Proof. by rewrite ltr0n. Qed.

Lemma natr_sub_gt0 (R : rcfType) n m : (m < n)%N -> 0 < n%:R - m%:R :> R.
Proof. by rewrite subr_gt0 ltr_nat. Qed.

Lemma natr_sub_ge0 (R : rcfType) n m : (m <= n)%N -> 0 <= n%:R - m%:R :> R.
Proof. by rewrite subr_ge0 ler_nat. Qed.

Lemma natr_sub1_gt0 (R : rcfType) n : (1 < n)%N -> 0 < n%:R - 1 :> R.
Proof. by move=> h; rewrite subr_gt0 ltr1n. Qed.

Lemma natr_sub1_ge0 (R : rcfType) n : (1 <= n)%N -> 0 <= n%:R - 1 :> R.
Proof. by move=> h; rewrite subr_ge0 ler1n. Qed.

Lemma sub1_natr_gt0 (R : rcfType) n : (1 < n)%N -> 0 < - 1 + n%:R :> R.
Proof. by rewrite addrC; apply: natr_sub1_gt0. Qed.

Lemma sub_inv_ge0 (R : rcfType) n : (0 < n)%N -> 0 <= 1 - 1 / n%:R :> R.
Proof. by move=> h; rewrite subr_ge0 ler_pdivr_mulr ?ltr0n // mul1r ler1n. Qed.

Lemma sum_gt0 (R : rcfType) n (F : 'I_n -> R) : (0 < n)%N -> (forall i, 0 < F i) -> 0 < \sum_(i < n) F i.
Proof.
case: n F => // n F _ h; rewrite big_ord_recl; apply: add_gt0_l => //.
by apply: sumr_ge0 => i _; apply: ltW.
Qed.

Lemma sum_gt0_at (R : rcfType) n (F : 'I_n -> R) i : (forall i, 0 <= F i) -> 0 < F i -> 0 < \sum_(i < n) F i.
Proof. by move=> h p; rewrite (bigD1 i) //=; apply: add_gt0_l => //; apply: sumr_ge0. Qed.

Lemma sum_nonempty (R : rcfType) n (F : 'I_n -> R) : \sum_(i < n) F i != 0 -> (0 < n)%N.
Proof. by case: n F => // F; rewrite big_ord0 eqxx. Qed.

Lemma sum_nonempty_gt0 (R : rcfType) n (F : 'I_n -> R) : 0 < \sum_(i < n) F i -> (0 < n)%N.
Proof. by move=> h; apply: (@sum_nonempty R n F); rewrite gt_eqF. Qed.

Lemma moment_neq0 (R : rcfType) n (F : 'I_n -> R) :
  \sum_(i < n) (F i - (\sum_(k < n) F k) / n%:R) * (F i - (\sum_(k < n) F k) / n%:R) != 0 ->
  \sum_(i < n) F i * F i != 0.
Proof.
apply: contra => /eqP h.
have z i : F i = 0.
  have g k : true -> 0 <= F k * F k by rewrite square_ge0.
  have /eqP : F i * F i = 0 by apply: (psumr_eq0P g h).
  by rewrite mulf_eq0 orbb => /eqP.
rewrite big1 // => i _; rewrite z big1 ?mul0r ?subrr ?mulr0 //.
Qed.

Lemma weighted_gt0 (R : rcfType) n (s w : 'I_n -> R) :
  (forall i, 0 < s i) -> (forall i, 0 <= w i) -> \sum_(i < n) w i = 1 -> 0 < \sum_(i < n) s i * w i.
Proof.
move=> hs hw h1.
have g i : 0 <= s i * w i by rewrite mulr_ge0 // ltW.
rewrite lt_def sumr_ge0 // andbT; apply/eqP => h0.
have z i : w i = 0.
  have /eqP : s i * w i = 0 by apply: (psumr_eq0P (fun k _ => g k) h0).
  by rewrite mulf_eq0 (gt_eqF (hs i)) /= => /eqP.
by have := oner_neq0 R; rewrite -h1 big1 ?eqxx // => i _; rewrite z.
Qed.

Lemma sqrt_neq0 (R : rcfType) (a : R) : 0 < a -> Num.sqrt a != 0.
Proof. by rewrite sqrtr_eq0 -ltNge. Qed.

Lemma norm_neq0 (R : rcfType) (a : R) : a != 0 -> `|a| != 0.
Proof. by rewrite normr_eq0. Qed.

Lemma opp_neq0 (R : rcfType) (a : R) : a != 0 -> - a != 0.
Proof. by rewrite oppr_eq0. Qed.

Lemma sub_neq0 (R : rcfType) (a b : R) : a != b -> a - b != 0.
Proof. by rewrite subr_eq0. Qed.

Lemma max_ge0_l (R : rcfType) (a b : R) : 0 <= a -> 0 <= Num.max a b.
Proof. by move=> h; rewrite le_maxr h. Qed.

Lemma max_ge0_r (R : rcfType) (a b : R) : 0 <= b -> 0 <= Num.max a b.
Proof. by move=> h; rewrite le_maxr h orbT. Qed.

Lemma max_gt0_l (R : rcfType) (a b : R) : 0 < a -> 0 < Num.max a b.
Proof. by move=> h; rewrite lt_maxr h. Qed.

Lemma max_gt0_r (R : rcfType) (a b : R) : 0 < b -> 0 < Num.max a b.
Proof. by move=> h; rewrite lt_maxr h orbT. Qed.

Lemma parts_neq0 (R : rcfType) k n : (0 < n)%N -> k%:R + (n%:R - k%:R) != 0 :> R.
Proof. by move=> h; rewrite addrC subrK pnatr_eq0 -lt0n. Qed.

Lemma neg_neq0 (R : rcfType) (a : R) : a < 0 -> a != 0.
Proof. by move=> h; rewrite lt_eqF. Qed.

Lemma next_gt0 (R : rcfType) d c : (c <= d)%N -> 0 < 1 + d%:R - c%:R :> R.
Proof. by move=> h; rewrite subr_gt0 addrC -(natrD _ d 1) addn1 ltr_nat ltnS. Qed.

Lemma ge1_gt0 (R : rcfType) (a : R) : 1 <= a -> 0 < a.
Proof. by move=> h; apply: lt_le_trans h. Qed.

Lemma one_gt0 (R : rcfType) (a : R) : a = 1 -> 0 < a.
Proof. by move=> ->; exact: ltr01. Qed.

Lemma sign_neq0 (R : rcfType) (a : R) : a = 1 \/ a = - 1 -> a != 0.
Proof. by case=> ->; rewrite ?oppr_eq0 oner_neq0. Qed.

Lemma gt_add_gt0 (R : rcfType) (a b : R) : a < b -> 0 < - a + b.
Proof. by rewrite addrC subr_gt0. Qed.

Lemma least_gt0 (R : rcfType) n (F : 'I_n -> R) a :
  0 < a -> (forall i, 0 < F i) -> 0 < - \big[Num.max/- a]_(i < n) (- F i).
Proof.
move=> p h; rewrite oppr_gt0; elim/big_ind: _ => [|x y hx hy|i _]; rewrite ?oppr_lt0 //.
by rewrite lt_maxl hx hy.
Qed.

Lemma greatest_gt0 (R : rcfType) n (F : 'I_n -> R) a :
  0 < a -> (forall i, 0 < F i) -> 0 < \big[Num.max/a]_(i < n) F i.
Proof. by move=> p h; elim/big_ind: _ => // x y hx hy; rewrite lt_maxr hx. Qed.

Lemma sub_gt0 (R : rcfType) (a b : R) : b < a -> 0 < a - b.
Proof. by rewrite subr_gt0. Qed.

Lemma sub_ge0 (R : rcfType) (a b : R) : b <= a -> 0 <= a - b.
Proof. by rewrite subr_ge0. Qed.

Ltac place :=
  solve
  [ done
  | match goal with
    | |- is_true (negb (eq_op ?n O)) => rewrite -lt0n; place
    | |- is_true (leq (S (nat_of_ord _)) _) => exact: ltn_ord
    | h : is_true (negb (eq_op (@BigOp.bigop _ _ _ _ _) _)) |- is_true (leq (S O) _) => exact: (sum_nonempty h)
    | h : is_true (Order.lt _ (@BigOp.bigop _ _ _ _ _)) |- is_true (leq (S O) _) => exact: (sum_nonempty_gt0 h)
    | h : is_true (leq _ ?n) |- is_true (leq _ ?n) => by apply: (leq_trans _ h)
    | |- is_true (leq _ (addn _ _)) => apply: (leq_trans _ (leq_addr _ _)); place
    | |- is_true (leq (S O) (expn _ _)) => by rewrite expn_gt0; apply/orP; left; place
    | |- is_true (leq (S O) (muln _ _)) => by rewrite muln_gt0; apply/andP; split; place
    end ].

Ltac known :=
  solve
  [ assumption
  | match goal with
    | h : forall i, is_true (leq (S i) _) -> _ = GRing.one _ |- is_true (Order.lt _ _) => apply: one_gt0; apply: h; place
    | h : forall i, is_true (leq (S i) _) -> _ = GRing.one _ |- is_true (negb _) =>
        apply: lt0r_neq0; apply: one_gt0; apply: h; place
    | h : forall i, is_true (leq (S i) _) -> _ \/ _ |- is_true (negb _) => apply: sign_neq0; apply: h; place
    | h : is_true (Order.le (GRing.one _) ?a) |- is_true (Order.lt _ ?a) => exact: ge1_gt0
    end
  | match goal with
    | h : forall i, is_true (leq (S i) _) -> _ |- _ => apply: h; solve [place | known]
    | h : forall i, is_true (leq (S i) _) -> forall j, is_true (leq (S j) _) -> _ |- _ => apply: h; place
    end ].

Definition told T (h : T) (i : nat) := True.

Ltac at_place h i p :=
  lazymatch goal with
  | _ : told h i |- _ => fail
  | _ => have : told h i by []; have := h i p; intro; intro
  end.

Ltac opened :=
  repeat match goal with
  | h : _ /\ _ |- _ => destruct h
  | h : and3 _ _ _ |- _ => destruct h
  | h : and4 _ _ _ _ |- _ => destruct h
  | h : ex _ |- _ => destruct h
  | h : ex2 _ _ |- _ => destruct h
  | h : ?a = ?b :> nat |- _ => is_var a; is_var b; subst a
  | h : forall i, is_true (leq (S i) ?n) -> ex2 _ _, p : is_true (leq (S ?i) ?n) |- _ => at_place h i p
  | h : forall i, is_true (leq (S i) ?n) -> _ /\ _, p : is_true (leq (S ?i) ?n) |- _ => at_place h i p
  | h : forall i, is_true (leq (S i) ?n) -> is_true (leq (S _) _), p : is_true (leq (S ?i) ?n) |- _ => at_place h i p
  end.

Ltac nonneg :=
  first
  [ known
  | match goal with |- is_true (Order.le _ ?e) =>
    lazymatch e with
    | GRing.zero _ => exact: lexx
    | GRing.one _ => exact: ler01
    | GRing.natmul (GRing.one _) _ => exact: ler0n
    | @Num.norm _ _ _ => exact: normr_ge0
    | @Num.sqrt _ _ => exact: sqrtr_ge0
    | @GRing.mul _ ?a ?a => exact: square_ge0
    | @GRing.exp _ _ _ => apply: exprn_ge0; nonneg
    | @GRing.inv _ _ => rewrite invr_ge0; nonneg
    | @GRing.mul _ _ (GRing.inv _) => apply: divr_ge0; nonneg
    | @GRing.mul _ _ _ => apply: mulr_ge0; nonneg
    | @Order.max _ _ _ _ => first [apply: max_ge0_l; nonneg | apply: max_ge0_r; nonneg]
    | @GRing.add _ (GRing.natmul (GRing.one _) _) (GRing.opp (GRing.natmul (GRing.one _) _)) =>
        apply: natr_sub_ge0; place
    | @GRing.add _ (GRing.natmul (GRing.one _) _) (GRing.opp (GRing.one _)) => apply: natr_sub1_ge0; place
    | @GRing.add _ (GRing.one _) (GRing.opp (@GRing.mul _ (GRing.one _) (GRing.inv (GRing.natmul (GRing.one _) _)))) =>
        apply: sub_inv_ge0; place
    | @GRing.add _ _ (GRing.opp _) => apply: sub_ge0; solve [known | apply: ltW; known]
    | @GRing.add _ _ _ => apply: addr_ge0; nonneg
    | @BigOp.bigop _ _ _ _ (fun _ => @BigBody _ _ _ (@GRing.add _) _ _) => apply: sumr_ge0 => ? _; nonneg
    | @BigOp.bigop _ _ _ _ (fun _ => @BigBody _ _ _ (@GRing.mul _) _ _) => apply: prodr_ge0 => ? _; nonneg
    end end
  | apply: ltW; known ].

Ltac nonzero_known :=
  first
  [ known
  | match goal with
    | h : is_true (negb (eq_op (BigOp.bigop _ _ (fun i => BigBody _ _ _ (GRing.mul (GRing.add (@?F i) _) _))) _))
      |- is_true (negb (eq_op (BigOp.bigop _ _ (fun i => BigBody _ _ _ (GRing.mul (@?F i) _))) _)) =>
        exact: (@moment_neq0 _ _ F h)
    end ].

Ltac positive :=
  first
  [ known
  | match goal with |- is_true (Order.lt _ ?e) =>
    lazymatch e with
    | GRing.one _ => exact: ltr01
    | GRing.natmul (GRing.one _) _ => apply: natr_gt0; place
    | @GRing.mul _ ?a ?a => apply: square_gt0; nonzero
    | @GRing.exp _ _ _ => apply: exprn_gt0; positive
    | @GRing.inv _ _ => rewrite invr_gt0; positive
    | @GRing.mul _ _ (GRing.inv _) => apply: divr_gt0; positive
    | @GRing.mul _ _ _ => apply: mulr_gt0; positive
    | @Num.norm _ _ _ => rewrite normr_gt0; nonzero
    | @Num.sqrt _ _ => rewrite sqrtr_gt0; positive
    | @Order.max _ _ _ _ => first [apply: max_gt0_l; positive | apply: max_gt0_r; positive]
    | @GRing.add _ (GRing.natmul (GRing.one _) _) (GRing.opp (GRing.natmul (GRing.one _) _)) =>
        apply: natr_sub_gt0; place
    | @GRing.add _ (GRing.natmul (GRing.one _) _) (GRing.opp (GRing.one _)) => apply: natr_sub1_gt0; place
    | @GRing.opp _ (@BigOp.bigop _ _ _ _ (fun _ => @BigBody _ _ _ _ _ (GRing.opp _))) =>
        apply: least_gt0; [known | move=> ?; positive]
    | @BigOp.bigop _ _ _ _ (fun _ => @BigBody _ _ _ (@Order.max _ _) _ _) =>
        apply: greatest_gt0; [known | move=> ?; positive]
    | @GRing.add _ (GRing.opp (GRing.one _)) (GRing.natmul (GRing.one _) _) => apply: sub1_natr_gt0; place
    | @GRing.add _ (GRing.add (GRing.one _) (GRing.natmul (GRing.one _) _)) (GRing.opp (GRing.natmul (GRing.one _) _)) =>
        apply: next_gt0; place
    | @GRing.add _ _ (GRing.opp _) => apply: sub_gt0; known
    | @GRing.add _ (GRing.opp _) _ => first [apply: gt_add_gt0; known | apply: add_gt0_r; [nonneg | positive] | apply: addr_gt0; positive]
    | @GRing.add _ _ _ => first [apply: add_gt0_l; [positive | nonneg] | apply: add_gt0_r; [nonneg | positive]
                              | apply: addr_gt0; positive ]
    | @BigOp.bigop _ _ _ _ (fun _ => @BigBody _ _ _ (@GRing.add _) _ _) =>
        first [ match goal with k : is_true (leq (S ?i) ?n) |- _ =>
                  apply: (@sum_gt0_at _ n _ (Ordinal k)); [move=> ?; nonneg | cbn [nat_of_ord]; positive] end
              | apply: sum_gt0; [place | move=> ?; positive]
              | apply: weighted_gt0; [move=> ?; positive | move=> ?; nonneg | known] ]
    | @BigOp.bigop _ _ _ _ (fun _ => @BigBody _ _ _ (@GRing.mul _) _ _) => apply: prodr_gt0 => ? _; positive
    end end
  | match goal with
    | h : forall f, _ -> (forall w, _) -> is_true (Order.lt _ (?m f)) |- is_true (Order.lt _ (?m _)) =>
        apply: h; [known | intros; opened; positive]
    | _ : is_true (negb (eq_op _ _)) |- _ => apply: pos_of_neq0; [nonzero_known | nonneg]
    end ]
with nonzero :=
  first
  [ nonzero_known
  | match goal with |- is_true (negb (eq_op ?e _)) =>
    lazymatch e with
    | GRing.one _ => exact: oner_neq0
    | @GRing.opp _ _ => apply: opp_neq0; nonzero
    | @GRing.exp _ _ _ => apply: expf_neq0; nonzero
    | @GRing.inv _ _ => apply: invr_neq0; nonzero
    | @GRing.mul _ _ _ => apply: mulf_neq0; nonzero
    | @Num.norm _ _ _ => apply: norm_neq0; nonzero
    | @Num.sqrt _ _ => apply: sqrt_neq0; positive
    | @GRing.add _ (GRing.natmul (GRing.one _) ?k)
        (GRing.add (GRing.natmul (GRing.one _) _) (GRing.opp (GRing.natmul (GRing.one _) ?k))) =>
       apply: parts_neq0; place
    | @BigOp.bigop _ _ _ _ (fun _ => @BigBody _ _ _ (@GRing.mul _) _ _) => apply/prodf_neq0 => ? _; nonzero
    end end
  | match goal with |- is_true (negb (eq_op (@GRing.add _ _ (GRing.opp _)) _)) =>
      apply: sub_neq0; first [known | rewrite eq_sym; known]
    end
  | apply: neg_neq0; known
  | apply: lt0r_neq0; positive ].

Ltac values := intros; opened; repeat split; intros; opened; solve [place | nonneg | nonzero].
