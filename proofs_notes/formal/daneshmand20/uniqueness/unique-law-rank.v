(* r(s s^T) = 1. *)
Theorem proof : statement.
Proof.
move=> R d s d2 signs.
have d0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n; exact: leq_trans d2.
have one (i : 'I_d) : s i * s i = 1 by case: (signs i (ltn_ord i)) => ->; rewrite ?mulrNN mulr1.
have S : \sum_(i < d) (s i * s i) = d%:R by rewrite (eq_bigr (fun _ => 1)) // sumr_const card_ord.
have F : \sum_(i < d) (\sum_(j < d) (s i * s j * (s i * s j))) = d%:R * d%:R.
  rewrite (eq_bigr (fun _ => d%:R)) => [|i _]; first by rewrite sumr_const card_ord mulr_natl.
  by rewrite -S; apply: eq_bigr => j _; rewrite mulrACA (one i) mul1r.
rewrite S F divff ?mulf_neq0 // mulr1.
have -> : d%:R * 3%:R - d%:R = 2%:R * d%:R :> R by ring.
by field; rewrite d0.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d s d2 signs; repeat split; try by values.
have -> : d%:R * 3%:R - d%:R = d%:R * 2%:R :> R by rewrite (mulrS 1 2) mulrDr mulr1 addrC addKr.
by values.
Qed.
