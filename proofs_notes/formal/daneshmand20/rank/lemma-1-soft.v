(* Cantelli's inequality, whose second term is not negative. *)
Theorem proof : statement.
Proof.
move=> R d tau M e l d1 _ unit _ own apart t0 t1; have [_ _] := counted d1 unit own apart t1.
apply: le_trans; rewrite ler_addl; apply: mulr_ge0; last by apply: divr_ge0; [exact: (few R d (fun k => tau < l k)) | exact: ler0n].
by apply: mulr_ge0 => //; rewrite subr_ge0 (le_trans t1) // ler1n.
Qed.
