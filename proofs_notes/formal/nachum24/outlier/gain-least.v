Lemma least (R : rcfType) (a b v : R) : 1 <= a -> 1 <= b -> 0 < v ->
  v * (a * a + b * b) <= v * ((a + b - 1) * (a + b - 1) + 1).
Proof.
move=> a1 b1 v0; rewrite ler_pmul2l // -subr_ge0.
have -> : (a + b - 1) * (a + b - 1) + 1 - (a * a + b * b) = 2%:R * ((a - 1) * (b - 1)) by ring.
by rewrite mulr_ge0 ?ler0n // mulr_ge0 // subr_ge0.
Qed.

Theorem proof : statement.
Proof.
move=> R n k p q m D E _ k1 pq m1 L even Df [v0 Ev] kn.
have a1 : 1 <= k%:R :> R by rewrite ler1n.
have b1 : 1 <= (n - k)%:R :> R by rewrite ler1n subn_gt0.
have a0 := lt_le_trans ltr01 a1; have b0 := lt_le_trans ltr01 b1.
have M0 : 0 < m%:R :> R by rewrite ltr0n.
have -> : n%:R = k%:R + (n - k)%:R :> R by rewrite -natrD subnKC // ltnW.
have [_ ->] := mean_growth L even Df Ev a0 b0 pq.
move: (E _) m%:R k%:R (n - k)%:R a0 b0 a1 b1 v0 M0 => v M a b a0 b0 a1 b1 v0 M0.
have s0 : 0 < (a + b) * (a + b) by rewrite mulr_gt0 // addr_gt0.
rewrite ler_pmul2r ?invr_gt0 //.
set V := M * v / 2%:R; have V0 : 0 < V by rewrite divr_gt0 ?mulr_gt0 ?ltr0n.
have := least a1 b1 V0.
rewrite [X in _ <= X -> _](_ : _ = 1 / 2%:R * (M * v) * (1 + (- 1 + (a + b)) * (- 1 + (a + b)))) //.
by rewrite /V; field.
Qed.
