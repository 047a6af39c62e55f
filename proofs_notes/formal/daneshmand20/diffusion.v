(* Sums of numbers that are alike, and of sums of multiples. *)
Lemma alike (R : rcfType) (d : nat) (x : R) : \sum_(i < d) x = d%:R * x.
Proof. by rewrite mulr_natl sumr_const card_ord. Qed.

Lemma combined (R : rcfType) (d : nat) (f g h : nat -> R) (p q r s : R) :
  \sum_(b < d) (p * f b + q * g b + r * h b + s) =
    p * (\sum_(b < d) f b) + q * (\sum_(b < d) g b) + r * (\sum_(b < d) h b) + s * d%:R.
Proof. by rewrite !big_split /= -!mulr_sumr alike [d%:R * s]mulrC. Qed.
