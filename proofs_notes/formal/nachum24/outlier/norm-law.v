(* A row of a copies of p and b copies of q has its mean a fraction of p - q away from both. *)
Lemma outlier_rows (R : rcfType) (a b p q : R) (w : nat -> R) (m : nat) : 0 < a -> 0 < b ->
  let o i := Num.max (w i * p - (a * (w i * p) + (a + b - a) * (w i * q)) / (a + (a + b - a))) 0 in
  \sum_(i < m) (o i * o i) =
  (b * b) / ((a + b) * (a + b)) *
    \sum_(i < m) (Num.max (w i * (p - q)) 0 * Num.max (w i * (p - q)) 0).
Proof.
move=> a0 b0 o; rewrite mulr_sumr; apply: eq_bigr => i _.
rewrite /o above // -mulrBr; have [-> _] := images (w i * (p - q)) a0 b0.
have -> : Num.max (w i * (p - q)) 0 = Num.max 0 (w i * (p - q)) by rewrite maxC.
move: (Num.max 0 (w i * (p - q))) => t; have n0 : a + b != 0 by rewrite gt_eqF // addr_gt0.
by field.
Qed.

Lemma cluster_rows (R : rcfType) (a b p q : R) (w : nat -> R) (m : nat) : 0 < a -> 0 < b ->
  let c i := Num.max (w i * q - (a * (w i * p) + (a + b - a) * (w i * q)) / (a + (a + b - a))) 0 in
  \sum_(i < m) (c i * c i) =
  (a * a) / ((a + b) * (a + b)) *
    \sum_(i < m) (Num.max (w i * (- 1) * (p - q)) 0 * Num.max (w i * (- 1) * (p - q)) 0).
Proof.
move=> a0 b0 c; rewrite mulr_sumr; apply: eq_bigr => i _.
rewrite /c below // -mulrBr; have [_ ->] := images (w i * (p - q)) a0 b0.
have -> : w i * (- 1) * (p - q) = - (w i * (p - q)) by ring.
have -> : Num.max (- (w i * (p - q))) 0 = Num.max 0 (- (w i * (p - q))) by rewrite maxC.
move: (Num.max 0 (- (w i * (p - q)))) => t; have n0 : a + b != 0 by rewrite gt_eqF // addr_gt0.
by field.
Qed.

Theorem proof : statement.
Proof.
move=> R n k p q m w _ k1 _ _ kn s0 s1.
have a0 : 0 < k%:R :> R by rewrite ltr0n.
have b0 : 0 < (n - k)%:R :> R by rewrite ltr0n subn_gt0.
have -> : n%:R = k%:R + (n - k)%:R :> R by rewrite -natrD subnKC // ltnW.
rewrite outlier_rows // cluster_rows //.
split; rewrite mulfK ?gt_eqF //.
by have -> : k%:R + (n - k)%:R - k%:R = (n - k)%:R :> R by ring.
Qed.
