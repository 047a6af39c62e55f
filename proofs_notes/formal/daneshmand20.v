(* What several proofs of daneshmand20 use: it stands before each of them. *)
Lemma squares (R : rcfType) (n : nat) (x : nat -> R) :
  (exists2 j, (j < n)%N & x j != 0) -> 0 < \sum_(j < n) (x j * x j).
Proof.
case=> k kn xk; rewrite (bigD1 (Ordinal kn)) //= ltr_paddr //.
  by apply: sumr_ge0 => j _; rewrite -expr2 sqr_ge0.
by rewrite -expr2 lt_neqAle eq_sym sqrf_eq0 xk sqr_ge0.
Qed.
