(* What several proofs of nachum24.outlier use: it stands before each of them. *)
(* A row of a copies of p and b copies of q has its mean a fraction of p - q away from both. *)
Lemma above (R : rcfType) (a b p q : R) : 0 < a -> 0 < b ->
  p - (a * p + (a + b - a) * q) / (a + (a + b - a)) = b * (p - q) / (a + b).
Proof. by move=> a0 b0; field; rewrite gt_eqF // addr_gt0. Qed.

Lemma below (R : rcfType) (a b p q : R) : 0 < a -> 0 < b ->
  q - (a * p + (a + b - a) * q) / (a + (a + b - a)) = - (a * (p - q) / (a + b)).
Proof. by move=> a0 b0; field; rewrite gt_eqF // addr_gt0. Qed.

(* The same of one p and b copies of q. *)
Lemma above_one (R : rcfType) (b p q : R) : 0 < b ->
  p - (p + (1 + b - 1) * q) / (1 + b - 1 + 1) = b * (p - q) / (1 + b).
Proof.
move=> b0; have -> : 1 + b - 1 = b by ring.
by rewrite [b + 1]addrC; field; rewrite gt_eqF // addr_gt0 ?ltr01.
Qed.

Lemma below_one (R : rcfType) (b p q : R) : 0 < b ->
  q - (p + (1 + b - 1) * q) / (1 + b - 1 + 1) = - (1 * (p - q) / (1 + b)).
Proof.
move=> b0; have -> : 1 + b - 1 = b by ring.
by rewrite [b + 1]addrC; field; rewrite gt_eqF // addr_gt0 ?ltr01.
Qed.

Lemma images (R : rcfType) (a b t : R) : 0 < a -> 0 < b ->
  Num.max (b * t / (a + b)) 0 = (a + b - a) * Num.max 0 t / (a + b) /\
  Num.max (- (a * t / (a + b))) 0 = a * Num.max 0 (- t) / (a + b).
Proof.
move=> a0 b0.
have n0 : 0 <= a + b by rewrite addr_ge0 // ltW.
have -> : a + b - a = b by ring.
have pos c (c0 : 0 <= c) (u : R) (u0 : 0 <= u) : 0 <= c * u / (a + b) by rewrite divr_ge0 ?mulr_ge0.
case/orP: (le_total 0 t) => h.
  rewrite (max_r h) (max_l (_ : - t <= 0)) ?oppr_le0 // mulr0 mul0r.
  rewrite max_l ?pos ?(ltW b0) // max_r // oppr_le0 pos //; exact: ltW.
have h' : 0 <= - t by rewrite oppr_ge0.
rewrite (max_l h) (max_r h') mulr0 mul0r.
have e c : - (c * t / (a + b)) = c * (- t) / (a + b) by rewrite mulrN mulNr.
split; last by rewrite e max_l ?pos // ltW.
by apply: max_r; rewrite -oppr_ge0 e pos // ltW.
Qed.
