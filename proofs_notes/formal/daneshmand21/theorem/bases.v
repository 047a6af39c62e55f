(* After mean-map.v. *)
(* With V_k of lam_k and rho = n/(n + 2), V_(k+1) is between rho V_k (1 - 4 V_k) and rho V_k (1 + 4 V_k).
   So V falls by (n + 1)/(n + 2) a layer from V_0 <= 1/(4n) on. *)
Definition gap_square (R : rcfType) n (lam : nat -> R) := \sum_(i < n) ((lam i / (\sum_(k < n) lam k) - 1 / n%:R)
  * (lam i / (\sum_(k < n) lam k) - 1 / n%:R)).

Lemma step (R : rcfType) n (lam p : nat -> R) D E (V := Num.sqrt (gap_square n lam)) (rho := n%:R / (2%:R + n%:R) : R) :
  @is_law R (on_simplex n) D E -> (2 <= n)%N -> (forall j, (j < n)%N -> 0 < lam j) ->
  (forall k, (k < n)%N -> forall j, (j < n)%N -> D (fun z => z k * z j)) ->
  (forall k, (k < n)%N -> forall j, (j < n)%N ->
    E (fun z => z k * z j) = ((k == j :> nat)%:R * 2%:R + 1) / (n%:R * (n%:R + 2%:R))) ->
  (forall k, (k < n)%N -> D (share_of n lam k)) -> (forall k, (k < n)%N -> p k = E (share_of n lam k)) ->
  [/\ forall k, (k < n)%N -> 0 < p k, Num.sqrt (gap_square n p) <= rho * V + 4%:R * rho * (V * V) &
    rho * V <= Num.sqrt (gap_square n p) + 4%:R * rho * (V * V)].
Proof.
move=> L n2 pos D2 E2 Ds ep.
have n0 : 0 < n%:R :> R by rewrite ltr0n ltnW.
have N2 : 0 < 2%:R + n%:R :> R by rewrite -natrD ltr0n.
have [one flat above] := off_line L n2 pos D2 E2 Ds.
rewrite -/rho in above; have rho0 : 0 < rho by rewrite divr_gt0.
pose h i := lam i / (\sum_(k < n) lam k) - 1 / n%:R.
pose Q := \sum_(i < n) h i * h i.
have Q0 : 0 <= Q by apply: sumr_ge0 => k _; rewrite -expr2 sqr_ge0.
have VV : V * V = Q by rewrite -[V * V]expr2 /V sqr_sqrtr.
have sizes : \sum_(i < n) `|off n lam E i| <= 4%:R * rho * Q.
  have -> : \sum_(i < n) `|off n lam E i| = \sum_(i < n) (`|off n lam E i| - off n lam E i) by rewrite sumrB flat subr0.
  rewrite /Q mulr_sumr; apply: ler_sum => i _; have ok := above i (ltn_ord i); rewrite -/(h i) in ok.
  rewrite ler_subl_addr; case: (lerP 0 (off n lam E i)) => sign.
    rewrite ger0_norm // ler_addr; apply: mulr_ge0; last by rewrite -expr2 sqr_ge0.
    by rewrite mulr_ge0 ?ler0n // ltW.
  rewrite ltr0_norm // -subr_ge0; move: (addr_ge0 ok ok); congr (0 <= _); move: (off n lam E i) (h i) => o g; ring.
have whole : \sum_(k < n) p k = 1 by rewrite -[RHS]one; apply: eq_bigr => k _; exact: ep.
have rewritten : gap_square n p = \sum_(i < n) ((rho * h i + off n lam E i) * (rho * h i + off n lam E i)).
  apply: eq_bigr => i _; rewrite whole divr1 ep // /off -/rho -/(h i).
  by move: (E _) (h i) => a b; ring.
have scaled : Num.sqrt (\sum_(i < n) (rho * h i) * (rho * h i)) = rho * V.
  rewrite (eq_bigr (fun i : 'I_n => (rho * rho) * (h i * h i))) => [|i _]; last by ring.
  have square : Num.sqrt (rho * rho) = rho by rewrite -[rho * rho]expr2 sqrtr_sqr gtr0_norm.
  by rewrite -mulr_sumr -/Q sqrtrM ?square // mulr_ge0 // ltW.
split.
    move=> k lt; rewrite ep //; apply: lt_le_trans (least_share L n2 pos D2 E2 lt (Ds k lt)).
    have T0 := positive_sum (ltnW n2) pos; have lk := pos k lt.
    apply: divr_gt0; apply: mulr_gt0 => //; first by rewrite addrC.
    by apply: addr_gt0 => //; apply: mulr_gt0 => //; rewrite ltr0n.
  rewrite VV rewritten; apply: le_trans (triangle n (fun i => rho * h i) (off n lam E)) _; by rewrite scaled ler_add2l.
rewrite VV rewritten; have := triangle n (fun i => rho * h i + off n lam E i) (fun i => - off n lam E i).
rewrite (eq_bigr (fun i : 'I_n => (rho * h i) * (rho * h i))) => [|i _]; last by rewrite addrK.
rewrite scaled => /le_trans; apply; rewrite ler_add2l.
by under eq_bigr do rewrite normrN.
Qed.

(* the layers of an orbit *)
Lemma along (R : rcfType) n m (lam : nat -> nat -> R) D E (V := fun k => Num.sqrt (gap_square n (lam k))) :
  @is_law R (on_simplex n) D E -> (2 <= n)%N ->
  (forall k, (k < n)%N -> forall j, (j < n)%N -> D (fun z => z k * z j)) ->
  (forall k, (k < n)%N -> forall j, (j < n)%N ->
    E (fun z => z k * z j) = ((k == j :> nat)%:R * 2%:R + 1) / (n%:R * (n%:R + 2%:R))) ->
  (forall l, (l < m)%N -> forall k, (k < n)%N -> D (share_of n (lam l) k)) ->
  (forall l, (l < m)%N -> forall k, (k < n)%N -> lam (l + 1)%N k = E (share_of n (lam l) k)) ->
  (forall j, (j < n)%N -> 0 < lam 0%N j) -> 4%:R * n%:R * V 0%N <= 1 -> forall l, (l <= m)%N ->
  (forall j, (j < n)%N -> 0 < lam l j) /\ 4%:R * n%:R * V l <= ((n%:R + 1) / (n%:R + 2%:R)) ^+ l.
Proof.
move=> L n2 D2 E2 Ds eq pos0 small; have n0 : 0 < n%:R :> R by rewrite ltr0n ltnW.
have N2 : 0 < n%:R + 2%:R :> R by rewrite -natrD ltr0n addn2.
set b := (n%:R + 1) / (n%:R + 2%:R).
have b0 : 0 < b by rewrite divr_gt0 // addr_gt0 // ltr01.
have b1 : b <= 1 by rewrite ler_pdivr_mulr // mul1r ler_add2l ler1n.
have bE : b = (n%:R + 1) / (n%:R + 2%:R) by [].
clearbody b; elim=> [|l IH] lt; first by rewrite expr0.
have [pos le] := IH (ltnW lt).
have [p0 up _] := step L n2 pos D2 E2 (Ds l lt) (eq l lt).
rewrite -[l.+1]addn1; split=> //; rewrite addn1 exprS; apply: (@le_trans _ _ (b * (4%:R * n%:R * V l))); last first.
  by apply: ler_wpmul2l => //; exact: ltW.
have V0 : 0 <= V l by exact: sqrtr_ge0.
have one : 4%:R * n%:R * V l <= 1 by apply: (le_trans le); apply: exprn_ile1 => //; exact: ltW.
rewrite mulrCA -!mulrA; apply: ler_wpmul2l; first exact: ler0n.
apply: ler_wpmul2l; first exact: ltW.
rewrite -addn1; apply: (le_trans up).
have -> : n%:R / (2%:R + n%:R) * V l + 4%:R * (n%:R / (2%:R + n%:R)) * (V l * V l)
    = (n%:R + 4%:R * n%:R * V l) / (n%:R + 2%:R) * V l.
  by rewrite [2%:R + _]addrC; field; rewrite gt_eqF.
apply: ler_wpmul2r => //; rewrite bE ler_pdivr_mulr // divfK ?gt_eqF // ler_add2l //.
Qed.

Lemma small_root (R : rcfType) (N Q : R) : 0 < N -> 0 <= Q -> N * N * 16%:R * Q <= 1 -> 4%:R * N * Num.sqrt Q <= 1.
Proof.
move=> N0 Q0 le; have y0 : 0 <= 4%:R * N * Num.sqrt Q by rewrite !mulr_ge0 ?sqrtr_ge0 ?ler0n // ltW.
rewrite -(@expr_le1 _ 2) // exprMn sqr_sqrtr // exprMn; apply: le_trans le.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.

Lemma three_bounds (R : rcfType) (N s r kept : R) : 0 < s -> s * s = N ->
  N / (2%:R + N) - r <= kept -> kept <= N / (2%:R + N) + r ->
  [/\ - r + (1 / 3%:R * (- 2%:R + s)) * (- 2%:R + 2%:R * s) / (s * (2%:R + N)) <= kept + (- 1) + 2%:R / (s * 3%:R),
    - r + (1 + (- 1 + s) * (- 1 + s)) / (s * (2%:R + N)) <= kept + (- 1) + 1 / s &
    - r + (- N) / (2%:R + N) <= - kept].
Proof.
move=> s0 <- low high; have N2 : 0 < 2%:R + s * s by rewrite addr_gt0 ?mulr_gt0 ?ltr0n.
split.
- have -> : - r + (1 / 3%:R * (- 2%:R + s)) * (- 2%:R + 2%:R * s) / (s * (2%:R + s * s))
      = (s * s / (2%:R + s * s) - r) + (- 1) + 2%:R / (s * 3%:R) by field; rewrite !gt_eqF.
  by rewrite !ler_add2r.
- have -> : - r + (1 + (- 1 + s) * (- 1 + s)) / (s * (2%:R + s * s)) = (s * s / (2%:R + s * s) - r) + (- 1) + 1 / s.
    by field; rewrite !gt_eqF.
  by rewrite !ler_add2r.
by rewrite mulNr -opprD ler_opp2 addrC.
Qed.

Lemma kept_within (R : rcfType) (N V W b r rho : R) : 0 < N -> 0 < V -> rho = N / (2%:R + N) -> r = b / (N + 2%:R) ->
  4%:R * N * V <= b -> W <= rho * V + 4%:R * rho * (V * V) -> rho * V <= W + 4%:R * rho * (V * V) ->
  rho - r <= W / V /\ W / V <= rho + r.
Proof.
move=> N0 V0 -> -> le up low; have N2 : 0 < N + 2%:R by rewrite addr_gt0 ?ltr0n.
have M0 : N + 2%:R != 0 by rewrite gt_eqF.
have small : 4%:R * (N / (N + 2%:R)) * V <= b / (N + 2%:R).
  have -> : 4%:R * (N / (N + 2%:R)) * V = (4%:R * N * V) / (N + 2%:R) by field.
  by apply: ler_wpmul2r => //; rewrite invr_ge0 ltW.
rewrite [2%:R + N]addrC in up low *; set c := N / (N + 2%:R) in small up low *.
split.
  rewrite ler_pdivl_mulr // mulrBl ler_subl_addr; apply: (le_trans low); rewrite ler_add2l mulrA.
  by apply: ler_wpmul2r => //; exact: ltW.
rewrite ler_pdivr_mulr // mulrDl; apply: (le_trans up); rewrite ler_add2l mulrA.
by apply: ler_wpmul2r => //; exact: ltW.
Qed.

Theorem proof : statement.
Proof.
move=> R l n lam D E n2 L D2 E2 Ds [[[pos0 small] far] eq].
have n0 : 0 < n%:R :> R by rewrite ltr0n ltnW.
have Ds' k (lt : (k < l + 1)%N) := Ds k lt; have eq' k (lt : (k < l + 1)%N) := eq k lt.
have small' : 4%:R * n%:R * Num.sqrt (gap_square n (lam 0%N)) <= 1.
  by apply: small_root => //; apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0.
have [pos le] := along L n2 D2 E2 Ds' eq' pos0 small' (leq_addr 1 l).
have lt : (l < l + 1)%N by rewrite addn1.
have [_ up low] := step L n2 pos D2 E2 (Ds' l lt) (eq' l lt).
have V0 : 0 < Num.sqrt (gap_square n (lam l)) by rewrite sqrtr_gt0; exact: spread_gt0 (ltnW n2) pos far.
have [a b] := kept_within n0 V0 erefl erefl le up low.
have s0 : 0 < Num.sqrt (n%:R) :> R by rewrite sqrtr_gt0.
have ss : Num.sqrt (n%:R) * Num.sqrt (n%:R) = n%:R :> R by rewrite -expr2 sqr_sqrtr // ltW.
by have [g1 g2 g3] := three_bounds s0 ss a b; split=> //; split.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R l n lam D E n2 L D2 E2 Ds [[[pos0 small] far] eq].
have n1 : (0 < n)%N := ltnW n2.
have n0 : 0 < n%:R :> R by rewrite ltr0n.
have Ds' k (lt : (k < l + 1)%N) := Ds k lt; have eq' k (lt : (k < l + 1)%N) := eq k lt.
have sq mu : 0 <= gap_square n mu :> R by apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0.
have small' : 4%:R * n%:R * Num.sqrt (gap_square n (lam 0%N)) <= 1 by apply: small_root.
have [pos _] := along L n2 D2 E2 Ds' eq' pos0 small' (leq_addr 1 l).
have [pos1 _] := along L n2 D2 E2 Ds' eq' pos0 small' (leqnn (l + 1)).
have s0 : 0 < Num.sqrt (n%:R) :> R by rewrite sqrtr_gt0.
have N2 : 0 < 2%:R + n%:R :> R by rewrite addr_gt0 ?ltr0n.
have V0 : 0 < Num.sqrt (gap_square n (lam l)) by rewrite sqrtr_gt0; exact: spread_gt0 n1 pos far.
by repeat split; rewrite ?gt_eqF ?mulr_gt0 ?ltr0n // ?positive_sum //; first [exact: sq | by rewrite addrC | by rewrite -lt0n].
Qed.
