Theorem proof : statement.
Proof.
move=> R d n c A y _ v u _ _ _ zero normal posu c0.
have [ne one two three] := @at_minimiser R d n A y v u c zero normal posu c0.
by split=> [e0|_]; [exact: (elimN eqP ne e0) | split; [exact: one | split; [exact: two | exact: three]]].
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d n c A y w v u _ posw _ zero normal posu c0; have [_ _ ug q0 _] := @solved R d n A y u zero normal posu.
have {}ug : \sum_(k < d) (u k * ((\sum_(i < n) (A k i * y i)) / n%:R)) != 0 by rewrite ug lt0r_neq0.
by values.
Qed.
