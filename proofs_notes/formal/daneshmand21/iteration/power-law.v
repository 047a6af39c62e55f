(* W H = 3 V' diag(m s) V^T, so that C has the eigenvalues 9 (m s)^2. *)
Lemma values_pos (R : rcfType) d (m s : nat -> R) : (1 <= d)%N -> (forall i, (i < d)%N -> 0 < s i) ->
  (forall i, (i < d)%N -> 0 < m i) -> 0 < \sum_(a < d) ((m a * s a) * (m a * s a)).
Proof. by move=> d1 sp mp; apply: sum_gt0 => // i; rewrite !mulr_gt0 ?sp ?mp. Qed.

Theorem proof : statement.
Proof.
move=> R d e more t s m d1 sp e1 mp t1 de; rewrite -{e}de in e1 mp *.
have t0 : 0 < t%:R :> R by rewrite ltr0n.
have n0 : (0 < d + more)%N by rewrite addn_gt0 d1.
have P0 := lt0r_neq0 (values_pos d1 sp mp).
rewrite mulNr -[d%:R + more%:R]natrD; exact: (@gap_is R d (d + more) t%:R m s t0 (leq_addr _ _) n0 P0).
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d e more t s m d1 sp e1 mp t1.
have t0 : 0 < t%:R :> R by rewrite ltr0n.
have n0 : (0 < d + more)%N by rewrite addn_gt0 d1.
have P0 := lt0r_neq0 (values_pos d1 sp _).
split; first by move=> de; rewrite -de in mp *; apply: mulf_neq0; exact: P0.
split.
  move=> de; rewrite -de in mp *; apply: mulf_neq0; apply: (P0 (fun i => m i * m i)) => i lt; rewrite mulr_gt0 ?mp //.
split; first by values.
split; first by values.
split; first by values.
split; last by move=> _; rewrite -natrD pnatr_eq0 -lt0n.
move=> de; rewrite -de in mp *.
have trace : \sum_(j < d + more) gram d (d + more) t%:R m s j j != 0.
  by rewrite trace_is ?leq_addr // mulf_neq0 ?pnatr_eq0 //; exact: P0.
exact: trace.
Qed.
