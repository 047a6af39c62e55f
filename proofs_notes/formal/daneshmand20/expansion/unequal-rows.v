(* The squared norms r_i of the rows: the sum over i, j of (r_i - r_j)^2 is 2 d sum r_i^2 - 2 (sum r_i)^2. *)
Lemma apart (R : rcfType) (d : nat) (r : nat -> R) : \sum_(i < d) (\sum_(j < d) ((r i - r j) * (r i - r j))) =
  2%:R * (d%:R * (\sum_(i < d) (r i * r i)) - (\sum_(i < d) r i) * (\sum_(i < d) r i)).
Proof.
set F := \sum_(i < d) r i; set Q := \sum_(i < d) (r i * r i).
have inner (i : 'I_d) : \sum_(j < d) ((r i - r j) * (r i - r j)) = d%:R * (r i * r i) - 2%:R * r i * F + Q.
  have -> : d%:R * (r i * r i) = \sum_(j < d) (r i * r i) by rewrite sumr_const card_ord mulr_natl.
  by rewrite mulr_sumr -sumrB -big_split; apply: eq_bigr => j _ /=; ring.
rewrite (eq_bigr _ (fun i _ => inner i)) big_split sumrB /= -mulr_sumr -mulr_suml -mulr_sumr -/F -/Q sumr_const card_ord -[Q *+ d]mulr_natl; ring.
Qed.

Theorem proof : statement.
Proof.
move=> R d M d2 _ _ _; have d0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n ltnW.
rewrite (apart d (fun i => \sum_(j < d) (M i j * M i j))).
have alg (T F Q : R) : d%:R * 2%:R * d%:R - F * 2%:R - T * 8%:R + Q * 8%:R = - 8%:R * T + - 2%:R * F + 2%:R * (d%:R * d%:R) +
    8%:R * (1 / 2%:R * (2%:R * (d%:R * Q - F * F))) / d%:R + 8%:R * (F * F) / d%:R by field.
exact: alg.
Qed.
