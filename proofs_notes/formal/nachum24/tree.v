(* What several proofs of nachum24.tree use: it stands before each of them. *)
Lemma deviations (R : rcfType) (n : nat) (x : nat -> R) : (0 < n)%N ->
  \sum_(j < n) (x j - (\sum_(i < n) x i) / n%:R) = 0.
Proof.
move=> n0; rewrite sumrB sumr_const card_ord -[X in _ - X]mulr_natr divfK ?subrr //.
by rewrite pnatr_eq0 -lt0n.
Qed.
