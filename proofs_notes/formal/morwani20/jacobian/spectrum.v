(* s dz along H, of which a is the entry at i: a less its share along C. *)
Lemma scaled (R : rcfType) n (C H : nat -> R) (s a : R) i : n%:R != 0 :> R -> s != 0 ->
  s * ((a - ((C i / s) * (((\sum_(j < n) ((C j * H j) + (H j * C j))) / n%:R) / (s * 2%:R)))) / s)
  = a - C i * (\sum_(j < n) (C j * H j)) / (n%:R * (s * s)).
Proof.
move=> n0 s0; have -> : \sum_(j < n) ((C j * H j) + (H j * C j)) = 2%:R * \sum_(j < n) (C j * H j).
  by rewrite mulr_sumr; apply: eq_bigr => j _; ring.
by set T := \sum_(j < n) _; field; rewrite n0 s0.
Qed.

Lemma varied (R : rcfType) n (x : nat -> R) : (exists i j, [/\ (i < n)%N, (j < n)%N & x i != x j]) ->
  0 < \sum_(j < n) (centred n x j * centred n x j).
Proof.
move=> [a [b [an bn ab]]]; have [k kn xk] : exists2 k, (k < n)%N & centred n x k != 0.
  case: (centred n x a =P 0) => [xa | /eqP xa]; last by exists a.
  exists b => //; apply: contraNneq ab => xb; rewrite -subr_eq0.
  have -> : x a - x b = centred n x a - centred n x b by rewrite /centred; ring.
  by rewrite xa xb subrr.
rewrite (bigD1 (Ordinal kn)) //= ltr_paddr //; first by apply: sumr_ge0 => j _; rewrite -expr2 sqr_ge0.
by rewrite -expr2 lt_neqAle eq_sym sqrf_eq0 xk sqr_ge0.
Qed.

Theorem proof : statement.
Proof.
move=> R n i eps x h n3 vary _ eps0 _; have S0 := varied vary.
pose C := centred n x; pose S := \sum_(j < n) (C j * C j); pose Q := S / n%:R + eps; pose s := Num.sqrt Q.
have n0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n (leq_trans _ n3).
have n1 : 0 < n%:R :> R by rewrite lt_def n0 ler0n.
have Q0 : 0 < Q by rewrite ltr_paddr // divr_gt0.
have s0 : s != 0 by rewrite sqrtr_eq0 -ltNge.
have ss : s * s = Q by rewrite -expr2 sqr_sqrtr // ltW.
have sumC : \sum_(j < n) C j = 0 by exact: no_sum.
have QE : Q != 0 := lt0r_neq0 Q0; have SE : S = n%:R * (Q - eps) by rewrite /Q; field.
have S_neq0 : S != 0 := lt0r_neq0 S0.
have ones : \sum_(j < n) 1 = n%:R :> R by rewrite sumr_const card_ord.
pose of_h := centred n h; pose share := (\sum_(j < n) (C j * of_h j)) / S; pose r j := of_h j - share * C j.
have sum_r : \sum_(j < n) r j = 0 by rewrite sumrB -mulr_sumr sumC no_sum // mulr0 subr0.
split.
  apply: (etrans (@scaled R n C (fun _ => - ((\sum_(j < n) 1) / n%:R) + 1) s _ i n0 s0)).
  by rewrite ones divff // addNr big1 ?mulr0 ?mul0r ?subr0 // => j _; rewrite mulr0.
split.
  apply: (etrans (@scaled R n C (fun j => C j - (\sum_(k < n) C k) / n%:R) s _ i n0 s0)).
  have -> : \sum_(j < n) (C j * (C j - (\sum_(k < n) C k) / n%:R)) = S by apply: eq_bigr => j _; rewrite sumC mul0r subr0.
  rewrite sumC mul0r subr0.
  rewrite -[C i - _]/(C i - C i * S / (n%:R * (s * s))) ss -[X in _ = X]/(C i * eps / (eps + S / n%:R)).
  by rewrite [eps + _]addrC -/Q SE; field; rewrite n0 QE.
split.
  apply: (etrans (@scaled R n C (fun j => r j - (\sum_(k < n) r k) / n%:R) s _ i n0 s0)).
  have -> : \sum_(j < n) (C j * (r j - (\sum_(k < n) r k) / n%:R)) = 0.
    rewrite (eq_bigr (fun j : 'I_n => C j * of_h j - share * (C j * C j))) => [|j _]; last by rewrite sum_r /r; ring.
    by rewrite sumrB -mulr_sumr -/S divfK // subrr.
  by rewrite sum_r mul0r subr0 mulr0 mul0r subr0.
transitivity (\sum_(j < n) (1 - 1 / n%:R - C j * C j / (n%:R * Q))).
  apply: eq_bigr => j _; have pick (f : nat -> R) : \sum_(k < n) (f k * (k == j :> nat)%:R) = f j.
    by rewrite (bigD1 j) //= eqxx mulr1 big1 ?addr0 // => k ne; rewrite (_ : (k == j :> nat) = false) ?mulr0 //; apply/negbTE.
  have one : \sum_(k < n) (k == j :> nat)%:R = 1 :> R.
    by rewrite -[RHS](pick (fun _ => 1)); apply: eq_bigr => k _; rewrite mul1r.
  apply: (etrans (@scaled R n C (fun k => (k == j)%:R - (\sum_(l < n) (l == j :> nat)%:R) / n%:R) s _ j n0 s0)).
  rewrite ss one (eq_bigr (fun k : 'I_n => C k * (k == j :> nat)%:R - 1 / n%:R * C k)) => [|k _]; last by ring.
  by rewrite sumrB -mulr_sumr sumC mulr0 subr0 (pick C).
rewrite sumrB sumr_const card_ord -mulr_suml -/S -mulr_natr.
transitivity (- 2%:R + n%:R + eps / (eps + S / n%:R)) => //.
by rewrite [eps + _]addrC -/Q SE; field; rewrite n0 QE.
Qed.

Theorem defined_proof : defined.
Proof. by move=> R n i eps x h n3 vary _ eps0; have := varied vary; rewrite /centred => S0; values. Qed.
