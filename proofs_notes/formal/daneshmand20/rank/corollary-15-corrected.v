(* high of the L terms are d, the others c - 1. *)
Lemma first (R : rcfType) (L h : nat) : (h <= L)%N -> \sum_(l < L) ((l < h)%N%:R : R) = h%:R.
Proof.
elim: L => [|L IH]; first by rewrite leqn0 big_ord0 => /eqP ->.
rewrite leq_eqVlt => /orP [/eqP -> | hL].
  by rewrite (eq_bigr (fun _ => 1)) ?sumr_const ?card_ord // => l _; rewrite ltn_ord.
by rewrite big_ord_recr /= IH // ltnNge (hL : (h <= L)%N) addr0.
Qed.

Theorem proof : statement.
Proof.
move=> R d c L h d1 c1 L1 cd hL.
have L0 : L%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have gap : 0 < d%:R - c%:R + 1 :> R by rewrite ltr_paddl ?ltr01 // subr_ge0 ler_nat.
have one (l : 'I_L) : (c%:R <= c%:R + (- 1) + (l < h)%N%:R * (d%:R - c%:R + 1) :> R) = (l < h)%N.
  case: (l < h)%N; last by rewrite mul0r addr0 ler_addl ler0N1.
  by have -> : c%:R + (- 1) + true%:R * (d%:R - c%:R + 1) = d%:R :> R; [rewrite mulr1n; ring | rewrite ler_nat cd].
under eq_bigr do rewrite one.
rewrite first // big_split /= sumr_const card_ord -mulr_suml first // -[_ *+ L]mulr_natr.
have gap' : 1 + d%:R - c%:R != 0 :> R by have -> : 1 + d%:R - c%:R = d%:R - c%:R + 1 :> R; [ring | rewrite gt_eqF].
by field; rewrite L0 gap'.
Qed.
