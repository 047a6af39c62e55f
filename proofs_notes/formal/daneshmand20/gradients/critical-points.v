(* The squares of (4/N) (T h/F - T^2 m/F^2), summed: h^2, h m and m^2 have the sums N T, N F and N S. *)
Theorem proof : statement.
Proof.
move=> R d n H d1 n1 some; have N0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have F0 := norm_positive n1 some.
pose M a b : R := (\sum_(k < n) (H a k * H b k)) / n%:R; pose m a k := \sum_(b < d) (M a b * H b k).
have prods a b : \sum_(k < n) (H a k * H b k) = n%:R * M a b by rewrite mulrC divfK.
have sym a b : M a b = M b a by rewrite /M; congr (_ / _); apply: eq_bigr => k _; rewrite mulrC.
set T := \sum_(a < d) ((\sum_(k < n) (H a k * H a k)) / n%:R).
set F := \sum_(a < d) (\sum_(b < d) (((\sum_(k < n) (H a k * H b k)) / n%:R) * ((\sum_(k < n) (H a k * H b k)) / n%:R))).
set S := \sum_(a < d) (\sum_(c < d) (((\sum_(k < n) (H a k * H c k)) / n%:R) *
  (\sum_(b < d) (((\sum_(k < n) (H a k * H b k)) / n%:R) * ((\sum_(k < n) (H b k * H c k)) / n%:R))))).
have hh : \sum_(a < d) (\sum_(k < n) (H a k * H a k)) = n%:R * T.
  by rewrite /T mulr_sumr; apply: eq_bigr => a _; rewrite mulrC divfK.
have hm : \sum_(a < d) (\sum_(k < n) (H a k * m a k)) = n%:R * F.
  rewrite /F mulr_sumr; apply: eq_bigr => a _; rewrite mulr_sumr /m.
  under [LHS]eq_bigr do rewrite mulr_sumr.
  rewrite exchange_big; apply: eq_bigr => b _; rewrite -/(M a b) mulrCA -prods mulr_sumr.
  by apply: eq_bigr => k _; rewrite mulrCA.
have mm : \sum_(a < d) (\sum_(k < n) (m a k * m a k)) = n%:R * S.
  rewrite /S mulr_sumr; apply: eq_bigr => a _; rewrite mulr_sumr.
  transitivity (\sum_(k < n) (\sum_(b < d) (\sum_(c < d) (M a b * M a c * (H b k * H c k))))).
    apply: eq_bigr => k _; rewrite mulr_suml; apply: eq_bigr => b _; rewrite mulr_sumr.
    by apply: eq_bigr => c _; rewrite mulrACA.
  rewrite exchange_big; apply: eq_bigr => b _; rewrite exchange_big -/(M a b) !mulr_sumr.
  apply: eq_bigr => c _; rewrite -mulr_sumr -/(M a c) -/(M c b) (sym c b) prods; ring.
transitivity (\sum_(i < d) (\sum_(j < n) ((4%:R / n%:R * (T / F)) ^+ 2 * (H i j * H i j)
    - 2%:R * (4%:R / n%:R) ^+ 2 * (T / F) * (T * T / (F * F)) * (H i j * m i j)
    + (4%:R / n%:R * (T * T / (F * F))) ^+ 2 * (m i j * m i j)))).
  apply: eq_bigr => i _; apply: eq_bigr => j _.
  have := along (fun a k => (a == i :> nat)%:R * (k == j :> nat)%:R) n1 some; cbv beta zeta => ->.
  by rewrite (pick H) // (pick m) // -/T -/F; ring.
under eq_bigr do rewrite big_split sumrB /= -!mulr_sumr.
by rewrite big_split sumrB /= -!mulr_sumr hh hm mm; field; rewrite N0 gt_eqF.
Qed.
