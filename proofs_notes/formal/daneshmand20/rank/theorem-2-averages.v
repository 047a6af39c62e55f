(* Cantelli's inequality for each layer, without its second term. *)
Theorem proof : statement.
Proof.
move=> R L d tau M e l L1 d1 known t0 t1; rewrite divr_ge0 ?ler0n //; apply: sumr_ge0 => i _.
have [_ [unit [_ [own apart]]]] := known i (ltn_ord i).
have [-> F0] := counted d1 unit own apart t1; have D0 : 0 < d%:R :> R by rewrite ltr0n ltnW.
set F := \sum_(a < d) _ in F0 *; set N := \sum_(k < d) _ => h.
have N0 : 0 <= N by exact: (few R d (fun k => tau < l i k)).
have r0 : 0 < d%:R * d%:R / F by rewrite divr_gt0 ?mulr_gt0.
rewrite subr_ge0 -ler_pdivl_mulr //; apply: le_trans h; rewrite ler_addl.
apply: mulr_ge0; last by apply: divr_ge0; [exact: N0 | exact: ler0n].
by apply: mulr_ge0 => //; rewrite subr_ge0 (le_trans t1) // ler1n.
Qed.
