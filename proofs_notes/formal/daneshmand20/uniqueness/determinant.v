(* Rows of A that M sees have positive squares. *)
Lemma seen (R : rcfType) (d i : nat) (M a : nat -> nat -> R) :
  (forall z : nat -> R, 0 <= \sum_(k < d) (\sum_(l < d) ((z k * M k l) * z l))) ->
  \sum_(k < d) (a i k * (\sum_(l < d) (M k l * a i l))) != 0 -> 0 < \sum_(k < d) (a i k * (\sum_(l < d) (M k l * a i l))).
Proof.
move=> psd ne; rewrite lt_def ne /=; have := psd (a i); congr (_ <= _); apply: eq_bigr => k _.
by rewrite mulr_sumr; apply: eq_bigr => l _; rewrite mulrA.
Qed.

(* M+ = D C D with C = A M A^T and D the diagonal of the C_ii^(-1/2). *)
Theorem proof : statement.
Proof.
move=> R d d' M W d2 sym unit psd _ same; subst d'; move=> rows.
pose a i j := (i == j :> nat)%:R + W i j : R.
pose C i j := \sum_(k < d) (a i k * (\sum_(l < d) (M k l * a j l))).
have C0 i : (i < d)%N -> 0 < C i i by move=> id; exact: (seen (a := a)) psd (rows i id).
pose s i : R := (Num.sqrt (C i i))^-1.
set A := \matrix_(r < d, c < d) (_ + _); set m := \matrix_(r < d, c < d) M r c.
have -> : \matrix_(r < d, c < d) (C r c / Num.sqrt (C r r * C c c))
    = diag_mx (\row_i s i) *m (A *m (m *m A^T)) *m diag_mx (\row_i s i).
  apply/matrixP => r c; rewrite mul_mx_diag mul_diag_mx !mxE sqrtrM ?(ltW (C0 r _)) // invfM.
  rewrite mulrCA mulrA; congr (_ * _ * _); rewrite /C; apply: eq_bigr => k _; rewrite !mxE; congr (_ * _).
  by apply: eq_bigr => l _; rewrite !mxE.
rewrite !det_mulmx det_tr det_diag.
have -> : \prod_(i < d) (\row_i s i) 0 i = \prod_(i < d) s i by apply: eq_bigr => i _; rewrite mxE.
have -> : \prod_(i < d) (C i i) = (\prod_(i < d) s i * \prod_(i < d) s i)^-1.
  rewrite -big_split /= -prodfV; apply: eq_bigr => i _.
  by rewrite /s -invfM invrK -expr2 sqr_sqrtr // ltW // C0.
have alg (x y p : R) : p * (x * (y * x)) * p = y * (x * x) * (p * p) by ring.
by rewrite invrK; exact: alg.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d d' M W d2 sym unit psd _; pose a i j := (i == j :> nat)%:R + W i j : R.
split=> [e rows r rd c cd | ]; first by subst d'; rewrite ltW // mulr_gt0 //; apply: (seen (a := a)) => //; exact: rows.
split=> [e rows r rd c cd | e rows]; subst d'; last by apply/prodf_neq0 => i _; exact: rows.
by rewrite sqrtr_eq0 -ltNge mulr_gt0 //; apply: (seen (a := a)) => //; exact: rows.
Qed.
