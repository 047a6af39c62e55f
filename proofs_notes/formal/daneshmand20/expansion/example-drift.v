(* By the sums for e I + (1 - e) s s^T. *)
Theorem proof : statement.
Proof.
move=> R d e s d2 signs e0 e1.
have [-> -> ->] := sums signs (fun i j => erefl ((i == j :> nat)%:R * e + (1 - e) * (s i * s j))).
ring.
Qed.
