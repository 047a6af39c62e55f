(* Three events, one of which happens: f(w) is not 0, f(-w) is not 0, or f(w) - f(-w) = w.Xu is 0. *)
Lemma sides (R : rcfType) (s : R) : Num.max s 0 - Num.max (- s) 0 = s.
Proof.
case: (leP s 0) => s0; first by rewrite max_l ?oppr_ge0 // sub0r opprK.
by rewrite max_r ?subr0 // oppr_le0 ltW.
Qed.

Theorem proof : statement.
Proof.
move=> R d nX n k X u D E _ _ _ law turned; pose s (w : nat -> R) i := \sum_(j < k) w j * X j i.
pose f w := \sum_(i < n) u i * Num.max (s w i) 0; pose v w := \sum_(i < n) u i * s w i.
move=> _ _ [Df [De [Dv [Dx [v0 x0]]]]].
have turn w i : s (fun j => - w j) i = - s w i.
  by rewrite /s -sumrN; apply: eq_bigr => j _; rewrite mulNr.
have diff w : f w - f (fun j => - w j) = v w.
  rewrite /f /v -sumrB; apply: eq_bigr => i _; rewrite -mulrBr turn.
  by rewrite sides.
have lin : forall a f g, D f -> D g -> D (fun w => a * f w + g w) /\ E (fun w => a * f w + g w) = a * E f + E g.
  by case: law.
have [Df' Ef'] := turned _ Df; have [De' Ee'] := turned _ De.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
split.
  have [D1 E1] := lin 1 _ _ Df Df'; have [D2 E2] := lin 1 _ _ D1 Dv.
  have least := @law_ge R D E _ 1 law D2; rewrite E2 E1 v0 Ef' !mul1r addr0 in least.
  rewrite ler_pdivr_mulr ?ltr0n // mulr_natr mulr2n; apply: least => w; rewrite !mul1r.
  have := diff w; rewrite /f /v => e.
  case: eqP => [f0|_] /=; last by rewrite -addrA ler_addl addr_ge0 ?ler0n.
  case: eqP => [g0|_] /=; last by rewrite add0r ler_addl ler0n.
  by move: e; rewrite f0 g0 subr0 => <-; rewrite eqxx !add0r.
have [[D1 E1] _ _ _] := law; have [D2 E2] := lin (-1) _ _ De' D1; have [D3 E3] := lin (-1) _ _ De D2.
have least := @law_ge R D E _ 0 law D3; rewrite E3 E2 E1 Ee' !mulN1r addrA -opprD addrC subr_ge0 in least.
rewrite ler_oppl opprK ler_pdivl_mulr ?ltr0n // mulr_natr mulr2n; apply: least => w.
rewrite !mulN1r addrA -opprD addrC subr_ge0 -/(s w 0%N) -/(s (fun j => - w j) 0%N) turn.
case: (leP (s w 0%N) 0) => w0; first by rewrite eqxx /= add0r; case: (_ != 0); rewrite ?ler01.
have w1 : - s w 0%N <= 0 by rewrite oppr_le0 ltW.
by rewrite (max_r w1) eqxx /= addr0; case: (_ != 0); rewrite ?ler01.
Qed.
