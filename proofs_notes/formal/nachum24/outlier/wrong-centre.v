(* A number and its negative: positive parts, squared and multiplied. *)
Lemma squares (R : rcfType) (x : R) :
  Num.max x 0 * Num.max x 0 + Num.max (x * (- 1)) 0 * Num.max (x * (- 1)) 0 = x * x.
Proof.
rewrite mulrN1; case/orP: (le_total 0 x) => h.
  by rewrite (max_l h) (max_r (_ : - x <= 0)) ?oppr_le0 // mulr0 addr0.
by rewrite (max_r h) (max_l (_ : 0 <= - x)) ?oppr_ge0 // mulr0 add0r mulrNN.
Qed.

Lemma mixed (R : rcfType) (x y : R) :
  Num.max x 0 * Num.max y 0 + Num.max (x * (- 1)) 0 * Num.max (y * (- 1)) 0 = Num.max 0 (x * y).
Proof.
rewrite !mulrN1; case/orP: (le_total 0 x) => h; case/orP: (le_total 0 y) => k.
- rewrite (max_l h) (max_l k) (max_r (_ : - x <= 0)) ?oppr_le0 // mul0r addr0.
  by rewrite max_r // mulr_ge0.
- rewrite (max_l h) (max_r k) (max_r (_ : - x <= 0)) ?oppr_le0 // mulr0 mul0r addr0.
  by rewrite max_l // mulr_ge0_le0.
- rewrite (max_r h) (max_r (_ : - y <= 0)) ?oppr_le0 // mulr0 mul0r addr0.
  by rewrite max_l // mulr_le0_ge0.
- rewrite (max_r h) (max_l (_ : 0 <= - x)) ?oppr_ge0 // (max_l (_ : 0 <= - y)) ?oppr_ge0 // mul0r add0r mulrNN.
  by rewrite max_r // mulr_le0.
Qed.

Theorem proof : statement.
Proof.
move=> R p q g; rewrite !squares mixed; split; first by ring.
split; first by ring.
by rewrite maxr_pmulr ?sqr_ge0 -?expr2 ?sqr_ge0 // mulr0; congr Num.max; rewrite expr2; ring.
Qed.
