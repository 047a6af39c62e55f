(* s_i^2 = 1: every term of the sums is 1, or the product of two signs. *)
Lemma squared (R : rcfType) (d : nat) (s : nat -> R) :
  (forall i, (i < d)%N -> s i = 1 \/ s i = - 1) -> forall i, (i < d)%N -> s i * s i = 1.
Proof. by move=> h i hi; case: (h i hi) => ->; rewrite ?mulr1 // mulrNN mulr1. Qed.

Lemma of_product (R : rcfType) (d a b : nat) (s : nat -> R) :
  (forall i, (i < d)%N -> s i * s i = 1) ->
  \sum_(k < d) ((s a * s k) * (s b * s k)) = d%:R * (s a * s b).
Proof.
move=> sq; have -> : \sum_(k < d) ((s a * s k) * (s b * s k)) = \sum_(k < d) (s a * s b).
  apply: eq_bigr => k _; have := sq k (ltn_ord k) => e.
  by have -> : s a * s k * (s b * s k) = s a * s b * (s k * s k); [ring | rewrite e mulr1].
by rewrite sumr_const card_ord -mulr_natl.
Qed.

Lemma constant (R : rcfType) (d : nat) (f : 'I_d -> R) (c : R) :
  (forall i, f i = c) -> \sum_(i < d) f i = d%:R * c.
Proof. by move=> h; rewrite (eq_bigr (fun=> c)) ?sumr_const ?card_ord ?mulr_natl. Qed.

Theorem proof : statement.
Proof.
move=> R d s hd signs; have sq := squared signs.
have row (i : 'I_d) : \sum_(k < d) ((s i * s k) * (s i * s k)) = d%:R.
  by rewrite (of_product i i sq) sq // mulr1.
rewrite (constant row).
have -> : \sum_(i < d) (\sum_(j < d) ((\sum_(k < d) ((s i * s k) * (s j * s k))) * (s i * s j))) = d%:R * (d%:R * d%:R).
  apply: constant => i; apply: constant => j; rewrite (of_product i j sq) -mulrA.
  by have -> : s i * s j * (s i * s j) = (s i * s i) * (s j * s j); [ring | rewrite !sq // !mulr1].
have -> : \sum_(i < d) ((\sum_(j < d) ((s i * s j) * (s i * s j))) * (\sum_(j < d) ((s i * s j) * (s i * s j))))
    = d%:R * (d%:R * d%:R) by apply: constant => i; rewrite row.
by do !split; ring.
Qed.
