(* A combination of the columns that vanishes does so at the own neuron of each point: its coefficients are 0. *)
Theorem proof : statement.
Proof.
move=> R m n H m1 n1 own; congr (_%:R); rewrite -mxrank_tr; apply/eqP; apply: inj_row_free => v vH.
apply/rowP => j; have [k km [Hkj others]] := own j (ltn_ord j).
have /rowP/(_ (Ordinal km)) := vH; rewrite !mxE (bigD1 j) //= big1 ?addr0 => [|i ne]; last first.
  rewrite !mxE /=; have [e|->] := others i (ltn_ord i); last by rewrite mulr0.
  by case/eqP: ne; apply: val_inj.
by rewrite !mxE => /eqP; rewrite mulf_eq0 (negbTE Hkj) orbF => /eqP.
Qed.
