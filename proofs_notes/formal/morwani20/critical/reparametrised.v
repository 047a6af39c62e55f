Theorem proof : statement.
Proof.
move=> R d n gamma A y w v u _ pos _ zero _ _; split=> [e|_]; first by move: pos; rewrite e ltxx.
have x := no_mean w zero; pose X := row d A w.
transitivity (gamma * (centred n X 0%N / Num.sqrt ((\sum_(i < n) (centred n X i * centred n X i)) / n%:R))); first by [].
by rewrite still // still2 // mulrA.
Qed.
