Theorem proof : statement.
Proof.
move=> R d n gamma A y w _ _ pos _ _; split=> [e|_]; first by move: pos; rewrite e ltxx.
have [n0 s0 e] := @spread R n (centred n (row d A w)) pos.
have n1 : (0 < n)%N by rewrite lt0n; apply: contraNneq n0 => ->.
pose C := centred n (row d A w); rewrite -/C in pos e s0.
set s := Num.sqrt _ in s0 e *; set W := \sum_(i < n) (C i * y i); set M := \sum_(i < n) y i.
have none : \sum_(i < n) C i = 0 := no_sum _ n0.
(* along any row h *)
pose slope_along (h : nat -> R) := \sum_(i < n) (y i * ((centred n h i - ((C i / s) *
  (((\sum_(j < n) ((C j * centred n h j) + (centred n h j * C j))) / n%:R) / (s * 2%:R)))) / s)).
have alongE h : slope_along h
    = (\sum_(i < n) (y i * h i) - M * ((\sum_(i < n) h i) / n%:R) - W * (\sum_(i < n) (C i * h i)) / (n%:R * (s * s))) / s.
  by rewrite /slope_along (@pulled R n C (centred n h) y s n0 s0 e) !one_mean none mul0r subr0.
have at_first (b : R) (F : nat -> R) : \sum_(i < n) (F i * (b * (i == 0%N :> nat)%:R)) = b * F 0%N.
  by rewrite -(@pick R n (fun i => b * F i) 0 n1); apply: eq_bigr => i _; ring.
have whole (b : R) : \sum_(i < n) (b * (i == 0%N :> nat)%:R) = b.
  by rewrite -[RHS](@pick R n (fun=> b) 0 n1); apply: eq_bigr => i _; ring.
have single (b : R) : slope_along (fun i => b * (i == 0%N :> nat)%:R)
    = b * ((y 0%N - M / n%:R) - W / (n%:R * s) * (C 0%N / s)) / s.
  by rewrite alongE !at_first whole; set c := C 0%N; set a := y 0%N; field; rewrite n0 s0.
split; [|split; [|split; [|split]]].
- have one (F : nat -> R) : \sum_(i < n) (F i * (i == 0%N :> nat)%:R) = F 0%N.
    by rewrite -[RHS]mul1r -at_first; apply: eq_bigr => i _; rewrite mul1r.
  have total : \sum_(i < n) ((i == 0%N :> nat)%:R : R) = 1.
    by rewrite -[RHS](one (fun=> 1)); apply: eq_bigr => i _; rewrite mul1r.
  have found := alongE (fun i => (i == 0%N :> nat)%:R); rewrite !one total in found.
  apply: (etrans (congr1 ( *%R gamma) found)).
  transitivity ((gamma * ((y 0%N - M / n%:R) + (- (W / (n%:R * s))) * (C 0%N / s))) / s) => //.
  by set c := C 0%N; set a := y 0%N; field; rewrite n0 s0.
- have P := @pulled R n C (fun=> - ((\sum_(i < n) 1) / n%:R) + 1) y s n0 s0 e.
  have zero : - ((\sum_(i < n) 1) / n%:R) + 1 = 0 :> R by rewrite sumr_const card_ord; field.
  apply: (etrans (congr1 ( *%R gamma) P)); rewrite -[RHS](mulr0 gamma); congr (_ * _).
  rewrite [\sum_(i < n) (y i * _)]big1 => [|i _]; last by rewrite zero mulr0.
  by rewrite [\sum_(i < n) (C i * (_ + _))]big1 => [|i _]; [rewrite mulr0 !mul0r subr0 mul0r | rewrite zero mulr0].
- rewrite -/W; have -> : \sum_(i < n) (y i * (C i / s)) = W / s.
    by rewrite mulr_suml; apply: eq_bigr => i _; ring.
  by field; rewrite n0 s0.
- transitivity (gamma * slope_along (A 0%N)) => //; rewrite alongE.
  have -> : \sum_(i < n) (y i * A 0%N i) = \sum_(i < n) (A 0%N i * y i) by apply: eq_bigr => i _; rewrite mulrC.
  have -> : \sum_(i < n) (C i * A 0%N i) = \sum_(i < n) (A 0%N i * C i) by apply: eq_bigr => i _; rewrite mulrC.
  pose a := \sum_(i < n) (A 0%N i * y i); pose b := \sum_(i < n) A 0%N i; pose c := \sum_(i < n) (A 0%N i * C i).
  transitivity ((gamma * ((a + (- b) * (M / n%:R)) + (- (c / s)) * (W / (n%:R * s)))) / s) => //.
  by rewrite -/a -/b -/c; field; rewrite n0 s0.
transitivity (gamma * slope_along (fun i => w 0%N * (i == 0%N :> nat)%:R)) => //.
transitivity (((w 0%N * gamma) * ((y 0%N - M / n%:R) + (- (W / (n%:R * s))) * (C 0%N / s))) / s) => //.
by rewrite single; set c := C 0%N; set a := y 0%N; set b := w 0%N; field; rewrite n0 s0.
Qed.
