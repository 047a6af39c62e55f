Lemma moments (R : rcfType) n (X y : nat -> R) : n%:R != 0 :> R ->
  \sum_(i < n) (centred n X i * centred n y i) = \sum_(i < n) (X i * y i) - (\sum_(i < n) X i) * (\sum_(i < n) y i) / n%:R.
Proof.
move=> n0; rewrite (@one_mean R n (centred n X) y) no_sum // mul0r subr0.
have -> : \sum_(i < n) (centred n X i * y i) = \sum_(i < n) (y i * centred n X i) by apply: eq_bigr => i _; rewrite mulrC.
rewrite (@one_mean R n y X).
have -> : \sum_(i < n) (y i * X i) = \sum_(i < n) (X i * y i) by apply: eq_bigr => i _; rewrite mulrC.
by set U := \sum_(i < n) (X i * y i); set m := \sum_(i < n) X i; set l := \sum_(i < n) y i; field.
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
