(* Each of the m^l outcomes is followed by m; the mean of <H_l, x> stays, that of |H_l|^2 grows by 1 + d g^2. *)
Theorem proof : statement.
Proof.
move=> R d L m g x p W q H d1 L1 m1 g0 _ one mean0 cov some start0 start step.
pose M l (F : nat -> R) := \sum_(w < (m ^ l)%N) (q l w * F w).
have next l F : (l < L)%N -> M (l + 1)%N F = M l (fun w => \sum_(a < m) (p a * F ((w * m)%N + a)%N)).
  move=> hl; have size : (m ^ (l + 1) = m ^ l * m)%N by rewrite addn1 expnSr.
  rewrite /M size (@words R (m ^ l) m (fun w => q (l + 1)%N w * F w)); apply: eq_bigr => w _; rewrite mulr_sumr.
  apply: eq_bigr => a _; have [-> _] := step l hl w (ltn_ord w) a (ltn_ord a).
  by rewrite mulrA.
have y1 (h : nat -> R) i : (i < d)%N -> \sum_(a < m) (p a * (\sum_(k < d) (W a i k * h k))) = 0.
  move=> hi; transitivity (\sum_(k < d) ((\sum_(a < m) (p a * W a i k)) * h k)).
    under [RHS]eq_bigr do rewrite mulr_suml.
    rewrite exchange_big; apply: eq_bigr => a _; rewrite mulr_sumr; apply: eq_bigr => k _; by rewrite mulrA.
  by rewrite big1 // => k _; rewrite mean0 // mul0r.
have y2 (h : nat -> R) i : (i < d)%N ->
    \sum_(a < m) (p a * ((\sum_(k < d) (W a i k * h k)) * (\sum_(k < d) (W a i k * h k)))) = \sum_(k < d) (h k * h k).
  move=> hi; transitivity (\sum_(k < d) \sum_(j < d) ((h k * h j) * \sum_(a < m) (p a * (W a i k * W a i j)))).
    under eq_bigr do rewrite big_distrlr /= mulr_sumr.
    rewrite exchange_big; apply: eq_bigr => k _ /=; under eq_bigr do rewrite mulr_sumr.
    rewrite exchange_big; apply: eq_bigr => j _ /=; rewrite mulr_sumr; apply: eq_bigr => a _; ring.
  apply: eq_bigr => k _; rewrite -(one_of (fun j => h k * h j) (ltn_ord k)); apply: eq_bigr => j _.
  by rewrite cov // eqxx mul1r mulrC [in X in X * _]eq_sym.
have stays l (F G : nat -> R) : (forall w, (w < (m ^ l)%N)%N -> F w = G w) -> M l F = M l G.
  by move=> same; apply: eq_bigr => w _; rewrite same.
have whole l : (l <= L)%N -> M l (fun=> 1) = 1.
  elim: l => [_|l IH hl]; first by rewrite /M expn0 big_ord_recl big_ord0 /= start0 mulr1 addr0.
  rewrite -addn1 next // -[RHS](IH (ltnW hl)); apply: stays => w _ /=; rewrite -[RHS]one; apply: eq_bigr => a _; by rewrite mulr1.
pose N := \sum_(i < d) (x i * x i).
have along l : (l <= L)%N -> M l (fun w => \sum_(i < d) (H l w i * x i)) = N.
  elim: l => [_|l IH hl].
    rewrite /M expn0 big_ord_recl big_ord0 /= start0 mul1r addr0; apply: eq_bigr => i _; by rewrite start.
  rewrite -addn1 next // -[RHS](IH (ltnW hl)); apply: stays => w hw.
  under eq_bigr do rewrite mulr_sumr.
  rewrite exchange_big; apply: eq_bigr => i _ /=; pose y a := \sum_(k < d) (W a i k * H l w k).
  rewrite (eq_bigr (fun a : 'I_m => (H l w i * x i) * p a + (g * x i) * (p a * y a))) => [|a _].
    by rewrite big_split /= -!mulr_sumr one /y y1 // mulr1 mulr0 addr0.
  have [_ ->] := step l hl w hw a (ltn_ord a); last exact: ltn_ord.
  by rewrite -/(y a); ring.
have grows l : (l <= L)%N -> M l (fun w => \sum_(i < d) (H l w i * H l w i)) = (1 + d%:R * (g * g)) ^+ l * N.
  elim: l => [_|l IH hl].
    rewrite /M !expn0 big_ord_recl big_ord0 /= start0 expr0 !mul1r addr0; apply: eq_bigr => i _; by rewrite start.
  rewrite exprS -mulrA -(IH (ltnW hl)) -addn1 next // /M mulr_sumr; apply: eq_bigr => w _.
  rewrite mulrCA; congr (_ * _); under eq_bigr do rewrite mulr_sumr.
  set T := \sum_(i < d) (H l w i * H l w i).
  transitivity (\sum_(i < d) (H l w i * H l w i + (g * g) * T)); last first.
    by rewrite big_split /= -/T sumr_const card_ord -[_ *+ d]mulr_natl; ring.
  rewrite exchange_big; apply: eq_bigr => i _ /=; pose y a := \sum_(k < d) (W a i k * H l w k).
  rewrite (eq_bigr (fun a : 'I_m => (H l w i * H l w i) * p a + ((2%:R * g * H l w i) * (p a * y a)
      + (g * g) * (p a * (y a * y a))))) => [|a _].
    by rewrite !big_split /= -!mulr_sumr one /y y1 // y2 // mulr1 mulr0 add0r.
  have [_ ->] := step l hl w (ltn_ord w) a (ltn_ord a); last exact: ltn_ord.
  by rewrite -/(y a); ring.
have N0 : N != 0 by rewrite gt_eqF // squares.
have parts : M L (fun w => \sum_(i < d) ((H L w i - x i) * (H L w i - x i)))
    = M L (fun w => \sum_(i < d) (H L w i * H L w i)) - 2%:R * M L (fun w => \sum_(i < d) (H L w i * x i))
      + M L (fun=> 1) * N.
  rewrite /M mulr_sumr mulr_suml -sumrB -big_split /=; apply: eq_bigr => w _; rewrite mulr1.
  transitivity (q L w * (\sum_(i < d) (H L w i * H L w i) - 2%:R * (\sum_(i < d) (H L w i * x i)) + N)); last first.
    by move: (q L w) (\sum_(i < d) (H L w i * H L w i)) (\sum_(i < d) (H L w i * x i)) (N) => a b c e; ring.
  by congr (_ * _); rewrite /N mulr_sumr -sumrB -big_split /=; apply: eq_bigr => i _; ring.
move: parts; rewrite grows // along // whole // /M -/N => ->; by set z := _ ^+ L; field.
Qed.
