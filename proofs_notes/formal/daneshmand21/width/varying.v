(* One layer of any rows: those of W H are independent and of one law. *)
Theorem proof : statement.
Proof.
move=> R m k h n d w p H m1 _ _ _ one h1 n2 _ d1 _ rows.
exact: (@one_layer R m n d (fun a j => \sum_(i < k) (w a i * H i j)) p n2 rows one d1).
Qed.
