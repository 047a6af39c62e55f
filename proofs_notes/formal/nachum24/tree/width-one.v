Theorem proof : statement.
Proof.
move=> R n L q i j x w p n2 _ _ w0 _ _ one i_n j_n.
apply: (@networks_leaves R n q w p (fun c => 0 <= c) 2 (fun v => v i * v j)) => // c u v _ e.
by rewrite !e //; ring.
Qed.
