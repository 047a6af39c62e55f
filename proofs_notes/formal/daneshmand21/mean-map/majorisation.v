(* p is a concave function of lam, and not below the line q at the least eigenvalue: p - q changes its sign once. *)
Lemma spread_of_inverses (R : rcfType) (a x y z b c : R) : 0 < a -> 0 <= x -> 0 <= y -> y <= z ->
  0 <= b -> 0 <= c -> x * (b + c) <= a ->
  0 <= ((x + y) * z * b - (x + z) * y * c) / (a + y * b + z * c) + ((x + y) * z * c - (x + z) * y * b) / (a + y * c + z * b)
    + (x * (y - z) * b - (x + z) * y * c) / (a + z * c) + (x * (y - z) * c - (x + z) * y * b) / (a + z * b)
    + (x * (y - z) * b + (x + y) * z * c) / (a + y * c) + (x * (y - z) * c + (x + y) * z * b) / (a + y * b).
Proof.
move=> a0 x0 y0 yz b0 c0 small; have z0 : 0 <= z := le_trans y0 yz.
have pos (u v : R) : 0 <= u -> 0 <= v -> 0 < a + u * v by move=> h k; rewrite ltr_paddr ?mulr_ge0.
have pos2 u v u' v' : 0 <= u -> 0 <= v -> 0 <= u' -> 0 <= v' -> 0 < a + u * v + u' * v'.
  by move=> h k h' k'; rewrite ltr_paddr ?pos ?mulr_ge0.
have inverse (s : R) : 0 < a + s -> a * (a + s)^-1 = 1 - s * (a + s)^-1.
  by move=> h; rewrite -{1}(addrK s a) mulrBl divff ?gt_eqF.
have less (u v : R) : 0 < u -> u <= v -> 0 <= u^-1 - v^-1.
  by move=> u0 uv; rewrite subr_ge0 lef_pinv // posrE // (lt_le_trans u0).
have e1 := inverse (y * b + z * c); have e2 := inverse (y * c + z * b); rewrite !addrA in e1 e2.
have {}e1 := e1 (pos2 _ _ _ _ y0 b0 z0 c0); have {}e2 := e2 (pos2 _ _ _ _ y0 c0 z0 b0).
have e3 := inverse _ (pos _ _ z0 c0); have e4 := inverse _ (pos _ _ z0 b0).
have e5 := inverse _ (pos _ _ y0 c0); have e6 := inverse _ (pos _ _ y0 b0).
have l1 := less _ _ (pos _ _ y0 b0) (ler_add (lexx a) (ler_wpmul2r b0 yz)).
have l2 := less _ _ (pos _ _ y0 c0) (ler_add (lexx a) (ler_wpmul2r c0 yz)).
have l3 : 0 <= (a + z * b)^-1 - (a + y * c + z * b)^-1.
  by apply: less; rewrite ?pos // ler_add2r ler_addl mulr_ge0.
have l4 : 0 <= (a + z * c)^-1 - (a + y * b + z * c)^-1.
  by apply: less; rewrite ?pos // ler_add2r ler_addl mulr_ge0.
have l5 : 0 <= (b - c) * ((a + y * b + z * c)^-1 - (a + y * c + z * b)^-1).
  have gap : (a + y * b + z * c) - (a + y * c + z * b) = (z - y) * (c - b) by ring.
  case: (lerP b c) => bc.
    rewrite -mulrNN !opprB mulr_ge0 ?subr_ge0 //; rewrite -subr_ge0; apply: less; first exact: pos2.
    by rewrite -subr_ge0 gap mulr_ge0 ?subr_ge0.
  apply: mulr_ge0; first by rewrite subr_ge0 ltW.
  apply: less; first exact: pos2.
  by rewrite -subr_ge0 -opprB gap -mulrN opprB mulr_ge0 ?subr_ge0 // ltW.
move: l1 l2 l3 l4 l5 e1 e2 e3 e4 e5 e6.
move: ((a + y * b + z * c)^-1) ((a + y * c + z * b)^-1) => i1 i2.
move: ((a + z * c)^-1) ((a + z * b)^-1) ((a + y * c)^-1) ((a + y * b)^-1) => i3 i4 i5 i6.
move=> l1 l2 l3 l4 l5 e1 e2 e3 e4 e5 e6.
pose T := (b - c) * (i1 - i2) + b * (i6 - i4) + c * (i5 - i3).
pose K := (z * z - y * y) * ((i4 - i2) + (i3 - i1)) + y * (2%:R * z - y) * ((i6 - i4) + (i5 - i3)).
have T0 : 0 <= T by rewrite !addr_ge0 // mulr_ge0.
have K0 : 0 <= K.
  have zy : 0 <= z - y by rewrite subr_ge0.
  have k1 : 0 <= z * z - y * y.
    have -> : z * z - y * y = (z - y) * (z + y) by ring.
    by rewrite mulr_ge0 // addr_ge0.
  have k2 : 0 <= y * (2%:R * z - y).
    apply: mulr_ge0 => //; have -> : 2%:R * z - y = z + (z - y) by ring.
    exact: addr_ge0.
  by apply: addr_ge0; [exact: mulr_ge0 k1 (addr_ge0 l3 l4) | exact: mulr_ge0 k2 (addr_ge0 l1 l2)].
rewrite -(pmulr_rge0 _ a0).
set whole := (X in 0 <= a * X).
have -> : a * whole = (a - x * (b + c)) * (y * z) * T + x * (b * c) * K.
  pose first := ((z * b - y * c) * i1 + (z * c - y * b) * i2 + ((y - z) * b - y * c) * i3 + ((y - z) * c - y * b) * i4
    + ((y - z) * b + z * c) * i5 + ((y - z) * c + z * b) * i6).
  have parts : whole = y * z * T + x * first by rewrite /whole /T /first; ring.
  have scaled : a * first = b * c * K - (b + c) * (y * z) * T.
    have -> : a * first = (z * b - y * c) * (a * i1) + (z * c - y * b) * (a * i2) + ((y - z) * b - y * c) * (a * i3)
      + ((y - z) * c - y * b) * (a * i4) + ((y - z) * b + z * c) * (a * i5) + ((y - z) * c + z * b) * (a * i6).
      by rewrite /first; ring.
    by rewrite e1 e2 e3 e4 e5 e6 /K /T; ring.
  have -> : a * whole = a * (y * z) * T + x * (a * first) by rewrite parts; ring.
  by rewrite scaled; ring.
by rewrite addr_ge0 // !mulr_ge0 ?subr_ge0.
Qed.

(* Three eigenvalues x <= y <= z of S = A + x a + y b + z c, and u, v, w in all orders in the places of a, b, c. *)
Definition bend (R : rcfType) (x y z A a b c : R) :=
  ((y - z) * (x * a) + (z - x) * (y * b) + (x - y) * (z * c)) / (A + x * a + y * b + z * c).

Definition bends (R : rcfType) (x y z A u v w : R) := bend x y z A u v w + bend x y z A u w v + bend x y z A v u w
  + bend x y z A w u v + bend x y z A v w u + bend x y z A w v u.

Lemma least_first (R : rcfType) (x y z A u v w : R) : 0 < x -> x <= y -> y <= z -> 0 <= A -> 0 < u -> u <= v -> u <= w ->
  0 <= bends x y z A u v w.
Proof.
move=> x0 xy yz A0 u0 uv uw; have y0 := lt_le_trans x0 xy; have z0 := lt_le_trans y0 yz.
have v0 : 0 <= v - u by rewrite subr_ge0.
have w0 : 0 <= w - u by rewrite subr_ge0.
have base : 0 < A + u * (x + y + z) by rewrite ltr_paddl ?mulr_gt0 ?addr_gt0.
have a0 : 0 < A + u * (x + y + z) + x * (v - u + (w - u)).
  by apply: ltr_paddr base; apply: mulr_ge0; [exact: ltW | exact: addr_ge0].
have := @spread_of_inverses R (A + u * (x + y + z) + x * (v - u + (w - u))) x (y - x) (z - x) (v - u) (w - u) a0 (ltW x0).
rewrite !subr_ge0 ler_add2r => /(_ xy yz uv uw); rewrite ler_addr => /(_ (ltW base)).
move=> core; apply: le_trans core _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
by rewrite /bends /bend; congr (_ + _ + _ + _ + _ + _); congr (_ / _); ring.
Qed.

Lemma any_first (R : rcfType) (x y z A u v w : R) : 0 < x -> x <= y -> y <= z -> 0 <= A -> 0 < u -> 0 < v -> 0 < w ->
  0 <= bends x y z A u v w.
Proof.
move=> x0 xy yz A0 u0 v0 w0; have order a b c := @least_first R x y z A a b c x0 xy yz A0.
case: (lerP u v) => [uv|/ltW vu].
  case: (lerP u w) => [uw|/ltW wu]; first exact: order.
  have -> : bends x y z A u v w = bends x y z A w v u by rewrite /bends; ring.
  by apply: order => //; apply: le_trans wu uv.
case: (lerP v w) => [vw|/ltW wv].
  have -> : bends x y z A u v w = bends x y z A v u w by rewrite /bends; ring.
  exact: order.
have -> : bends x y z A u v w = bends x y z A w v u by rewrite /bends; ring.
by apply: order => //; apply: le_trans wv vu.
Qed.

(* of all others the sum is the same *)
Definition rest (R : rcfType) n (lam : nat -> R) i j k (z : nat -> R) :=
  \sum_(m < n | (m != i :> nat) && (m != j :> nat) && (m != k :> nat)) lam m * z m.

Lemma rest_swapped (R : rcfType) n (lam z : nat -> R) i j k p q : p \in [:: i; j; k] -> q \in [:: i; j; k] ->
  rest n lam i j k (swap p q z) = rest n lam i j k z.
Proof.
rewrite !inE => hp hq; apply: eq_bigr => m /andP [/andP [mi mj] mk]; congr (_ * _); rewrite /swap.
have far r : (r == i) || ((r == j) || (r == k)) -> (m == r :> nat) = false.
  by case/or3P => /eqP ->; apply/negbTE.
by rewrite !far.
Qed.

Lemma with_rest (R : rcfType) n (lam z : nat -> R) i j k : (i < n)%N -> (j < n)%N -> (k < n)%N ->
  i != j -> i != k -> j != k ->
  \sum_(m < n) lam m * z m = rest n lam i j k z + lam i * z i + lam j * z j + lam k * z k.
Proof.
move=> lti ltj ltk ij ik jk.
rewrite (bigD1 (Ordinal lti)) //= (bigD1 (Ordinal ltj)) /=; last by rewrite -val_eqE /= eq_sym.
rewrite (bigD1 (Ordinal ltk)) /=; last by rewrite -!val_eqE /= ![k == _]eq_sym ik jk.
rewrite /rest (eq_bigl (fun m : 'I_n => (m != i :> nat) && (m != j :> nat) && (m != k :> nat))) => [|m].
  by set r := \sum_(m < n | _) _; ring.
by rewrite -!val_eqE.
Qed.

Lemma concave (R : rcfType) n (lam : nat -> R) P D E i j k : @is_law R P D E -> changes_places n D E ->
  (forall z, P z -> forall m, (m < n)%N -> 0 < z m) -> (forall m, (m < n)%N -> 0 < lam m) ->
  (forall m, (m < n)%N -> D (share_of n lam m)) -> (i < n)%N -> (j < n)%N -> (k < n)%N ->
  lam i < lam j -> lam j < lam k ->
  0 <= (lam j - lam k) * E (share_of n lam i) + (lam k - lam i) * E (share_of n lam j)
    + (lam i - lam j) * E (share_of n lam k).
Proof.
move=> L X pos lam0 Ds lti ltj ltk xy yz; have [[D1 E1] lin ext _] := L.
have [D0 E0] := lin (-1) _ _ D1 D1.
have ij : i != j by apply: contraTneq xy => ->; rewrite ltxx.
have jk : j != k by apply: contraTneq yz => ->; rewrite ltxx.
have ik : i != k by apply: contraTneq (lt_trans xy yz) => ->; rewrite ltxx.
pose f z := (lam j - lam k) * share_of n lam i z + ((lam k - lam i) * share_of n lam j z
  + ((lam i - lam j) * share_of n lam k z + (-1 * 1 + 1))).
have [Dc Ec] := lin (lam i - lam j) _ _ (Ds k ltk) D0.
have [Db Eb] := lin (lam k - lam i) _ _ (Ds j ltj) Dc.
have [Df Ef] : D f /\ E f = _ := lin (lam j - lam k) _ _ (Ds i lti) Db.
have fE z : f z = bend (lam i) (lam j) (lam k) (rest n lam i j k z) (z i) (z j) (z k).
  by rewrite /f /share_of (with_rest lam z lti ltj ltk ij ik jk) /bend; set S := _ + _ + _ + _; ring.
have [D2 E2] := X j k f ltj ltk Df; have [D3 E3] := X i j f lti ltj Df; have [D4 E4] := X i k f lti ltk Df.
have [D5 E5] := X i j _ lti ltj D2; have [D6 E6] := X i k _ lti ltk D2.
have [S5 T5] := lin 1 _ _ D5 D4; have [S4 T4] := lin 1 _ _ D6 S5; have [S3 T3] := lin 1 _ _ D3 S4.
have [S2 T2] := lin 1 _ _ D2 S3; have [S1 T1] := lin 1 _ _ Df S2.
have := @law_le R P D E _ _ L D0 S1; rewrite T1 T2 T3 T4 T5 E6 E5 E4 E3 E2 E0 E1 Ef Eb Ec E0 E1 => le.
rewrite -(pmulr_rge0 _ (ltr0n R 6)).
apply: le_trans (_ : -1 * 1 + 1 <= _); first by rewrite mulN1r addNr.
apply: le_trans (le _) _ => [z Pz|]; last by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
have ji : (j == i) = false by rewrite eq_sym (negbTE ij).
have kj : (k == j) = false by rewrite eq_sym (negbTE jk).
have ki : (k == i) = false by rewrite eq_sym (negbTE ik).
rewrite !fE !rest_swapped ?inE ?eqxx ?orbT // /swap.
do 3! rewrite ?eqxx ?ji ?kj ?ki ?(negbTE ij) ?(negbTE jk) ?(negbTE ik).
rewrite mulN1r addNr.
have := @any_first R (lam i) (lam j) (lam k) (rest n lam i j k z) (z i) (z j) (z k) (lam0 i lti) (ltW xy) (ltW yz).
rewrite /bends => all; apply: le_trans (all _ (pos z Pz i lti) (pos z Pz j ltj) (pos z Pz k ltk)) _.
  by apply: sumr_ge0 => m _; rewrite mulr_ge0 // ltW ?lam0 ?pos.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.

(* concave in lam, and of sum 0: from one eigenvalue on p - q is negative, before it is not *)
Lemma crossing (R : rcfType) n (lam p q : nat -> R) k : (k < n)%N -> \sum_(i < n) p i = \sum_(i < n) q i ->
  (forall i, (i < n)%N -> lam k <= lam i) ->
  (forall i j, (i < n)%N -> (j < n)%N -> lam i <= lam j -> p i <= p j) ->
  (forall i j, (i < n)%N -> (j < n)%N -> lam i <= lam j -> q i <= q j) ->
  q k <= p k ->
  (forall i j l, (i < n)%N -> (j < n)%N -> (l < n)%N -> lam i < lam j -> lam j < lam l ->
    0 <= (lam j - lam l) * (p i - q i) + (lam l - lam i) * (p j - q j) + (lam i - lam j) * (p l - q l)) ->
  \sum_(i < n) p i * p i <= \sum_(i < n) q i * q i.
Proof.
move=> lt same least up uq low bent.
case: (@arg_maxP _ R _ (Ordinal lt) (fun i : 'I_n => q i <= p i) (fun i => lam i) low) => t qt most.
pose c := p t + q t.
have apart : \sum_(i < n) ((p i - q i) * (p i + q i - c)) = \sum_(i < n) p i * p i - \sum_(i < n) q i * q i.
  rewrite (eq_bigr (fun i : 'I_n => p i * p i - q i * q i - c * (p i - q i))) => [|i _]; last by ring.
  by rewrite sumrB -mulr_sumr !sumrB same subrr mulr0 subr0.
rewrite -subr_le0 -apart -oppr_ge0 -sumrN; apply: sumr_ge0 => i _; rewrite -mulrN opprB.
have above : lam i <= lam t -> q i <= p i.
  move=> it; have ki := least i (ltn_ord i).
  have equal j : (j < n)%N -> lam i <= lam j -> lam j <= lam i -> q j <= p j -> q i <= p i.
    move=> ltj ij ji qj; apply: le_trans (uq _ _ (ltn_ord i) ltj ij) (le_trans qj _); exact: up.
  case: (lerP (lam t) (lam i)) => [ti|{}it]; first exact: (equal t).
  case: (lerP (lam i) (lam k)) => [ik|{}ki]; first exact: (equal k).
  have := bent k i t lt (ltn_ord i) (ltn_ord t) ki it.
  have a0 : (lam i - lam t) * (p k - q k) <= 0 by rewrite mulr_le0_ge0 ?subr_le0 ?subr_ge0 // ltW.
  have b0 : (lam k - lam i) * (p t - q t) <= 0 by rewrite mulr_le0_ge0 ?subr_le0 ?subr_ge0 // ltW.
  have t0 : 0 < lam t - lam k by rewrite subr_gt0 (lt_trans ki it).
  rewrite -[q i <= p i]subr_ge0 -(pmulr_rge0 (p i - q i) t0); move: a0 b0.
  move: (_ * (p k - q k)) (_ * (p t - q t)) (_ * (p i - q i)) => a b m a0 b0 /le_trans; apply.
  by rewrite -subr_ge0 (_ : m - (a + m + b) = - a - b) ?addr_ge0 ?oppr_ge0 //; ring.
case: (lerP (lam i) (lam t)) => it.
  by rewrite mulr_ge0 ?subr_ge0 ?above // ler_add ?up ?uq.
have neg : p i <= q i by rewrite leNgt; apply/negP => /ltW /most /=; rewrite leNgt it.
by rewrite -mulrNN !opprB mulr_ge0 ?subr_ge0 ?ler_add ?up ?uq // ltW.
Qed.

Lemma from_flat (R : rcfType) n (x : nat -> R) : (0 < n)%N -> \sum_(i < n) x i = 1 ->
  \sum_(i < n) ((x i - 1 / n%:R) * (x i - 1 / n%:R)) = \sum_(i < n) x i * x i - 1 / n%:R.
Proof.
move=> n0 one; have nn : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
rewrite (eq_bigr (fun i : 'I_n => x i * x i + (- 2%:R / n%:R) * x i + 1 / (n%:R * n%:R))) => [|i _]; last by field.
rewrite !big_split /= -mulr_sumr one sumr_const card_ord -[_ *+ n]mulr_natr.
by set z := \sum_(i < n) _; field.
Qed.

Theorem proof : statement.
Proof.
move=> R m n k lam D E _ pos n2 L D2 E2 X e ltk least far Ds; subst m.
have n0 : 0 < n%:R :> R by rewrite ltr0n ltnW.
have N2 : 0 < 2%:R + n%:R :> R by rewrite -natrD ltr0n.
have T0 := positive_sum (ltnW n2) pos; have nx := least_times ltk least.
have Dk j : (j < n)%N -> D (share_of n lam j) by move=> /Ds.
have LS : is_law (on_simplex n) D E.
  have [one lin ext law] := L; split=> // f Df Pf; apply: law => // z [z0 z1]; apply: Pf; split=> // j /z0; exact: ltW.
have S0 z : (forall j, (j < n)%N -> 0 < z j) /\ \sum_(i < n) z i = 1 -> 0 < \sum_(j < n) lam j * z j.
  by move=> [z0 z1]; apply: weighted => //; split=> // j /z0; exact: ltW.
have sumP := shares_add_up L S0 Dk.
have lam0 j : (j < n)%N -> 0 <= lam j by move=> /pos /ltW.
have some : exists2 j, (j < n)%N & lam j != 0 by exists k; rewrite ?gt_eqF ?pos.
have up i j : (i < n)%N -> (j < n)%N -> lam i <= lam j -> E (share_of n lam i) <= E (share_of n lam j).
  by move=> lti ltj /(in_order L X (fun z p => p.1) lam0 some Dk ltj lti) [].
have bent i j l lti ltj ltl := @concave R n lam _ D E i j l L X (fun z p => p.1) pos Dk lti ltj ltl.
have low := @least_share R n lam D E k LS n2 pos D2 E2 ltk (Dk k ltk).
have := @least_of_all R n (\sum_(j < n) lam j) (lam k) (lam k) n2 (pos k ltk) (lexx _) nx.
have flat : \sum_(j < n) lam j / (\sum_(i < n) lam i) = 1 by rewrite -mulr_suml divff ?gt_eqF.
have gap0 := @spread_gt0 R n lam (ltnW n2) pos far.
move: (\sum_(j < n) lam j) T0 nx low flat gap0 => T T0 nx low flat gap0 lemma8.
pose c := 1 - 2%:R * (lam k / T) * n%:R / (2%:R + n%:R).
have c0 : 0 <= c.
  have -> : c = (2%:R * (T - n%:R * lam k) + n%:R * T) / (T * (2%:R + n%:R)) by rewrite /c; field; rewrite !gt_eqF.
  rewrite divr_ge0 ?addr_ge0 ?mulr_ge0 ?subr_ge0 ?ler0n //; rewrite ?ltW // ltW ?addr_gt0 ?ltr0n // ltnW //.
pose q i := c * (lam i / T) + (1 - c) / n%:R.
have sumQ : \sum_(i < n) q i = 1.
  rewrite /q big_split /= -mulr_sumr flat sumr_const card_ord -[_ *+ n]mulr_natr; field; exact: lt0r_neq0.
have less : \sum_(i < n) E (share_of n lam i) * E (share_of n lam i) <= \sum_(i < n) q i * q i.
  apply: (@crossing R n lam (fun i => E (share_of n lam i)) q k ltk) => //; first by rewrite sumP sumQ.
  - by move=> i j lti ltj ij; rewrite /q ler_add2r ler_wpmul2l // ler_pmul2r ?invr_gt0.
  - apply: le_trans low; rewrite -subr_ge0; move: lemma8; rewrite -subr_ge0 -/c /q; congr (0 <= _).
    by move: (c) (lam k / T) => d y; field; rewrite !gt_eqF // addr_gt0 ?mulr_gt0 ?ltr0n ?pos.
  move=> i j l lti ltj ltl ij jl; have := bent i j l lti ltj ltl ij jl; congr (0 <= _); rewrite /q.
  by move: (E (share_of n lam i)) (E (share_of n lam j)) (E (share_of n lam l)) => x y z; ring.
pose B := \sum_(i < n) (lam i / T - 1 / n%:R) * (lam i / T - 1 / n%:R).
pose A := \sum_(i < n) ((E (share_of n lam i) - 1 / n%:R) * (E (share_of n lam i) - 1 / n%:R)).
have AB : A <= c * c * B.
  have -> : c * c * B = \sum_(i < n) ((q i - 1 / n%:R) * (q i - 1 / n%:R)).
    by rewrite /B mulr_sumr; apply: eq_bigr => i _; rewrite /q; move: (lam i / T) => y; field; rewrite gt_eqF.
  by rewrite (from_flat (ltnW n2) sumQ) /A (@from_flat R n (fun i => E (share_of n lam i)) (ltnW n2) sumP) ler_add2r.
have left : \sum_(i < n) ((E (share_of n lam i) / (\sum_(j < n) E (share_of n lam j)) - 1 / n%:R)
    * (E (share_of n lam i) / (\sum_(j < n) E (share_of n lam j)) - 1 / n%:R)) = A.
  by rewrite sumP; apply: eq_bigr => i _; rewrite divr1.
rewrite -[X in Num.sqrt X / _]/(\sum_(i < n) ((E (share_of n lam i) / (\sum_(j < n) E (share_of n lam j)) - 1 / n%:R)
    * (E (share_of n lam i) / (\sum_(j < n) E (share_of n lam j)) - 1 / n%:R))) left !mulNr.
rewrite ler_pdivr_mulr ?sqrtr_gt0 // -[X in X * _](ger0_norm c0) -sqrtr_sqr -sqrtrM ?sqr_ge0 // expr2.
exact: ler_wsqrtr.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R m n k lam D E m2 pos n2 L D2 E2 X; have n1 : (0 < n)%N := ltnW n2.
split.
  move=> same _ _ _ _ w [w0 w1]; subst m; apply: (lt0r_neq0 (weighted pos _)); split=> // j /w0; exact: ltW.
split; first by move=> same _ _ _ _; subst m; exact: (lt0r_neq0 (positive_sum n1 pos)).
split.
  move=> same _ _ _ Ds; subst m; have Dk k' : (k' < n)%N -> D (share_of n lam k') by move=> /Ds.
  have S0 z : (forall j, (j < n)%N -> 0 < z j) /\ \sum_(i < n) z i = 1 -> 0 < \sum_(j < n) lam j * z j.
    by move=> [z0 z1]; apply: weighted => //; split=> // j /z0; exact: ltW.
  have whole : \sum_(i < n) E (share_of n lam i) != 0 by rewrite (shares_add_up L S0 Dk) oner_neq0.
  exact: whole.
split; first by values.
split; first by values.
split; first by values.
split; last by values.
by move=> same _ _ far _; subst m; apply: sqrt_neq0; exact: spread_gt0.
Qed.
