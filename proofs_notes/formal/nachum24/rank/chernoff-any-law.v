Lemma gram_zero (R : rcfType) (m n : nat) (A : 'M[R]_(m, n)) : A *m A^T = 0 -> A = 0.
Proof.
move=> h; apply/matrixP => i j; rewrite mxE.
have s0 : \sum_(k < n) (A i k * A i k) = 0.
  transitivity ((A *m A^T) i i); last by rewrite h mxE.
  by rewrite mxE; apply: eq_bigr => k _; rewrite mxE.
have pos (k : 'I_n) : true -> 0 <= A i k * A i k by rewrite -expr2 sqr_ge0.
by have := @psumr_eq0P _ _ _ _ pos s0 j isT; move/eqP; rewrite mulf_eq0 orbb => /eqP.
Qed.

(* the projector on what the rows of a matrix are orthogonal to *)
Lemma projector (R : rcfType) m n (A : 'M[R]_(m, n)) :
  exists Q : 'M[R]_n, [/\ Q^T = Q, Q *m Q = Q, A *m Q = 0 & \tr Q = n%:R - (\rank A)%:R].
Proof.
have [B [fB eB]] : exists B : 'M[R]_(\rank (kermx A^T), n), row_free B /\ (B <= kermx A^T)%MS.
  by exists (row_base (kermx A^T)); rewrite row_base_free eq_row_base.
pose G := B *m B^T; have uG : G \in unitmx.
  rewrite -row_free_unit -kermx_eq0; apply/eqP; set K := kermx G.
  have : K *m B == 0.
    by apply/eqP; apply: gram_zero; rewrite trmx_mul mulmxA -(mulmxA K) -/G mulmx_ker mul0mx.
  by rewrite mulmx_free_eq0 // => /eqP.
have symG : G^T = G by rewrite /G trmx_mul trmxK.
exists (B^T *m invmx G *m B); split.
- by rewrite trmx_mul [(B^T *m _)^T]trmx_mul trmxK trmx_inv symG mulmxA.
- by rewrite -!mulmxA (mulmxA B B^T) -/G mulKVmx.
- have BA : B *m A^T = 0 by apply/sub_kermxP.
  have -> : A *m (B^T *m invmx G *m B) = A *m B^T *m invmx G *m B by rewrite !mulmxA.
  by rewrite -[A *m B^T]trmxK trmx_mul trmxK BA trmx0 !mul0mx.
by rewrite mxtrace_mulC mulmxA -/G mulmxV // mxtrace1 mxrank_ker mxrank_tr natrB // rank_leq_col.
Qed.

Lemma square_ge0 (R : rcfType) n (c : 'cV[R]_n) : 0 <= (c^T *m c) 0 0.
Proof. by rewrite mxE; apply: sumr_ge0 => i _; rewrite mxE -expr2 sqr_ge0. Qed.

(* what is seen of a row through a projector *)
Definition seen (R : rcfType) n (Q : 'M[R]_n) (a : nat -> R) : R := \sum_(i < n) (dot n (at_ (row i Q)^T) a * dot n (at_ (row i Q)^T) a).

Lemma seen_le (R : rcfType) n (Q : 'M[R]_n) (a : nat -> R) : Q^T = Q -> Q *m Q = Q -> seen Q a <= \sum_(i < n) (a i * a i).
Proof.
move=> sym idem; pose c : 'cV[R]_n := \col_i a i.
have one i : dot n (at_ (row i Q)^T) a = (Q *m c) i 0.
  rewrite dot_at [RHS]mxE; apply: eq_bigr => j _; rewrite mxE [row i Q 0 j]mxE [c j 0]mxE //.
have -> : seen Q a = (c^T *m (Q *m c)) 0 0.
  have -> : c^T *m (Q *m c) = (Q *m c)^T *m (Q *m c) by rewrite trmx_mul sym -mulmxA [Q *m (Q *m c)]mulmxA idem.
  by rewrite [RHS]mxE; apply: eq_bigr => i _; rewrite one [X in _ = X * _]mxE.
have -> : \sum_(i < n) (a i * a i) = (c^T *m c) 0 0.
  by rewrite [RHS]mxE; apply: eq_bigr => i _; rewrite [X in _ = X * _]mxE !mxE.
have flip i j : Q j i = Q i j by rewrite -[in LHS]sym mxE.
pose M : 'M[R]_n := 1%:M - Q; have symM : M^T = M by rewrite /M; apply/matrixP => i j; rewrite !mxE flip eq_sym.
have MM : M *m M = M by rewrite /M mulmxBl !mulmxBr !mul1mx mulmx1 idem subrr subr0.
have := square_ge0 (M *m c); have -> : (M *m c)^T *m (M *m c) = c^T *m c - c^T *m (Q *m c).
  by rewrite trmx_mul symM -mulmxA [M *m (M *m c)]mulmxA MM /M mulmxBl mul1mx mulmxBr.
by rewrite [X in 0 <= X]mxE [X in _ + X]mxE subr_ge0.
Qed.

Lemma seen_rank (R : rcfType) m n j (Q : 'M[R]_n) (a v : nat -> R) (high : R) : (0 < m)%N -> blank m n j.+1 v ->
  Q^T = Q -> Q *m Q = Q -> rows m n v *m Q = 0 -> 0 <= high -> \sum_(i < n) (a i * a i) <= high ->
  seen Q a <= high * ((\rank (rows m n (onto n (m * n) a v)))%:R - (\rank (rows m n v))%:R).
Proof.
move=> m0 bl sym idem vQ h0 ah; case: (boolP [exists i, dot n (at_ (row i Q)^T) a != 0]) => [/existsP [i ne]|/existsPn none].
  apply: le_trans (seen_le a sym idem) (le_trans ah _); rewrite ler_pemulr // ler_subr_addr addrC -[1]/(1%:R) -natrD ler_nat addn1.
  apply: (@rank_up R m n j a v (row i Q)^T m0 bl _ ne).
  have Qv : Q *m (rows m n v)^T = 0 by apply: trmx_inj; rewrite trmx_mul trmxK sym vQ trmx0.
  by apply: trmx_inj; rewrite trmx_mul trmxK trmx0 -row_mul Qv; apply/rowP => c; rewrite !mxE.
rewrite /seen big1 => [|i _]; last by have := none i; rewrite negbK => /eqP ->; rewrite mul0r.
by rewrite mulr_ge0 // subr_ge0 ler_nat; exact: mxrankS (rows_onto a bl).
Qed.

Lemma law_sum_ge (R : rcfType) P D (E : ((nat -> R) -> R) -> R) n (g : nat -> (nat -> R) -> R) (c : nat -> R) : is_law_on P D E ->
  (forall i, (i < n)%N -> D (g i) /\ c i <= E (g i)) ->
  D (fun w => \sum_(i < n) g i w) /\ \sum_(i < n) c i <= E (fun w => \sum_(i < n) g i w).
Proof.
move=> law; have [[D1 E1] lin ext _] := law; elim: n => [|n IH] gc.
  have D0 : D (fun w => \sum_(i < 0) g i w).
    by apply: (ext _ _ _ (proj1 (lin (-1) _ _ D1 D1))) => w; rewrite big_ord0; ring.
  by split=> //; rewrite big_ord0; apply: (law_ge_on law D0) => w _; rewrite big_ord0.
have [Ds Es] : D (fun w => \sum_(i < n) g i w) /\ \sum_(i < n) c i <= E (fun w => \sum_(i < n) g i w).
  by apply: IH => i lt; apply: gc; exact: ltnW.
have [Dn En] := gc n (ltnSn n); have [Dl El] := lin 1 _ _ Ds Dn.
have D' : D (fun w => \sum_(i < n.+1) g i w) by apply: (ext _ _ _ Dl) => w; rewrite big_ord_recr /= mul1r.
split=> //; rewrite big_ord_recr /=; apply: (le_trans (ler_add Es En)); rewrite mul1r in El; rewrite -El.
have := law_le_on (a := 0) (b := -1) law Dl D'; rewrite sub0r mulN1r opprK; apply=> w _.
by rewrite sub0r mulN1r opprK big_ord_recr /= mul1r.
Qed.

Lemma bounded (R : rcfType) m n P D E (a : (nat -> R) -> nat -> R) (low high : R) : (0 < m)%N -> @is_law_on R P D E -> 0 < high -> low <= high ->
  (forall w, P w -> \sum_(i < n) (a w i * a w i) <= high) ->
  (forall z, D (fun w => dot n z (a w) * dot n z (a w))) ->
  (forall z, low * dot n z z <= E (fun w => dot n z (a w) * dot n z (a w))) ->
  (forall z, D (fun w => (\rank (rows m n (onto n (m * n) (a w) z)))%:R)) ->
  (forall j, (j < m)%N -> forall z, D (fun w => after m n E a j (onto n (m * n) (a w) z))) ->
  forall j v, (j <= m)%N -> blank m n j v -> after m n E a j v <= (n%:R - (\rank (rows m n v))%:R) * (1 - low / high) ^+ j.
Proof.
move=> m0 law h0 lh Pa Dz Ez Dr Da; have s0 : 0 <= 1 - low / high by rewrite subr_ge0 ler_pdivr_mulr // mul1r.
elim=> [|j IH] v jm bl; set r := \rank (rows m n v).
  rewrite expr0 mulr1 /after /= ltr_nat -/r; case: (ltnP r n) => [lt|_].
    by rewrite -natrB ?(ltnW lt) // ler_nat subn_gt0.
  by rewrite subr_ge0 ler_nat rank_leq_col.
have [Q [sym idem vQ tQ]] := projector (rows m n v).
have [Ds Es] := law_sum_ge (n := n) (g := fun i w => dot n (at_ (if insub i is Some k then (row k Q)^T else 0)) (a w) *
  dot n (at_ (if insub i is Some k then (row k Q)^T else 0)) (a w)) law (fun i _ => conj (Dz _) (Ez _)).
have Ss w : \sum_(i < n) (dot n (at_ (if insub (nat_of_ord i) is Some k then (row k Q)^T else 0)) (a w) *
  dot n (at_ (if insub (nat_of_ord i) is Some k then (row k Q)^T else 0)) (a w)) = seen Q (a w).
  by apply: eq_bigr => i _; rewrite valK.
have flip i k : Q k i = Q i k by rewrite -[in LHS]sym mxE.
have own i : dot n (at_ (row i Q)^T) (at_ (row i Q)^T) = Q i i.
  by rewrite dot_at -[in RHS]idem [RHS]mxE; apply: eq_bigr => k _; rewrite /at_ valK /= !mxE [Q k i]flip.
have tr : \sum_(i < n) low * dot n (at_ (if insub (nat_of_ord i) is Some k then (row k Q)^T else 0))
    (at_ (if insub (nat_of_ord i) is Some k then (row k Q)^T else 0)) = low * (n%:R - r%:R).
  rewrite -mulr_sumr -tQ /mxtrace; congr (_ * _); apply: eq_bigr => i _; rewrite valK; exact: own.
rewrite tr in Es.
have up := law_le_on (a := - (high * r%:R)) (b := - high) law Ds (Dr v).
have {}up := le_trans Es (up _); rewrite mulNr opprK in up.
have rise : low / high * (n%:R - r%:R) <= E (fun w => (\rank (rows m n (onto n (m * n) (a w) v)))%:R) - r%:R.
  rewrite -(ler_pmul2l h0) mulrA [high * (low / high)]mulrCA (divff (lt0r_neq0 h0)) mulr1 [high * (E _ - _)]mulrBr [X in _ <= X]addrC.
  apply: up => w Pw.
  rewrite Ss mulNr opprK addrC -mulrBr; exact: (seen_rank m0 bl sym idem vQ (ltW h0) (Pa w Pw)).
have sj := exprn_ge0 j s0; rewrite afterS exprSr.
have le := law_le_on (a := n%:R * (1 - low / high) ^+ j) (b := (1 - low / high) ^+ j) law (Da _ jm v) (Dr v).
apply: le_trans (le _) _ => [w _|].
  apply: le_trans (IH _ (ltnW jm) (onto_blank (a w) jm bl)) _.
  by rewrite mulrBl [X in _ - X]mulrC.
move: rise sj; set e := E _; set t := low / high; move: ((1 - t) ^+ j) => y rise sj; rewrite -subr_ge0.
have -> : (n%:R - r%:R) * (y * (1 - t)) - (n%:R * y - y * e) = y * (e - r%:R - t * (n%:R - r%:R)) by ring.
by rewrite mulr_ge0 // subr_ge0.
Qed.

Theorem proof : statement.
Proof.
move=> R k n low high m X D E _ n0 h0 l0 law Dz Ez m0 [Da Dr].
pose a (w : nat -> R) i := Num.max (\sum_(j < k) w j * X j i) 0.
pose P (w : nat -> R) := \sum_(i < n) (a w i * a w i) <= high.
have [_ _ ext _] := law; have law' : is_law_on P D E by exact: law.
have Dr' z : D (fun w => (\rank (rows m n (onto n (m * n) (a w) z)))%:R).
  apply: (ext _ _ _ (Dr z)) => w; congr (\rank _)%:R; apply/matrixP => i j; rewrite !mxE /onto.
  by congr (_ + _); apply: eq_bigr => l _; rewrite -natrM -natrD ?eqr_nat.
have lh : low <= high.
  have := Ez (fun i => (i == 0%N)%:R); have d0 (b : nat -> R) : dot n (fun i => (i == 0%N)%:R) b = b 0%N.
    exact: (@pick_one R n b 0%N (fun i => i == 0%N) n0).
  have -> : \sum_(i < n) ((nat_of_ord i == 0%N)%:R * (nat_of_ord i == 0%N)%:R) = 1 :> R by exact: (d0 (fun i => (i == 0%N)%:R)).
  rewrite mulr1 => /le_trans; apply.
  have := law_le_on (a := high) (b := 0) law' (Dz (fun i => (i == 0%N)%:R)) (Dz (fun i => (i == 0%N)%:R)).
  rewrite mul0r subr0; apply=> w Pw; rewrite mul0r subr0; apply: (le_trans _ Pw).
  change (dot n (fun i => (i == 0%N)%:R) (a w) * dot n (fun i => (i == 0%N)%:R) (a w) <= \sum_(i < n) (a w i * a w i)).
  by rewrite d0 (bigD1 (Ordinal n0)) //= ler_addl sumr_ge0 // => i _; rewrite -expr2 sqr_ge0.
have rows0 : rows m n (fun=> 0) = 0 :> 'M[R]_(m, n) by apply/matrixP => i j; rewrite !mxE.
have := @bounded R m n P D E a low high m0 law' h0 lh (fun w Pw => Pw) Dz Ez Dr' Da m (fun=> 0) (leqnn m).
rewrite rows0 mxrank0 subr0 mulNr; apply=> // r c _ _ _; exact: erefl.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R k n low high m X D E _ _ h0 _ _ _ _ _; split=> [_ r rm c cn | _]; [exact: place_below | exact: lt0r_neq0].
Qed.
