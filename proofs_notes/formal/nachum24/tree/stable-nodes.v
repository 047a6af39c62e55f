(* The row a 1_S has the mean a k/n, and 0 <= k <= n. *)
Theorem proof : statement.
Proof.
move=> R n a i S zeros_ones _ a0 i_n; set k := \sum_(j < n) S j.
have n0 : 0 < n%:R :> R by rewrite ltr0n; exact: leq_ltn_trans i_n.
have k0 : 0 <= k by apply: sumr_ge0 => j _; case: (zeros_ones j (ltn_ord j)) => ->; rewrite ?ler01 ?lexx.
have kn : k <= n%:R.
  have -> : n%:R = \sum_(j < n) 1 :> R by rewrite sumr_const card_ord.
  by apply: ler_sum => j _; case: (zeros_ones j (ltn_ord j)) => ->; rewrite ?ler01 ?lexx.
have a1 := ltW a0.
have share : 0 <= a * k / n%:R by apply: divr_ge0; [exact: mulr_ge0 | exact: ltW].
have rest : 0 <= a - a * k / n%:R.
  by rewrite -[X in X - _]mulr1 -mulrA -mulrBr mulr_ge0 // subr_ge0 ler_pdivr_mulr // mul1r.
rewrite -mulr_sumr -/k mulrN1 opprB !maxEle; case: (zeros_ones i i_n) => ->.
  rewrite mulr0 !mul0r sub0r !subr0 oppr_le0 share mulr1; split=> //.
  by case: (lerP (a * k / n%:R) 0) => // h; apply/eqP; rewrite eq_le share h.
rewrite mulr1 mul1r subrr mulr0 mul0r; split.
  have eq : a * (1 + - k / n%:R) = a - a * k / n%:R by rewrite mulrDr mulr1 mulNr mulrN mulrA.
  rewrite eq; case: (lerP (a - a * k / n%:R) 0) => // h; apply/eqP; by rewrite eq_le rest h.
by rewrite subr_le0 -subr_ge0 rest.
Qed.
