(* S^2 - I/n = X (S + I/sqrt n) for X = S - I/sqrt n, and S is positive: n V^2 is at least |X|^2. *)
Lemma row_bound (R : rcfType) n (r : R) (S X : nat -> nat -> R) j : r * r = n%:R -> 0 < r ->
  0 <= \sum_(i < n) (X j i * (\sum_(a < n) (S i a * X j a))) ->
  (forall i, (i < n)%N -> forall a, (a < n)%N -> S i a = S a i) ->
  \sum_(l < n) (X j l * X j l)
    <= n%:R * \sum_(l < n) (((\sum_(a < n) (X j a * S a l)) + X j l / r) * ((\sum_(a < n) (X j a * S a l)) + X j l / r)).
Proof.
move=> rr r0 form sym; pose Y l := \sum_(a < n) (X j a * S a l).
have expand (y x : R) : (y + x / r) * (y + x / r) = y * y + 2%:R / r * (x * y) + (r * r)^-1 * (x * x).
  by field; exact: lt0r_neq0.
under [X in _ <= _ * X]eq_bigr do rewrite expand.
rewrite !big_split /= -!mulr_sumr -rr [r * r * _]mulrDr mulrA divff ?mulf_neq0 ?gt_eqF // mul1r ler_addr.
apply: mulr_ge0; first by rewrite mulr_ge0 // ltW.
apply: addr_ge0; first by apply: sumr_ge0 => l _; exact: square_ge0.
apply: mulr_ge0; first by rewrite divr_ge0 ?ler0n // ltW.
move: form; congr (0 <= _); apply: eq_bigr => l _; congr (_ * _); rewrite /Y; apply: eq_bigr => a _.
by rewrite sym // mulrC.
Qed.

Lemma squares_from_flat (R : rcfType) n (r : R) (C : nat -> nat -> R) : r * r = n%:R -> r != 0 ->
  \sum_(j < n) C j j = 1 ->
  \sum_(j < n) \sum_(l < n) ((C j l - (j == l :> nat)%:R / (r * r)) * (C j l - (j == l :> nat)%:R / (r * r)))
    = \sum_(j < n) \sum_(l < n) (C j l * C j l) - 1 / n%:R.
Proof.
move=> rr r0 tr; transitivity (\sum_(j < n) ((\sum_(l < n) (C j l * C j l)) - 2%:R / (r * r) * C j j + 1 / (r * r * (r * r)))).
  apply: eq_bigr => j _; rewrite (eq_bigr (fun l : 'I_n => C j l * C j l
      + (j == l :> nat)%:R * (- 2%:R / (r * r) * C j l + 1 / (r * r * (r * r))))) => [|l _].
    rewrite big_split /= (@at_one R n (fun l => - 2%:R / (r * r) * C j l + 1 / (r * r * (r * r))) j) //.
    by move: (\sum_(l < n) _) => z; ring.
  by case: (j == l :> nat) => /=; field.
rewrite big_split /= sumrB -mulr_sumr tr sumr_const card_ord -[_ *+ n]mulr_natr -rr.
by move: (\sum_(j < n) _) => z; field.
Qed.

Theorem proof : statement.
Proof.
move=> R d n k m D E Dw Ew d1 n1 L _ Lw D2 E2 m1 [[e Dc] Dg]; subst k.
have [[D1 E1] lin _ _] := L; set r := Num.sqrt n%:R in Dc *.
have rr : r * r = n%:R by rewrite -expr2 sqr_sqrtr ?ler0n.
have r0 : 0 < r by rewrite sqrtr_gt0 ltr0n.
have [[O1 F1] wlin _ _] := Lw; have [D0 E0] := wlin (-1) _ _ O1 O1.
have s0 : 0 <= Ew (fun w => w 0%N * w 0%N).
  apply: le_trans (law_le Lw D0 (D2 0%N d1 0%N d1) _); first by rewrite E0 F1 mulN1r addNr.
  by move=> w _; rewrite mulN1r addNr square_ge0.
move: (Ew (fun w => w 0%N * w 0%N)) E2 s0 => s E2 s0.
have [Dz Ez] := lin (-1) _ _ D1 D1; have [Dh Eh] := lin (s * n%:R) _ _ Dg Dz.
rewrite -!mulrA; apply: ler_wpmul2l; first exact: ler0n.
rewrite [X in _ <= s * X]mulrC mulrA.
apply: le_trans (law_le L Dc Dh _) _ => [z [one [[sym psd] full]]|]; last by rewrite Eh Ez E1 mulN1r addNr addr0.
rewrite mulN1r addNr addr0.
pose S i j := z ((d + i) * n + j)%N; pose Q i j := z (i * n + j)%N.
rewrite (@mean_cost R _ Dw Ew d n s r Q S Lw D2 E2 one) -mulrA; apply: ler_wpmul2l => //.
pose C j l := \sum_(k < d) ((\sum_(a < n) (Q k a * S a j)) * (\sum_(a < n) (Q k a * S a l))).
have CS j l : C j l = \sum_(a < n) (S a j * S a l) by exact: turned.
have tr : \sum_(j < n) C j j = 1.
  by rewrite -full [RHS]exchange_big; apply: eq_bigr => j _; rewrite CS.
have gapC : gap n C = \sum_(j < n) \sum_(l < n) (C j l * C j l) - 1 / n%:R.
  by rewrite gap_any ?tr ?oner_neq0 // mulr1 divr1.
apply: le_trans (_ : _ <= n%:R * gap n C) _; last exact: lexx.
rewrite gapC -(squares_from_flat rr (lt0r_neq0 r0) tr) mulr_sumr.
rewrite exchange_big /=; apply: ler_sum => j _.
have rowZ l : (l < n)%N -> C j l - (j == l :> nat)%:R / (r * r)
    = (\sum_(a < n) (from_flat r S j a * S a l)) + from_flat r S j l / r.
  move=> lt; rewrite CS [in RHS](eq_bigr (fun a : 'I_n => S a j * S a l - (j == a :> nat)%:R * (S a l / r))) => [|a _].
    rewrite sumrB (@at_one R n (fun a => S a l / r) j) // /from_flat; move: (\sum_(a < n) _) (S j l) => x y.
    by field; exact: lt0r_neq0.
  by rewrite /from_flat (sym j _ a _ : S j a = S a j) //; move: (j == a :> nat)%:R (S a j) (S a l) (r^-1) => b x y t; ring.
under [X in _ <= _ * X]eq_bigr => l _ do rewrite rowZ //.
rewrite (eq_bigr (fun a : 'I_n => from_flat r S j a * from_flat r S j a)) => [|a _]; last first.
  by rewrite /from_flat (sym j _ a _ : S j a = S a j) // [(a == j :> nat)]eq_sym.
exact: (@row_bound R n r S (from_flat r S) j rr r0 (psd (fun a => from_flat r S j a)) (fun i hi a ha => sym i hi a ha)).
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d n k m D E Dw Ew d1 n1 L _ Lw D2 E2 m1.
have place (i j : nat) : (i < d)%N -> (j < n)%N -> i%:R * n%:R + j%:R < (d%:R + n%:R) * n%:R :> R.
  by move=> hi hj; rewrite -natrD -!natrM -natrD ltr_nat in_rows // ltn_addr.
have below (i j : nat) : (i < n)%N -> (j < n)%N -> (d%:R + i%:R) * n%:R + j%:R < (d%:R + n%:R) * n%:R :> R.
  by move=> hi hj; rewrite -!natrD -!natrM -natrD ltr_nat in_rows // ltn_add2l.
have root : Num.sqrt n%:R != 0 :> R by rewrite sqrtr_eq0 -ltNge ltr0n.
repeat split; intros; try (by case: H => [[<- _] _]); try (by rewrite -lt0n); try (by []);
  try (by apply: below); try (by apply: place); try (by move: H0 H1; case: H => [[<- _] _] *; apply: place).
case: H0 => [one [_ full]]; rewrite (eq_bigr (fun j : 'I_n => \sum_(a < n) (w_0 ((d + a) * n + j)%N * w_0 ((d + a) * n + j)%N))).
  by rewrite exchange_big /= full oner_neq0.
move=> j _; exact: (@turned R d n (fun i j => w_0 (i * n + j)%N) (fun i j => w_0 ((d + i) * n + j)%N) j j one).
Qed.
