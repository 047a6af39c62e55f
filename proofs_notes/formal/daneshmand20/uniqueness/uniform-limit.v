(* P(M_L = t t^T) is the mean of prod (1 + t_i s_i x^L)/2 + prod (1 - t_i s_i x^L)/2, x = 1 - 2p, over the start's s. *)
Lemma near_even (R : rcfType) (d : nat) (x : R) (y : nat -> R) : `|x| <= 1 -> (forall i, `|y i| <= `|x|) ->
  let a := \prod_(i < d.+1) (1 / 2%:R + y i / 2%:R) in let b := \prod_(i < d.+1) (1 / 2%:R - y i / 2%:R) in
  [/\ `|a + b| <= 1, `|a - b| <= `|x| & `|a + b - 2%:R / \prod_(i < d.+1) 2%:R| <= x * x].
Proof.
move=> x1 yx; have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
have xx : x * x = `|x| * `|x| by rewrite -normrM ger0_norm // -expr2 sqr_ge0.
have half (u v w : R) : `|u| <= w -> `|v| <= w -> `|u / 2%:R + v / 2%:R| <= w.
  move=> hu hv; apply: le_trans (ler_norm_add _ _) _; rewrite !normrM normfV (ger0_norm (ler0n _ 2)).
  have -> : w = w / 2%:R + w / 2%:R by field.
  by apply: ler_add; rewrite ler_pmul2r ?invr_gt0 ?ltr0n.
elim: d => [|d [ab ba e]] /=.
  rewrite !big_ord_recl !big_ord0 !mulr1 divff // xx.
  have -> : 1 / 2%:R + y 0%N / 2%:R + (1 / 2%:R - y 0%N / 2%:R) = 1 by field.
  have -> : 1 / 2%:R + y 0%N / 2%:R - (1 / 2%:R - y 0%N / 2%:R) = y 0%N by field.
  by rewrite subrr normr0 normr1 mulr_ge0.
rewrite [\prod_(i < d.+2) (_ + _)]big_ord_recr [\prod_(i < d.+2) (_ - _)]big_ord_recr [\prod_(i < d.+2) 2%:R]big_ord_recr /=.
move: ab ba e; set a := \prod_(i < d.+1) (_ + _); set b := \prod_(i < d.+1) (_ - _); set h := \prod_(i < d.+1) 2%:R.
have h0 : h != 0 by rewrite /h prodr_const expf_neq0.
move=> ab ba e; set v := y d.+1; have vx : `|v| <= `|x| := yx d.+1.
have up (u : R) : `|u| <= `|x| -> `|v * u| <= x * x by move=> hu; rewrite xx normrM ler_pmul.
have le1 : x * x <= 1 by rewrite xx -[1]mulr1 ler_pmul.
have -> : a * (1 / 2%:R + v / 2%:R) + b * (1 / 2%:R - v / 2%:R) = (a + b) / 2%:R + (v * (a - b)) / 2%:R by ring.
have -> : a * (1 / 2%:R + v / 2%:R) - b * (1 / 2%:R - v / 2%:R) = (a - b) / 2%:R + (v * (a + b)) / 2%:R by ring.
split; [apply: half => //; exact: le_trans (up _ ba) le1 | apply: half => // |].
  by rewrite normrM -[X in _ <= X]mulr1 ler_pmul.
have -> : (a + b) / 2%:R + v * (a - b) / 2%:R - 2%:R / (h * 2%:R) = (a + b - 2%:R / h) / 2%:R + v * (a - b) / 2%:R.
  by field; rewrite ?h0 ?two.
by apply: half => //; exact: up.
Qed.

Theorem proof : statement.
Proof.
move=> R d m r L gamma e dt p W q S t d2 m1 _ one indep r1 L1 _ q0 q1 start nz flips step _ tsigns eqd e0 e1; subst dt.
have d0 : (0 < d)%N := ltnW d2.
have [signs chain] := sign_chain m1 one indep start nz flips step.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
pose x := (1 - 2%:R * e) ^+ L.
have equal (a b : R) : (a = 1 \/ a = - 1) -> (b = 1 \/ b = - 1) ->
    (a == b)%:R = 1 / 2%:R + b / 2%:R * a /\ (a == - b)%:R = 1 / 2%:R + (- b) / 2%:R * a.
  have n1 : (1 == - 1 :> R) = false by rewrite -subr_eq0 opprK -[1 + 1]/(2%:R) pnatr_eq0.
  have n2 : (- 1 == 1 :> R) = false by rewrite eq_sym.
  by move=> [-> | ->] [-> | ->]; rewrite ?opprK ?eqxx ?n1 ?n2 /=; split; field.
pose a w := \prod_(i < d) (1 / 2%:R + t i / 2%:R * (x * S 0%N w i)).
pose b w := \prod_(i < d) (1 / 2%:R + (- t i) / 2%:R * (x * S 0%N w i)).
have -> : \sum_(w < (r * (m ^ L)%N)%N) (q L w * (\prod_(i < d) (\prod_(j < d) ((S L w i * S L w j) == (t i * t j))%:R)))
    = \sum_(w < r) (q 0%N w * (a w + b w)).
  transitivity (\sum_(w < (r * (m ^ L)%N)%N) (q L w * \prod_(i < d) (1 / 2%:R + t i / 2%:R * S L w i)) +
      \sum_(w < (r * (m ^ L)%N)%N) (q L w * \prod_(i < d) (1 / 2%:R + (- t i) / 2%:R * S L w i))).
    rewrite -big_split; apply: eq_bigr => w _ /=; rewrite -mulrDr; congr (_ * _).
    have s (i : 'I_d) := signs L (leqnn L) w (ltn_ord w) i (ltn_ord i).
    rewrite (@outer_equal R d (fun i => S L w i) (fun i => t i) d0) => [|i|i]; last 1 first.
    - by case: (s i) => ->; case: (tsigns i (ltn_ord i)) => ->; rewrite ?opprK; auto.
    - by congr (_ + _); apply: eq_bigr => i _; have [e1' e2'] := equal _ _ (s i) (tsigns i (ltn_ord i)).
    - exact: tsigns.
  rewrite (chain (fun=> 1 / 2%:R) (fun i => t i / 2%:R)) (chain (fun=> 1 / 2%:R) (fun i => - t i / 2%:R)).
  by rewrite -big_split; apply: eq_bigr => w _ /=; rewrite -mulrDr.
have x1 : `|x| <= 1.
  rewrite normrX exprn_ile1 ?normr_ge0 // ler_norml; apply/andP; split.
    have -> : 1 - 2%:R * e = - 1 + 2%:R * (1 - e) by ring.
    by rewrite ler_addl mulr_ge0 ?ler0n // subr_ge0 ltW.
  by rewrite ler_subl_addr ler_addl mulr_ge0 ?ler0n // ltW.
have -> : ((- 1 + 2%:R * e) * (- 1 + 2%:R * e)) ^+ L = x * x.
  by rewrite /x -exprMn; congr (_ ^+ L); ring.
set K := 2%:R / \prod_(i < d) 2%:R; rewrite -[X in _ - X]mul1r -q1 mulr_suml -sumrB; apply: le_trans (ler_norm_sum _ _ _) _.
rewrite -[X in _ <= X]mul1r -[X in _ <= X * _]q1 mulr_suml; apply: ler_sum => w _.
rewrite -mulrBr normrM (gtr0_norm (q0 w (ltn_ord w))) ler_pmul2l ?q0 //.
pose y (i : nat) : R := if (i < d)%N then t i * S 0%N w i * x else 0.
have yx i : `|y i| <= `|x|.
  rewrite /y; case: ifP => [hi | _]; last by rewrite normr0.
  by rewrite !normrM; case: (tsigns i hi) => ->; case: (start w (ltn_ord w) i hi) => ->; rewrite ?normrN normr1 !mul1r.
have := near_even d.-1 x1 yx; rewrite prednK // => -[_ _] near.
have -> : a w = \prod_(i < d) (1 / 2%:R + y i / 2%:R) by apply: eq_bigr => i _; rewrite /y ltn_ord; ring.
have -> : b w = \prod_(i < d) (1 / 2%:R - y i / 2%:R) by apply: eq_bigr => i _; rewrite /y ltn_ord; ring.
exact: near.
Qed.
