(* The mean over one row at a time. *)
Theorem proof : statement.
Proof.
move=> R m n U p m1 n2 p0 p1 rows iso; have n0 : (0 < n)%N by exact: leq_trans n2.
have N0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have L x y := isotropic x y n0 iso.
have swap a b : \sum_(i < n) (U a i * U b i) = \sum_(i < n) (U b i * U a i) by apply: eq_bigr => i _; rewrite mulrC.
have norm : \sum_(a < m) (p a * (\sum_(i < n) (U a i * U a i))) = 1.
  under eq_bigr do rewrite mulr_sumr.
  rewrite exchange_big /= (eq_bigr (fun _ => n%:R^-1)).
    by rewrite sumr_const card_ord -[_ *+ n]mulr_natr mulVf.
  by move=> i _; rewrite -[LHS](mulKf N0) iso // eqxx mulr1.
have pairs : \sum_(a < m) (p a * (\sum_(b < m) (p b * ((\sum_(i < n) (U a i * U b i)) * (\sum_(i < n) (U a i * U b i))))))
    = 1 / n%:R.
  transitivity (\sum_(a < m) (p a * (\sum_(i < n) (U a i * U a i)) / n%:R)).
    by apply: eq_bigr => a _; rewrite L mulrA.
  by rewrite -mulr_suml norm.
split=> //; transitivity (\sum_(a < m) (p a * (\sum_(b < m) (p b * ((\sum_(i < n) (U a i * U b i)) *
    (\sum_(i < n) (U a i * U b i))))) / n%:R)).
  apply: eq_bigr => a _; rewrite -mulrA; congr (_ * _); rewrite mulr_suml; apply: eq_bigr => b _.
  rewrite -mulrA; congr (_ * _).
  transitivity ((\sum_(i < n) (U a i * U b i)) * (\sum_(c < m) (p c * ((\sum_(i < n) (U b i * U c i)) * (\sum_(i < n) (U a i * U c i)))))).
    by rewrite mulr_sumr; apply: eq_bigr => c _; rewrite (swap c a); ring.
  by rewrite L (swap b a) mulrA.
by rewrite -mulr_suml pairs !mul1r invfM.
Qed.
