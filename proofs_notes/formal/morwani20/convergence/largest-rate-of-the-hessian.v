Theorem proof : statement.
Proof.
move=> R d rate A c m e arch d0 sym own apart pos rate0 _.
pose step (v : nat -> R) (k : nat) := v k - rate * (1 / 2%:R * \sum_(i < d) ((v i - c i) * (\sum_(j < d) ((j == k :> nat)%:R * A i j))
  + (i == k :> nat)%:R * \sum_(j < d) ((v j - c j) * A i j))).
have moved v k : (k < d)%N -> step v k - c k = (v k - c k) - rate * \sum_(j < d) (A k j * (v j - c j)).
  move=> kd; rewrite /step big_split /= (picked (fun i => \sum_(j < d) ((v j - c j) * A i j)) kd).
  rewrite (eq_bigr (fun j : 'I_d => A k j * (v j - c j))) => [|i _]; last first.
    by rewrite (picked (A i) kd) sym // mulrC.
  have -> : \sum_(j < d) ((v j - c j) * A k j) = \sum_(j < d) (A k j * (v j - c j)) by apply: eq_bigr => j _; rewrite mulrC.
  by set S := \sum_(j < d) _; field.
have key v i : (i < d)%N ->
    \sum_(k < d) (e i k * (step v k - c k)) = (1 - rate * m i) * \sum_(k < d) (e i k * (v k - c k)).
  move=> id; rewrite -(@along_eigen R d A e m (fun k => v k - c k) rate i sym (own i id)).
  by apply: eq_bigr => k _; rewrite moved.
have [top0 less more] := @comes_down R d e m c rate step arch d0 apart pos rate0 key.
case: (ltP (rate * \big[Num.max/(m 0%N)]_(i < d) m i) 2%:R) => h; [left | right]; split.
- exact: less h.
- by rewrite ltr_pdivl_mulr.
- exact: more h.
- by rewrite ler_pdivr_mulr.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d rate A c m e _ d0 _ _ _ pos _ _; apply: lt0r_neq0.
by have [_ [->|[k kd ->]]] := greatest d (m 0%N) m; apply: pos.
Qed.
