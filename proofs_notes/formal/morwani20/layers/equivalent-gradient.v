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

Lemma pulled (R : rcfType) n (C H y : nat -> R) (s : R) :
  n%:R != 0 :> R -> s != 0 -> \sum_(i < n) (C i * C i) = n%:R * (s * s) ->
  \sum_(i < n) (y i * ((H i - ((C i / s) *
    (((\sum_(j < n) ((C j * H j) + (H j * C j))) / n%:R) / (s * 2%:R)))) / s))
  = (\sum_(i < n) (y i * H i) - (\sum_(i < n) (C i * y i)) * (\sum_(i < n) (C i * H i)) / (n%:R * (s * s))) / s.
Proof.
move=> n0 s0 e; set T := \sum_(i < n) (C i * H i); set U := \sum_(i < n) (y i * H i); set W := \sum_(i < n) (C i * y i).
have -> : \sum_(j < n) (C j * H j + H j * C j) = 2%:R * T.
  by rewrite mulr_sumr; apply: eq_bigr => i _; ring.
rewrite (eq_bigr (fun i : 'I_n => s^-1 * (y i * H i) - T / (n%:R * (s * s * s)) * (C i * y i))); last first.
  by move=> i _; field; rewrite n0 s0.
by rewrite sumrB -!mulr_sumr -/U -/W; field; rewrite n0 s0.
Qed.

Lemma gradient (R : rcfType) n (gamma : R) (a y X : nat -> R) (C := centred n X)
  (s := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R)) : 0 < \sum_(i < n) (C i * C i) ->
  gamma * (\sum_(i < n) (y i * ((centred n a i - ((C i / s) *
    (((\sum_(j < n) ((C j * centred n a j) + (centred n a j * C j))) / n%:R) / (s * 2%:R)))) / s)))
  = (gamma * ((\sum_(i < n) (a i * y i) + (- \sum_(i < n) y i) * ((\sum_(i < n) a i) / n%:R))
    + ((- ((\sum_(i < n) (a i * C i)) / n%:R)) * (\sum_(i < n) (C i * y i))) / (s * s))) / s.
Proof.
move=> pos; have [n0 s0 e] := spread pos; rewrite (@pulled R n C (centred n a) y s n0 s0 e) (@one_mean R n y a) (@one_mean R n C a) no_sum // -/s.
have swap (F G : nat -> R) : \sum_(i < n) (F i * G i) = \sum_(i < n) (G i * F i) by apply: eq_bigr => i _; rewrite mulrC.
rewrite (swap y a) (swap C a); set U := \sum_(i < n) (a i * y i); set W := \sum_(i < n) (C i * y i).
set T := \sum_(i < n) (a i * C i); set m := \sum_(i < n) a i; set l := \sum_(i < n) y i.
by field; rewrite n0 s0.
Qed.

Theorem proof : statement.
Proof.
move=> R d n gamma A y w v _ pos _ _; split=> [e|_]; first by move: pos; rewrite e ltxx.
exact: (@gradient R n gamma (A 0%N) y (row d A w) pos).
Qed.
