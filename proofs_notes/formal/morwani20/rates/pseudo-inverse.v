Lemma penrose (R : rcfType) d (M X H K : 'M[R]_d) (u v g : 'cV[R]_d) (q uu c : R) :
  H^T = H -> H *m K = 1%:M -> K *m H = 1%:M -> H *m u = g -> M = H - q^-1 *: (g *m g^T) -> u^T *m g = q%:M -> q != 0 ->
  u^T *m u = uu%:M -> u^T *m v = (c * uu)%:M -> M *m X *m M = M -> X *m M *m X = X ->
  (M *m X)^T = M *m X -> (X *m M)^T = X *m M ->
  v^T *m X *m v = v^T *m K *m v - c *: (u^T *m K *m v) - c *: (u^T *m K *m v) + (c * c) *: (u^T *m K *m u).
Proof.
move=> Hsym HK KH Hu ME ug q0 uuE uvE mxm xmx mx xm.
have gu : g^T *m u = q%:M by rewrite -[LHS]trmxK trmx_mul trmxK ug tr_scalar_mx.
have Msym : M^T = M by rewrite ME linearB linearZ /= trmx_mul trmxK Hsym.
have Mu : M *m u = 0.
  by rewrite ME mulmxBl Hu -scalemxAl -mulmxA gu mul_mx_scalar scalerA mulVf // scale1r subrr.
have Xu : X *m u = 0.
  by rewrite -xmx -!mulmxA (mulmxA M) -mx trmx_mul Msym -mulmxA Mu !mulmx0.
have uX : u^T *m X = 0.
  rewrite -xmx mulmxA; suff -> : u^T *m (X *m M) = 0 by rewrite mul0mx.
  by rewrite -xm -trmx_mul -mulmxA Mu mulmx0 trmx0.
have Ksym : K^T = K.
  have left : K^T *m H = 1%:M by rewrite -{1}Hsym -trmx_mul HK trmx1.
  by rewrite -[LHS]mulmx1 -HK mulmxA left mul1mx.
pose r := K *m v - c *: (K *m u).
have Hr : H *m r = v - c *: u by rewrite mulmxBr -scalemxAr !mulmxA HK !mul1mx.
have gr : g^T *m r = 0.
  by rewrite -Hu trmx_mul Hsym -mulmxA Hr mulmxBr uvE -scalemxAr uuE scale_scalar_mx subrr.
have Mr : M *m r = v - c *: u by rewrite ME mulmxBl Hr -scalemxAl -mulmxA gr mulmx0 scaler0 subr0.
have -> : v^T *m X *m v = r^T *m (M *m r).
  have vE : v = M *m r + c *: u by rewrite Mr subrK.
  rewrite {1}vE linearD linearZ /= mulmxDl -scalemxAl uX scaler0 addr0.
  rewrite vE mulmxDr -scalemxAr -[_ *m X *m u]mulmxA Xu mulmx0 scaler0 addr0 trmx_mul Msym.
  by rewrite -[in RHS]mxm !mulmxA.
have rT : r^T = v^T *m K - c *: (u^T *m K) by rewrite /r linearB linearZ /= !trmx_mul Ksym.
rewrite Mr rT mulmxBr -scalemxAr !mulmxBl -!scalemxAl scalerBr scalerA.
have -> : v^T *m K *m u = u^T *m K *m v.
  transitivity ((v^T *m K *m u)^T); first by apply/matrixP => i j; rewrite [RHS]mxE !ord1.
  by rewrite !trmx_mul trmxK Ksym mulmxA.
by rewrite opprB addrA addrAC.
Qed.

Lemma form (R : rcfType) d (a b : nat -> R) (Z : nat -> nat -> R) :
  ((\col_(i < d) a i)^T *m (\matrix_(i < d, j < d) Z i j) *m (\col_(i < d) b i)) 0 0
  = \sum_(i < d) (a i * \sum_(j < d) (Z i j * b j)).
Proof.
rewrite -mulmxA mxE; apply: eq_bigr => i _; rewrite !mxE; congr (_ * _).
by apply: eq_bigr => j _; rewrite !mxE.
Qed.

Lemma plain (R : rcfType) d (a b : nat -> R) :
  (\col_(i < d) a i)^T *m (\col_(i < d) b i) = (\sum_(i < d) (a i * b i))%:M.
Proof.
apply/matrixP => i j; rewrite !mxE !ord1 eqxx mulr1n; apply: eq_bigr => k _; by rewrite !mxE.
Qed.

Lemma times (R : rcfType) d (Y Z : nat -> nat -> R) :
  (\matrix_(i < d, j < d) Y i j) *m (\matrix_(i < d, j < d) Z i j) = \matrix_(i < d, j < d) \sum_(k < d) (Y i k * Z k j).
Proof. by apply/matrixP => i j; rewrite !mxE; apply: eq_bigr => k _; rewrite !mxE. Qed.

Lemma inverse (R : rcfType) d (H K M X : nat -> nat -> R) (g u v : nat -> R) (q : R) :
  (forall i, (i < d)%N -> forall j, (j < d)%N -> H i j = H j i) ->
  (forall i, (i < d)%N -> forall j, (j < d)%N -> \sum_(k < d) (H i k * K k j) = (i == j :> nat)%:R) ->
  (forall i, (i < d)%N -> forall j, (j < d)%N -> \sum_(k < d) (K i k * H k j) = (i == j :> nat)%:R) ->
  (forall i, (i < d)%N -> \sum_(j < d) (H i j * u j) = g i) ->
  (forall i, (i < d)%N -> forall j, (j < d)%N -> M i j = H i j - g i * g j / q) ->
  \sum_(i < d) (u i * g i) = q -> q != 0 ->
  (forall i, (i < d)%N -> forall j, (j < d)%N -> \sum_(k < d) ((\sum_(l < d) (M i l * X l k)) * M k j) = M i j) ->
  (forall i, (i < d)%N -> forall j, (j < d)%N -> \sum_(k < d) ((\sum_(l < d) (X i l * M l k)) * X k j) = X i j) ->
  (forall i, (i < d)%N -> forall j, (j < d)%N -> \sum_(k < d) (M i k * X k j) = \sum_(k < d) (M j k * X k i)) ->
  (forall i, (i < d)%N -> forall j, (j < d)%N -> \sum_(k < d) (X i k * M k j) = \sum_(k < d) (X j k * M k i)) ->
  let b Z x y := \sum_(i < d) (x i * \sum_(j < d) (Z i j * y j)) in
  let uu := \sum_(i < d) (u i * u i) in let uv := \sum_(i < d) (u i * v i) in
  b X v v = (b K v v + (b K u u * (uv * uv)) / (uu * uu)) + ((- 2%:R * b K u v) * uv) / uu.
Proof.
move=> Hs HK KH Hu ME ug q0 mxm xmx mx xm b uu uv.
have uu0 : uu != 0.
  apply: contra_neq q0 => zero; rewrite -ug big1 // => i _.
  move/eqP: zero; rewrite psumr_eq0 => [/allP all0|j _]; last by rewrite -expr2 sqr_ge0.
  by have := all0 i (mem_index_enum i); rewrite -expr2 sqrf_eq0 => /eqP ->; rewrite mul0r.
pose m Z := \matrix_(i < d, j < d) Z i j : 'M[R]_d; pose c x := \col_(i < d) x i : 'cV[R]_d.
have one : m (fun i j => (i == j :> nat)%:R) = 1%:M by apply/matrixP => i j; rewrite !mxE.
have [] : exists2 e, e = uv / uu & True by exists (uv / uu).
move=> e eE _.
have key := @penrose R d (m M) (m X) (m H) (m K) (c u) (c v) (c g) q uu e.
have {key} : (c v)^T *m m X *m c v = (c v)^T *m m K *m c v - e *: ((c u)^T *m m K *m c v) - e *: ((c u)^T *m m K *m c v)
    + (e * e) *: ((c u)^T *m m K *m c u).
  apply: key => //.
  - by apply/matrixP => i j; rewrite !mxE Hs.
  - by rewrite times -one; apply/matrixP => i j; rewrite !mxE HK.
  - by rewrite times -one; apply/matrixP => i j; rewrite !mxE KH.
  - by apply/matrixP => i j; rewrite !mxE -Hu //; apply: eq_bigr => k _; rewrite !mxE.
  - apply/matrixP => i j; rewrite !mxE ME // big_ord1 !mxE; by field.
  - by rewrite plain ug.
  - by rewrite plain.
  - by rewrite plain eE divfK.
  - by rewrite !times; apply/matrixP => i j; rewrite !mxE -mxm //; apply: eq_bigr => k _; rewrite !mxE.
  - by rewrite !times; apply/matrixP => i j; rewrite !mxE -xmx //; apply: eq_bigr => k _; rewrite !mxE.
  - by rewrite !times; apply/matrixP => i j; rewrite !mxE mx.
  - by rewrite !times; apply/matrixP => i j; rewrite !mxE xm.
have F (Z : nat -> nat -> R) (x z : nat -> R) : ((c x)^T *m m Z *m c z) 0 0 = b Z x z by exact: (@form R d x z Z).
have split4 (p1 p2 p3 p4 : 'M[R]_1) : (p1 - e *: p2 - e *: p3 + (e * e) *: p4) 0 0
    = p1 0 0 - e * p2 0 0 - e * p3 0 0 + (e * e) * p4 0 0 by rewrite !mxE.
by move=> /matrixP /(_ 0 0); rewrite split4 !F => ->; rewrite eE; field.
Qed.

Theorem proof : statement.
Proof.
move=> R d n A y w v u K X _ pos _ zero normal posu HK KH mxm xmx mx xm.
have [sym Hu ug q0 _] := @solved R d n A y u zero normal posu.
pose H k j := (\sum_(i < n) (A k i * A j i)) / n%:R; pose g k := (\sum_(i < n) (A k i * y i)) / n%:R.
pose q := (\sum_(i < n) (row d A u i * row d A u i)) / n%:R.
by apply: (@inverse R d H K (fun i j => H i j - g i * g j / q) X g u v q) => // [i _ j _|]; [exact: sym | exact: lt0r_neq0].
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d n A y w v u K X d1 _ _ _ _ u0 *.
have : \sum_(k < d) u k * u k != 0.
  apply/eqP => z; move: u0; rewrite lt_def big1 ?eqxx //.
  have none k : (k < d)%N -> u k = 0.
    move=> k_d; have g (j : 'I_d) : true -> 0 <= u j * u j by rewrite square_ge0.
    have /eqP : u (Ordinal k_d) * u (Ordinal k_d) = 0 by apply: (psumr_eq0P g z).
    by rewrite mulf_eq0 orbb => /eqP.
  have zero i : \sum_(k < d) u k * A k i = 0 by rewrite big1 // => k _; rewrite none ?mul0r.
  by move=> i _; rewrite zero (eq_bigr (fun _ => 0)) ?big1_eq ?mul0r ?subrr ?mulr0 // => j _; rewrite zero.
by move=> *; repeat split; values.
Qed.
