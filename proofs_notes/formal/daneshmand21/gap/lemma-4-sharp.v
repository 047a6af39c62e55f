(* The sum of the eigenvalues is 1; the rest is an identity of fractions. *)
Theorem proof : statement.
Proof.
move=> R n l hn l0 l1 h.
have n0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n (leq_trans _ hn).
have d0 : 1 + - l * n%:R != 0 :> R by rewrite mulNr subr_eq0 gt_eqF.
have -> : 1 - (n%:R + - 1) * l + (n%:R + - 1) * l = 1 :> R by ring.
have -> : 1 + (n%:R + - 1) = n%:R :> R by ring.
by field; rewrite n0 d0.
Qed.
