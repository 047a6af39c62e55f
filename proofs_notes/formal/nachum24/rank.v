(* What proofs of nachum24.rank share: means over any law, and rows that are drawn one by one, each on top of the others. *)
Definition is_law_on (R : rcfType) (P : (nat -> R) -> Prop) (D : ((nat -> R) -> R) -> Prop) (E : ((nat -> R) -> R) -> R) :=
  [/\ D (fun=> 1) /\ E (fun=> 1) = 1,
    (forall a f g, D f -> D g -> D (fun w => a * f w + g w) /\ E (fun w => a * f w + g w) = a * E f + E g),
    (forall f g, (forall w, f w = g w) -> D f -> D g) &
    (forall f, D f -> (forall w, P w -> 0 < f w) -> 0 < E f)].
Definition is_law (R : rcfType) D E := @is_law_on R (fun=> True) D E.

Lemma law_ge_on (R : rcfType) P D (E : ((nat -> R) -> R) -> R) f c : is_law_on P D E -> D f -> (forall w, P w -> c <= f w) ->
  c <= E f.
Proof.
move=> [[D1 E1] lin _ pos] Df le; rewrite leNgt; apply/negP => lt.
have [Dg Eg] := lin ((c - E f) / 2%:R - c) _ _ D1 Df.
have : 0 < E (fun w => ((c - E f) / 2%:R - c) * 1 + f w).
  apply: pos => // w Pw; rewrite mulr1 -addrA ltr_paddr //; first by rewrite addrC subr_ge0 le.
  by rewrite divr_gt0 ?subr_gt0 ?ltr0n.
rewrite Eg E1 mulr1 => bad; have : 0 < (E f - c) / 2%:R by rewrite (_ : _ / _ = (c - E f) / 2%:R - c + E f) //; field.
by rewrite pmulr_lgt0 ?invr_gt0 ?ltr0n // subr_gt0 ltNge ltW.
Qed.

(* what lies below an affine function of another one does so in the mean, and what lies above it *)
Lemma law_le_on (R : rcfType) P D (E : ((nat -> R) -> R) -> R) f g a b : is_law_on P D E -> D f -> D g ->
  (forall w, P w -> f w <= a - b * g w) -> E f <= a - b * E g.
Proof.
move=> law Df Dg le; have [_ lin _ _] := law.
have [D1 E1] := lin b _ _ Dg Df; have [[DD EE] _ _ _] := law; have [D2 E2] := lin (-1) _ _ D1 DD.
have := @law_ge_on R P D E _ (1 - a) law D2; rewrite E2 E1 EE => ge.
have {}ge : 1 - a <= -1 * (b * E g + E f) + 1.
  apply: ge => w Pw; rewrite -subr_ge0; have -> : -1 * (b * g w + f w) + 1 - (1 - a) = a - b * g w - f w by ring.
  by rewrite subr_ge0 le.
rewrite -subr_ge0; have -> : a - b * E g - E f = -1 * (b * E g + E f) + 1 - (1 - a) by ring.
by rewrite subr_ge0.
Qed.

Lemma law_ge (R : rcfType) D (E : ((nat -> R) -> R) -> R) f c : is_law D E -> D f -> (forall w, c <= f w) -> c <= E f.
Proof. by move=> law Df le; apply: (law_ge_on law Df) => w _; exact: le. Qed.

Lemma law_le_affine (R : rcfType) D (E : ((nat -> R) -> R) -> R) f g a b : is_law D E -> D f -> D g ->
  (forall w, f w <= a - b * g w) -> E f <= a - b * E g.
Proof. by move=> law Df Dg le; apply: (law_le_on law Df Dg) => w _; exact: le. Qed.

Lemma law_ge_affine (R : rcfType) D (E : ((nat -> R) -> R) -> R) f g a b : is_law D E -> D f -> D g ->
  (forall w, a - b * g w <= f w) -> a - b * E g <= E f.
Proof.
move=> law Df Dg le; have [_ lin _ _] := law; have [D1 E1] := lin b _ _ Dg Df.
have := @law_ge R D E _ a law D1; rewrite E1 ler_subl_addl; apply=> w.
by rewrite -ler_subl_addl.
Qed.

(* A state is m rows of n numbers, one after the other. *)
Definition onto (R : rcfType) n N (a v : nat -> R) : nat -> R := fun t =>
  \sum_(c < n) ((t == c :> nat)%:R * a c) + \sum_(s < N) ((t%:R == s%:R + n%:R :> R)%:R * v s).
Definition rows (R : rcfType) m n (v : nat -> R) : 'M[R]_(m, n) := \matrix_(r < m, c < n) v ((r * n)%N + c)%N.
Definition at_ (R : rcfType) n (u : 'cV[R]_n) (i : nat) : R := oapp (fun j => u j 0) 0 (insub i).
Definition dot (R : rcfType) n (z a : nat -> R) : R := \sum_(i < n) (z i * a i).

Lemma pick_one (R : rcfType) n (f : nat -> R) t (P : nat -> bool) : (t < n)%N -> (forall s, P s = (s == t)) ->
  \sum_(s < n) ((P s)%:R * f s) = f t.
Proof.
move=> tn Pt; rewrite (bigD1 (Ordinal tn)) //= Pt eqxx mul1r big1 ?addr0 // => s ne.
have : (nat_of_ord s == t) = false by apply/negbTE; apply: contra ne => /eqP e; apply/eqP; apply: val_inj.
by rewrite Pt => ->; rewrite mul0r.
Qed.

Lemma pick_none (R : rcfType) n (f : nat -> R) (P : nat -> bool) : (forall s, (s < n)%N -> P s = false) ->
  \sum_(s < n) ((P s)%:R * f s) = 0.
Proof. by move=> none; rewrite big1 // => s _; rewrite none ?mul0r. Qed.

Lemma onto_first (R : rcfType) n N (a v : nat -> R) c : (c < n)%N -> onto n N a v c = a c.
Proof.
move=> cn; rewrite /onto (pick_one a cn (P := fun s => c == s)) => [|s]; last exact: eq_sym.
rewrite (pick_none v (P := fun s => c%:R == s%:R + n%:R :> R)) ?addr0 // => s _.
by rewrite -natrD eqr_nat ltn_eqF // (leq_trans cn) // leq_addl.
Qed.

Lemma onto_next (R : rcfType) n N (a v : nat -> R) t : (t < N)%N -> onto n N a v (t + n)%N = v t.
Proof.
move=> tN; rewrite /onto (pick_none a (P := fun s => (t + n)%N == s)) => [|s sn]; last first.
  by rewrite gtn_eqF // (leq_trans sn) // leq_addl.
rewrite add0r (pick_one v tN (P := fun s => (t + n)%N%:R == s%:R + n%:R :> R)) // => s.
by rewrite -natrD eqr_nat eqn_add2r eq_sym.
Qed.

Lemma place_lt m n r c : (r < m)%N -> (c < n)%N -> (r * n + c < m * n)%N.
Proof.
move=> rm cn; apply: (@leq_trans (r.+1 * n)); last by rewrite leq_mul2r rm orbT.
by rewrite mulSn addnC ltn_add2r.
Qed.

(* the rows that j more draws would push out are 0 *)
Definition blank (R : rcfType) m n j (v : nat -> R) :=
  forall r c, (r < m)%N -> (c < n)%N -> (m <= r + j)%N -> v ((r * n)%N + c)%N = 0.

Lemma onto_row (R : rcfType) m n (a v : nat -> R) r c : (r.+1 < m)%N -> (c < n)%N ->
  onto n (m * n) a v ((r.+1 * n)%N + c)%N = v ((r * n)%N + c)%N.
Proof. by move=> rm cn; rewrite mulSn -addnA addnC onto_next // place_lt // ltnW. Qed.

Lemma onto_blank (R : rcfType) m n j (a v : nat -> R) : (j < m)%N -> blank m n j.+1 v -> blank m n j (onto n (m * n) a v).
Proof.
move=> jm bl [|r] c rm cn; first by rewrite add0n leqNgt jm.
by rewrite addSnnS => le; rewrite onto_row // bl // ltnW.
Qed.

Lemma rows_onto (R : rcfType) m n j (a v : nat -> R) : blank m n j.+1 v -> (rows m n v <= rows m n (onto n (m * n) a v))%MS.
Proof.
move=> bl; apply/row_subP => r; case: (ltnP r.+1 m) => rm.
  apply: (submx_trans _ (row_sub (Ordinal rm) _)); rewrite (_ : row r _ = row (Ordinal rm) (rows m n (onto n (m * n) a v))) ?submx_refl //.
  by apply/rowP => c; rewrite !mxE onto_row.
rewrite (_ : row r _ = 0) ?sub0mx //; apply/rowP => c; rewrite !mxE bl //.
by rewrite addnS (leq_trans rm) // ltnS leq_addr.
Qed.

Lemma dot_at (R : rcfType) n (u : 'cV[R]_n) a : dot n (at_ u) a = \sum_i u i 0 * a (nat_of_ord i).
Proof. by apply: eq_bigr => i _; rewrite /at_ valK. Qed.

Lemma first_row (R : rcfType) m n (a v : nat -> R) (u : 'cV[R]_n) (r : 'I_m) : nat_of_ord r = 0%N ->
  (row r (rows m n (onto n (m * n) a v)) *m u) 0 0 = dot n (at_ u) a.
Proof.
move=> r0; rewrite dot_at mxE; apply: eq_bigr => i _; rewrite !mxE r0 mul0n add0n onto_first // mulrC //.
Qed.

Lemma rank_up (R : rcfType) m n j (a v : nat -> R) (u : 'cV[R]_n) : (0 < m)%N -> blank m n j.+1 v -> rows m n v *m u = 0 ->
  dot n (at_ u) a != 0 -> (\rank (rows m n v) < \rank (rows m n (onto n (m * n) a v)))%N.
Proof.
move=> m0 bl vu ne; apply: rank_ltmx; rewrite ltmxE (rows_onto a bl) /=; apply: contra ne => le.
have /submxP [M e] := submx_trans (row_sub (Ordinal m0) _) le.
by rewrite -(first_row a v u (erefl : nat_of_ord (Ordinal m0) = 0%N)) e -mulmxA vu mulmx0 mxE.
Qed.

Lemma orthogonal (R : rcfType) m n (A : 'M[R]_(m, n)) : (\rank A < n)%N -> exists2 u : 'cV[R]_n, u != 0 & A *m u = 0.
Proof.
move=> lt; have : kermx A^T != 0 by rewrite -mxrank_eq0 mxrank_ker mxrank_tr subn_eq0 -ltnNge.
case/rowV0Pn => v /sub_kermxP vA v0; exists v^T; first by rewrite -trmx0 (inj_eq trmx_inj).
by apply: trmx_inj; rewrite trmx_mul trmxK vA trmx0.
Qed.

Lemma full (R : rcfType) m n (A : 'M[R]_(m, n)) (u : 'cV[R]_n) : u != 0 -> A *m u = 0 -> (\rank A < n)%N.
Proof.
move=> u0 Au; rewrite ltn_neqAle rank_leq_col andbT; apply: contra u0 => fl; have /row_fullP [B e] : row_full A by [].
by rewrite -[u]mul1mx -e -mulmxA Au mulmx0.
Qed.

Lemma at_neq0 (R : rcfType) n (u : 'cV[R]_n) : u != 0 -> ~ (forall j, (j < n)%N -> at_ u j = 0).
Proof.
move=> u0 z; case/eqP: u0; apply/colP => i; rewrite mxE; have := z i (ltn_ord i); by rewrite /at_ valK.
Qed.

(* the probability that m rows do not span after j more draws of rows a(w) *)
Definition after (R : rcfType) m n (E : ((nat -> R) -> R) -> R) (a : (nat -> R) -> nat -> R) j (v : nat -> R) : R := iter j
  (fun (next : (nat -> R) -> R) v => E (fun w => next (onto n (m * n) (a w) v)))
  (fun v => ((\rank (rows m n v))%:R < n%:R :> R)%R%:R) v.

Lemma afterS (R : rcfType) m n E a j (v : nat -> R) : after m n E a j.+1 v = E (fun w => after m n E a j (onto n (m * n) (a w) v)).
Proof. by []. Qed.

Lemma place_below (R : rcfType) (m n r c : nat) : (r < m)%N -> (c < n)%N -> r%:R * n%:R + c%:R < m%:R * n%:R :> R.
Proof.
move=> rm cn; rewrite -!natrM -natrD ltr_nat; apply: (@leq_trans (r.+1 * n)); last by rewrite leq_mul2r rm orbT.
by rewrite mulSn addnC ltn_add2r.
Qed.
