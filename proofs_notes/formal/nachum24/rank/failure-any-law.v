(* Trials one after the other: whether there are fewer than n successes at the end. *)
Definition trials (R : rcfType) n (p : R) j (v : nat -> R) : R := iter j
  (fun (next : (nat -> R) -> R) v => (1 - p) * next v + p * next (fun k => v k + 1)) (fun v => (v 0%N < n%:R)%R%:R) v.

Lemma trials_ext (R : rcfType) n (p : R) j (v w : nat -> R) : v 0%N = w 0%N -> trials n p j v = trials n p j w.
Proof.
elim: j v w => [|j IH] v w e; first by rewrite /trials /= e.
by rewrite /trials !iterS -!/(trials n p j _) (IH v w e) (IH (fun k => v k + 1) (fun k => w k + 1)) // e.
Qed.

Definition few (R : rcfType) n (p : R) j (c : nat) : R := trials n p j (fun=> c%:R).

Lemma fewS (R : rcfType) n (p : R) j c : few n p j.+1 c = (1 - p) * few n p j c + p * few n p j c.+1.
Proof.
rewrite /few {1}/trials iterS -!/(trials n p j _); congr (_ + _ * _); apply: trials_ext.
by rewrite -[c.+1]addn1 natrD.
Qed.

Lemma few_step (R : rcfType) n (p : R) j c : 0 <= p -> p <= 1 -> few n p j c.+1 <= few n p j c.
Proof.
move=> p0 p1; elim: j c => [|j IH] c.
  by rewrite /few /trials /= !ltr_nat; case: (ltnP c.+1 n) => [/ltnW ->|_]; rewrite ?lexx ?ler0n.
by rewrite !fewS; apply: ler_add; apply: ler_wpmul2l; rewrite ?subr_ge0.
Qed.

Lemma few_mono (R : rcfType) n (p : R) j c d : 0 <= p -> p <= 1 -> (c <= d)%N -> few n p j d <= few n p j c.
Proof.
move=> p0 p1; elim: d => [|d IH]; first by rewrite leqn0 => /eqP ->.
rewrite leq_eqVlt => /orP [/eqP -> //|]; rewrite ltnS => /IH; apply: le_trans; exact: few_step.
Qed.

Lemma few_none (R : rcfType) n (p : R) j c : (n <= c)%N -> few n p j c = 0.
Proof.
elim: j c => [|j IH] c le; first by rewrite /few /trials /= ltr_nat ltnNge le.
by rewrite fewS !IH ?mulr0 ?addr0 // leqW.
Qed.

Lemma upper (R : rcfType) m n D E a (p : R) : (0 < m)%N -> @is_law R D E -> 0 <= p -> p <= 1 ->
  (forall z, D (fun w => (dot n z (a w) != 0)%:R)) ->
  (forall z, (forall j, (j < n)%N -> z j = 0) \/ p <= E (fun w => (dot n z (a w) != 0)%:R)) ->
  (forall j, (j < m)%N -> forall z, D (fun w => after m n E a j (onto n (m * n) (a w) z))) ->
  forall j v, (j <= m)%N -> blank m n j v -> after m n E a j v <= few n p j (\rank (rows m n v)).
Proof.
move=> m0 law p0 p1 Dz least Da; elim=> [|j IH] v jm bl.
  by rewrite /after /few /trials /=.
have Df := Da _ jm v; rewrite afterS fewS; set r := \rank (rows m n v).
have below w : after m n E a j (onto n (m * n) (a w) v) <= few n p j r.
  apply: le_trans (IH _ (ltnW jm) (onto_blank (a w) jm bl)) _; apply: few_mono => //.
  exact: mxrankS (rows_onto (a w) bl).
case: (ltnP r n) => [lt|le]; last first.
  have Z := law_le_affine (b := 0) (a := 0) law Df Df; rewrite mul0r subr0 in Z.
  rewrite (few_none p j le) (few_none p j (leqW le)) !mulr0 addr0; apply: Z => w.
  by rewrite mul0r subr0 -(few_none p j le).
have [u u0 vu] := orthogonal lt; case: (least (at_ u)) => [/(at_neq0 u0) //|up].
have d0 : 0 <= few n p j r - few n p j r.+1 by rewrite subr_ge0 few_step.
apply: (@le_trans _ _ (few n p j r - (few n p j r - few n p j r.+1) * E (fun w => (dot n (at_ u) (a w) != 0)%:R))).
  apply: (law_le_affine law Df (Dz (at_ u))) => w; case: (boolP (_ == 0)) => [_|ne] /=.
    by rewrite mulr0 subr0.
  rewrite mulr1 opprB addrC subrK; apply: le_trans (IH _ (ltnW jm) (onto_blank (a w) jm bl)) _; apply: few_mono => //.
  exact: (rank_up m0 bl vu ne).
rewrite -subr_ge0; set q := E _; have -> : (1 - p) * few n p j r + p * few n p j r.+1 - (few n p j r - (few n p j r - few n p j r.+1) * q) =
  (few n p j r - few n p j r.+1) * (q - p) by ring.
by rewrite mulr_ge0 // subr_ge0.
Qed.

Lemma after_ge0 (R : rcfType) m n D E a : @is_law R D E ->
  (forall j, (j < m)%N -> forall z, D (fun w => after m n E a j (onto n (m * n) (a w) z))) ->
  forall j v, (j <= m)%N -> 0 <= after m n E a j v.
Proof.
move=> law Da; elim=> [|j IH] v jm; first exact: ler0n.
by rewrite afterS; apply: (law_ge law (Da _ jm v)) => w; apply: IH; exact: ltnW.
Qed.

Lemma lower (R : rcfType) m n D E a (u : 'cV[R]_n) (q := E (fun w => (dot n (at_ u) (a w) != 0)%:R)) : @is_law R D E -> u != 0 ->
  D (fun w => (dot n (at_ u) (a w) != 0)%:R) -> q <= 1 ->
  (forall j, (j < m)%N -> forall z, D (fun w => after m n E a j (onto n (m * n) (a w) z))) ->
  forall j v, (j <= m)%N -> rows m n v *m u = 0 -> (1 - q) ^+ j <= after m n E a j v.
Proof.
move=> law u0 Du q1 Da; elim=> [|j IH] v jm vu.
  by rewrite expr0 /after /= ltr_nat (full u0 vu).
have p0 : 0 <= (1 - q) ^+ j by rewrite exprn_ge0 // subr_ge0.
rewrite afterS exprSr mulrBr mulr1; apply: (law_ge_affine law (Da _ jm v) Du) => w.
case: (boolP (_ == 0)) => [/eqP z|_] /=; last by rewrite mulr1 subrr; apply: (after_ge0 law Da); exact: ltnW.
rewrite mulr0 subr0; apply: IH; first exact: ltnW.
apply/colP => r; rewrite [RHS]mxE; case: r => -[|r] rm.
  have e (A : 'M[R]_(m, n)) : (A *m u) (Ordinal rm) 0 = (row (Ordinal rm) A *m u) 0 0 by rewrite -row_mul [RHS]mxE.
  by rewrite e (first_row (a w) v u (erefl : nat_of_ord (Ordinal rm) = 0%N)).
have rm' : (r < m)%N by exact: ltnW.
have vr : \sum_i rows m n v (Ordinal rm') i * u i 0 = 0.
  by have := congr1 (fun M : 'cV[R]_m => M (Ordinal rm') 0) vu; rewrite mxE [RHS]mxE.
by rewrite mxE -[RHS]vr; apply: eq_bigr => i _; rewrite !mxE onto_row.
Qed.

Theorem proof : statement.
Proof.
move=> R k n p m X z D E _ n0 law Dz [l ln zl] p0 least m0 Da.
pose a (w : nat -> R) i := Num.max (\sum_(j < k) w j * X j i) 0; pose q := E (fun w => (dot n z (a w) != 0)%:R).
pose u : 'cV[R]_n := \col_i z i.
have u0 : u != 0 by apply: contraNneq zl => e; have := congr1 (fun M : 'cV[R]_n => M (Ordinal ln) 0) e; rewrite !mxE => ->.
have zu w : dot n (at_ u) (a w) = dot n z (a w) by rewrite dot_at; apply: eq_bigr => i _; rewrite mxE.
have q1 : q <= 1.
  have := law_le_affine (a := 1) (b := 0) law (Dz z) (Dz z); rewrite mul0r subr0; apply=> w; rewrite mul0r subr0.
  by case: (_ != 0); rewrite ?ler01 ?lexx.
have p1 : p <= 1 by apply: le_trans q1; case: (least z) => // /(_ l ln) z0; rewrite z0 eqxx in zl.
pose q' := E (fun w => (dot n (at_ u) (a w) != 0)%:R).
have qq : q' = q.
  apply/eqP; rewrite eq_le.
  have up := law_le_affine (a := 0) (b := -1) law (Dz (at_ u)) (Dz z).
  have down := law_le_affine (a := 0) (b := -1) law (Dz z) (Dz (at_ u)).
  rewrite !sub0r !mulN1r !opprK in up down; apply/andP.
  by split; [apply: up | apply: down] => w; rewrite sub0r mulN1r opprK; move: (zu w); rewrite /dot /a => ->; exact: lexx.
have rows0 : rows m n (fun=> 0) = 0 :> 'M[R]_(m, n) by apply/matrixP => i j; rewrite !mxE.
split.
  have := @lower R m n D E a u law u0 (Dz (at_ u)); rewrite -/q' qq => low.
  by apply: (low q1 Da m (fun=> 0) (leqnn m)); rewrite rows0 mul0mx.
have := @upper R m n D E a p m0 law p0 p1 Dz least Da m (fun=> 0) (leqnn m); rewrite rows0 mxrank0.
apply=> // r c _ _ _; exact: erefl.
Qed.

Theorem defined_proof : defined.
Proof. by move=> R k n p m X u D E _ _ _ _ _ _ _ _ _ r rm c cn; exact: place_below. Qed.
