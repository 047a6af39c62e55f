(* After ../normal.v. *)
Theorem proof : statement.
Proof.
move=> R ex n i j t lam D E n2 pos t0 L ind expo mom dam li lj less; have N : normals ex n D E by [].
have [_ ->] := damped_square N t0 pos li; have [_ ->] := damped_square N t0 pos lj.
have [S p] := damping_gt0 t0 pos; have h : lam i - lam j != 0 by rewrite subr_eq0 gt_eqF.
have h' : lam j - lam i != 0 by rewrite subr_eq0 lt_eqF.
by split; field; rewrite ?h ?h' !gt_eqF ?p.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R ex n i j t lam D E n2 pos t0 L ind expo mom dam; have N : normals ex n D E by [].
have [S p] := damping_gt0 t0 pos; have P := S; rewrite sqrtr_gt0 in P.
split=> [li _ _|]; first by have [] := damped_square N t0 pos li.
split=> [_ lj _|]; first by have [] := damped_square N t0 pos lj.
split=> [_ _ _|]; first exact: ltW.
split=> [_ _ less|]; first by rewrite subr_eq0 gt_eqF.
split=> [_ _ less|]; first by rewrite subr_eq0 lt_eqF.
by move=> li lj _; rewrite mulf_neq0 // gt_eqF ?p.
Qed.
