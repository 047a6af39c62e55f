Lemma some_positive (R : rcfType) n (m : nat -> R) : (1 <= n)%N -> (forall i, (i < n)%N -> 0 < m i) -> 0 < \sum_(i < n) m i.
Proof. by move=> n1 pos; apply: sum_gt0 => // i; apply: pos. Qed.

Theorem proof : statement.
Proof.
move=> R n p share s i j x m n1 p0 s0 pos ne [inn jn].
have n0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have M0 := lt0r_neq0 (some_positive n1 pos); have sn := lt0r_neq0 s0; have pn := lt0r_neq0 p0.
pose C l := x l - share * ((\sum_(k < n) x k) / n%:R); pose Q := \sum_(l < n) (m l / C l).
have pick (f : nat -> R) : \sum_(l < n) (f l * (l == j :> nat)%:R) = f j.
  rewrite (bigD1 (Ordinal jn)) //= eqxx mulr1 big1 ?addr0 // => l neq.
  by rewrite (_ : (l == j :> nat) = false) ?mulr0 //; apply/negbTE.
have one : \sum_(l < n) (l == j :> nat)%:R = 1 :> R.
  by rewrite -[RHS](pick (fun _ => 1)); apply: eq_bigr => l _; rewrite mul1r.
have cj : C j != 0 by exact: ne.
set M := \sum_(l < n) m l in M0 *.
have top : \sum_(l < n) (p * (m l / C l) * ((l == j :> nat)%:R - share * ((\sum_(k < n) (k == j :> nat)%:R) / n%:R)))
    = p * (m j / C j - share / n%:R * Q).
  rewrite one (eq_bigr (fun l : 'I_n => p * (m l / C l * (l == j :> nat)%:R) - p * (share / n%:R) * (m l / C l))) => [|l _].
    by rewrite sumrB -!mulr_sumr (pick (fun l => m l / C l)) -/Q mulrBr !mulrA.
  by rewrite div1r; ring.
have mean : \sum_(l < n) (m l / (M / n%:R) / (C l / s)) = n%:R * s / M * Q.
  rewrite /Q mulr_sumr; apply: eq_bigr => l _; have cl : C l != 0 by exact: ne.
  by field; rewrite M0 n0 cl sn.
set e := (i == j :> nat)%:R.
transitivity (s * ((e - share * (1 / n%:R) - C i / s * (s * (p * (m j / C j - share / n%:R * Q) / (p * M)))) / s)).
  rewrite -[LHS]/(s * ((e - share * ((\sum_(k < n) (k == j :> nat)%:R) / n%:R) - C i / s * (s
    * ((\sum_(l < n) (p * (m l / C l) * ((l == j :> nat)%:R - share * ((\sum_(k < n) (k == j :> nat)%:R) / n%:R))))
      / (p * M)))) / s)).
  by rewrite top one.
transitivity (e + - share / n%:R + (- (C i / s) * (m j / (M / n%:R) / (C j / s) + - (n%:R * s / M * Q / n%:R) * share)) / n%:R).
  by set c := C i; set b := C j in cj *; field; rewrite M0 n0 cj sn pn.
by rewrite -mean.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R n p share s i j x m n1 p0 s0 pos ne; have M0 := some_positive n1 pos.
by values.
Qed.
