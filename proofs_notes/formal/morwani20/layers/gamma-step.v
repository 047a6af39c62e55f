Theorem proof : statement.
Proof.
move=> R d n gain shift eta A y w v _ pos _ _; split=> [e|_]; first by move: pos; rewrite e ltxx.
have [n0 s0 e] := @spread R n (centred n (row d A w)) pos; have none := @no_sum R n (row d A w) n0.
pose C := centred n (row d A w); pose s := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R).
pose t := \sum_(i < n) (y i * (C i / s)); pose m := \sum_(i < n) y i; rewrite -/C -/s in s0 e none.
have tE : t = s^-1 * \sum_(i < n) (y i * C i) by rewrite mulr_sumr; apply: eq_bigr => i _; ring.
have by_gain : \sum_(i < n) ((((- (gain * (C i / s))) + y i) - shift) * (- (C i / s)) + (- (C i / s)) * (((- (gain * (C i / s))) + y i) - shift))
    = 2%:R * (gain * n%:R - t).
  rewrite (eq_bigr (fun i : 'I_n => 2%:R * gain / (s * s) * (C i * C i) - 2%:R / s * (y i * C i) + 2%:R * shift / s * C i)) => [|i _].
    rewrite big_split sumrB /= -!mulr_sumr none e tE; set a := \sum_(i < n) (y i * C i); by field.
  by field.
have by_shift : \sum_(i < n) (((- shift + (y i - gain * (C i / s))) * (- 1)) + ((- shift + (y i - gain * (C i / s))) * (- 1)))
    = 2%:R * (shift * n%:R - m).
  rewrite (eq_bigr (fun i : 'I_n => 2%:R * shift - 2%:R * y i + 2%:R * gain / s * C i)) => [|i _].
    rewrite big_split sumrB /= -!mulr_sumr none sumr_const card_ord -/m -mulr_natr; by ring.
  by field.
move=> a b; have {}a : gain - t / n%:R != 0 := a; have {}b : shift - m / n%:R != 0 := b; split.
  transitivity ((gain - eta * ((2%:R * (gain * n%:R - t)) / n%:R) - t / n%:R) / (gain - t / n%:R)); first by rewrite -by_gain.
  have a' : gain * n%:R - t != 0 by apply: contraNneq a => z; rewrite -[gain](mulfK n0) -mulrBl z mul0r.
  by field; rewrite n0 a'.
transitivity ((shift - eta * ((2%:R * (shift * n%:R - m)) / n%:R) - m / n%:R) / (shift - m / n%:R)); first by rewrite -by_shift.
have b' : shift * n%:R - m != 0 by apply: contraNneq b => z; rewrite -[shift](mulfK n0) -mulrBl z mul0r.
by field; rewrite n0 b'.
Qed.
