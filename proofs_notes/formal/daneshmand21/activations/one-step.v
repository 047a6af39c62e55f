(* The rows of W F(Q) are independent and of one law; a matrix times d has d^2 times the square. *)
Theorem proof : statement.
Proof.
move=> R m k h n d w p Y m1 _ _ _ one _ n2 d1 _ rows.
have D0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have first := @mean_spread R m n d (fun a j => \sum_(i < k) (w a i * Y i j)) p rows one d1.
split; first exact: first.
move: first; set S := \sum_(j < n) _; set s := 1 - S => first.
transitivity ((d%:R * d%:R) * (s / d%:R)); last by field.
rewrite -first mulr_sumr; apply: eq_bigr => f _.
rewrite mulrCA; congr (_ * _); rewrite mulr_sumr; apply: eq_bigr => j _.
by rewrite mulr_sumr; apply: eq_bigr => l _; rewrite -mulrBr mulrACA.
Qed.
