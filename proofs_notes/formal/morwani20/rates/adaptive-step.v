Theorem proof : statement.
Proof.
move=> R d n gamma L A y w v _ _ pos _ zero _ _ level L0; split=> [_ e|g0 _]; first by move: pos; rewrite e ltxx.
have [n0 s0 e] := @spread R n (centred n (row d A w)) pos; have x := no_mean w zero; have Ln := lt0r_neq0 L0.
pose C := centred n (row d A w); rewrite -/C in pos e s0.
have qE : (\sum_(i < n) (row d A w i * row d A w i)) / n%:R = (\sum_(i < n) (C i * C i)) / n%:R by rewrite (still2 x x).
have none : \sum_(i < n) (C i * y i) = 0.
  rewrite /C (still1 y x); apply: (mulIf (invr_neq0 n0)); rewrite mul0r -(crossed d n A y w) -[RHS]level.
  by apply: eq_bigr => k _; rewrite mulrC.
pose grad k := \sum_(i < n) (y i * ((centred n (A k) i - ((C i / Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R)) *
  (((\sum_(j < n) ((C j * centred n (A k) j) + (centred n (A k) j * C j))) / n%:R)
    / (Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R) * 2%:R)))) / Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R))).
have gradE k : (k < d)%N -> grad k = (\sum_(i < n) (A k i * y i)) / Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R).
  move=> kd; rewrite /grad (@pulled R n C (centred n (A k)) y _ n0 s0 e) none !mul0r subr0; congr (_ / _).
  by apply: eq_bigr => i _; rewrite still ?zero // mulrC.
rewrite !qE; set q := (\sum_(i < n) (C i * C i)) / n%:R in e s0 gradE *.
have q0 : 0 <= q by rewrite divr_ge0 ?ler0n // ltW.
have qs : q = Num.sqrt q * Num.sqrt q by rewrite -expr2 sqr_sqrtr.
transitivity (gamma / Num.sqrt q * \sum_(k < d) (v k * (w k - q / (gamma * gamma * L) * gamma * grad k / n%:R))) => //.
rewrite (eq_bigr (fun k : 'I_d => v k * w k - Num.sqrt q / (gamma * L) * ((\sum_(i < n) (A k i * y i)) / n%:R * v k))) => [|k _].
  by rewrite sumrB -mulr_sumr; set a := \sum_(k < d) _; set b := \sum_(k < d) _; field; rewrite s0 g0 Ln.
by rewrite gradE // {1}qs; set a := \sum_(i < n) _; set s := Num.sqrt q in s0 *; field; rewrite s0 g0 Ln n0.
Qed.
