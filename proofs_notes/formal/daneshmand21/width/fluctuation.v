Theorem proof : statement.
Proof. move=> R m n d u p m1 n2 rows _ one d1; exact: mean_spread. Qed.
