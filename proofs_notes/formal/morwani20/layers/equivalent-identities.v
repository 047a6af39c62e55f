Theorem proof : statement.
Proof.
move=> R d n gamma beta A y w v K _ pos _ KS _; split=> [e|_]; first by move: pos; rewrite e ltxx.
pose X := row d A w; pose C := centred n X.
have [n0 s0 e] := @spread R n C pos; set s := Num.sqrt _ in s0 e.
pose F0 i := gamma * (C i / s); pose F i := F0 i + beta.
have FE i : F i = gamma / s * C i + beta by rewrite /F /F0; field.
have FE0 i : F0 i = gamma / s * C i + 0 by rewrite /F0; field.
have [_ mean along rows] := @affine R d n A K w F (gamma / s) beta n0 KS FE.
have [_ _ along0 _] := @affine R d n A K w F0 (gamma / s) 0 n0 KS FE0.
split; last first.
  transitivity (beta - gamma / s * ((\sum_(i < n) X i) / n%:R)); last by congr (_ - _); exact: esym along0.
  by rewrite -along; congr (_ - _); exact: mean.
set W := regressed d n A K F in rows.
have CE i : centred n (row d A W) i = gamma / s * C i.
  have -> : C i = row d A w i - (\sum_(j < n) row d A w j) / n%:R by [].
  rewrite /centred rows (eq_bigr (fun j : 'I_n => gamma / s * row d A w j)) => [|j _]; last by rewrite rows.
  by rewrite -mulr_sumr; set m := \sum_(j < n) row d A w j; field; rewrite n0 s0.
transitivity ((\sum_(i < n) (centred n (row d A W) i * centred n (row d A W) i)) / n%:R); first by [].
rewrite (eq_bigr (fun i : 'I_n => gamma / s * (gamma / s) * (C i * C i))) => [|i _]; last by rewrite CE; ring.
by rewrite -mulr_sumr e; field; rewrite n0 s0.
Qed.
