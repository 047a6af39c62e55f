(* By the sums for e I + (1 - e) s s^T; s is its eigenvector. *)
Theorem proof : statement.
Proof.
move=> R d e s d2 signs e0 e1.
have [-> -> ->] := sums signs (fun i j => erefl ((i == j :> nat)%:R * e + (1 - e) * (s i * s j))).
have ss k : (k < d)%N -> s k * s k = 1 by move=> hk; case: (signs k hk) => ->; rewrite ?mulrNN mulr1.
have const (c : R) : \sum_(i < d) c = d%:R * c by rewrite sumr_const card_ord mulr_natl.
have -> : \sum_(i < d) (s i * (\sum_(j < d) (((i == j :> nat)%:R * e + (1 - e) * (s i * s j)) * s j)))
    = d%:R * (e + (1 - e) * d%:R).
  rewrite -const; apply: eq_bigr => i _.
  have -> : \sum_(j < d) (((i == j :> nat)%:R * e + (1 - e) * (s i * s j)) * s j) = e * s i + d%:R * ((1 - e) * s i).
    rewrite -const -(one_of (fun j => e * s j) (ltn_ord i)) -big_split; apply: eq_bigr => j _ /=.
    by rewrite mulrDl eq_sym -!mulrA ss // mulr1.
  have -> : s i * (e * s i + d%:R * ((1 - e) * s i)) = (s i * s i) * (e + (1 - e) * d%:R) by ring.
  by rewrite ss // mul1r.
set q := (X in _ = _ / (_ * X)); set m := _ + _ * 8%:R => neg.
have eq : m = - (2%:R * d%:R * (d%:R - 1) * e * q) by rewrite /m /q; ring.
have d0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n; exact: leq_trans d2.
have d1 : d%:R - 1 != 0 :> R by rewrite subr_eq0 (eqr_nat _ d 1) neq_ltn d2 orbT.
have q0 : q != 0 by apply/eqP => z; move: neg; rewrite eq z mulr0 oppr0 ltxx.
rewrite eq; field; by rewrite d0 d1 q0 gt_eqF.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d e s d2 signs e0 e1.
have [-> -> ->] := sums signs (fun i j => erefl ((i == j :> nat)%:R * e + (1 - e) * (s i * s j))).
split=> [_ | ]; first by rewrite -lt0n; exact: leq_trans d2.
set m := _ + _ * 8%:R; split=> neg; first by rewrite oppr_eq0 lt_eqF.
set q := (X in _ * X != 0); have eq : m = - (2%:R * d%:R * (d%:R - 1) * e * q) by rewrite /m /q; ring.
have d0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n; exact: leq_trans d2.
by rewrite mulf_neq0 //; apply/eqP => z; move: neg; rewrite eq z mulr0 oppr0 ltxx.
Qed.
