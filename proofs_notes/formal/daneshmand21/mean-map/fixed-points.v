(* Where all that are not 0 are equal their shares are; where two are not, the ratio of their shares is another. *)
Theorem proof : statement.
Proof.
move=> R m n lam D E m1 lam0 some _ L X e Ds; subst m; set T := \sum_(i < n) lam i.
have Dk k : (k < n)%N -> D (share_of n lam k) by move=> /Ds.
pose P (z : nat -> R) := (forall j_0, (j_0 < n)%N -> 0 < z j_0) /\ (forall j_1, (j_1 < n)%N -> forall j_0, (j_0 < n)%N ->
    j_1 = j_0 \/ z j_1 != z j_0).
have pos z : P z -> forall k, (k < n)%N -> 0 < z k by case.
have LP : is_law P D E by [].
have S0 z : P z -> 0 < \sum_(k < n) lam k * z k by move=> /pos; apply: weighted_any.
have T0 : 0 < T.
  have [j lt ne] := some; rewrite /T (bigD1 (Ordinal lt)) //= ltr_paddr //; first by apply: sumr_ge0 => k _; exact: lam0.
  by rewrite lt_neqAle eq_sym ne lam0.
have one := shares_add_up LP S0 Dk.
pose F i j : R := ((lam i != 0)%:R * (lam j != 0)%:R) * (lam i != lam j)%:R.
have F0 i j : 0 <= F i j by rewrite !mulr_ge0 ?ler0n.
have alike : (forall i j, (i < n)%N -> (j < n)%N -> lam i != 0 -> lam j != 0 -> lam i = lam j) ->
    \sum_(i < n) \sum_(j < n) F i j = 0.
  move=> same; apply: big1 => i _; apply: big1 => j _; rewrite /F.
  case: (eqVneq (lam i) 0) => [_|ni] /=; first by rewrite !mul0r.
  case: (eqVneq (lam j) 0) => [_|nj] /=; first by rewrite mulr0 mul0r.
  by rewrite (same i j) ?eqxx ?mulr0.
case: (eqVneq (\sum_(i < n) \sum_(j < n) F i j) 0) => [zero|ne]; [left | right]; split=> //.
  have same i j : (i < n)%N -> (j < n)%N -> lam i != 0 -> lam j != 0 -> lam i = lam j.
    move=> lti ltj ni nj; have rows k : 0 <= \sum_(j < n) F k j by apply: sumr_ge0 => q _.
    have /(_ (Ordinal lti) isT) row := psumr_eq0P (fun (k : 'I_n) _ => rows k) zero.
    have /(_ (Ordinal ltj) isT) := psumr_eq0P (fun (k : 'I_n) _ => F0 i k) row.
    by rewrite /F /= ni nj !mul1r; case: eqVneq => // _ /eqP; rewrite oner_eq0.
  move=> i lti; case: (eqVneq (lam i) 0) => [l0|ni]; first by rewrite (no_share LP l0 (Dk i lti)) mul0r l0.
  have flat k : (k < n)%N -> E (share_of n lam k) = E (share_of n lam i) / lam i * lam k.
    move=> lt; case: (eqVneq (lam k) 0) => [k0|nk]; first by rewrite (no_share LP k0 (Dk k lt)) k0 mulr0.
    rewrite (same k i lt lti nk ni) mulfVK //; apply/eqP; rewrite eq_le; apply/andP; split.
      by have [] := in_order LP X pos lam0 some Dk lti lt; rewrite (same k i lt lti nk ni).
    by have [] := in_order LP X pos lam0 some Dk lt lti; rewrite (same k i lt lti nk ni).
  have : E (share_of n lam i) / lam i * T = 1.
    by rewrite -one /T mulr_sumr; apply: eq_bigr => k _; rewrite -flat.
  by move=> /(congr1 (fun x => x * lam i)); rewrite mul1r mulrAC mulfVK.
case: (boolP [forall j : 'I_n, E (share_of n lam j) * T == lam j]) => [/forallP fixed|]; last first.
  by rewrite negb_forall => /existsP [j moves]; exists j.
have strictly i j : (i < n)%N -> (j < n)%N -> lam j != 0 -> ~~ (lam j < lam i).
  move=> lti ltj nj; apply/negP => lt; have lj : 0 < lam j by rewrite lt_neqAle eq_sym nj lam0.
  have far z : P z -> z i != z j by move=> [_ /(_ i lti j ltj)] [ij|//]; rewrite ij ltxx in lt.
  have := in_strict_order LP X pos far lam0 Dk lti ltj lj lt.
  rewrite -(ltr_pmul2r T0) -!mulrA (eqP (fixed (Ordinal lti))) (eqP (fixed (Ordinal ltj))) mulrC.
  by rewrite ltxx.
case/eqP: ne; apply: alike => i j lti ltj ni nj; apply/eqP; rewrite eq_le !leNgt.
by rewrite !strictly.
Qed.
