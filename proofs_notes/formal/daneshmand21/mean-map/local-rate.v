(* p is 1/n + rho h, but for offsets whose sizes add to at most 4 rho |h|^2. *)
Lemma ends_are (R : rcfType) (N v r Q : R) : r = N / (2%:R + N) -> v * v = Q ->
  (N / (2%:R + N) + - 4%:R * v * N / (2%:R + N)) * v = r * v - 4%:R * r * Q /\
  (N / (2%:R + N) + 4%:R * v * N / (2%:R + N)) * v = r * v + 4%:R * r * Q.
Proof. by move=> -> <-; split; ring. Qed.

Theorem proof : statement.
Proof.
move=> R m n lam D E _ pos n2 L D2 E2 e far Ds; subst m.
have n0 : 0 < n%:R :> R by rewrite ltr0n ltnW.
have N2 : 0 < 2%:R + n%:R :> R by rewrite -natrD ltr0n.
have Dk k : (k < n)%N -> D (share_of n lam k) by move=> /Ds.
have [one flat above] := off_line L n2 pos D2 E2 Dk.
set rho := n%:R / (2%:R + n%:R) in above.
have rho0 : 0 < rho by rewrite divr_gt0.
pose h i := lam i / (\sum_(k < n) lam k) - 1 / n%:R.
pose Q := \sum_(i < n) h i * h i; pose V := Num.sqrt Q.
have Q0 : 0 <= Q by apply: sumr_ge0 => k _; rewrite -expr2 sqr_ge0.
have VV : V * V = Q by rewrite -[V * V]expr2 /V sqr_sqrtr.
have sizes : \sum_(i < n) `|off n lam E i| <= 4%:R * rho * Q.
  have -> : \sum_(i < n) `|off n lam E i| = \sum_(i < n) (`|off n lam E i| - off n lam E i) by rewrite sumrB flat subr0.
  rewrite /Q mulr_sumr; apply: ler_sum => i _; have ok := above i (ltn_ord i); rewrite -/(h i) in ok.
  rewrite ler_subl_addr; case: (lerP 0 (off n lam E i)) => sign.
    rewrite ger0_norm // ler_addr; apply: mulr_ge0; last by rewrite -expr2 sqr_ge0.
    by rewrite mulr_ge0 ?ler0n // ltW.
  rewrite ltr0_norm // -subr_ge0; move: (addr_ge0 ok ok); congr (0 <= _); move: (off n lam E i) (h i) => o g; ring.
have V0 : 0 < V by rewrite sqrtr_gt0; exact: (@spread_gt0 R n lam (ltnW n2) pos far).
have rewritten : \sum_(i < n) ((E (share_of n lam i) / (\sum_(k < n) E (share_of n lam k)) - 1 / n%:R)
    * (E (share_of n lam i) / (\sum_(k < n) E (share_of n lam k)) - 1 / n%:R))
  = \sum_(i < n) ((rho * h i + off n lam E i) * (rho * h i + off n lam E i)).
  apply: eq_bigr => i _; rewrite one divr1 /off -/rho -/(h i).
  by move: (E _) (h i) => a b; ring.
pose Y := Num.sqrt (\sum_(i < n) ((rho * h i + off n lam E i) * (rho * h i + off n lam E i))).
have scaled : Num.sqrt (\sum_(i < n) (rho * h i) * (rho * h i)) = rho * V.
  rewrite (eq_bigr (fun i : 'I_n => (rho * rho) * (h i * h i))) => [|i _]; last by ring.
  have square : Num.sqrt (rho * rho) = rho by rewrite -[rho * rho]expr2 sqrtr_sqr gtr0_norm.
  by rewrite -mulr_sumr -/Q sqrtrM ?square // mulr_ge0 // ltW.
have up : Y <= rho * V + 4%:R * rho * Q.
  by apply: le_trans (triangle n (fun i => rho * h i) (off n lam E)) _; rewrite scaled ler_add2l.
have down : rho * V <= Y + 4%:R * rho * Q.
  have := triangle n (fun i => rho * h i + off n lam E i) (fun i => - off n lam E i).
  rewrite -/Y (eq_bigr (fun i : 'I_n => (rho * h i) * (rho * h i))) => [|i _]; last by rewrite addrK.
  rewrite scaled => /le_trans; apply; rewrite ler_add2l.
  by under eq_bigr do rewrite normrN.
have left : Num.sqrt (\sum_(i < n) ((E (share_of n lam i) / (\sum_(k < n) E (share_of n lam k)) - 1 / n%:R)
    * (E (share_of n lam i) / (\sum_(k < n) E (share_of n lam k)) - 1 / n%:R))) = Y by rewrite rewritten.
rewrite -[X in _ <= X / _ /\ _]/(Num.sqrt (\sum_(i < n) ((E (share_of n lam i) / (\sum_(k < n) E (share_of n lam k)) - 1 / n%:R)
    * (E (share_of n lam i) / (\sum_(k < n) E (share_of n lam k)) - 1 / n%:R)))).
have [low high] := ends_are (erefl rho) VV.
rewrite left; split.
  by rewrite ler_pdivl_mulr //; apply: le_trans (_ : rho * V - 4%:R * rho * Q <= _); rewrite ?ler_subl_addr // -low.
by rewrite ler_pdivr_mulr //; apply: le_trans up _; rewrite -high.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R m n lam D E m2 pos n2 L D2 E2; have n1 : (0 < n)%N := ltnW n2.
split; first by move=> same _ _ w on; subst m; exact: (lt0r_neq0 (weighted pos on)).
split; first by move=> same _ _; subst m; exact: (lt0r_neq0 (positive_sum n1 pos)).
split; first by values.
split; first by values.
split.
  move=> same _ Ds; subst m; have Dk k : (k < n)%N -> D (share_of n lam k) by move=> /Ds.
  have whole : \sum_(k < n) E (share_of n lam k) != 0.
    by rewrite (shares_add_up L (fun z => weighted pos) Dk) oner_neq0.
  exact: whole.
split; first by values.
split; last by values.
by move=> same far _; subst m; apply: sqrt_neq0; exact: spread_gt0.
Qed.
