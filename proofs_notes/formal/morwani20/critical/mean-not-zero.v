(* x.w of the i-th datum; a row less its mean *)
Definition row (R : rcfType) d (A : nat -> nat -> R) (w : nat -> R) (i : nat) := \sum_(k < d) (w k * A k i).
Definition centred (R : rcfType) n (X : nat -> R) (i : nat) := X i - (\sum_(j < n) X j) / n%:R.

Lemma spread (R : rcfType) n (C : nat -> R) (S := \sum_(i < n) (C i * C i)) :
  0 < S -> [/\ n%:R != 0 :> R, Num.sqrt (S / n%:R) != 0 & S = n%:R * (Num.sqrt (S / n%:R) * Num.sqrt (S / n%:R))].
Proof.
move=> pos; have n0 : n%:R != 0 :> R.
  by move: pos; rewrite /S pnatr_eq0; case: (n) => // ; rewrite big_ord0 ltxx.
have q : 0 < S / n%:R by rewrite divr_gt0 // lt_def n0 ler0n.
split=> //; first by rewrite sqrtr_eq0 -ltNge.
by rewrite -expr2 sqr_sqrtr ?ltW //; field.
Qed.

Lemma no_sum (R : rcfType) n (X : nat -> R) : n%:R != 0 :> R -> \sum_(i < n) centred n X i = 0.
Proof.
move=> n0; rewrite /centred big_split /= sumrN sumr_const card_ord -mulr_natr.
by set m := \sum_(i < n) X i; field.
Qed.

Lemma one_mean (R : rcfType) n (C X : nat -> R) :
  \sum_(i < n) (C i * centred n X i) = \sum_(i < n) (C i * X i) - (\sum_(i < n) C i) * ((\sum_(i < n) X i) / n%:R).
Proof. by rewrite mulr_suml -sumrB; apply: eq_bigr => i _; rewrite /centred mulrBr. Qed.

Lemma moments (R : rcfType) n (X y : nat -> R) : n%:R != 0 :> R ->
  \sum_(i < n) (centred n X i * centred n y i) = \sum_(i < n) (X i * y i) - (\sum_(i < n) X i) * (\sum_(i < n) y i) / n%:R.
Proof.
move=> n0; rewrite (@one_mean R n (centred n X) y) no_sum // mul0r subr0.
have -> : \sum_(i < n) (centred n X i * y i) = \sum_(i < n) (y i * centred n X i) by apply: eq_bigr => i _; rewrite mulrC.
rewrite (@one_mean R n y X).
have -> : \sum_(i < n) (y i * X i) = \sum_(i < n) (X i * y i) by apply: eq_bigr => i _; rewrite mulrC.
by set U := \sum_(i < n) (X i * y i); set m := \sum_(i < n) X i; set l := \sum_(i < n) y i; field.
Qed.

Lemma crossed (R : rcfType) d n (A : nat -> nat -> R) (y w : nat -> R) :
  \sum_(k < d) ((\sum_(i < n) (A k i * y i)) / n%:R * w k) = (\sum_(i < n) (row d A w i * y i)) / n%:R.
Proof.
rewrite /row; under [in RHS]eq_bigr do rewrite mulr_suml.
rewrite exchange_big /= mulr_suml; apply: eq_bigr => k _.
rewrite mulrAC; congr (_ / _); rewrite mulr_suml; apply: eq_bigr => i _; ring.
Qed.

Theorem proof : statement.
Proof.
move=> R d n A y w v _ pos _; have [n0 s0 e] := @spread R n (centred n (row d A w)) pos.
rewrite crossed; set X := row d A w; have v2 := @moments R n X X n0; have c2 := @moments R n X y n0.
set U := \sum_(i < n) (X i * y i); set m := \sum_(i < n) X i; set l := \sum_(i < n) y i; set W := \sum_(i < n) (X i * X i).
split.
  transitivity ((W - m * m / n%:R) / n%:R); first by rewrite -v2.
  transitivity (W / n%:R - m / n%:R * (m / n%:R)); [by field | by []].
transitivity ((U - m * l / n%:R) / n%:R); first by rewrite -c2.
transitivity (U / n%:R + - (m / n%:R) * (l / n%:R)); [by field | by []].
Qed.
