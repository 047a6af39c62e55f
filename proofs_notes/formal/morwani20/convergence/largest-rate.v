Theorem proof : statement.
Proof.
move=> R d n rate q A y w v0 u e l arch d0 pos0 _ _ normal _ own apart pos rate0 q0 _.
have [n0 _ _] := @spread R n (centred n (row d A w)) pos0.
pose H k j := (\sum_(i < n) (A k i * A j i)) / n%:R; pose x (v : nat -> R) k := v k - u k.
pose step (v : nat -> R) (k : nat) := v k - rate * ((\sum_(i < n) (((- (row d A v i)) + y i) * (- (\sum_(j < d) ((j == k :> nat)%:R * A j i)))
  + (- (\sum_(j < d) ((j == k :> nat)%:R * A j i))) * ((- (row d A v i)) + y i))) * q / n%:R).
have times v k : \sum_(j < d) (H k j * x v j) = (\sum_(i < n) (A k i * (row d A v i - row d A u i))) / n%:R.
  rewrite (eq_bigr (fun j : 'I_d => \sum_(i < n) (A k i * (x v j * A j i) / n%:R))) => [|j _]; last first.
    by rewrite /H !mulr_suml; apply: eq_bigr => i _; ring.
  rewrite exchange_big mulr_suml; apply: eq_bigr => i _ /=; rewrite -mulr_suml -mulr_sumr; congr (_ * _ / _).
  by rewrite /row -sumrB; apply: eq_bigr => j _; rewrite mulrBl.
have moved v k : (k < d)%N -> step v k - u k = x v k - rate * q * 2%:R * \sum_(j < d) (H k j * x v j).
  move=> kd; rewrite times /step.
  have -> : \sum_(i < n) (A k i * (row d A v i - row d A u i)) = \sum_(i < n) (A k i * (row d A v i - y i)).
    apply/eqP; rewrite -subr_eq0 -sumrB -oppr_eq0 -sumrN -[X in _ == X](normal k kd); apply/eqP.
    by apply: eq_bigr => i _; rewrite -/(row d A u i); ring.
  rewrite (eq_bigr (fun i : 'I_n => 2%:R * (A k i * (row d A v i - y i)))) => [|i _]; last first.
    by rewrite (picked (fun j => A j i) kd); ring.
  by rewrite -mulr_sumr /x; set S := \sum_(i < n) _; field.
have key v i : (i < d)%N -> \sum_(k < d) (e i k * (step v k - u k)) = (1 - rate * q * 2%:R * l i) * \sum_(k < d) (e i k * (v k - u k)).
  move=> id; rewrite -(@along_eigen R d H e l (x v) _ i _ (own i id)) => [|k kd j jd]; last first.
    by rewrite /H; congr (_ / _); apply: eq_bigr => a _; rewrite mulrC.
  by apply: eq_bigr => k _; rewrite moved.
have t0 : 0 < rate * q * 2%:R by rewrite !mulr_gt0 ?ltr0n.
have [top0 less more] := @comes_down R d e l u _ step arch d0 apart pos t0 key.
set top := \big[_/_]_(i < d) _ in top0 less more *.
have E : rate * q * 2%:R * top = rate * (top * q) * 2%:R by ring.
have tq : 0 < top * q by rewrite mulr_gt0.
rewrite E in less more; case: (ltP (rate * (top * q)) 1) => h; [left | right]; split.
- by apply: less; rewrite -[X in _ < X]mul1r ltr_pmul2r ?ltr0n.
- by rewrite ltr_pdivl_mulr.
- by apply: more; rewrite -[X in X <= _]mul1r ler_pmul2r ?ltr0n.
- by rewrite ler_pdivr_mulr.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d n rate q A y w v0 u e l _ d0 pos0 _ _ _ _ _ _ pos _ q0.
have [n0 _ _] := @spread R n (centred n (row d A w)) pos0.
split=> _; first by move: n0; rewrite pnatr_eq0.
apply: mulf_neq0; apply: lt0r_neq0 => //.
by have [_ [->|[k kd ->]]] := greatest d (l 0%N) l; apply: pos.
Qed.
