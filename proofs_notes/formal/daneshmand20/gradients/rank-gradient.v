(* The derivative along a matrix with a single 1, and along H itself, by the sums that it is made of. *)
Theorem proof : statement.
Proof.
move=> R d n i j H d1 n1 some hi hj; have N0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have F0 := norm_positive n1 some.
split.
  have := along (fun a k => (a == i :> nat)%:R * (k == j :> nat)%:R) n1 some; cbv beta zeta => ->.
  rewrite (pick H) // (pick (fun a k => \sum_(b < d) ((\sum_(l < n) (H a l * H b l)) / n%:R * H b k))) //.
  by field; rewrite N0 gt_eqF.
have := along H n1 some; cbv beta zeta => ->.
set T := \sum_(a < d) ((\sum_(k < n) (H a k * H a k)) / n%:R); set F := \sum_(a < d) _ in F0 *.
have -> : \sum_(a < d) (\sum_(k < n) (H a k * H a k)) = n%:R * T.
  by rewrite /T mulr_sumr; apply: eq_bigr => a _; rewrite mulrC divfK.
have -> : \sum_(a < d) (\sum_(k < n) ((\sum_(b < d) ((\sum_(l < n) (H a l * H b l)) / n%:R * H b k)) * H a k)) = n%:R * F.
  rewrite /F mulr_sumr; apply: eq_bigr => a _; rewrite mulr_sumr.
  under [LHS]eq_bigr do rewrite mulr_suml.
  rewrite exchange_big; apply: eq_bigr => b _.
  transitivity ((\sum_(l < n) (H a l * H b l)) / n%:R * (\sum_(l < n) (H a l * H b l))); last by field.
  by rewrite [RHS]mulr_sumr; apply: eq_bigr => k _; rewrite -mulrA [H b k * _]mulrC.
by field; rewrite N0 gt_eqF.
Qed.
