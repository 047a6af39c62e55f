Theorem proof : statement.
Proof.
move=> R d n gamma eps A y w v u _ pos _ zero _ _ _; split=> [e|_]; first by move: pos; rewrite e ltxx.
exact: (@pythagoras R d w (slope d n A y w gamma) eps (@flat R d n A y w gamma pos zero)).
Qed.
