Theorem proof : statement.
Proof.
move=> R n k p q m D E _ k1 pq _ L even Df [_ Ev] kn.
have a0 : 0 < k%:R :> R by rewrite ltr0n.
have b0 : 0 < (n - k)%:R :> R by rewrite ltr0n subn_gt0.
have -> : n%:R = k%:R + (n - k)%:R :> R by rewrite -natrD subnKC // ltnW.
have [_ ->] := mean_growth L even Df Ev a0 b0 pq.
move: (E _) m%:R k%:R (n - k)%:R a0 b0 => v M a b a0 b0.
by have -> : a + b - a = b; [ring | field; rewrite gt_eqF // addr_gt0].
Qed.
