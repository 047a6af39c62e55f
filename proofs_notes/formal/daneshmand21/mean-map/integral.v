(* After ../normal.v. *)
Theorem proof : statement.
Proof.
move=> R ex n i j t lam D E n2 pos t0 L ind expo mom dam li lj ne; have N : normals ex n D E by [].
by have [_ ->] := damped_square N t0 pos li; rewrite invfM [X in _ = _ * X]mulrC.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R ex n i j t lam D E n2 pos t0 L ind expo mom dam; have N : normals ex n D E by [].
have [S p] := damping_gt0 t0 pos; have P := S; rewrite sqrtr_gt0 in P.
split=> [li _ _|]; first by have [] := damped_square N t0 pos li.
by split=> li _ _; rewrite ?ltW // mulf_neq0 // gt_eqF ?p.
Qed.
