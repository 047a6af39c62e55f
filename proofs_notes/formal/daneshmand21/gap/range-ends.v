(* r equal eigenvalues, n - r zeros. *)
Theorem proof : statement.
Proof.
move=> R n r hn hr h.
have n0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have r0 : r%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have -> : r%:R + (n%:R - r%:R) = n%:R :> R by ring.
by field; rewrite n0 r0.
Qed.
