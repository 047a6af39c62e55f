(* What the two children of a row have of values beyond two is at most what the row has; half of it is left in the mean. *)
Lemma kinds_scaled (R : rcfType) n : scales n (fun c : R => 0 < c) 0 (kinds n).
Proof.
move=> c u v c0 e; rewrite expr0 mul1r; apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite !e //.
by congr (1 - _ * _%:R); rewrite (inj_eq (mulfI (lt0r_neq0 c0))).
Qed.

Lemma leaves_less (R : rcfType) n (f : (nat -> R) -> R) c L : forall x,
  leaves n L (fun v => f v - c) x = leaves n L f x - c * 2%:R ^+ L.
Proof. by elim: L => [|L IH] x; [rewrite expr0 mulr1 | rewrite !leavesS !IH exprS; ring]. Qed.

Lemma beyond_two (R : rcfType) n (v : nat -> R) : (0 < n)%N -> varies n v ->
  [/\ varies n (up n v), varies n (dn n v), 0 <= kinds n v - 2%:R &
    kinds n (up n v) - 2%:R + (kinds n (dn n v) - 2%:R) <= kinds n v - 2%:R].
Proof.
move=> n0 vary; have [[vu _ _] [vd _ _]] := nodes n0 vary; have [e u d le _] := children_kinds n0 vary.
split=> //; first by rewrite subr_ge0 (le_trans u).
have -> : kinds n (up n v) - 2%:R + (kinds n (dn n v) - 2%:R) = kinds n (up n v) + kinds n (dn n v) - 2%:R - 2%:R by ring.
rewrite e (product_of R n (fun j => v j != (\sum_(i < n) v i) / n%:R)) -subr_ge0.
set b := nat_of_bool _; have -> : kinds n v - 2%:R - (kinds n v + 2%:R - (1 - b%:R) - 2%:R - 2%:R) = 1 - b%:R by ring.
by rewrite subr_ge0 (ler_nat _ _ 1) /b; case: [forall _, _].
Qed.

Theorem proof : statement.
Proof.
move=> R n q x w p arch n2 vary w0 p0 one e e0; have n0 : (0 < n)%N by exact: ltnW.
pose g (v : nat -> R) := kinds n v - 2%:R.
have both : forall L v, varies n v -> 0 <= leaves n L g v /\ leaves n L g v <= g v.
  elim=> [|L IH] v vv; have [vu vd ge le] := beyond_two n0 vv; first by split.
  have [[u1 u2] [d1 d2]] := (IH _ vu, IH _ vd); rewrite leavesS; split; first exact: addr_ge0.
  exact: (le_trans (ler_add u2 d2) le).
have [m hm] := arch (g x / e); exists m => L mL _.
rewrite -[iter L _ _ _]/(networks n q w p L (kinds n) x) (networks_leaves (S := fun c => 0 < c) (h := 0)) //.
- have two : 0 < 2%:R ^+ L :> R by rewrite exprn_gt0 // ltr0n.
  have -> : leaves n L (kinds n) x = leaves n L g x + 2%:R * 2%:R ^+ L by rewrite leaves_less subrK.
  have [ge le] := both L x vary; move: (leaves n L g x) ge le => F ge le.
  have -> : (F + 2%:R * 2%:R ^+ L) * (1 / 2%:R ^+ L) + - 2%:R = F / 2%:R ^+ L.
    by rewrite mulrDl mul1r mulfK ?lt0r_neq0 // addrK.
  rewrite ger0_norm ?divr_ge0 ?(ltW two) // ler_pdivr_mulr //; apply: (le_trans le).
  rewrite mulrC -ler_pdivr_mulr //; apply: (le_trans (ltW hm)); rewrite -natrX ler_nat.
  by apply: (leq_trans mL); rewrite ltnW // ltn_expl.
- by move=> c /ltW.
- exact: kinds_scaled.
by rewrite -[RHS]one; apply: eq_bigr => i _; rewrite expr0 mulr1.
Qed.
