(* A row of a copies of p and b copies of q has its mean a fraction of p - q away from both. *)
Lemma product (R : rcfType) (t : R) : Num.max 0 t * Num.max 0 (- t) = 0.
Proof.
case/orP: (le_total 0 t) => h; last by rewrite (max_l h) mul0r.
by rewrite (max_l (_ : - t <= 0)) ?oppr_le0 // mulr0.
Qed.

Theorem proof : statement.
Proof.
move=> R n k p q _ k1.
case: (leqP n k) => [nk | kn]; first by split.
have a0 : 0 < k%:R :> R by rewrite ltr0n.
have b0 : 0 < (n - k)%:R :> R by rewrite ltr0n subn_gt0.
have -> : n%:R = k%:R + (n - k)%:R :> R by rewrite -natrD subnKC // ltnW.
rewrite !above // !below //.
have [-> ->] := images (p - q) a0 b0.
split=> _ //.
have -> : (k%:R + (n - k)%:R - k%:R) * Num.max 0 (p - q) / (k%:R + (n - k)%:R) *
  (k%:R * Num.max 0 (- (p - q)) / (k%:R + (n - k)%:R)) = 0 :> R.
  by rewrite mulf_div mulrACA product mulr0 mul0r.
by move=> /eqP.
Qed.
