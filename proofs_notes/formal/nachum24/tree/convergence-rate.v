(* From the depth at which it is settled on, a layer multiplies what is left by the rate, up to a part that dies faster. *)
Definition unstable (R : rcfType) n (v : nat -> R) : R :=
  1 - (\prod_(j < n) \prod_(i < n) (up n v j * v i == up n v i * v j)%:R) * (0 < \sum_(i < n) up n v i * v i)%R%:R.

Lemma unstable_ge0 (R : rcfType) n (v : nat -> R) : 0 <= unstable n v.
Proof.
rewrite /unstable (products_of R n (fun j i => up n v j * v i == up n v i * v j)).
by case: [forall _, _]; case: (0 < _); rewrite ?mulr1 ?mulr0 ?mul0r ?subrr ?subr0 ?ler01.
Qed.

(* a stable row has two values *)
Lemma stable_two (R : rcfType) n (v : nat -> R) : (0 < n)%N -> varies n v -> unstable n v = 0 -> kinds n v = 2%:R.
Proof.
move=> n0 vary; rewrite /unstable (products_of R n (fun j i => up n v j * v i == up n v i * v j)).
case: (boolP [forall j, _]) => [par|_]; last by rewrite mul0r subr0 => /eqP; rewrite oner_eq0.
case: (boolP (0 < _)) => [pos _|_]; last by rewrite mulr0 subr0 => /eqP; rewrite oner_eq0.
have [|_ flat] := @stable_is R n v _ pos.
  by move=> i j hi hj; apply/eqP; move/forallP: par => /(_ (Ordinal hi)) /forallP /(_ (Ordinal hj)).
have [k kn vk] : exists2 k, (k < n)%N & v k != 0.
  by case: vary => i [j [hi hj ne]]; case: (v i =P 0) ne => [->|/eqP vi] ne; [exists j; rewrite // eq_sym | exists i].
have [_ u _ le _] := children_kinds n0 vary.
apply/eqP; rewrite eq_le (le_trans u le) andbT kinds_is ler_nat.
apply: (@uniq_leq_size _ _ [:: 0; v k]); first exact: undup_uniq.
move=> y; rewrite mem_undup => /mapP [i]; rewrite mem_iota add0n => /andP [_ hi] ->; rewrite !inE.
have /eqP := flat i k hi kn; rewrite !mulf_eq0 subr_eq0 (negbTE vk) orbF; case/orP => -> //; exact: orbT.
Qed.

Lemma nonzeros (R : rcfType) n o p k (v : nat -> R) : (o < n)%N -> (p < n)%N -> good n o p k v -> kinds n v = 2%:R ->
  \sum_(i < n) (v i != 0)%:R = ((v o != 0)%R * cnt n v o + (v p != 0)%R * cnt n v p)%N%:R :> R.
Proof.
move=> o_n p_n gv two; have [sh _ _] := good_shape o_n p_n gv two; have op := good_apart gv.
rewrite -natr_sum; congr (_%:R); rewrite /cnt !big_distrr -big_split; apply: eq_bigr => i _ /=.
have vi : v i = if v i == v o then v o else v p by exact: sh.
move: vi; case: (v i =P v o) => [-> _ | _ ->]; first by rewrite (negbTE op) muln1 muln0 addn0.
by rewrite eqxx muln1 muln0 add0n.
Qed.

(* a row that singles out a point is not stable with 2 or n - 2 places *)
Lemma stable_with_2 (R : rcfType) n o p (v : nat -> R) : (4 <= n)%N -> (o < n)%N -> (p < n)%N -> good n o p 1 v ->
  kinds n v = 2%:R -> cnt n v o = 1%N \/ (cnt n v o + 1)%N = n -> stable_with n 2%:R v = 0.
Proof.
move=> n4 o_n p_n gv two ck; have [_ cc _] := good_shape o_n p_n gv two; have op := good_apart gv.
rewrite /stable_with (nonzeros o_n p_n gv two) two eqxx mul1r; set c := (_ + _)%N.
rewrite -natrD !eqr_nat.
suff [-> ->] : (c == 2%N) = false /\ (c + 2 == n)%N = false by rewrite !subr0 mulr1 subrr.
have [q [qn nE]] : exists q, (2 < q)%N /\ n = q.+1 by case: (n) n4 => [|q] // n4; exists q.
have [[co cp] | [co cp]] : (cnt n v o = 1%N /\ cnt n v p = q) \/ (cnt n v o = q /\ cnt n v p = 1%N).
- case: ck => e; [left | right]; first by move: cc; rewrite e nE add1n => -[].
  have co : cnt n v o = q by apply/eqP; rewrite -(eqn_add2r 1) e nE addn1.
  by split=> //; apply/eqP; rewrite -(eqn_add2l q) addn1 -nE -co cc.
- move: op; rewrite /c co cp; case: (v o =P 0) => [->|_]; case: (v p =P 0) => [->|_]; rewrite ?eqxx //= ?mul0n ?mul1n ?add0n ?addn0 => _.
  - by split; rewrite ?(gtn_eqF qn) // nE addn2 eqSS (gtn_eqF (ltnSn q)).
  - by split; rewrite // nE add1n eqSS (ltn_eqF qn).
  - by split; rewrite add1n ?nE ?addn2 !eqSS ?(gtn_eqF (ltnW qn)) // gtn_eqF.
- move: op; rewrite /c co cp; case: (v o =P 0) => [->|_]; case: (v p =P 0) => [->|_]; rewrite ?eqxx //= ?mul0n ?mul1n ?add0n ?addn0 => _.
  - by split; rewrite // nE add1n eqSS (ltn_eqF qn).
  - by split; rewrite ?(gtn_eqF qn) // nE addn2 eqSS (gtn_eqF (ltnSn q)).
  - by split; rewrite addn1 ?nE ?addn2 !eqSS ?(gtn_eqF (ltnW qn)) // gtn_eqF.
Qed.

Definition rate (R : rcfType) n : R := under R n 2 / under R n 1.

Lemma rateE (R : rcfType) n : (2 < n)%N -> gain R n 1 = rate R n * gain R n 2.
Proof.
move=> n2; have u1 : under R n 1 != 0 by rewrite gt_eqF // (lt_trans ltr01) // under_gt1 // ltnW.
have u2 : under R n 2 != 0 by rewrite gt_eqF // (lt_trans ltr01) // under_gt1.
by rewrite /gain /rate; field; rewrite u1 u2.
Qed.

Lemma rate01 (R : rcfType) n : (3 < n)%N -> 0 < rate R n /\ rate R n < 1.
Proof.
move=> n3; have n1 : (1 < n)%N by exact: ltnW (ltnW n3).
have [a0 _ s1 _ _] := rates R (isT : (0 < 1)%N) n1; have [b0 _ _ _ _] := rates R (isT : (0 < 2)%N) (ltnW n3).
split; first by rewrite divr_gt0 // (lt_trans ltr01) // under_gt1 // ltnW.
have := kept_other R (isT : (0 < 1)%N) (isT : (1 < 2)%N) n3; rewrite (rateE R (ltnW n3)) -mulrA.
by rewrite (@kept_own R n 2 2) ?mulr1 //; [move/le_lt_trans; apply | exact: ltnW | left].
Qed.

(* what a layer of a settled tree has beside the limit *)
Lemma settled (R : rcfType) n o p D (v : nat -> R) (r := rate R n) (t := rest R n 2) : (3 < n)%N -> (o < n)%N -> (p < n)%N ->
  good n o p 1 v -> leaves n D (@unstable R n) v = 0 -> exists A B C, [/\ 0 <= B, 0 <= C,
    0 < leaves n D (stable_with n 2%:R) v -> 0 < B & forall M,
    `|gain R n 1 ^+ (D + M.+1) * leaves n (D + M.+1) (energy n) v - A - B * r ^+ M| <= C * (r ^+ M * t ^+ M)].
Proof.
move=> n3 o_n p_n; have n2 : (2 < n)%N by exact: ltnW.
have n1 : (1 < n)%N by exact: ltnW.
have n0 : (0 < n)%N by exact: ltnW.
have N0 : 0 < n%:R :> R by rewrite ltr0n.
have [a0 _ _ _ _] := rates R (isT : (0 < 1)%N) n1; have [_ t0 t1 _ _] := rates R (isT : (0 < 2)%N) n2.
have [r0 r1] := rate01 R n3; elim: D v => [|D IH] v gv.
  move=> un; have vary : varies n v by case: gv.
  have two := stable_two n0 vary un; have [_ cc _] := good_shape o_n p_n gv two; have [_ _ c0 c1] := gv.
  have op := good_apart gv; set c := cnt n v o in cc c0.
  pose W := sq o p v * (c%:R * (n%:R - c%:R) / n%:R); have W0 : 0 < W.
    apply: mulr_gt0; first by rewrite exprn_even_gt0 //= subr_eq0 eq_sym.
    apply: divr_gt0 => //; apply: mulr_gt0; first by rewrite ltr0n.
    by rewrite subr_gt0 ltr_nat -[X in (_ < X)%N]cc -[X in (X < _)%N]addn0 ltn_add2l.
  have gW : 0 < gain R n 1 * W by exact: mulr_gt0.
  have form M : gain R n 1 ^+ M.+1 * leaves n M.+1 (energy n) v = gain R n 1 * W * (gain R n 1 * kept R n c) ^+ M.
    transitivity (gain R n 1 * gain R n 1 ^+ M * (kept R n c ^+ M * W)); first by rewrite (two_energy M o_n p_n gv two) exprS.
    have mix (a y z w : R) : a * y * (z * w) = a * w * (y * z) by ring.
    by rewrite [(_ * kept R n c) ^+ M]exprMn; exact: mix.
  have [single|[lo hi]] : (c = 1%N \/ (c + 1)%N = n) \/ ((1 < c)%N /\ (c + 1 < n)%N).
  - have k1 : (c + 1 <= n)%N by rewrite -[X in (_ <= X)%N]cc leq_add2l.
    case: (ltngtP 1 c) (c0) => // [lt _|<- _]; last by left; left.
    by move: k1; rewrite leq_eqVlt => /orP [/eqP|lt']; [left; right | right].
  - exists (gain R n 1 * W), 0, 0; split=> // [|M].
      by rewrite /leaves /= (stable_with_2 n3 o_n p_n gv two single) ltxx.
    by rewrite add0n form (kept_own R (isT : (0 < 1)%N) n1 single) expr1n mulr1 !mul0r subr0 subrr normr0.
  have gv2 : good n o p 2 v.
    case: gv => ends _ _ _; split=> //; rewrite -(leq_add2l c) cc; by move: hi; rewrite !addnS addn0.
  have [own|[lo2 hi2]] : (c = 2%N \/ (c + 2)%N = n) \/ ((2 < c)%N /\ (c + 2 < n)%N).
  - have k1 : (c + 2 <= n)%N by move: hi; rewrite !addnS addn0.
    case: (ltngtP 2 c) (lo) => // [lt _|<- _]; last by left; left.
    by move: k1; rewrite leq_eqVlt => /orP [/eqP|lt']; [left; right | right].
  - exists 0, (gain R n 1 * W), 0; split=> // [|M]; first exact: ltW.
    rewrite add0n form (rateE R n2) -[rate R n * _ * kept R n c]mulrA (kept_own R (isT : (0 < 2)%N) n2 own) mulr1 -/r.
    by rewrite subr0 subrr normr0 mul0r.
  exists 0, 0, (gain R n 1 * W); split=> // [||M]; first exact: ltW.
    rewrite /leaves /= => pos; have [_ [e|e]] := stable_with_gt0 (isT : (0 < 2)%N) n2 o_n p_n gv2 pos.
      by move: lo2; rewrite /c e ltnn.
    by move: hi2; rewrite /c e ltnn.
  have ak := kept_other R (isT : (0 < 2)%N) lo2 hi2.
  have [b0 _ _ _ _] := rates R (isT : (0 < 2)%N) n2.
  rewrite add0n form mul0r !subr0.
  have k0 : 0 <= gain R n 2 * kept R n c by rewrite mulr_ge0 ?addr_ge0 ?sqr_ge0 // ltW.
  have -> : gain R n 1 * kept R n c = r * (gain R n 2 * kept R n c) by rewrite (rateE R n2) -mulrA.
  rewrite exprMn; have rM := exprn_ge0 M (ltW r0); have kM := exprn_ge0 M k0.
  rewrite ger0_norm; last exact: mulr_ge0 (ltW gW) (mulr_ge0 rM kM).
  apply: ler_wpmul2l; first exact: ltW.
  by apply: ler_wpmul2l => //; rewrite ler_expn2r // nnegrE // ltW.
have ge (f : (nat -> R) -> R) (w : nat -> R) L : (forall w, 0 <= f w) -> 0 <= leaves n L f w by move=> ?; exact: leaves_ge0.
have [[gu gd] _ _ _] := good_children o_n p_n gv; rewrite leavesS => /eqP.
rewrite paddr_eq0 ?ge //; try by [exact: unstable_ge0]. 
move=> /andP [/eqP zu /eqP zd].
have [A1 [B1 [C1 [B10 C10 B1p h1]]]] := IH _ gu zu; have [A2 [B2 [C2 [B20 C20 B2p h2]]]] := IH _ gd zd.
exists (gain R n 1 * (A1 + A2)), (gain R n 1 * (B1 + B2)), (gain R n 1 * (C1 + C2)).
split; try by apply: mulr_ge0 (ltW a0) _; exact: addr_ge0.
  rewrite leavesS => pos; apply: mulr_gt0 => //.
  case: (ltrP 0 (leaves n D (stable_with n 2%:R) (up n v))) => [/B1p pu|nu]; first exact: ltr_paddr.
  case: (ltrP 0 (leaves n D (stable_with n 2%:R) (dn n v))) => [/B2p pd|nd]; first exact: ltr_paddl.
  by move: pos; rewrite ltNge; case/negP; rewrite -[X in _ <= X]addr0 ler_add.
move=> M; rewrite addSn leavesS exprS.
have -> : gain R n 1 * gain R n 1 ^+ (D + M.+1) * (leaves n (D + M.+1) (energy n) (up n v) + leaves n (D + M.+1) (energy n) (dn n v)) -
   gain R n 1 * (A1 + A2) - gain R n 1 * (B1 + B2) * r ^+ M =
   gain R n 1 * ((gain R n 1 ^+ (D + M.+1) * leaves n (D + M.+1) (energy n) (up n v) - A1 - B1 * r ^+ M) +
     (gain R n 1 ^+ (D + M.+1) * leaves n (D + M.+1) (energy n) (dn n v) - A2 - B2 * r ^+ M)).
  have mix (a y u d A A' B B' z : R) : a * y * (u + d) - a * (A + A') - a * (B + B') * z =
     a * ((y * u - A - B * z) + (y * d - A' - B' * z)) by ring.
  exact: mix.
rewrite normrM (gtr0_norm a0) -[X in _ <= X]mulrA; apply: ler_wpmul2l; first exact: ltW.
apply: le_trans (ler_norm_add _ _) _; rewrite [X in _ <= X]mulrDl; exact: ler_add (h1 M) (h2 M).
Qed.

(* a quotient of two sequences that are a power each but for little *)
Lemma near_rate (R : rcfType) (B r k e y d d' : R) (E := B * y + d) (F := B * (r * y) + d') : 0 < B -> 0 < r -> r <= 1 ->
  0 < y -> `|d| <= k * y -> `|d'| <= k * (r * y) -> k * 2%:R <= B -> k * 4%:R <= e * B -> E != 0 /\ `|F / E - r| <= e.
Proof.
move=> B0 r0 r1 y0 dk dk' kB keB; have k0 : 0 <= k by rewrite -(pmulr_lge0 _ y0) (le_trans (normr_ge0 d)).
have e0 : 0 <= e by rewrite -(pmulr_lge0 _ B0) (le_trans _ keB) // mulr_ge0 ?ler0n.
have low : B * y <= E * 2%:R.
  have dy : - (k * y) <= d by move: dk; rewrite ler_norml => /andP [].
  apply: (@le_trans _ _ ((B * y - k * y) * 2%:R)); last by rewrite ler_pmul2r ?ltr0n // ler_add2l.
  rewrite -subr_ge0; have -> : (B * y - k * y) * 2%:R - B * y = (B - k * 2%:R) * y by ring.
  by rewrite mulr_ge0 ?(ltW y0) // subr_ge0.
have E0 : 0 < E by rewrite -(@pmulr_lgt0 _ 2%:R) ?ltr0n // (lt_le_trans _ low) // mulr_gt0.
have E' : E != 0 by rewrite gt_eqF.
split=> //; have -> : F / E - r = (d' - r * d) / E.
  have FE : F = r * E + (d' - r * d) by rewrite /F /E; ring.
  by rewrite FE mulrDl mulfK // addrAC subrr add0r.
rewrite normrM normfV (gtr0_norm E0) ler_pdivr_mulr // -(@ler_pmul2r _ 2%:R) ?ltr0n //.
apply: (@le_trans _ _ (e * (B * y))); last by rewrite -mulrA ler_wpmul2l.
apply: (@le_trans _ _ (k * 4%:R * y)); last by rewrite mulrA ler_wpmul2r // ltW.
have -> : k * 4%:R * y = (k * y + k * y) * 2%:R by ring.
rewrite ler_pmul2r ?ltr0n //; apply: le_trans (ler_norm_sub _ _) (ler_add _ _).
  by apply: le_trans dk' _; rewrite ler_wpmul2l // ler_pimull // ltW.
rewrite normrM (gtr0_norm r0); apply: le_trans dk; exact: ler_pimull.
Qed.

Lemma only_limit (R : rcfType) (f : nat -> R) (a b : R) : goes f a -> (forall e, 0 < e -> exists m, forall L, (m <= L)%N -> `|f L - b| <= e) ->
  a = b.
Proof.
move=> fa fb; apply/eqP; rewrite -subr_eq0 -normr_eq0; apply: contraT => ne.
have d0 : 0 < `|a - b| by rewrite lt_def ne normr_ge0.
have e0 : 0 < `|a - b| / 4%:R by rewrite divr_gt0 ?ltr0n.
have [m1 h1] := fa _ e0; have [m2 h2] := fb _ e0; have [l1 l2] := (leq_maxl m1 m2, leq_maxr m1 m2).
have := ler_add (h1 _ l1) (h2 _ l2); move: (f _) => y le.
have tri : `|a - b| <= `|y - a| + `|y - b|.
  have -> : a - b = (y - b) - (y - a) by ring.
  by apply: le_trans (ler_norm_sub _ _) _; rewrite addrC.
have := le_trans tri le; rewrite -mulrDr; move: d0; move: `|a - b| => z z0; rewrite leNgt; case/negP.
by rewrite -subr_gt0 (_ : z - _ = z / 2%:R) ?divr_gt0 ?ltr0n //; field.
Qed.

Lemma shrinks (R : rcfType) (s C e : R) : (forall y : R, exists m, y < m%:R) -> 0 < s -> s < 1 -> 0 <= C -> 0 < e ->
  exists m, forall L, (m <= L)%N -> C * s ^+ L <= e.
Proof.
move=> arch s0 s1 C0 e0; have [m mL] := decays C arch s0 s1 e0; exists m => L /mL; apply: le_trans.
apply: ler_wpmul2l => //; rewrite ler_pemulr //; first exact: exprn_ge0 (ltW s0).
by rewrite ler_addl ler0n.
Qed.

Lemma converges (R : rcfType) n s (x : nat -> R) (lim : R) : (forall y : R, exists m, y < m%:R) -> (3 < n)%N -> varies n x ->
  leaves n s (@unstable R n) x = 0 -> 0 < leaves n s (stable_with n 2%:R) x ->
  goes (fun L => gain R n 1 ^+ L * leaves n L (energy n) x) lim ->
  forall e, 0 < e -> exists m, forall L, (m <= L)%N -> (s < L)%N ->
   gain R n 1 ^+ L * leaves n L (energy n) x - lim != 0 /\
   `|(gain R n 1 ^+ L.+1 * leaves n L.+1 (energy n) x - lim) / (gain R n 1 ^+ L * leaves n L (energy n) x - lim) - rate R n| <= e.
Proof.
move=> arch n3 vary un some tl e e0; have n0 : (0 < n)%N by exact: leq_ltn_trans n3.
have [o [p [o_n p_n ends]]] := extremes x n0.
have gx : good n o p 1 x by split; rewrite ?cnt_gt0 //; left.
have [A [B [C [_ C0 /(_ some) B0 h]]]] := settled n3 o_n p_n gx un; have [r0 r1] := rate01 R n3.
have [_ t0 t1 _ _] := rates R (isT : (0 < 2)%N) (ltnW n3).
set r := rate R n in r0 r1 h *; set t := rest R n 2 in t0 t1 h *; pose g L := gain R n 1 ^+ L * leaves n L (energy n) x.
have bound M : `|g (s + M.+1)%N - A - B * r ^+ M| <= C * t ^+ M * r ^+ M.
  by rewrite -[X in _ <= X]mulrA [t ^+ M * _]mulrC; exact: h.
have limA : lim = A.
  apply: (only_limit tl) => d d0; have [m mL] := shrinks arch r0 r1 (addr_ge0 (ltW B0) C0) d0.
  exists (s + m).+1; case=> // L; rewrite ltnS => le.
  have [M ML] : exists M, L = (s + M)%N by exists (L - s)%N; rewrite subnKC // (leq_trans (leq_addr m s)).
  have := mL M; rewrite ML leq_add2l in le *; move=> /(_ le); apply: le_trans; rewrite -addnS -/(g _).
  have rM := exprn_ge0 M (ltW r0); have -> : g (s + M.+1)%N - A = B * r ^+ M + (g (s + M.+1)%N - A - B * r ^+ M) by ring.
  apply: le_trans (ler_norm_add _ _) _; rewrite mulrDl ger0_norm ?mulr_ge0 ?(ltW B0) // ler_add2l.
  apply: le_trans (bound M) _; apply: ler_wpmul2r => //; rewrite ler_pimulr // exprn_ile1 //; exact: ltW.
have B2 : 0 < B / 2%:R by rewrite divr_gt0 ?ltr0n.
have eB : 0 < e * B / 4%:R by rewrite divr_gt0 ?ltr0n // mulr_gt0.
have [m1 h1] := shrinks arch t0 t1 C0 B2; have [m2 h2] := shrinks arch t0 t1 C0 eB.
exists (s + (maxn m1 m2)).+1; case=> // L; rewrite ltnS => le _.
have [M ML] : exists M, L = (s + M)%N by exists (L - s)%N; rewrite subnKC // (leq_trans (leq_addr _ s) le).
move: le; rewrite ML leq_add2l geq_max -!addnS -!/(g _) limA => /andP [/h1 k2 /h2 k4].
have sum d : g (s + d.+1)%N - A = B * r ^+ d + (g (s + d.+1)%N - A - B * r ^+ d) by ring.
rewrite (sum M) (sum M.+1) exprS; apply: (near_rate (k := C * t ^+ M)) => //.
- exact: ltW.
- exact: exprn_gt0.
- rewrite -exprS; apply: le_trans (bound M.+1) _; apply: ler_wpmul2r; first exact: exprn_ge0 (ltW r0).
  by apply: ler_wpmul2l => //; rewrite exprS ler_pimull ?exprn_ge0 // ltW.
- by rewrite -ler_pdivl_mulr ?ltr0n.
- by rewrite -ler_pdivl_mulr ?ltr0n.
Qed.

Lemma alphaE (R : rcfType) n : n%:R * n%:R / ((n%:R + - 1) * (n%:R + - 1) + 1) = gain R n 1.
Proof. by rewrite /gain /under expr1n addrC -!expr2. Qed.

Lemma rate_is (R : rcfType) n : (8%:R + n%:R * n%:R + (- 4%:R) * n%:R) / (2%:R + n%:R * n%:R + (- 2%:R) * n%:R) = rate R n.
Proof. by rewrite /rate /under; congr (_ / _); ring. Qed.

Theorem proof : statement.
Proof.
move=> R n s x lim arch n4 vary un some; rewrite alphaE rate_is => tl e e0.
have [m h] := converges arch n4 vary un some tl e0; exists m => L mL [_ sL]; rewrite addn1; exact: h.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R n s x lim _ n4 _ _ _ _; have n1 : (1 < n)%N by exact: leq_trans n4.
have u : (n%:R + (- 1)) * (n%:R + (- 1)) + 1 != 0 :> R by rewrite gt_eqF // ltr_spaddr ?ltr01 // -expr2 sqr_ge0.
split; [exact: u | split; first by case: (n) n4].
by apply: contraNneq u => z; rewrite -z; apply/eqP; ring.
Qed.
