(* Row i of P has its 1 at a place s, and column s has it in row i: row s of e H + P^T W P H is row i of e P H + W P H. *)
Lemma one_among (R : rcfType) (n s : nat) (x F : nat -> R) :
  (forall k, (k < n)%N -> x k = 0 \/ x k = 1) -> \sum_(k < n) x k = 1 -> (s < n)%N -> x s = 1 ->
  \sum_(k < n) (x k * F k) = F s.
Proof.
move=> bits one hs xs; have rest : \sum_(k < n | k != Ordinal hs) x k = 0.
  by apply: (@addrI _ 1); rewrite addr0 -[X in X + _]xs -[in RHS]one [in RHS](bigD1 (Ordinal hs)).
have pos (k : 'I_n) : k != Ordinal hs -> 0 <= x k by move=> _; case: (bits k (ltn_ord k)) => ->; rewrite ?lexx ?ler01.
rewrite (bigD1 (Ordinal hs)) //= xs mul1r big1 ?addr0 // => k hk.
by rewrite (@psumr_eq0P _ _ _ _ pos rest k hk) mul0r.
Qed.

Lemma place_of (R : rcfType) (d : nat) (x : nat -> R) :
  (forall k, (k < d)%N -> x k = 0 \/ x k = 1) -> \sum_(k < d) x k = 1 -> exists2 s, (s < d)%N & x s = 1.
Proof.
move=> bits one; case: (boolP [forall k : 'I_d, x k == 0]) => [/forallP all0 | /forallPn [k nk]].
  by move: one; rewrite big1 => [/esym/eqP | k _]; [rewrite oner_eq0 | exact/eqP].
by exists k => //; case: (bits k (ltn_ord k)) => // e0; rewrite e0 eqxx in nk.
Qed.

Lemma same (R : rcfType) (d i s c : nat) (e : R) (W H P : nat -> nat -> R) :
  (forall j, (j < d)%N -> forall k, (k < d)%N -> P j k = 0 \/ P j k = 1) -> (forall j, (j < d)%N -> \sum_(k < d) P j k = 1) ->
  (forall j, (j < d)%N -> \sum_(k < d) P k j = 1) -> (i < d)%N -> (s < d)%N -> P i s = 1 ->
  e * H s c + \sum_(b < d) ((\sum_(l < d) ((\sum_(a < d) (P a s * W a l)) * P l b)) * H b c)
    = e * (\sum_(a < d) (P i a * H a c)) + \sum_(l < d) (W i l * (\sum_(b < d) (P l b * H b c))).
Proof.
move=> bits rows cols hi hs Ps.
have row (F : nat -> R) : \sum_(k < d) (P i k * F k) = F s.
  by apply: (@one_among R d s (P i) F) => [k hk|||] //; [exact: bits | exact: rows].
have col (F : nat -> R) : \sum_(a < d) (P a s * F a) = F i.
  apply: (@one_among R d i (fun a => P a s) F) => [a ha|||] //; [exact: bits | exact: cols].
rewrite (row (fun a => H a c)); congr (_ + _).
under eq_bigr => b _.
  under eq_bigr do rewrite (col (fun a => W a _)).
  rewrite mulr_suml; over.
by rewrite exchange_big; apply: eq_bigr => l _ /=; rewrite mulr_sumr; apply: eq_bigr => b _; rewrite mulrA.
Qed.

Theorem proof : statement.
Proof.
move=> R d N dP e i j W H P d2 N1 _ bits rows cols.
split; first by move=> hi _ _ nz /eqP; rewrite (gt_eqF (squares (nz i hi))).
move=> hi hj eqd _ _; subst dP.
have [s hs Ps] := place_of (bits i hi) (rows i hi).
have row (F : nat -> R) : \sum_(k < d) (P i k * F k) = F s.
  by apply: (@one_among R d s (P i) F) => [k hk|||] //; [exact: bits | exact: rows].
have entry : \sum_(k < d) (P i k * ((e * H k j + \sum_(b < d) ((\sum_(l < d) ((\sum_(a < d) (P a k * W a l)) * P l b)) * H b j)) /
    Num.sqrt ((\sum_(c < N) ((e * H k c + \sum_(b < d) ((\sum_(l < d) ((\sum_(a < d) (P a k * W a l)) * P l b)) * H b c)) *
      (e * H k c + \sum_(b < d) ((\sum_(l < d) ((\sum_(a < d) (P a k * W a l)) * P l b)) * H b c)))) / N%:R)))
  = (e * (\sum_(a < d) (P i a * H a j)) + \sum_(l < d) (W i l * (\sum_(b < d) (P l b * H b j)))) /
    Num.sqrt ((\sum_(c < N) ((e * (\sum_(a < d) (P i a * H a c)) + \sum_(l < d) (W i l * (\sum_(b < d) (P l b * H b c)))) *
      (e * (\sum_(a < d) (P i a * H a c)) + \sum_(l < d) (W i l * (\sum_(b < d) (P l b * H b c)))))) / N%:R).
  rewrite (row (fun k => (e * H k j + \sum_(b < d) ((\sum_(l < d) ((\sum_(a < d) (P a k * W a l)) * P l b)) * H b j)) /
    Num.sqrt ((\sum_(c < N) ((e * H k c + \sum_(b < d) ((\sum_(l < d) ((\sum_(a < d) (P a k * W a l)) * P l b)) * H b c)) *
      (e * H k c + \sum_(b < d) ((\sum_(l < d) ((\sum_(a < d) (P a k * W a l)) * P l b)) * H b c)))) / N%:R))).
  rewrite (same _ _ _ _ bits rows cols hi hs Ps); congr (_ / Num.sqrt (_ / _)); apply: eq_bigr => c _.
  by rewrite (same _ _ _ _ bits rows cols hi hs Ps).
by rewrite entry.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d N dP e i j W H P d2 N1 _ bits rows cols; have N0 : 0 < N%:R :> R by rewrite ltr0n.
split; [by values | split; [by values | split; last by split; [by values | split; by values]]].
move=> hi hj eqd nz _ s hs; subst dP; have [k hk Pk] := place_of (fun a ha => bits a ha s hs) (cols s hs).
rewrite sqrtr_eq0 -ltNge divr_gt0 //.
under eq_bigr do rewrite (same _ _ _ _ bits rows cols hk hs Pk).
exact: squares (nz k hk).
Qed.
