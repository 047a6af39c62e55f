(* What several proofs of morwani20.rates use: an eigenvalue of H*, not 0, lies between bounds for variances. *)
Lemma between (R : rcfType) d n (A : nat -> nat -> R) (y u e : nat -> R) (value low high : R)
  (form := fun z z' : nat -> R => (\sum_(i < n) (row d A z i * row d A z' i)) / n%:R)
  (g := fun k => (\sum_(i < n) (A k i * y i)) / n%:R) :
  (forall k, (k < d)%N -> \sum_(i < n) A k i = 0) -> (forall k, (k < d)%N -> \sum_(i < n) (A k i * (row d A u i - y i)) = 0) ->
  0 < \sum_(i < n) (centred n (row d A u) i * centred n (row d A u) i) ->
  (forall z : nat -> R, low * (\sum_(k < d) (z k * z k)) <= (\sum_(i < n) (centred n (row d A z) i * centred n (row d A z) i)) / n%:R) ->
  (forall z : nat -> R, (\sum_(i < n) (centred n (row d A z) i * centred n (row d A z) i)) / n%:R <= high * (\sum_(k < d) (z k * z k))) ->
  value != 0 -> 0 < \sum_(k < d) (e k * e k) ->
  (forall k, (k < d)%N -> \sum_(j < d) (((\sum_(i < n) (A k i * A j i)) / n%:R - g k * g j / form u u) * e j) = value * e k) ->
  0 < low -> low <= value <= high.
Proof.
move=> zero normal pos variance_low variance_high v0 e0 own low0; have [n0 _ _] := @spread R n (centred n (row d A u)) pos.
have n1 : 0 < n%:R :> R by rewrite lt_def n0 ler0n.
have formE (z : nat -> R) : form z z = (\sum_(i < n) (centred n (row d A z) i * centred n (row d A z) i)) / n%:R.
  by rewrite /form (still2 (no_mean z zero) (no_mean z zero)).
have q0 : 0 < form u u by rewrite formE divr_gt0.
have lower (z : nat -> R) : low * (\sum_(k < d) (z k * z k)) <= form z z by rewrite formE; exact: variance_low.
have upper (z : nat -> R) : form z z <= high * (\sum_(k < d) (z k * z k)) by rewrite formE; exact: variance_high.
have qn := lt0r_neq0 q0.
have gE (z : nat -> R) : \sum_(k < d) (g k * z k) = form u z.
  rewrite /g crossed /form -(@fitted R d n A y u z normal); congr (_ / _); apply: eq_bigr => i _; exact: mulrC.
have inner_ k : \sum_(j < d) (((\sum_(i < n) (A k i * A j i)) / n%:R - g k * g j / form u u) * e j)
    = (\sum_(i < n) (A k i * row d A e i)) / n%:R - g k * (form u e / form u u).
  rewrite -(gE e) (eq_bigr (fun j : 'I_d => (\sum_(i < n) (A k i * A j i)) * (e j / n%:R) - g k / form u u * (g j * e j)))
    => [|j _]; last by field; rewrite qn n0.
  rewrite sumrB -mulr_sumr; congr (_ - _); last by rewrite mulrAC mulrA.
  rewrite (eq_bigr (fun j : 'I_d => \sum_(i < n) (A k i * A j i * (e j / n%:R)))) => [|j _]; last by rewrite mulr_suml.
  rewrite exchange_big mulr_suml; apply: eq_bigr => i _ /=; rewrite /row mulr_sumr mulr_suml; apply: eq_bigr => j _; ring.
have pair (z : nat -> R) : form z e - form u z * (form u e / form u u) = value * \sum_(k < d) (z k * e k).
  have -> : value * (\sum_(k < d) (z k * e k)) = \sum_(k < d) (z k * ((\sum_(i < n) (A k i * row d A e i)) / n%:R - g k * (form u e / form u u))).
    rewrite mulr_sumr; apply: eq_bigr => k _; rewrite -inner_ own //; ring.
  rewrite -(gE z) [RHS](eq_bigr (fun k : 'I_d => \sum_(i < n) (z k * A k i * (row d A e i / n%:R)) - (g k * z k) * (form u e / form u u)))
    => [|k _]; last by rewrite mulrBr mulrA mulr_sumr mulr_suml; congr (_ - _); [apply: eq_bigr => i _ | ]; ring.
  rewrite sumrB -mulr_suml; congr (_ - _); rewrite exchange_big /form mulr_suml; apply: eq_bigr => i _ /=.
  by rewrite -mulr_suml -/(row d A z i) mulrA.
set E := \sum_(k < d) (e k * e k) in e0 *.
have at_e := pair e; rewrite -/E in at_e.
have at_u : \sum_(k < d) (u k * e k) = 0.
  have := pair u; have -> : form u e - form u u * (form u e / form u u) = 0 by field.
  by move/eqP; rewrite eq_sym mulf_eq0 (negPf v0) => /eqP.
have square : 0 <= form u e * (form u e / form u u) by rewrite mulrA; apply: divr_ge0; [rewrite -expr2 sqr_ge0 | exact: ltW].
apply/andP; split; last first.
  rewrite -(ler_pmul2r e0) -at_e; apply: le_trans (upper e); by rewrite ler_subl_addr ler_addl.
pose a := form u e / form u u; pose z k := e k - a * u k.
have zz : form z z = value * E.
  have rowE i : row d A z i = row d A e i - a * row d A u i.
    by rewrite /row mulr_sumr -sumrB; apply: eq_bigr => k _; rewrite /z; ring.
  rewrite -at_e {1}/form (eq_bigr (fun i : 'I_n => row d A e i * row d A e i - (2%:R * a) * (row d A u i * row d A e i)
    + (a * a) * (row d A u i * row d A u i))) => [|i _]; last by rewrite rowE; ring.
  rewrite big_split sumrB /= -!mulr_sumr.
  have -> : \sum_(i < n) (row d A u i * row d A e i) = form u e * n%:R by rewrite divfK.
  have -> : \sum_(i < n) (row d A u i * row d A u i) = form u u * n%:R by rewrite divfK.
  have -> : \sum_(i < n) (row d A e i * row d A e i) = form e e * n%:R by rewrite divfK.
  by rewrite /a; field; rewrite qn n0.
rewrite -(ler_pmul2r e0) -zz; apply: le_trans (lower z); rewrite ler_pmul2l //.
rewrite (eq_bigr (fun k : 'I_d => e k * e k - (2%:R * a) * (u k * e k) + (a * a) * (u k * u k))) => [|k _]; last by rewrite /z; ring.
rewrite big_split sumrB /= -!mulr_sumr at_u mulr0 subr0 ler_addl mulr_ge0 //; first by rewrite -expr2 sqr_ge0.
by apply: sumr_ge0 => k _; rewrite -expr2 sqr_ge0.
Qed.
