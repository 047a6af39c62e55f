(* A root is above tau where the eigenvalue is above tau^2: Cantelli's inequality at tau^2. *)
Theorem proof : statement.
Proof.
move=> R d tau M e l d1 _ unit _ own apart t0 t1.
have s0 : 0 <= tau * tau by rewrite mulr_ge0.
have s1 : tau * tau <= 1 by rewrite mulr_ile1.
under eq_bigr do rewrite of_roots //.
have [_ _] := counted d1 unit own apart s1.
apply: le_trans; rewrite ler_addl; apply: mulr_ge0; last by apply: divr_ge0; [exact: (few R d (fun k => tau * tau < l k)) | exact: ler0n].
by apply: mulr_ge0 => //; rewrite subr_ge0 (le_trans s1) // ler1n.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d tau M e l d1 sym unit psd own apart t0 t1.
have l0 k : (k < d)%N -> 0 <= l k.
  move=> k_d; have := psd (e k); have -> // : \sum_(a < d) (\sum_(b < d) (e k a * M a b * e k b)) = l k.
  transitivity (\sum_(a < d) l k * (e k a * e k a)).
    apply: eq_bigr => a _; rewrite mulrCA -own // mulr_sumr.
    by apply: eq_bigr => b _; rewrite mulrA.
  by rewrite -mulr_sumr apart // eqxx mulr1.
by repeat split; values.
Qed.
