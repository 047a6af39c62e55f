(* The Gram matrix is 1 + p (w q + w^2 p)^T + (w q) p^T, p and q columns j and i: its determinant is that of a matrix of
   two rows. *)
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

Lemma of_two (R : rcfType) (A : 'M[R]_2) : \det A = A 0 0 * A 1 1 - A 0 1 * A 1 0.
Proof.
rewrite (expand_det_row _ 0) big_ord_recl big_ord1 /cofactor !det_mx11 !mxE /= expr0 expr1 mul1r mulN1r mulrN.
have -> : lift 0 0 = 1 :> 'I_2 by apply: val_inj.
by have -> : lift 1 0 = 0 :> 'I_2 by apply: val_inj.
Qed.

Lemma gram_moved (R : rcfType) (k : nat) (p q : nat -> R) (w : R) :
  let P := \sum_(c < k) (p c * p c) in let S := \sum_(c < k) (p c * q c) in let T := \sum_(c < k) (q c * q c) in
  \det (\matrix_(r < k, c < k) ((r == c :> nat)%:R + w * (q r * p c + p r * q c) + w * w * (p r * p c))) =
    (1 + w * S) * (1 + w * S) + w * w * P * (1 - T).
Proof.
move=> P S T; pose X : 'M[R]_(k, 2) := \matrix_(r < k, s < 2) (if s == 0 then p r else w * q r).
pose Y : 'M[R]_(2, k) := \matrix_(s < 2, c < k) (if s == 0 then w * q c + w * w * p c else p c).
have -> : \matrix_(r < k, c < k) ((r == c :> nat)%:R + w * (q r * p c + p r * q c) + w * w * (p r * p c)) = 1%:M + X *m Y.
  apply/matrixP => r c; rewrite !mxE big_ord_recl big_ord1 !mxE /=.
  have -> : (r == c :> nat) = (r == c) by [].
  by move: ((r == c)%:R : R) => e; ring.
have sum (f g : nat -> R) (x y : R) : \sum_(c < k) ((x * f c + y * p c) * g c) =
    x * (\sum_(c < k) (f c * g c)) + y * (\sum_(c < k) (p c * g c)).
  by rewrite !mulr_sumr -big_split; apply: eq_bigr => c _ /=; ring.
have swap : \sum_(c < k) (q c * p c) = S by apply: eq_bigr => c _; rewrite mulrC.
have e00 : (Y *m X) 0 0 = w * S + w * w * P.
  rewrite mxE; transitivity (\sum_(c < k) ((w * q c + w * w * p c) * p c)); last by rewrite sum swap.
  by apply: eq_bigr => c _; rewrite !mxE.
have e01 : (Y *m X) 0 1 = w * (w * T + w * w * S).
  rewrite mxE; transitivity (w * (\sum_(c < k) ((w * q c + w * w * p c) * q c))); last by rewrite sum.
  by rewrite mulr_sumr; apply: eq_bigr => c _; rewrite !mxE /=; ring.
have e10 : (Y *m X) 1 0 = P by rewrite mxE; apply: eq_bigr => c _; rewrite !mxE.
have e11 : (Y *m X) 1 1 = w * S.
  by rewrite mxE /S mulr_sumr; apply: eq_bigr => c _; rewrite !mxE /=; ring.
have add (s u : 'I_2) : (1%:M + Y *m X) s u = (s == u)%:R + (Y *m X) s u by rewrite !mxE.
rewrite sylvester of_two !add e00 e01 e10 e11 /=; ring.
Qed.

Theorem proof : statement.
Proof.
move=> R k n E k1 kn normal.
pose P j := \sum_(c < k) (E c j * E c j); pose S j i := \sum_(c < k) (E c j * E c i).
have moved (i j : nat) (w : R) : (i < n)%N -> (j < n)%N ->
    \det (\matrix_(r < k, c < k) (\sum_(a < n) ((E r a + (a == i :> nat)%:R * w * E r j) * (E c a + (a == i :> nat)%:R * w * E c j)))) =
    (1 + w * S j i) * (1 + w * S j i) + w * w * P j * (1 - P i).
  move=> hi hj; rewrite -(gram_moved k (fun c => E c j) (fun c => E c i) w); congr (\det _).
  apply/matrixP => r c; rewrite !mxE -(normal r (ltn_ord r) c (ltn_ord c)).
  transitivity (\sum_(a < n) (E r a * E c a) + \sum_(a < n) ((a == i :> nat)%:R *
      (w * (E r a * E c j + E r j * E c a) + w * w * (E r j * E c j)))).
    rewrite -big_split; apply: eq_bigr => a _ /=; case: eqP => _ /=; ring.
  by rewrite (one_of (fun a => w * (E r a * E c j + E r j * E c a) + w * w * (E r j * E c j))) // addrA.
transitivity (\sum_(i < n) (\sum_(j < n) ((P j * (1 - P i) - S j i * S j i) / 2%:R))).
  apply: eq_bigr => i _; apply: eq_bigr => j _; have hi := ltn_ord i; have hj := ltn_ord j.
  set up := \det _; set down := \det (\matrix_(r < k, c < k) (\sum_(a < n) ((_ + _ * (- 1) * _) * _))).
  have -> : up = (1 + 1 * S j i) * (1 + 1 * S j i) + 1 * 1 * P j * (1 - P i).
    rewrite -(moved i j 1 hi hj) /up; congr (\det _); apply/matrixP => r c; rewrite !mxE.
    by apply: eq_bigr => a _; rewrite mulr1.
  have -> : down = (1 + - 1 * S j i) * (1 + - 1 * S j i) + - 1 * - 1 * P j * (1 - P i) by rewrite -moved.
  by field.
have sumP : \sum_(j < n) P j = k%:R.
  rewrite exchange_big /= -[k in RHS](card_ord k) -sumr_const; apply: eq_bigr => c _.
  by rewrite normal // eqxx.
have sumS : \sum_(i < n) (\sum_(j < n) (S j i * S j i)) = k%:R.
  transitivity (\sum_(c < k) (\sum_(e < k) ((c == e :> nat)%:R * (c == e :> nat)%:R : R))) => [|{sumP}]; last first.
    rewrite -[k in RHS](card_ord k) -sumr_const; apply: eq_bigr => c _.
    transitivity (\sum_(e < k) ((e == c :> nat)%:R * (1 : R))); last by rewrite (one_of (fun=> 1)).
    by apply: eq_bigr => e _; rewrite eq_sym; case: eqP => _; rewrite ?mulr1 ?mulr0.
  transitivity (\sum_(c < k) (\sum_(e < k) (\sum_(i < n) (\sum_(j < n) (E c j * E e j * (E c i * E e i)))))).
    under eq_bigr do under eq_bigr do rewrite /S big_distrlr /=.
    under eq_bigr do rewrite exchange_big; rewrite exchange_big; apply: eq_bigr => c _ /=.
    under eq_bigr do rewrite exchange_big; rewrite exchange_big; apply: eq_bigr => e _ /=.
    by apply: eq_bigr => i _; apply: eq_bigr => j _; ring.
  apply: eq_bigr => c _; apply: eq_bigr => e _; rewrite -!normal // mulr_suml exchange_big /=.
  by apply: eq_bigr => j _; rewrite mulr_sumr.
transitivity (\sum_(i < n) (k%:R / 2%:R + - (k%:R / 2%:R) * P i + - (1 / 2%:R) * (\sum_(j < n) (S j i * S j i)))).
  apply: eq_bigr => i _.
  transitivity ((\sum_(j < n) P j) * ((1 - P i) / 2%:R) + - (1 / 2%:R) * (\sum_(j < n) (S j i * S j i))).
    by rewrite mulr_suml mulr_sumr -big_split; apply: eq_bigr => j _ /=; field.
  by rewrite sumP; field.
rewrite !big_split /= -!mulr_sumr sumP sumS sumr_const card_ord -[_ *+ n]mulr_natl; by field.
Qed.
