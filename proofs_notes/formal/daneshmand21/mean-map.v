(* What proofs on the mean map use: shares of entries with the moments of directions. *)
Definition on_simplex (R : rcfType) n (z : nat -> R) := (forall j, (j < n)%N -> 0 <= z j) /\ \sum_(i < n) z i = 1.

Lemma positive_sum (R : rcfType) n (lam : nat -> R) : (1 <= n)%N -> (forall j, (j < n)%N -> 0 < lam j) ->
  0 < \sum_(i < n) lam i.
Proof.
case: n => // n _ pos; rewrite big_ord_recl ltr_paddr ?pos //.
by apply: sumr_ge0 => i _; rewrite ltW ?pos.
Qed.

Lemma weighted (R : rcfType) n (lam z : nat -> R) : (forall j, (j < n)%N -> 0 < lam j) -> on_simplex n z ->
  0 < \sum_(i < n) lam i * z i.
Proof.
move=> pos [z0 z1]; rewrite lt_neqAle eq_sym; apply/andP; split; last first.
  by apply: sumr_ge0 => i _; rewrite mulr_ge0 ?z0 // ltW ?pos.
apply/negP => /eqP /psumr_eq0P zero; have : \sum_(i < n) z i = 0.
  apply: big1 => i _; have := zero (fun k _ => mulr_ge0 (ltW (pos k (ltn_ord k))) (z0 k (ltn_ord k))) i isT.
  by move=> /eqP; rewrite mulf_eq0 gt_eqF ?pos //= => /eqP.
by rewrite z1 => /eqP; rewrite oner_eq0.
Qed.

(* The tangent of 1/S at 1/c, S = sum_j lam_j z_j. *)
Lemma least_share (R : rcfType) n (lam : nat -> R) D E i : @is_law R (on_simplex n) D E -> (2 <= n)%N ->
  (forall j, (j < n)%N -> 0 < lam j) ->
  (forall k, (k < n)%N -> forall j, (j < n)%N -> D (fun z => z k * z j)) ->
  (forall k, (k < n)%N -> forall j, (j < n)%N ->
    E (fun z => z k * z j) = ((k == j :> nat)%:R * 2%:R + 1) / (n%:R * (n%:R + 2%:R))) ->
  (i < n)%N -> D (fun z => lam i * z i / (\sum_(k < n) lam k * z k)) ->
  lam i * (n%:R + 2%:R) / (n%:R * (\sum_(k < n) lam k + 2%:R * lam i))
    <= E (fun z => lam i * z i / (\sum_(k < n) lam k * z k)).
Proof.
move=> L n2 pos D2 E2 lt Ds; set T := \sum_(k < n) lam k.
have T0 : 0 < T by apply: positive_sum => //; apply: ltnW.
have N0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n ltnW.
have N2 : n%:R + 2%:R != 0 :> R by rewrite -natrD pnatr_eq0 addn2.
have U0 : 0 < T + 2%:R * lam i by rewrite addr_gt0 // mulr_gt0 ?ltr0n ?pos.
pose c := (n%:R + 2%:R) / (T + 2%:R * lam i).
pose a j := lam i * (2%:R * c - c * c * lam j).
have [Dg Eg] := @law_sum R _ D E n a (fun j z => z i * z j) L (D2 i lt).
have -> : lam i * (n%:R + 2%:R) / (n%:R * (T + 2%:R * lam i)) = E (fun z => \sum_(j < n) a j * (z i * z j)).
  rewrite Eg (eq_bigr (fun j : 'I_n => (lam i / (n%:R * (n%:R + 2%:R))) * (2%:R * c - c * c * lam j)
      + (2%:R * (lam i / (n%:R * (n%:R + 2%:R)))) * ((j == i :> nat)%:R * (2%:R * c - c * c * lam j)))); last first.
    by move=> j _; rewrite E2 // /a eq_sym; move: ((_ * _)^-1) => K; ring.
  rewrite big_split /= -!mulr_sumr sumrB sumr_const card_ord -mulr_sumr -/T.
  rewrite [X in _ + _ * X](_ : _ = 2%:R * c - c * c * lam i); last first.
    rewrite (bigD1 (Ordinal lt)) //= eqxx mul1r big1 ?addr0 // => k far.
    suff -> : (k == i :> nat) = false by rewrite mul0r.
    by apply/negbTE; apply: contraNneq far => e; apply/eqP; apply: val_inj.
  by rewrite -[_ *+ n]mulr_natl /c; field; rewrite N0 N2 gt_eqF.
apply: (law_le L) => // z Pz; have [z0 z1] := Pz; have S0 := weighted pos Pz.
set S := \sum_(k < n) _ in S0 *.
rewrite (eq_bigr (fun j : 'I_n => (lam i * z i) * (2%:R * c * z j) - (lam i * z i) * (c * c * (lam j * z j)))); last first.
  by move=> j _; rewrite /a; ring.
rewrite sumrB -!mulr_sumr z1 mulr1 -/S -subr_ge0.
have -> : lam i * z i / S - (lam i * z i * (2%:R * c) - lam i * z i * (c * c * S))
  = (lam i * z i) * ((1 - c * S) * (1 - c * S)) / S by field; rewrite gt_eqF.
apply: divr_ge0; last exact: ltW.
by apply: mulr_ge0; [rewrite mulr_ge0 ?z0 // ltW ?pos | rewrite -expr2 sqr_ge0].
Qed.

(* It grows with the eigenvalue, and is above what Lemma 8 says. *)
Lemma least_of_all (R : rcfType) n (T x y : R) : (2 <= n)%N -> 0 < x -> x <= y -> n%:R * x <= T ->
  1 / n%:R - y * (n%:R + 2%:R) / (n%:R * (T + 2%:R * y))
    <= (1 - 2%:R * (x / T) * n%:R / (2%:R + n%:R)) * (1 / n%:R - x / T).
Proof.
move=> n2 x0 le nx; have n0 : 0 < n%:R :> R by rewrite ltr0n ltnW.
have y0 : 0 < y := lt_le_trans x0 le.
have T0 : 0 < T by apply: lt_le_trans nx; rewrite mulr_gt0.
have X0 : 0 < T + 2%:R * x by rewrite addr_gt0 // mulr_gt0 ?ltr0n.
have Y0 : 0 < T + 2%:R * y by rewrite addr_gt0 // mulr_gt0 ?ltr0n.
have N2 : 0 < 2%:R + n%:R :> R by rewrite -natrD ltr0n.
rewrite -subr_ge0.
have -> : (1 - 2%:R * (x / T) * n%:R / (2%:R + n%:R)) * (1 / n%:R - x / T)
    - (1 / n%:R - y * (n%:R + 2%:R) / (n%:R * (T + 2%:R * y)))
  = 4%:R * x * ((T - n%:R * x) * (T - n%:R * x)) / (n%:R * (2%:R + n%:R) * (T * T) * (T + 2%:R * x))
    + (2%:R + n%:R) * T * (y - x) / (n%:R * (T + 2%:R * x) * (T + 2%:R * y)).
  by field; rewrite !gt_eqF.
apply: addr_ge0; apply: divr_ge0; try by rewrite ltW // !mulr_gt0.
  by apply: mulr_ge0; [rewrite mulr_ge0 ?ler0n // ltW | rewrite -expr2 sqr_ge0].
by apply: mulr_ge0; [rewrite mulr_ge0 // ltW | rewrite subr_ge0].
Qed.

Lemma least_times (R : rcfType) n (lam : nat -> R) k : (k < n)%N -> (forall j, (j < n)%N -> lam k <= lam j) ->
  n%:R * lam k <= \sum_(j < n) lam j.
Proof.
move=> lt le; rewrite mulr_natl -[X in _ *+ X](card_ord n) -sumr_const.
by apply: ler_sum => j _; apply: le.
Qed.

Lemma law_lt (R : rcfType) P D E (f g : (nat -> R) -> R) : @is_law R P D E -> D f -> D g ->
  (forall z, P z -> f z < g z) -> E f < E g.
Proof.
move=> [_ lin _ pos] Df Dg lt; have [Dh Eh] := lin (-1) _ _ Df Dg.
rewrite -subr_gt0 addrC -mulN1r -Eh; apply: pos => // z Pz.
by rewrite mulN1r addrC subr_gt0 lt.
Qed.

(* Two entries change places: a row whose law that leaves as it is. *)
Definition swap (R : rcfType) (i j : nat) (z : nat -> R) k := z (if k == i then j else if k == j then i else k).

Definition changes_places (R : rcfType) n (D : ((nat -> R) -> R) -> Prop) (E : ((nat -> R) -> R) -> R) :=
  forall i j f, (i < n)%N -> (j < n)%N -> D f -> D (fun z => f (swap i j z)) /\ E (fun z => f (swap i j z)) = E f.

Definition share_of (R : rcfType) n (lam : nat -> R) i (z : nat -> R) := lam i * z i / (\sum_(k < n) lam k * z k).

Lemma weighted_any (R : rcfType) n (lam z : nat -> R) : (forall j, (j < n)%N -> 0 <= lam j) ->
  (exists2 j, (j < n)%N & lam j != 0) -> (forall j, (j < n)%N -> 0 < z j) -> 0 < \sum_(i < n) lam i * z i.
Proof.
move=> lam0 [j lt ne] z0; rewrite (bigD1 (Ordinal lt)) //= ltr_paddr //.
  by apply: sumr_ge0 => i _; rewrite mulr_ge0 ?lam0 // ltW ?z0.
by rewrite mulr_gt0 ?z0 // lt_neqAle eq_sym ne lam0.
Qed.

Lemma parted (R : rcfType) n (lam z : nat -> R) i j : (i < n)%N -> (j < n)%N -> i != j ->
  (forall k, (k < n)%N -> 0 <= lam k) -> (forall k, (k < n)%N -> 0 < z k) ->
  exists2 A, 0 <= A & \sum_(k < n) lam k * z k = A + lam i * z i + lam j * z j
    /\ \sum_(k < n) lam k * swap i j z k = A + lam i * z j + lam j * z i.
Proof.
move=> lti ltj ij lam0 z0; exists (\sum_(k < n | (k != Ordinal lti) && (k != Ordinal ltj)) lam k * z k).
  by apply: sumr_ge0 => k _; rewrite mulr_ge0 ?lam0 // ltW ?z0.
have ji : Ordinal ltj != Ordinal lti by apply: contraNneq ij => /(congr1 val) /= ->.
split; rewrite (bigD1 (Ordinal lti)) //= (bigD1 (Ordinal ltj)) //= addrA addrC addrA //.
rewrite /swap !eqxx [j == i]eq_sym (negbTE ij); congr (_ + _ + _).
apply: eq_bigr => k /andP [ki kj]; congr (_ * z _); rewrite -!val_eqE /= in ki kj.
by rewrite (negbTE ki) (negbTE kj).
Qed.

(* z and z with two entries changed add to two shares; these sums are in order, and their ratio is nearer to 1. *)
Lemma both_orders (R : rcfType) n (lam z : nat -> R) i j : (i < n)%N -> (j < n)%N -> i != j ->
  (forall k, (k < n)%N -> 0 <= lam k) -> (exists2 k, (k < n)%N & lam k != 0) -> (forall k, (k < n)%N -> 0 < z k) ->
  exists2 c, 0 < c & exists2 b, 0 <= b &
    (share_of n lam i z + share_of n lam i (swap i j z)) - (share_of n lam j z + share_of n lam j (swap i j z))
      = (lam i - lam j) * b
    /\ lam i * (share_of n lam j z + share_of n lam j (swap i j z))
      - lam j * (share_of n lam i z + share_of n lam i (swap i j z))
      = lam i * lam j * (lam i - lam j) * ((z i - z j) * (z i - z j)) * c.
Proof.
move=> lti ltj ij lam0 some z0; have [A A0 [one two]] := parted lti ltj ij lam0 z0.
have S0 := weighted_any lam0 some z0.
have z0' k : (k < n)%N -> 0 < swap i j z k.
  by move=> lt; rewrite /swap; case: ifP => _; [|case: ifP => _]; exact: z0.
have S0' := weighted_any lam0 some z0'.
rewrite one in S0; rewrite two in S0'.
have at_i : swap i j z i = z j by rewrite /swap eqxx.
have at_j : swap i j z j = z i by rewrite /swap eq_sym (negbTE ij) eqxx.
rewrite /share_of at_i at_j one two.
pose c := ((A + lam i * z i + lam j * z j) * (A + lam i * z j + lam j * z i))^-1.
have c0 : 0 < c by rewrite invr_gt0 mulr_gt0.
exists c => //; exists ((A * (z i + z j) + 2%:R * (z i * z j) * (lam i + lam j)) * c).
  apply: mulr_ge0; last exact: ltW.
  apply: addr_ge0; apply: mulr_ge0 => //; first by rewrite ltW // addr_gt0 ?z0.
    by rewrite !mulr_ge0 ?ler0n ?(ltW (z0 _ _)).
  by rewrite addr_ge0 ?lam0.
by split; rewrite /c; field; rewrite !gt_eqF.
Qed.

Lemma in_order (R : rcfType) n (lam : nat -> R) P D E i j : @is_law R P D E -> changes_places n D E ->
  (forall z, P z -> forall k, (k < n)%N -> 0 < z k) ->
  (forall k, (k < n)%N -> 0 <= lam k) -> (exists2 k, (k < n)%N & lam k != 0) ->
  (forall k, (k < n)%N -> D (share_of n lam k)) -> (i < n)%N -> (j < n)%N -> lam j <= lam i ->
  E (share_of n lam j) <= E (share_of n lam i) /\ lam j * E (share_of n lam i) <= lam i * E (share_of n lam j).
Proof.
move=> L X pos lam0 some Ds lti ltj le; have [_ lin _ _] := L.
case: (eqVneq i j) => [->|ij] //.
have twice k : (k < n)%N -> D (fun z => 1 * share_of n lam k (swap i j z) + share_of n lam k z) /\
    E (fun z => 1 * share_of n lam k (swap i j z) + share_of n lam k z) = 2%:R * E (share_of n lam k).
  move=> lt; have [Dk Ek] := X i j _ lti ltj (Ds k lt); have [Dt Et] := lin 1 _ _ Dk (Ds k lt).
  by split=> //; rewrite Et Ek mul1r -[2%:R]/(1 + 1) mulrDl mul1r.
have [Di Ei] := twice i lti; have [Dj Ej] := twice j ltj.
split.
  rewrite -(ler_pmul2l (ltr0n R 2)) -Ei -Ej; apply: (law_le L) => // z /pos z0.
  have [c c0 [b b0 [first _]]] := both_orders lti ltj ij lam0 some z0.
  rewrite !mul1r ![share_of n lam _ (swap i j z) + _]addrC -subr_ge0 first.
  by rewrite mulr_ge0 ?subr_ge0.
have [[D1 E1] _ ext _] := L; have [D0 E0] := lin (-1) _ _ D1 D1.
have times a k : (k < n)%N -> D (fun z => a * (1 * share_of n lam k (swap i j z) + share_of n lam k z) + (-1 * 1 + 1))
   /\ E (fun z => a * (1 * share_of n lam k (swap i j z) + share_of n lam k z) + (-1 * 1 + 1))
      = 2%:R * (a * E (share_of n lam k)).
  move=> lt; have [Dk Ek] := twice k lt; have [Dt Et] := lin a _ _ Dk D0; split=> //.
  by rewrite Et Ek E0 E1 mulN1r addNr addr0; ring.
have [Di' Ei'] := times (lam j) i lti; have [Dj' Ej'] := times (lam i) j ltj.
rewrite -(ler_pmul2l (ltr0n R 2)) -Ei' -Ej'; apply: (law_le L) => // z /pos z0.
have [c c0 [b b0 [_ second]]] := both_orders lti ltj ij lam0 some z0.
rewrite !mul1r ler_add2r ![share_of n lam _ (swap i j z) + _]addrC -subr_ge0 second.
apply: mulr_ge0; last exact: ltW.
by apply: mulr_ge0; [rewrite !mulr_ge0 ?subr_ge0 ?lam0 | rewrite -expr2 sqr_ge0].
Qed.

(* and is not lam_i/lam_j, if the entries are different *)
Lemma in_strict_order (R : rcfType) n (lam : nat -> R) P D E i j : @is_law R P D E -> changes_places n D E ->
  (forall z, P z -> forall k, (k < n)%N -> 0 < z k) -> (forall z, P z -> z i != z j) ->
  (forall k, (k < n)%N -> 0 <= lam k) -> (forall k, (k < n)%N -> D (share_of n lam k)) ->
  (i < n)%N -> (j < n)%N -> 0 < lam j -> lam j < lam i ->
  lam j * E (share_of n lam i) < lam i * E (share_of n lam j).
Proof.
move=> L X pos apart lam0 Ds lti ltj lj le; have [[D1 E1] lin ext _] := L.
have some : exists2 k, (k < n)%N & lam k != 0 by exists j => //; rewrite gt_eqF.
have ij : i != j by apply: contraTneq le => ->; rewrite ltxx.
have [D0 E0] := lin (-1) _ _ D1 D1.
have times a k : (k < n)%N -> D (fun z => a * (1 * share_of n lam k (swap i j z) + share_of n lam k z) + (-1 * 1 + 1))
   /\ E (fun z => a * (1 * share_of n lam k (swap i j z) + share_of n lam k z) + (-1 * 1 + 1))
      = 2%:R * (a * E (share_of n lam k)).
  move=> lt; have [Dk Ek] := X i j _ lti ltj (Ds k lt); have [Dt Et] := lin 1 _ _ Dk (Ds k lt).
  have [Du Eu] := lin a _ _ Dt D0; split=> //.
  by rewrite Eu Et Ek E0 E1 mulN1r addNr addr0; ring.
have [Di' Ei'] := times (lam j) i lti; have [Dj' Ej'] := times (lam i) j ltj.
rewrite -(ltr_pmul2l (ltr0n R 2)) -Ei' -Ej'; apply: (law_lt L) => // z Pz.
have [c c0 [b b0 [_ second]]] := both_orders lti ltj ij lam0 some (pos z Pz).
rewrite !mul1r ltr_add2r ![share_of n lam _ (swap i j z) + _]addrC -subr_gt0 second.
apply: mulr_gt0 => //; apply: mulr_gt0; first by rewrite !mulr_gt0 ?subr_gt0 // (lt_trans lj).
by rewrite -expr2 lt_neqAle eq_sym sqrf_eq0 subr_eq0 apart // sqr_ge0.
Qed.

Lemma share_positive (R : rcfType) n (lam : nat -> R) P D E i : @is_law R P D E ->
  (forall z, P z -> forall k, (k < n)%N -> 0 < z k) -> (forall k, (k < n)%N -> 0 <= lam k) ->
  D (share_of n lam i) -> (i < n)%N -> 0 < lam i -> 0 < E (share_of n lam i).
Proof.
move=> [_ _ _ law] pos lam0 Di lt li; apply: law => // z /pos z0.
by rewrite divr_gt0 ?mulr_gt0 ?z0 // weighted_any //; exists i => //; rewrite gt_eqF.
Qed.

Lemma shares_add_up (R : rcfType) n (lam : nat -> R) P D E : @is_law R P D E ->
  (forall z, P z -> 0 < \sum_(k < n) lam k * z k) -> (forall k, (k < n)%N -> D (share_of n lam k)) ->
  \sum_(k < n) E (share_of n lam k) = 1.
Proof.
move=> L S0 Ds; have [Da Ea] := @law_sum R P D E n (fun=> 1) (share_of n lam) L Ds.
have [[D1 E1] _ _ _] := L.
transitivity (E (fun z => \sum_(k < n) 1 * share_of n lam k z)).
  by rewrite Ea; apply: eq_bigr => k _; rewrite mul1r.
rewrite (law_eq L Da D1) // => z /S0 pos.
by under eq_bigr do rewrite mul1r; rewrite /share_of -mulr_suml divff // gt_eqF.
Qed.

Lemma no_share (R : rcfType) n (lam : nat -> R) P D E i : @is_law R P D E -> lam i = 0 -> D (share_of n lam i) ->
  E (share_of n lam i) = 0.
Proof.
move=> L l0 Di; have [[D1 E1] lin _ _] := L; have [D0 E0] := lin (-1) _ _ D1 D1.
have zero z : P z -> share_of n lam i z = -1 * 1 + 1 by rewrite /share_of l0 !mul0r mulN1r addNr.
by rewrite (law_eq L Di D0 zero) E0 E1 mulN1r addNr.
Qed.

(* How far p is from 1/n + rho h, rho = n/(n+2), where lam = 1/n + h. *)
Definition off (R : rcfType) n (lam : nat -> R) (E : ((nat -> R) -> R) -> R) i :=
  E (share_of n lam i) - 1 / n%:R - (n%:R / (2%:R + n%:R)) * (lam i / (\sum_(k < n) lam k) - 1 / n%:R).

Lemma no_offset (R : rcfType) (N T : R) : 0 < N -> 0 < T -> 0 < 2%:R + N ->
  1 - N * (1 / N) - N / (2%:R + N) * (T / T - N * (1 / N)) = 0.
Proof. by move=> N0 T0 N2; rewrite divff ?gt_eqF // mul1r divff ?gt_eqF // subrr mulr0 subr0. Qed.

Lemma offsets (R : rcfType) n (p lam : nat -> R) (T c d : R) :
  \sum_(i < n) (p i - c - d * (lam i / T - c)) = \sum_(i < n) p i - n%:R * c - d * ((\sum_(i < n) lam i) / T - n%:R * c).
Proof.
have flat : \sum_(i < n) c = n%:R * c by rewrite sumr_const card_ord mulr_natl.
by rewrite sumrB sumrB -mulr_sumr sumrB -mulr_suml flat.
Qed.

Lemma above_line (R : rcfType) (N T x p : R) : 0 < N -> 0 < T -> 0 < 2%:R + N -> 0 < T + 2%:R * x ->
  p - 1 / N - N / (2%:R + N) * (x / T - 1 / N) + 2%:R * (N / (2%:R + N)) * ((x / T - 1 / N) * (x / T - 1 / N))
  = (p - x * (N + 2%:R) / (N * (T + 2%:R * x)))
    + 4%:R * x * ((N * x - T) * (N * x - T)) / ((2%:R + N) * (N * (T * T) * (T + 2%:R * x))).
Proof. by move=> N0 T0 N2 X0; field; rewrite !gt_eqF. Qed.

Lemma off_line (R : rcfType) n (lam : nat -> R) D E : @is_law R (on_simplex n) D E -> (2 <= n)%N ->
  (forall j, (j < n)%N -> 0 < lam j) ->
  (forall k, (k < n)%N -> forall j, (j < n)%N -> D (fun z => z k * z j)) ->
  (forall k, (k < n)%N -> forall j, (j < n)%N ->
    E (fun z => z k * z j) = ((k == j :> nat)%:R * 2%:R + 1) / (n%:R * (n%:R + 2%:R))) ->
  (forall k, (k < n)%N -> D (share_of n lam k)) ->
  [/\ \sum_(k < n) E (share_of n lam k) = 1, \sum_(i < n) off n lam E i = 0 &
    forall i, (i < n)%N -> 0 <= off n lam E i + 2%:R * (n%:R / (2%:R + n%:R))
      * ((lam i / (\sum_(k < n) lam k) - 1 / n%:R) * (lam i / (\sum_(k < n) lam k) - 1 / n%:R))].
Proof.
move=> L n2 pos D2 E2 Ds; have one := shares_add_up L (fun z => weighted pos) Ds.
have n0 : 0 < n%:R :> R by rewrite ltr0n ltnW.
have N2 : 0 < 2%:R + n%:R :> R by rewrite -natrD ltr0n.
have T0 := positive_sum (ltnW n2) pos.
split=> //.
  by rewrite /off (offsets n (fun i => E (share_of n lam i))) one no_offset.
move=> i lt; have low := least_share L n2 pos D2 E2 lt (Ds i lt).
have x0 := pos i lt; have X0 : 0 < \sum_(k < n) lam k + 2%:R * lam i by rewrite addr_gt0 // mulr_gt0 ?ltr0n.
rewrite /off above_line // addr_ge0 ?subr_ge0 //; apply: divr_ge0; last by rewrite ltW // !mulr_gt0.
by apply: mulr_ge0; [rewrite mulr_ge0 ?ler0n // ltW | rewrite -expr2 sqr_ge0].
Qed.

Lemma below_root (R : rcfType) n (x : nat -> R) i : (i < n)%N -> `|x i| <= Num.sqrt (\sum_(k < n) x k * x k).
Proof.
move=> lt; rewrite -sqrtr_sqr; apply: ler_wsqrtr; rewrite expr2 (bigD1 (Ordinal lt)) //= ler_addl.
by apply: sumr_ge0 => k _; rewrite -expr2 sqr_ge0.
Qed.

Lemma triangle (R : rcfType) n (x e : nat -> R) :
  Num.sqrt (\sum_(i < n) (x i + e i) * (x i + e i)) <= Num.sqrt (\sum_(i < n) x i * x i) + \sum_(i < n) `|e i|.
Proof.
set X := Num.sqrt (\sum_(i < n) x i * x i); set S := \sum_(i < n) `|e i|.
have S0 : 0 <= S by apply: sumr_ge0 => i _; exact: normr_ge0.
have X0 : 0 <= X by exact: sqrtr_ge0.
have XX : \sum_(i < n) x i * x i = X * X.
  have pos : 0 <= \sum_(i < n) x i * x i by apply: sumr_ge0 => k _; rewrite -expr2 sqr_ge0.
  by rewrite -[X * X]expr2 /X sqr_sqrtr.
rewrite -[X + S]ger0_norm ?addr_ge0 // -sqrtr_sqr; apply: ler_wsqrtr.
rewrite (eq_bigr (fun i : 'I_n => x i * x i + (2%:R * (x i * e i) + e i * e i))) => [|i _]; last by ring.
rewrite big_split /= XX.
apply: le_trans (_ : X * X + \sum_(i < n) (2%:R * (X * `|e i|) + S * `|e i|) <= _); last first.
  by rewrite big_split /= -!mulr_sumr -/S expr2 le_eqVlt; apply/orP; left; apply/eqP; ring.
rewrite ler_add2l; apply: ler_sum => i _; apply: ler_add.
  rewrite ler_pmul2l ?ltr0n // (le_trans (ler_norm _)) // normrM ler_wpmul2r ?normr_ge0 //.
  exact: below_root.
rewrite (le_trans (ler_norm _)) // normrM ler_wpmul2r ?normr_ge0 // /S (bigD1 i) //= ler_addl.
by apply: sumr_ge0 => k _; exact: normr_ge0.
Qed.

Lemma spread_gt0 (R : rcfType) n (lam : nat -> R) : (0 < n)%N -> (forall i, (i < n)%N -> 0 < lam i) ->
  (exists2 i, (i < n)%N & lam i != lam 0%N) ->
  0 < \sum_(i < n) ((lam i / (\sum_(k < n) lam k) - 1 / n%:R) * (lam i / (\sum_(k < n) lam k) - 1 / n%:R)).
Proof.
move=> n0 pos [i lt far]; have := positive_sum n0 pos; move: (\sum_(k < n) lam k) => T T0.
have some k : (k < n)%N -> lam k / T - 1 / n%:R != 0 ->
    0 < \sum_(j < n) ((lam j / T - 1 / n%:R) * (lam j / T - 1 / n%:R)).
  move=> kn ne; apply: (@sum_gt0_at R n (fun j : 'I_n => (lam j / T - 1 / n%:R) * (lam j / T - 1 / n%:R)) (Ordinal kn)).
    by move=> j; exact: square_ge0.
  exact: square_gt0.
have [z|] := eqVneq (lam 0%N / T - 1 / n%:R) 0; last exact: some.
apply: (some i lt); apply: contraNneq far => e; apply/eqP; apply: (mulIf (invr_neq0 (lt0r_neq0 T0))).
by apply/eqP; rewrite -(inj_eq (addIr (- (1 / n%:R)))) e z.
Qed.
