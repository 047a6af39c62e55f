Lemma pairs (R : rcfType) (n : nat) (l : nat -> R) :
  (\sum_(i < n) l i) * (\sum_(i < n) l i) =
  \sum_(i < n) (l i * l i) + 2%:R * \sum_(i < n) (l i * \sum_(j < n) ((j < i)%N%:R * l j)).
Proof.
elim: n => [|n IH]; first by rewrite !big_ord0 !mulr0 addr0.
have own i : (i <= n)%N -> \sum_(j < n.+1) ((j < i)%N%:R * l j) = \sum_(j < n) ((j < i)%N%:R * l j).
  by move=> le; rewrite big_ord_recr /= ltnNge le mul0r addr0.
have last : \sum_(j < n) ((j < n)%N%:R * l j) = \sum_(j < n) l j by apply: eq_bigr => j _; rewrite ltn_ord mul1r.
have -> : \sum_(i < n.+1) (l i * \sum_(j < n.+1) ((j < i)%N%:R * l j)) =
    \sum_(i < n) (l i * \sum_(j < n) ((j < i)%N%:R * l j)) + l n * \sum_(j < n) l j.
  by rewrite big_ord_recr /= own // last; congr (_ + _); apply: eq_bigr => i _; rewrite own // ltnW.
have -> : \sum_(i < n.+1) l i = \sum_(i < n) l i + l n by rewrite big_ord_recr.
have -> : \sum_(i < n.+1) (l i * l i) = \sum_(i < n) (l i * l i) + l n * l n by rewrite big_ord_recr.
move: IH; set S := \sum_(i < n) l i; set X := \sum_(i < n) (l i * \sum_(j < n) _) => IH.
by rewrite mulrDl !mulrDr IH; ring.
Qed.

Theorem proof : statement.
Proof.
move=> R k d n U v k1 kd iso n1 e some; subst n; have S0 := squares some.
have iso' a b : (a < k)%N -> (b < k)%N -> \sum_(i < d) (U a i * U b i) = (a == b :> nat)%:R by move=> ha hb; exact: iso.
have -> : \sum_(i < d) (\sum_(a < k) (v a * U a i * U a i)) = \sum_(a < k) v a.
  rewrite exchange_big; apply: eq_bigr => a _; under eq_bigr do rewrite -mulrA.
  by rewrite -mulr_sumr iso' // eqxx mulr1.
by rewrite (squared v iso) pairs; field; rewrite gt_eqF.
Qed.

Theorem defined_proof : defined.
Proof.
by move=> R k d n U v k1 kd iso n1; split=> e some; subst n; rewrite ?(squared v iso); apply: lt0r_neq0; apply: squares.
Qed.
