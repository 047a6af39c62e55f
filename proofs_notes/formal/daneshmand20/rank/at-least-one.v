(* M_ij^2 <= M_ii M_jj, and the sum of these is Tr(M)^2. *)
Theorem proof : statement.
Proof.
move=> R d N H d1 N1 some; rewrite effective // ler_pdivl_mulr ?mul1r; last exact: positive.
rewrite mulr_suml; apply: ler_sum => i _; rewrite mulr_sumr; apply: ler_sum => j _.
exact: cauchy_schwarz.
Qed.
