(* The squared norms r_i of the rows: sum r_i^2 - (sum r_i)^2/d is the sum of (r_i - mean)^2. *)
Lemma spread (R : rcfType) (d : nat) (r : nat -> R) :
  (0 < d)%N -> 0 <= \sum_(i < d) (r i * r i) - ((\sum_(i < d) r i) * (\sum_(i < d) r i)) / d%:R.
Proof.
move=> hd; set S := \sum_(i < d) r i.
have n0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have -> : \sum_(i < d) (r i * r i) - S * S / d%:R = \sum_(i < d) ((r i - S / d%:R) * (r i - S / d%:R)).
  have -> : \sum_(i < d) ((r i - S / d%:R) * (r i - S / d%:R))
    = \sum_(i < d) (r i * r i) + \sum_(i < d) (r i * (- (2%:R * S / d%:R))) + \sum_(i < d) (S / d%:R * (S / d%:R)).
    by rewrite -!big_split; apply: eq_bigr => i _ /=; ring.
  by rewrite -mulr_suml -/S sumr_const card_ord -mulr_natr; field.
by apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0.
Qed.

Theorem proof : statement.
Proof.
move=> R d M hd _.
exact: (spread (fun i => \sum_(j < d) (M i j * M i j)) (ltnW hd)).
Qed.
