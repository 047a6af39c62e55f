Lemma outputs (R : rcfType) d n (A K : nat -> nat -> R) (w X' : nat -> R) (gamma b beta : R) (X := row d A w)
  (C := centred n X) (s := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R)) (C' := centred n X')
  (s' := Num.sqrt ((\sum_(i < n) (C' i * C' i)) / n%:R)) (F := fun i => gamma * (C' i / s') + beta)
  (W := regressed d n A K F) (mean := fun Z : nat -> R => (\sum_(i < n) Z i) / n%:R)
  (B := mean F - \sum_(k < d) (W k * mean (A k))) :
  0 < \sum_(i < n) (C i * C i) -> (0 < d)%N ->
  (forall j, (j < d)%N -> forall l, (l < d)%N ->
    \sum_(k < d) (K j k * ((\sum_(i < n) (centred n (A k) i * centred n (A l) i)) / n%:R)) = (j == l :> nat)%:R) ->
  (forall i, X' i = X i + b) ->
  [/\ \sum_(i < n) (C' i * C' i) != 0, W 0%N = w 0%N * gamma / s, B = beta + gamma * (b - (mean X + b)) / s
    & (\sum_(i < n) ((row d A W i + B - F i) * (row d A W i + B - F i))) / n%:R = 0].
Proof.
move=> pos d1 KS moved; have [n0 s0 e] := spread pos; rewrite -/s in s0 e.
have same i : C' i = C i.
  rewrite /C' /C /centred moved (eq_bigr (fun j : 'I_n => X j + b)) => [|j _]; last by rewrite moved.
  by rewrite big_split /= sumr_const card_ord -[b *+ n]mulr_natr; set m := \sum_(j < n) X j; field.
have squares : \sum_(i < n) (C' i * C' i) = \sum_(i < n) (C i * C i) by apply: eq_bigr => i _; rewrite same.
have sE : s' = s by rewrite /s' squares.
have FE i : F i = gamma / s * C i + beta by rewrite /F sE same; field.
have [WE mF along rows] := @affine R d n A K w F (gamma / s) beta n0 KS FE.
have BE : B = beta + gamma * (b - (mean X + b)) / s by rewrite /B [X in _ - X]along [mean F]mF -/(mean X); set m := mean X; field.
split; [by rewrite squares lt0r_neq0 | by rewrite /W WE //; field | by [] |].
rewrite big1 ?mul0r // => i _; suff -> : row d A W i + B - F i = 0 by rewrite mul0r.
have CE : C i = row d A w i - mean X by [].
by rewrite rows BE FE CE; set m := mean X; field.
Qed.

Theorem proof : statement.
Proof.
move=> R d n gamma b beta A y w v K d1 pos _ KS _.
have [ne W0 BE off] := @outputs R d n A K w (fun i => row d A w i + b) gamma b beta pos d1 KS (fun=> erefl).
by split=> [e|_]; [rewrite e eqxx in ne | split].
Qed.
