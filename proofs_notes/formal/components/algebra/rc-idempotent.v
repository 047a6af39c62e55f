(* What is recentred has the sum 0, and the mean of ones is 1. *)
Theorem proof : statement.
Proof.
move=> R n k x n1.
have n0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
set s := \sum_(i < n) x i.
have -> : \sum_(i < n) (x i - s / n%:R) = 0.
  by rewrite sumrB sumr_const card_ord -[X in _ - X]mulr_natr divfK // subrr.
rewrite mul0r subr0 sumr_const card_ord divff // subrr.
split; first by move=> _ _; rewrite eqxx.
split; first by move=> _ _ _; rewrite eqxx.
by move=> _ s0 _ _; rewrite opprB addrC subrK mulrAC divff // .
Qed.
