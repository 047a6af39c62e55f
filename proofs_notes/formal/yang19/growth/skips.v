(* A layer at spread s = q + l b gives 1 + G b/s, 1 <= G <= k: between (s + b)/s and (s + k b)/s, whose products telescope. *)
Lemma up_one (R : rcfType) (s b : R) k : 0 < s -> 0 < b ->
  \prod_(j < k) ((s + j%:R * b + b) / (s + j%:R * b)) = (s + k%:R * b) / s.
Proof.
move=> s0 b0; have sn : s != 0 by exact: lt0r_neq0.
elim: k => [|k IH]; first by rewrite big_ord0 mul0r addr0 divff.
have kn : s + k%:R * b != 0 by rewrite lt0r_neq0 // ltr_paddr // mulr_ge0 ?ler0n // ltW.
by rewrite big_ord_recr /= IH -addn1 natrD; field; rewrite sn kn.
Qed.

Theorem proof : statement.
Proof.
move=> R L q b G k _ q0 b0 G1 _ Gk.
have s0 (l : nat) : 0 < q + l%:R * b by rewrite ltr_paddr // mulr_ge0 ?ler0n // ltW.
have f0 (l : nat) : 0 <= b / (q + l%:R * b) + 1 by apply: (addr_ge0 _ ler01); apply: divr_ge0; exact: ltW.
have f1 (l : nat) : b / (q + l%:R * b) + 1 <= b * G / (q + l%:R * b) + 1.
  by rewrite ler_add2r ler_pmul2r ?invr_gt0 // ler_pmulr.
have f2 (l : nat) : b * G / (q + l%:R * b) + 1 <= b * k%:R / (q + l%:R * b) + 1.
  by rewrite ler_add2r ler_pmul2r ?invr_gt0 // ler_pmul2l.
elim: L => [|L [low up]].
  rewrite big_ord0 mulr0 mul0r addr0; split=> //.
  by rewrite big1 // => j _; rewrite mul0r mul0r add0r.
have next : \prod_(j < k) (L.+1%:R * b / (q + j%:R * b) + 1) =
    \prod_(j < k) (L%:R * b / (q + j%:R * b) + 1) * (b * k%:R / (q + L%:R * b) + 1).
  have -> : b * k%:R / (q + L%:R * b) + 1 = (q + L%:R * b + k%:R * b) / (q + L%:R * b).
    by field; exact: lt0r_neq0.
  rewrite -(up_one k (s0 L) b0) -big_split; apply: eq_bigr => j _ /=.
  have n1 : q + L%:R * b + j%:R * b != 0 by rewrite lt0r_neq0 // ltr_paddr // mulr_ge0 ?ler0n // ltW.
  by rewrite -addn1 natrD; field; rewrite (lt0r_neq0 (s0 j)) n1.
rewrite big_ord_recr /= next; split; last first.
  apply: ler_pmul => //; last exact: le_trans (f0 L) (f1 L).
  by apply: prodr_ge0 => j _; exact: le_trans (f0 j) (f1 j).
have -> : 1 + b * L.+1%:R / q = (1 + b * L%:R / q) * (b / (q + L%:R * b) + 1).
  by rewrite -addn1 natrD; field; rewrite (lt0r_neq0 q0) (lt0r_neq0 (s0 L)).
by apply: ler_pmul => //; apply: (addr_ge0 ler01); apply: divr_ge0 (ltW q0); rewrite mulr_ge0 ?ler0n // ltW.
Qed.
