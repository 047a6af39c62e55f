(* After ../normal.v. *)
Theorem proof : statement.
Proof.
move=> R ex n i j t lam D E n2 pos t0 L ind expo mom dam li lj ne; have N : normals ex n D E by [].
have [_ ->] := damped_pair N t0 pos li lj ne; have [_ ->] := damped_fourth N t0 pos li.
have [S p] := damping_gt0 t0 pos; split; first by field; rewrite !gt_eqF ?p.
by rewrite expr2; field; rewrite !gt_eqF ?p.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R ex n i j t lam D E n2 pos t0 L ind expo mom dam; have N : normals ex n D E by [].
have [S p] := damping_gt0 t0 pos; have P := S; rewrite sqrtr_gt0 in P.
split=> [li lj ne|]; first by have [] := damped_pair N t0 pos li lj ne.
split=> [li _ _|]; first by have [] := damped_fourth N t0 pos li.
by split=> [_ _ _|]; rewrite ?ltW //; split=> li lj _; rewrite !mulf_neq0 // gt_eqF ?p.
Qed.
