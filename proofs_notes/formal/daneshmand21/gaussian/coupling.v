(* Given H the mean over W is of second moments; that over H is linear. *)
Theorem proof : statement.
Proof.
move=> R d n k m D E Dw Ew d1 n1 L _ Lw D2 E2 m1 [[e Dc] Dt]; subst k.
have [[D1 E1] lin _ _] := L; set s := Ew _ in E2 *; set r := Num.sqrt n%:R in Dc *.
have rr : r * r = n%:R by rewrite -expr2 sqr_sqrtr ?ler0n.
have r0 : r != 0 by rewrite sqrtr_eq0 -ltNge ltr0n.
have [Ds Es] := lin (2%:R * s - 1) _ _ D1 D1.
have [Dh Eh] := lin (- 2%:R * s / r) _ _ Dt Ds.
rewrite (law_eq L Dc Dh) => [|z [one [_ full]]].
  by rewrite Eh Es E1; move: (E _) => t; field.
rewrite (@mean_cost R _ Dw Ew d n s r (fun i j => z (i * n + j)%N) (fun i j => z ((d + i) * n + j)%N) Lw D2 E2 one).
rewrite (@from_flat_square R n r (fun i j => z ((d + i) * n + j)%N) rr r0 full).
by move: (\sum_(i < n) z ((d + i) * n + i)%N) (s) (r^-1) => t a b; ring.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d n k m D E Dw Ew d1 n1 L _ Lw D2 E2 m1.
have place (i j : nat) : (i < d + n)%N -> (j < n)%N -> i%:R * n%:R + j%:R < (d%:R + n%:R) * n%:R :> R.
  by move=> hi hj; rewrite -natrD -!natrM -natrD ltr_nat; exact: in_rows.
have below (i j : nat) : (i < n)%N -> (j < n)%N -> (d%:R + i%:R) * n%:R + j%:R < (d%:R + n%:R) * n%:R :> R.
  by move=> hi hj; rewrite -natrD; apply: place; rewrite ?ltn_add2l.
split=> //; split; first by move=> [[<- _] _].
split; first by move=> [[<- _] _] i hi j hj; apply: place => //; apply: ltn_addr.
split; first by move=> _ i hi j hj; apply: below.
split; first by move=> [[<- _] _] j hj i hi; apply: place => //; apply: ltn_addr.
split; first by move=> _; rewrite sqrtr_eq0 -ltNge ltr0n.
by move=> _ i hi; apply: below.
Qed.
