Lemma sylvester (R : rcfType) p q (X : 'M[R]_(p, q)) (Y : 'M[R]_(q, p)) : \det (1%:M + X *m Y) = \det (1%:M + Y *m X).
Proof.
pose B := block_mx 1%:M X (- Y) (1%:M : 'M[R]_q); pose C := block_mx (1%:M : 'M[R]_p) 0 Y (1%:M : 'M[R]_q).
have left : B *m C = block_mx (1%:M + X *m Y) X 0 1%:M.
  by rewrite mulmx_block !mulmx1 !mul1mx !mulmx0 ?add0r addNr.
have right : C *m B = block_mx 1%:M X 0 (1%:M + Y *m X).
  by rewrite mulmx_block !mulmx1 !mul1mx !mul0mx ?addr0 addrN [Y *m X + _]addrC.
have cB : \det C = 1 by rewrite det_lblock !det1 mulr1.
by have := congr1 determinant left; rewrite det_mulmx mulrC -det_mulmx right !det_ublock !det1 mulr1 mul1r => ->.
Qed.

Lemma turned (R : rcfType) : \det (block_mx (0 : 'M[R]_1) 1%:M (- 1%:M) (0 : 'M[R]_1)) = 1.
Proof.
pose L := block_mx (1%:M : 'M[R]_1) (1%:M : 'M[R]_1) 0 (1%:M : 'M[R]_1).
have -> : block_mx (0 : 'M[R]_1) 1%:M (- 1%:M) (0 : 'M[R]_1) = L *m block_mx 1%:M 0 (- 1%:M) 1%:M *m L.
  have -> : L *m block_mx 1%:M 0 (- 1%:M) 1%:M = block_mx (0 : 'M[R]_1) 1%:M (- 1%:M) 1%:M.
    by rewrite mulmx_block !mulmx1 !mul1mx ?mulmx0 ?mul0mx ?add0r addrN.
  by rewrite mulmx_block !mulmx1 ?mulmx0 ?mul0mx ?addr0 add0r addNr.
by rewrite !det_mulmx det_lblock !det_ublock !det1 !mulr1.
Qed.

(* det (H - g g^T/q + u u^T/U) = det H U/q, where H u = g, u.g = q and u.u = U. *)
Lemma filled (R : rcfType) d (H K : 'M[R]_d) (u g : 'cV[R]_d) (q U : R) :
  H^T = H -> H *m K = 1%:M -> H *m u = g -> u^T *m g = q%:M -> q != 0 -> u^T *m u = U%:M -> U != 0 ->
  \det (H - q^-1 *: (g *m g^T) + U^-1 *: (u *m u^T)) = \det H * U / q.
Proof.
move=> sym HK Hu ug q0 uu U0; pose X := row_mx (- q^-1 *: u) (U^-1 *: (K *m u)); pose Y := col_mx g^T u^T.
have -> : H - q^-1 *: (g *m g^T) + U^-1 *: (u *m u^T) = H *m (1%:M + X *m Y).
  rewrite mulmxDr mulmx1 mul_row_col mulmxDr -!scalemxAl -!scalemxAr !mulmxA HK mul1mx Hu scaleNr addrA.
  by [].
rewrite det_mulmx sylvester -mulrA; congr (_ * _).
have gu : g^T *m u = q%:M by rewrite -[LHS]trmxK trmx_mul trmxK ug tr_scalar_mx.
have gK : g^T *m K = u^T by rewrite -Hu trmx_mul sym -mulmxA HK mulmx1.
have -> : Y *m X = block_mx (- 1%:M) 1%:M (- (U / q)%:M) (U^-1 *: (u^T *m K *m u)).
  rewrite mul_col_row -!scalemxAr !mulmxA gu gK uu !scaleNr !scale_scalar_mx !mulVf //.
  by rewrite mulrC.
rewrite (scalar_mx_block 1 1 (1 : R)) add_block_mx addrN ?add0r.
set r := 1%:M + _.
have -> : block_mx (0 : 'M[R]_1) 1%:M (- (U / q)%:M) r = block_mx 1%:M 0 r (U / q)%:M *m block_mx (0 : 'M[R]_1) 1%:M (- 1%:M) (0 : 'M[R]_1).
  by rewrite mulmx_block ?mulmx0 ?mul0mx !mul1mx !mulmx1 ?add0r ?addr0 mulmxN mulmx1.
by rewrite det_mulmx turned mulr1 det_lblock det1 mul1r det_scalar1.
Qed.

(* In a basis of eigenvectors f_a of M = H - g g^T/q with eigenvalues m_a: that fills the place of 0 with 1. *)
Lemma others (R : rcfType) d (H K f : nat -> nat -> R) (g u m : nat -> R) (q U : R) (M := fun i j => H i j - g i * g j / q) :
  (forall i j, H i j = H j i) ->
  (forall i, (i < d)%N -> forall j, (j < d)%N -> \sum_(k < d) (H i k * K k j) = (i == j :> nat)%:R) ->
  (forall i, (i < d)%N -> forall j, (j < d)%N -> \sum_(k < d) (K i k * H k j) = (i == j :> nat)%:R) ->
  (forall k, (k < d)%N -> \sum_(j < d) (H k j * u j) = g k) -> \sum_(i < d) (u i * g i) = q -> q != 0 ->
  \sum_(i < d) (u i * u i) = U -> U != 0 -> (forall k, (k < d)%N -> \sum_(j < d) (M k j * u j) = 0) ->
  (forall a, (a < d)%N -> forall i, (i < d)%N -> \sum_(j < d) (M i j * f a j) = m a * f a i) ->
  (forall a, (a < d)%N -> forall b, (b < d)%N -> \sum_(i < d) (f a i * f b i) = (a == b :> nat)%:R) ->
  \prod_(a < d) (m a + (m a == 0)%:R) = \det (\matrix_(i < d, j < d) H i j) * U / q.
Proof.
move=> sym HK KH Hu ug q0 uu U0 Mu own apart; pose al a := \sum_(i < d) (f a i * u i).
have one (h : nat -> R) i : (i < d)%N -> \sum_(j < d) ((i == j :> nat)%:R * h j) = h i.
  move=> id; rewrite (bigD1 (Ordinal id)) //= eqxx mul1r big1 ?addr0 // => j ne.
  by rewrite (_ : (i == j :> nat) = false) ?mul0r //; apply: contraNF ne => /eqP e; apply/eqP/val_inj.
have along a : (a < d)%N -> m a != 0 -> al a = 0.
  move=> ad m0; apply: (mulfI m0); rewrite mulr0 mulr_sumr.
  rewrite (eq_bigr (fun c : 'I_d => \sum_(j < d) (f a j * (M j c * u c)))) => [|c _]; last first.
    rewrite mulrA -own // mulr_suml; apply: eq_bigr => j _; rewrite /M [H c j]sym; ring.
  by rewrite exchange_big big1 // => j _; rewrite -mulr_sumr Mu ?mulr0.
have flat a : (a < d)%N -> m a = 0 -> exists c, forall i, (i < d)%N -> f a i = c * u i.
  move=> ad m0; exists ((\sum_(j < d) (g j * f a j)) / q) => i id; set c := _ / q.
  have Hf k : (k < d)%N -> \sum_(j < d) (H k j * f a j) = g k * c.
    move=> kd; rewrite (eq_bigr (fun j : 'I_d => M k j * f a j + g k / q * (g j * f a j))) => [|j _]; last by rewrite /M; ring.
    by rewrite big_split /= own // m0 mul0r add0r -mulr_sumr /c mulrAC mulrA.
  rewrite -[LHS](one (f a) i id) (eq_bigr (fun j : 'I_d => \sum_(k < d) (K i k * (H k j * f a j)))) => [|j _]; last first.
    by rewrite -KH // mulr_suml; apply: eq_bigr => k _; rewrite mulrA.
  rewrite exchange_big (eq_bigr (fun k : 'I_d => c * \sum_(j < d) (K i k * H k j * u j))) => [|k _]; last first.
    rewrite -mulr_sumr Hf // -Hu // mulrA mulr_sumr [RHS]mulrC; congr (_ * _); apply: eq_bigr => j _; exact: mulrA.
  rewrite -mulr_sumr exchange_big; congr (_ * _); rewrite -[RHS](one u i id); apply: eq_bigr => j _.
  by rewrite -KH // mulr_suml.
have entry a b : (a < d)%N -> (b < d)%N -> m b * (a == b :> nat)%:R + al a * al b / U = (a == b :> nat)%:R * (m b + (m b == 0)%:R).
  move=> ad bd; case: (m b =P 0) => [mb | /eqP mb]; last by rewrite (along b) // mulr0 mul0r !addr0 mulrC.
  case: (m a =P 0) => [ma | /eqP ma]; last first.
    rewrite (along a) // !mul0r addr0 mb mul0r add0r mulr1.
    by case: eqP => // e; move: ma; rewrite e mb eqxx.
  have [c fa] := flat a ad ma; have [c' fb] := flat b bd mb; rewrite mb mul0r !add0r mulr1 -apart //.
  have sum h c0 : (forall i, (i < d)%N -> f h i = c0 * u i) -> al h = c0 * U.
    by move=> e; rewrite -uu mulr_sumr; apply: eq_bigr => i _; rewrite e // mulrA.
  rewrite (sum a c fa) (sum b c' fb) (eq_bigr (fun i : 'I_d => c * c' * (u i * u i))) => [|i _]; last by rewrite fa // fb //; ring.
  by rewrite -mulr_sumr uu; field.
pose Hm := \matrix_(i < d, j < d) H i j; pose uc := \col_(i < d) u i; pose gc := \col_(i < d) g i.
pose Fm := \matrix_(a < d, i < d) f a i; pose D := Hm - q^-1 *: (gc *m gc^T) + U^-1 *: (uc *m uc^T).
have <- : \det D = \det Hm * U / q.
  apply: (@filled R d Hm (\matrix_(i < d, j < d) K i j)) => //.
  - by apply/matrixP => i j; rewrite !mxE sym.
  - by apply/matrixP => i j; rewrite !mxE -[RHS]HK //; apply: eq_bigr => k _; rewrite !mxE.
  - by apply/matrixP => i j; rewrite !mxE -Hu //; apply: eq_bigr => k _; rewrite !mxE.
  - by apply/matrixP => i j; rewrite !mxE !ord1 eqxx mulr1n -ug; apply: eq_bigr => k _; rewrite !mxE.
  - by apply/matrixP => i j; rewrite !mxE !ord1 eqxx mulr1n -uu; apply: eq_bigr => k _; rewrite !mxE.
have FF : Fm *m Fm^T = 1%:M.
  by apply/matrixP => i j; rewrite !mxE -[RHS](apart i (ltn_ord i) j (ltn_ord j)); apply: eq_bigr => k _; rewrite !mxE.
have DE i b : (D *m Fm^T) i b = m b * f b i + u i * al b / U.
  rewrite mxE (eq_bigr (fun j : 'I_d => M i j * f b j + u i / U * (f b j * u j))) => [|j _].
    by rewrite big_split /= own // -mulr_sumr -/(al b) mulrAC.
  rewrite !mxE !big_ord1 !mxE /M; ring.
have dE : Fm *m (D *m Fm^T) = diag_mx (\row_(a < d) (m a + (m a == 0)%:R)).
  apply/matrixP => a b; rewrite mxE (eq_bigr (fun i : 'I_d => m b * (f a i * f b i) + al b / U * (f a i * u i))) => [|i _].
    rewrite big_split /= -!mulr_sumr apart // -/(al a) [RHS]mxE mxE.
    transitivity (m b * (a == b :> nat)%:R + al a * al b / U); first by field.
    rewrite entry //; case: (a =P b) => [-> | /eqP ne]; first by rewrite eqxx mul1r mulr1n.
    by rewrite (_ : (a == b :> nat) = false) ?mul0r ?mulr0n //; apply/negbTE.
  by rewrite DE mxE; ring.
have <- : \det (Fm *m (D *m Fm^T)) = \det D.
  rewrite !det_mulmx det_tr mulrCA; have := congr1 determinant FF; rewrite det_mulmx det_tr det1 => ->.
  exact: mulr1.
by rewrite dE det_diag; apply: eq_bigr => a _; rewrite mxE.
Qed.

Theorem proof : statement.
Proof.
move=> R d n A y w v u K f m _ _ _ zero normal posu HK KH own apart.
have [sym Hu ug q0 pos] := @solved R d n A y u zero normal posu.
pose H k j := (\sum_(i < n) (A k i * A j i)) / n%:R; pose g k := (\sum_(i < n) (A k i * y i)) / n%:R.
pose q := (\sum_(i < n) (row d A u i * row d A u i)) / n%:R.
have [_ Mu _] := @starred R d H g u q sym Hu ug q0 pos.
set U := \sum_(i < d) (u i * u i); rewrite ug -/q.
apply: (@others R d H K f g u m q U) => //; first exact: lt0r_neq0.
apply/eqP => zU; move: q0; rewrite -ug big1 ?ltxx // => c _.
have p (a : 'I_d) : true -> 0 <= u a * u a by rewrite -expr2 sqr_ge0.
by have /eqP := @psumr_eq0P _ _ _ _ p zU c isT; rewrite mulf_eq0 orbb => /eqP ->; rewrite mul0r.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d n A y w v u K f m d1 pos _ zero normal upos _ _ _ _.
have [n0 _ _] := @spread R n (centred n (row d A w)) pos; split; first by move: n0; rewrite pnatr_eq0.
have -> : \sum_(k < d) (u k * ((\sum_(i < n) (A k i * y i)) / n%:R)) = (\sum_(i < n) (row d A u i * y i)) / n%:R.
  by rewrite -(crossed d n A y u); apply: eq_bigr => k _; rewrite mulrC.
have x := no_mean u zero; rewrite -(@fitted R d n A y u u normal) -(still2 x x).
by rewrite mulf_neq0 ?invr_neq0 // lt0r_neq0.
Qed.
