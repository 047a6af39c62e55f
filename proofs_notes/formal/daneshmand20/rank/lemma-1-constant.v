(* tau I + (1 - tau) 11^T has the eigenvalues tau and, once by its trace, tau + (1 - tau) d. *)
Theorem proof : statement.
Proof.
move=> R d tau e l d1 t0 t1 own apart.
have d0 : 0 < d%:R :> R by rewrite ltr0n ltnW.
have n0 : 1 - tau != 0 by rewrite subr_eq0 eq_sym lt_eqF.
have [tr _] := @eigen_sums R d (fun i j => (i == j :> nat)%:R * tau + (1 - tau)) e l own apart.
have act k i : (k < d)%N -> (i < d)%N -> tau * e k i + (1 - tau) * (\sum_(j < d) e k j) = l k * e k i.
  move=> kd id; rewrite -(own k kd i id) mulr_sumr.
  rewrite [RHS](eq_bigr (fun j : 'I_d => (j == i :> nat)%:R * (tau * e k j) + (1 - tau) * e k j)) => [|j _].
    by rewrite big_split /= (one_of (fun j => tau * e k j) id).
  by rewrite [(i == j :> nat)]eq_sym; ring.
have two k : (k < d)%N -> l k = tau \/ l k = tau + (1 - tau) * d%:R.
  move=> kd; set S := \sum_(j < d) e k j; case: (l k =P tau) => [-> | /eqP ne]; [by left | right].
  have n1 : l k - tau != 0 by rewrite subr_eq0.
  have entry i : (i < d)%N -> e k i = (1 - tau) * S / (l k - tau).
    move=> id; apply: (canRL (mulfK n1)); have h := act k i kd id; rewrite -/S in h.
    by rewrite mulrBr [e k i * l k]mulrC -h; ring.
  have SE : S * (l k - tau) = d%:R * ((1 - tau) * S).
    rewrite {1}/S (eq_bigr (fun=> (1 - tau) * S / (l k - tau))) => [|i _]; last exact: entry.
    by rewrite sumr_const card_ord -[_ *+ d]mulr_natl; field.
  have S0 : S != 0.
    apply/eqP => S0; have := apart k kd k kd; rewrite eqxx big1 => [/eqP|i _]; first by rewrite eq_sym oner_eq0.
    by rewrite entry // S0 mulr0 mul0r mulr0.
  apply/eqP; rewrite -subr_eq0; apply/eqP; apply: (mulfI S0); rewrite mulr0.
  have -> : S * (l k - (tau + (1 - tau) * d%:R)) = S * (l k - tau) - d%:R * ((1 - tau) * S) by ring.
  by rewrite SE subrr.
set N := \sum_(k < d) (tau < l k)%R%:R.
have lE k : (k < d)%N -> l k = tau + (tau < l k)%R%:R * ((1 - tau) * d%:R).
  move=> kd; have [h | h] := two k kd; rewrite h; first by rewrite ltxx mul0r addr0.
  by rewrite ltr_addl mulr_gt0 ?subr_gt0 // mul1r.
have N1 : N = 1.
  have : \sum_(i < d) ((i == i :> nat)%:R * tau + (1 - tau)) = d%:R * tau + N * ((1 - tau) * d%:R).
    rewrite tr (eq_bigr (fun k : 'I_d => tau + (tau < l k)%R%:R * ((1 - tau) * d%:R))) => [|k _]; last exact: lE.
    by rewrite big_split /= sumr_const card_ord -mulr_suml mulr_natl.
  rewrite (eq_bigr (fun=> 1)) => [|i _]; last by rewrite eqxx /=; ring.
  rewrite sumr_const card_ord => h.
  have n2 : (1 - tau) * d%:R != 0 by rewrite mulf_neq0 // gt_eqF.
  by apply: (mulIf n2); rewrite mul1r; apply: (addrI (d%:R * tau)); rewrite -h; ring.
have -> : \sum_(i < d) (tau + (1 - tau)) = d%:R.
  by rewrite (eq_bigr (fun=> 1)) ?sumr_const ?card_ord // => i _; ring.
have -> : \sum_(i < d) (\sum_(j < d) (((i == j :> nat)%:R * tau + (1 - tau)) * ((i == j :> nat)%:R * tau + (1 - tau))))
    = d%:R * (1 + (d%:R - 1) * ((1 - tau) * (1 - tau))).
  rewrite (eq_bigr (fun=> 1 + (d%:R - 1) * ((1 - tau) * (1 - tau)))) => [|i _].
    by rewrite sumr_const card_ord -[_ *+ d]mulr_natl.
  rewrite (eq_bigr (fun j : 'I_d => (j == i :> nat)%:R * (1 - (1 - tau) * (1 - tau)) + (1 - tau) * (1 - tau))) => [|j _].
    rewrite big_split /= (@one_of R d i (fun=> 1 - (1 - tau) * (1 - tau))) // sumr_const card_ord -[_ *+ d]mulr_natl; ring.
  by rewrite [(i == j :> nat)]eq_sym; case: eqP => _ /=; ring.
have q0 : 0 < 1 + (d%:R - 1) * ((1 - tau) * (1 - tau)).
  have k0 : 0 <= 1 - tau by rewrite subr_ge0 ltW.
  by apply: ltr_paddr ltr01; apply: mulr_ge0; [rewrite subr_ge0 ler1n ltnW | exact: mulr_ge0].
by rewrite N1; field; rewrite !gt_eqF.
Qed.
