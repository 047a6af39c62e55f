(* Sums over rows of what depends on the block of the row alone. *)
Lemma blocks (R : rcfType) (p q : nat) (f : R -> R) : \sum_(i < (p + q)%N) f (i < p)%N%:R = p%:R * f 1 + q%:R * f 0.
Proof.
rewrite big_split_ord /= (eq_bigr (fun=> f 1)) => [|i _]; last by rewrite ltn_ord.
rewrite [X in _ + X](eq_bigr (fun=> f 0)) => [|i _]; last by rewrite ltnNge leq_addr.
by rewrite !sumr_const !card_ord !mulr_natl.
Qed.

Theorem proof : statement.
Proof.
move=> R p q p0 q0; pose x (i : nat) := (i < p)%N%:R : R.
pose m (a b : R) := a * b + (1 - a) * (1 - b); pose r (a : R) := p%:R * (m a 1 * m a 1) + q%:R * (m a 0 * m a 0).
have row (i : nat) : \sum_(j < (p + q)%N) (m (x i) (x j) * m (x i) (x j)) = r (x i) by rewrite (blocks p q (fun b => m (x i) b * m (x i) b)).
have norms : \sum_(i < (p + q)%N) (\sum_(j < (p + q)%N) (m (x i) (x j) * m (x i) (x j))) = p%:R * r 1 + q%:R * r 0.
  by rewrite -(blocks p q r); apply: eq_bigr => i _; exact: row.
have sq : \sum_(i < (p + q)%N) ((\sum_(j < (p + q)%N) (m (x i) (x j) * m (x i) (x j))) * (\sum_(j < (p + q)%N) (m (x i) (x j) * m (x i) (x j)))) =
    p%:R * (r 1 * r 1) + q%:R * (r 0 * r 0).
  by rewrite -(blocks p q (fun a => r a * r a)); apply: eq_bigr => i _; rewrite row.
rewrite [X in X - _ = _]sq [X in _ - X * _ / _ = _]norms [X in _ - _ * X / _ = _]norms /r /m.
field; by rewrite -natrD pnatr_eq0 -lt0n addn_gt0 p0.
Qed.
