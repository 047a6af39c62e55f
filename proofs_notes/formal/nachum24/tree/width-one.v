(* A weight w makes max(w, 0) T_+ v of a row v, or max(-w, 0) T_- v: in the mean a layer is half of E w^2 times the two. *)
Definition law_of (R : rcfType) (D : ((nat -> R) -> R) -> Prop) (E : ((nat -> R) -> R) -> R) :=
  [/\ D (fun=> 1) /\ E (fun=> 1) = 1,
    (forall a f g, D f -> D g -> D (fun w => a * f w + g w) /\ E (fun w => a * f w + g w) = a * E f + E g),
    (forall f g, (forall w, f w = g w) -> D f -> D g) &
    (forall f, D f -> (forall w, True -> 0 < f w) -> 0 < E f)].

Lemma mean_same (R : rcfType) (D : ((nat -> R) -> R) -> Prop) E f g : law_of D E -> (forall w, f w = g w) -> D g -> E f = E g.
Proof.
move=> [[D1 E1] lin ext pos] e Dg; have Df : D f by apply: ext Dg.
have [Dh Eh] := lin (-1) _ _ Df Dg; have [Dk Ek] := lin (-1) _ _ Dg Df.
have close d : 0 < d -> `|E g - E f| < d.
  move=> d0; rewrite ltr_norml; have [D2 E2] := lin d _ _ D1 Dh; have [D3 E3] := lin d _ _ D1 Dk.
  have := pos _ D2; have := pos _ D3; rewrite E2 E3 Eh Ek E1 !mulN1r mulr1 => up low.
  apply/andP; split; rewrite -subr_gt0.
    by rewrite opprK addrC [E g - _]addrC; apply: low => w _; rewrite e mulN1r addNr addr0.
  by rewrite opprB [E f - _]addrC; apply: up => w _; rewrite e mulN1r addNr addr0.
apply/eqP; rewrite eq_sym -subr_eq0 -normr_eq0; apply/negP => /negP ne.
have := close `|E g - E f|; rewrite ltxx => bad; suff : false by []; apply: bad; by rewrite lt_def ne normr_ge0.
Qed.

Lemma both (R : rcfType) (e p r s : R) : (r + s) * (p * e) = e * r * p + ((e * s - 1) * p + p).
Proof. by ring. Qed.

Theorem proof : statement.
Proof.
move=> R n L i j x D E n2 _ _ law [even Dp] i_n j_n; have [[D1 E1] lin ext pos] := law.
pose f (v : nat -> R) := v i * v j; pose S (c : R) := 0 <= c.
have sf : scales n S 2 f by move=> c u v _ e; rewrite /f !e // expr2; ring.
pose P (w : nat -> R) := Num.max (w 0%N) 0 * Num.max (w 0%N) 0; pose N (w : nat -> R) := P (fun k => - w k).
have [DN EN] := even P Dp.
have square w : w 0%N * w 0%N = 1 * P w + N w.
  rewrite /N /P; case: (leP (w 0%N) 0) => w0; first by rewrite max_l ?oppr_ge0 //; ring.
  by rewrite max_r ?oppr_le0 ?ltW //; ring.
have [Ds Es] := lin 1 P N Dp DN; rewrite mul1r EN in Es.
have v : E (fun w => w 0%N * w 0%N) = 2%:R * E P by rewrite (mean_same law square Ds) Es; ring.
rewrite v mulrA [1 / _ * _]mulfVK ?pnatr_eq0 //= mul1r; clear v square Ds Es.
elim: L x => [|L IH] x; first by rewrite /= mulr1.
pose F u := leaves n L f u; have sF := scales_leaves L (fun c (c0 : S c) => c0) sf.
pose A := E P ^+ L * F (up n x); pose B := E P ^+ L * F (dn n x).
have [Dn En] := lin (B - 1) _ _ DN DN; have [Dg Eg] := lin A _ _ Dp Dn.
have {}pos c u : 0 <= c -> Num.max (c * u) 0 = c * Num.max u 0 :> R by move=> c0; rewrite maxr_pmulr ?mulr0.
transitivity (E (fun w => A * P w + ((B - 1) * N w + N w))); last first.
  rewrite Eg En EN exprS -[E (fun w => Num.max _ _ * _)]/(E P).
  by rewrite -[X in _ = X * _]/(F (up n x) + F (dn n x)) both.
apply: (mean_same law _ Dg) => w.
pose y k := w 0%N * x k - (\sum_(l < n) w 0%N * x l) / n%:R.
transitivity (leaves n L f (fun k => Num.max (y k) 0) * E P ^+ L); [exact: IH | rewrite /A /B /N /P].
have ye k : y k = w 0%N * (x k - (\sum_(l < n) x l) / n%:R) by rewrite /y -mulr_sumr -mulrA -mulrBr.
case: (leP (w 0%N) 0) => w0.
  rewrite mul0r mulr0 add0r; have w0' : S (- w 0%N) by rewrite /S oppr_ge0.
  have -> : leaves n L f (fun k => Num.max (y k) 0) = (- w 0%N) ^+ 2 * F (dn n x).
    by apply: sF => // k kn; rewrite ye /dn -pos // mulrN1 mulrNN.
  by rewrite max_l //; move: (E P ^+ L) (F _) => e r; rewrite expr2; ring.
have -> : Num.max (- w 0%N) 0 = 0 by rewrite max_r // oppr_le0 ltW.
have -> : leaves n L f (fun k => Num.max (y k) 0) = w 0%N ^+ 2 * F (up n x).
  by apply: sF => [|k kn]; [rewrite /S ltW | rewrite ye /up -pos // ltW].
by move: (E P ^+ L) (F _) (F (dn n x)) => e r s; rewrite expr2; ring.
Qed.
