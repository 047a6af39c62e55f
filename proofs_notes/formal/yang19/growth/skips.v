(* A layer at spread s = q + l b gives 1 + chi b/s, chi = (n - 2)/(n - 3) in [1, 2]: between (s + b)/s and (s + 2 b)/s. *)
Lemma telescope (R : rcfType) (q b a : R) (p := fun L : nat => \prod_(l < L) (a / (q + l%:R * b) + 1)) :
  0 < q -> 0 < b -> b <= a -> a <= b * 2%:R ->
  forall L, 1 + b * L%:R / q <= p L /\ p L <= (1 + b * L%:R / q) * (1 + b * L%:R / (b + q)).
Proof.
move=> q0 b0 ba ab; elim=> [|L [low up]]; first by rewrite /p big_ord0 mulr0 !mul0r !addr0 mulr1 !lexx.
have Lb : 0 <= L%:R * b by apply: mulr_ge0 (ltW b0); exact: ler0n.
have s0 : 0 < q + L%:R * b by rewrite ltr_paddr.
have qb : 0 < b + q by rewrite addr_gt0.
have [[qn sn] bn] := (lt0r_neq0 q0, lt0r_neq0 s0, lt0r_neq0 qb).
have -> : p L.+1 = p L * (a / (q + L%:R * b) + 1) by rewrite /p big_ord_recr.
have f0 : 0 <= b / (q + L%:R * b) + 1 by apply: (addr_ge0 _ ler01); apply: divr_ge0; exact: ltW.
have f1 : b / (q + L%:R * b) + 1 <= a / (q + L%:R * b) + 1 by rewrite ler_add2r ler_pmul2r ?invr_gt0.
have f2 : a / (q + L%:R * b) + 1 <= b * 2%:R / (q + L%:R * b) + 1 by rewrite ler_add2r ler_pmul2r ?invr_gt0.
have l0 : 0 <= 1 + b * L%:R / q by apply: (addr_ge0 ler01); apply: divr_ge0 (ltW q0); rewrite mulrC.
split.
  have -> : 1 + b * L.+1%:R / q = (1 + b * L%:R / q) * (b / (q + L%:R * b) + 1).
    by rewrite -addn1 natrD; field; rewrite qn sn.
  exact: ler_pmul.
have -> : (1 + b * L.+1%:R / q) * (1 + b * L.+1%:R / (b + q)) =
    (1 + b * L%:R / q) * (1 + b * L%:R / (b + q)) * (b * 2%:R / (q + L%:R * b) + 1).
  by rewrite -addn1 natrD; field; rewrite qn sn bn.
by apply: ler_pmul => //; [exact: le_trans l0 low | exact: le_trans f0 f1].
Qed.

Theorem proof : statement.
Proof.
move=> R n L q c n4 _ q0 c0.
have above k : (k < 4)%N -> 0 < n%:R + - k%:R :> R by move=> k4; rewrite subr_gt0 ltr_nat (leq_trans k4).
have [[a1 a2] a3] := (above 1%N isT, above 2%N isT, above 3%N isT).
have b0 : 0 < c * c * n%:R / (n%:R + - 1) by rewrite divr_gt0 ?mulr_gt0 // ltr0n (leq_trans _ n4).
move: (_ / (n%:R + - 1)) b0 => b b0; apply: telescope => //.
  by rewrite ler_pdivl_mulr // ler_pmul2l // ler_add2l ler_opp2 ler_nat.
rewrite ler_pdivr_mulr // -[b * _ * _]mulrA ler_pmul2l // -subr_ge0.
have -> : 2%:R * (n%:R + - 3%:R) - (n%:R + - 2%:R) = n%:R - 4%:R :> R by ring.
by rewrite subr_ge0 ler_nat.
Qed.
