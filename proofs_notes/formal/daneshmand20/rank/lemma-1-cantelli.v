(* Cauchy-Schwarz for the eigenvalues above tau and for the others, both less their mean, 1. *)
Theorem proof : statement.
Proof.
move=> R d tau M e l d1 _ unit _ own apart t0 t1; have d0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n ltnW.
have [_ _ h] := counted d1 unit own apart t1.
have e0 (x : R) : tau * x * (2%:R - tau) / d%:R = tau * (2%:R - tau) * (x / d%:R) by field.
by rewrite e0.
Qed.
