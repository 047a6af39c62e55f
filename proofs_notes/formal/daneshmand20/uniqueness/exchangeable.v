(* Rows of A = I + g W: products of two of their entries, of different columns, change sign with an entry of W off the
   diagonal; what is left is a function of W_ii and W_jj. *)
Lemma mean_pair (R : rcfType) (m d i j : nat) (p : nat -> R) (W : nat -> nat -> nat -> R) (F : R -> R -> R) :
  (i < d)%N -> (j < d)%N -> i != j -> \sum_(a < m) p a = 1 ->
  (forall a, (a < m)%N -> forall k, (k < d)%N -> W a k k = 1 \/ W a k k = - 1) ->
  (forall e : nat -> nat -> R, (forall k l, e k l = 1 \/ e k l = - 1) -> forall G : (nat -> nat -> R) -> R,
    (forall A B, (forall k l, (k < d)%N -> (l < d)%N -> A k l = B k l) -> G A = G B) ->
    \sum_(a < m) (p a * G (fun k l => e k l * W a k l)) = \sum_(a < m) (p a * G (W a))) ->
  \sum_(a < m) (p a * F (W a i i) (W a j j)) = (F 1 1 + F 1 (- 1) + (F (- 1) 1 + F (- 1) (- 1))) / 4%:R.
Proof.
move=> hi hj ij one signs same; have ji : (j == i) = false by rewrite eq_sym (negbTE ij).
have turn (a b : R) : (a = 1 \/ a = - 1) -> (b = 1 \/ b = - 1) ->
    \sum_(x < m) (p x * F (W x i i) (W x j j)) = \sum_(x < m) (p x * F (a * W x i i) (b * W x j j)).
  move=> ha hb; pose e k l := if (k == i) && (l == i) then a else if (k == j) && (l == j) then b else 1.
  rewrite -(same e _ (fun A => F (A i i) (A j j))) => [|k l|A B h]; last by rewrite !h.
    by apply: eq_bigr => x _; rewrite /e !eqxx ji.
  by rewrite /e; case: ifP => // _; case: ifP => // _; left.
apply: (canRL (mulfK _)); first by rewrite pnatr_eq0.
transitivity (\sum_(x < m) (p x * F (1 * W x i i) (1 * W x j j)) + \sum_(x < m) (p x * F (1 * W x i i) (- 1 * W x j j)) +
  (\sum_(x < m) (p x * F (- 1 * W x i i) (1 * W x j j)) + \sum_(x < m) (p x * F (- 1 * W x i i) (- 1 * W x j j)))).
  rewrite -!turn; auto; by set x := \sum_(_ < _) _; ring.
set S := (X in _ = X); transitivity (\sum_(x < m) (p x * S)); last by rewrite -mulr_suml one mul1r.
rewrite -!big_split; apply: eq_bigr => x _ /=; rewrite -!mulrDr /S; congr (_ * _).
have [-> | ->] := signs x (ltn_ord x) i hi; have [-> | ->] := signs x (ltn_ord x) j hj;
  by rewrite !mulN1r ?opprK ?mul1r; ring.
Qed.

Lemma row_norm (R : rcfType) (d b : nat) (g : R) (a : nat -> R) : (1 < d)%N -> (b < d)%N -> 0 < g ->
  (forall k, (k < d)%N -> a k = 1 \/ a k = - 1) ->
  \sum_(k < d) (((b == k :> nat)%:R + g * a k) * (\sum_(l < d) ((k == l :> nat)%:R * ((b == l :> nat)%:R + g * a l)))) != 0.
Proof.
move=> d2 hb g0 signs; rewrite (eq_bigr (fun k : 'I_d => ((b == k :> nat)%:R + g * a k) * ((b == k :> nat)%:R + g * a k))).
  apply: lt0r_neq0; apply: (@squares R d (fun k => (b == k :> nat)%:R + g * a k)); exists (b == 0%N) => //.
    by case: (b == 0%N) => //; exact: ltnW.
  have -> : (b == (b == 0%N) :> nat) = false by case: b hb.
  rewrite add0r mulf_neq0 ?(gt_eqF g0) //; apply: sign_neq0; apply: signs; case: (b == 0%N) => //; exact: ltnW.
move=> k _; congr (_ * _); rewrite -[RHS](one_of (fun l => (b == l :> nat)%:R + g * a l) (ltn_ord k)).
by apply: eq_bigr => l _; rewrite [in LHS]eq_sym.
Qed.

Lemma norm_pos (R : rcfType) (d : nat) (g e : R) : (1 < d)%N -> 0 < g -> 0 < (1 + e) * (1 + e) + g * g * (- 1 + d%:R).
Proof. by move=> d2 g0; rewrite ltr_paddl -?expr2 ?sqr_ge0 // mulr_gt0 // ?exprn_gt0 // addrC subr_gt0 ltr1n. Qed.

Theorem proof : statement.
Proof.
move=> R d m g i j p W d2 m1 _ one indep even signs g0 hi hj ij.
have same (e : nat -> nat -> R) : (forall k l, e k l = 1 \/ e k l = - 1) -> forall G : (nat -> nat -> R) -> R,
    (forall A B, (forall k l, (k < d)%N -> (l < d)%N -> A k l = B k l) -> G A = G B) ->
    \sum_(a < m) (p a * G (fun k l => e k l * W a k l)) = \sum_(a < m) (p a * G (W a)).
  move=> he G ext; apply: (turned indep) => // k l hk hl; case: (he k l) => ->; auto.
  right; split=> // x; exact: (even (fun=> x)).
pose X (A : nat -> nat -> R) (a k : nat) : R := (a == k :> nat)%:R + g * A a k.
pose n (A : nat -> nat -> R) (a : nat) : R := \sum_(k < d) (X A a k * X A a k).
pose T (k l : nat) (A : nat -> nat -> R) : R := X A i k * X A j k * (X A i l * X A j l) / (n A i * n A j).
have extX A B : (forall k l, (k < d)%N -> (l < d)%N -> A k l = B k l) -> forall a k, (a < d)%N -> (k < d)%N ->
    X A a k = X B a k by move=> h a k ha hk; rewrite /X h.
have extT k l A B : (k < d)%N -> (l < d)%N -> (forall k l, (k < d)%N -> (l < d)%N -> A k l = B k l) -> T k l A = T k l B.
  move=> hk hl h; have extn a : (a < d)%N -> n A a = n B a.
    by move=> ha; apply: eq_bigr => q _; rewrite (extX A B).
  by rewrite /T !(extX A B) // !extn.
have odd (k l : 'I_d) : l != k -> \sum_(a < m) (p a * T k l (W a)) = 0.
  move=> lk; have lkn : (l == k :> nat) = false := negbTE lk; pose q : nat := if k == i :> nat then l else k.
  have qi : (i == q) = false.
    by rewrite /q eq_sym; case: (altP (k =P i :> nat)) => [<- | /negbTE].
  pose e (a b : nat) : R := if (a == i) && (b == q) then - 1 else 1.
  have he a b : e a b = 1 \/ e a b = - 1 by rewrite /e; case: ifP; auto.
  have Xi A b : X (fun a b => e a b * A a b) i b = if b == q then - X A i b else X A i b.
    by rewrite /X /e eqxx /=; case: (altP (b =P q)) => [-> | _]; rewrite ?qi ?mul1r // mulN1r !add0r mulrN.
  have Xj A b : X (fun a b => e a b * A a b) j b = X A j b by rewrite /X /e [j == i]eq_sym (negbTE ij) /= mul1r.
  have ni A : n (fun a b => e a b * A a b) i = n A i.
    by apply: eq_bigr => b _; rewrite Xi; case: ifP => // _; rewrite mulrNN.
  have nj A : n (fun a b => e a b * A a b) j = n A j by apply: eq_bigr => b _; rewrite Xj.
  have turn A : T k l (fun a b => e a b * A a b) = - T k l A.
    rewrite /T ni nj !Xj !Xi; have : ((k : nat) == q) = ~~ ((l : nat) == q).
      by rewrite /q; case: (k == i :> nat); rewrite eqxx ?lkn // eq_sym lkn.
    by case: (l == q :> nat) => /= ->; rewrite ?mulNr ?mulrN ?mulNr.
  have := same e he (T k l) (fun A B h => extT k l A B (ltn_ord k) (ltn_ord l) h).
  under eq_bigr do rewrite turn mulrN.
  rewrite sumrN => /eqP; rewrite eq_sym -subr_eq0 opprK -mulr2n mulrn_eq0 /= => /eqP; exact.
pose alpha (e : R) : R := (1 + g * e) * (1 + g * e) - g * g.
have square a b c : (a < m)%N -> (b < d)%N -> (c < d)%N ->
    X (W a) b c * X (W a) b c = g * g + (c == b)%:R * alpha (W a b b).
  move=> ha hb hc; rewrite /X /alpha; case: (altP (c =P b)) => [-> | cb]; first by rewrite eqxx /=; ring.
  rewrite eq_sym (negbTE cb) /=; have [-> | ->] := signs a ha b hb c hc; ring.
have norm a b : (a < m)%N -> (b < d)%N -> n (W a) b = d%:R * (g * g) + alpha (W a b b).
  move=> ha hb; rewrite /n (eq_bigr (fun c : 'I_d => g * g + (c == b :> nat)%:R * alpha (W a b b))) => [|c _]; last exact: square.
  by rewrite big_split /= (one_of (fun=> _) hb) sumr_const card_ord -[_ *+ d]mulr_natl.
have sum3 (x y : R) : \sum_(c < d) (g * g * (g * g) + ((c == i :> nat)%:R * x + (c == j :> nat)%:R * y))
    = d%:R * (g * g * (g * g)) + (x + y).
  by rewrite !big_split /= (one_of (fun=> x) hi) (one_of (fun=> y) hj) sumr_const card_ord -[_ *+ d]mulr_natl.
pose F (x y : R) : R := (d%:R * (g * g) * (g * g) + g * g * (alpha x + alpha y)) /
  ((d%:R * (g * g) + alpha x) * (d%:R * (g * g) + alpha y)).
transitivity (\sum_(a < m) (p a * F (W a i i) (W a j j))).
  transitivity (\sum_(k < d) (\sum_(l < d) (\sum_(a < m) (p a * T k l (W a))))).
    under [RHS]eq_bigr do rewrite exchange_big.
    rewrite exchange_big; apply: eq_bigr => a _ /=.
    under [RHS]eq_bigr do rewrite -mulr_sumr.
    rewrite -mulr_sumr; congr (_ * _).
    have open b c : (b < d)%N -> (c < d)%N -> \sum_(k < d) (((b == k :> nat)%:R + g * W a b k) * (\sum_(l < d) ((k == l :> nat)%:R *
        ((c == l :> nat)%:R + g * W a c l)))) = \sum_(k < d) (X (W a) b k * X (W a) c k).
      move=> hb hc; apply: eq_bigr => k _; congr (_ * _); rewrite -[RHS](one_of (X (W a) c) (ltn_ord k)).
      by apply: eq_bigr => l _; rewrite [in LHS]eq_sym.
    rewrite !open // -/(n _ _) -/(n _ _) /T mulr_suml mulr_suml; apply: eq_bigr => k _.
    by rewrite mulr_sumr mulr_suml.
  transitivity (\sum_(k < d) (\sum_(a < m) (p a * T k k (W a)))).
    by apply: eq_bigr => k _; rewrite (bigD1 k) //= [X in _ + X]big1 ?addr0 // => l lk; exact: odd.
  rewrite exchange_big; apply: eq_bigr => a _ /=; rewrite -mulr_sumr; congr (_ * _).
  rewrite /T /F -mulr_suml -!norm //; congr (_ / _).
  rewrite (eq_bigr (fun c : 'I_d => (g * g) * (g * g) + ((c == i :> nat)%:R * (g * g * alpha (W a i i)) +
    (c == j :> nat)%:R * (g * g * alpha (W a j j))))) => [|c _].
    by rewrite sum3; ring.
  rewrite mulrACA !square //; case: (altP (c =P i :> nat)) => [-> | _]; first by rewrite (negbTE ij) /=; ring.
  by set y := (_ == j)%:R; rewrite /=; ring.
rewrite (@mean_pair R m d) // => [|a ha k hk]; last exact: signs.
have D1 : d%:R - 1 != 0 :> R by rewrite subr_eq0 pnatr_eq1; apply: contraTneq d2 => ->.
have pos e := norm_pos e d2 g0.
have := pos g; have := pos (- g); rewrite /F /alpha !mulr1 !mulrN1 => /lt0r_neq0 q1 /lt0r_neq0 q2.
have e1 : d%:R * (g * g) + ((1 + g) * (1 + g) - g * g) = (1 + g) * (1 + g) + g * g * (- 1 + d%:R) by ring.
have e2 : d%:R * (g * g) + ((1 - g) * (1 - g) - g * g) = (1 - g) * (1 - g) + g * g * (- 1 + d%:R) by ring.
rewrite e1 e2; move: D1 q1 q2; set D := d%:R : R => D1 q1 q2; field.
have D2 : - 1 + D != 0 by rewrite addrC.
by rewrite ?D1 ?D2 ?q1 ?q2 ?pnatr_eq0.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d m g i j p W d2 m1 _ one _ _ signs g0.
split=> [hi hj _ a am | ].
  by rewrite mulf_neq0 //; apply: row_norm => // k kd; [exact: (signs a am i hi k kd) | exact: (signs a am j hj k kd)].
have D1 : - 1 + d%:R != 0 :> R by rewrite addrC gt_eqF // subr_gt0 ltr1n.
split=> [_ _ _ | ]; first by rewrite gt_eqF // norm_pos.
split=> [_ _ _ | ]; first by rewrite gt_eqF // norm_pos.
by split=> [|_ _ _]; rewrite ?mulf_neq0.
Qed.
