(* After one-step.v. *)
(* Turned by a quarter about 0, row i has c_ij^2 + s_ij^2 = 1 and c_ij c_ik + s_ij s_ik = c_jk, where it has s_ij in the
   place of c_ij: so means of the left sides are half of those of the right ones. *)
Lemma mean_certain (R : rcfType) P D E (L : @is_law_on R P D E) f g a : D f -> (forall w, P w -> f w = g w) ->
  mean_is D E g a -> mean_is D E f a.
Proof.
move=> Df e [Dg Eg]; split=> //; rewrite -Eg; apply/eqP; rewrite eq_le.
by apply/andP; split; apply: (mean_le L) => // w /e ->.
Qed.

Definition along (R : rcfType) (d i j : nat) (w : nat -> R) : R := w i * w j + w (d + i)%N * w (d + j)%N.
Definition across (R : rcfType) (d i j : nat) (w : nat -> R) : R := w i * w (d + j)%N - w (d + i)%N * w j.
Definition turned (R : rcfType) (d i : nat) (a b : R) (z : nat -> R) (k : nat) : R :=
  if k == i then a * z i - b * z (d + i)%N else if k == (d + i)%N then b * z i + a * z (d + i)%N else z k.
Definition on_circle (R : rcfType) (d : nat) (w : nat -> R) : Prop :=
  forall j, (j < d)%N -> w j * w j + w (d + j)%N * w (d + j)%N = 1.

Lemma along_sym (R : rcfType) (d i j : nat) (w : nat -> R) : along d i j w = along d j i w.
Proof. by rewrite /along mulrC [w (d + i)%N * _]mulrC. Qed.

Lemma along_turned (R : rcfType) (d i j : nat) (a b : R) (w : nat -> R) : (i < d)%N -> (j < d)%N -> j != i ->
  along d i j (turned d i a b w) = a * along d i j w + b * across d i j w.
Proof.
move=> hi hj /negbTE ne; have apart k l : (k < d)%N -> (k == (d + l)%N) = false.
  by move=> hk; apply/negbTE; rewrite neq_ltn (leq_trans hk (leq_addr _ _)).
have back k l : (l < d)%N -> ((d + k)%N == l) = false by move=> hl; rewrite eq_sym apart.
by rewrite /along /across /turned eqxx ne (apart j i hj) (back i i hi) (back j i hi) eqxx eqn_add2l ne; ring.
Qed.

Lemma along_kept (R : rcfType) (d i j k : nat) (a b : R) (w : nat -> R) : (i < d)%N -> (j < d)%N -> (k < d)%N ->
  j != i -> k != i -> along d j k (turned d i a b w) = along d j k w.
Proof.
move=> hi hj hk /negbTE nj /negbTE nk; have apart l m : (l < d)%N -> (l == (d + m)%N) = false.
  by move=> hl; apply/negbTE; rewrite neq_ltn (leq_trans hl (leq_addr _ _)).
have back l m : (m < d)%N -> ((d + l)%N == m) = false by move=> hm; rewrite eq_sym apart.
by rewrite /along /turned nj nk (apart j i hj) (apart k i hk) (back j i hi) (back k i hi) !eqn_add2l nj nk.
Qed.

Lemma of_two (R : rcfType) (d : nat) (f g : nat -> R) (p q s : R) :
  \sum_(k < d) (p * f k + q * g k + s) = p * (\sum_(k < d) f k) + q * (\sum_(k < d) g k) + s * d%:R.
Proof. by rewrite !big_split /= -!mulr_sumr alike [d%:R * s]mulrC. Qed.

Lemma of_one (R : rcfType) (d : nat) (f : nat -> R) (p s : R) :
  \sum_(k < d) (s + p * f k) = s * d%:R + p * (\sum_(k < d) f k).
Proof. by rewrite big_split /= -mulr_sumr alike [d%:R * s]mulrC. Qed.

Lemma moments (R : rcfType) (d : nat) (D : ((nat -> R) -> R) -> Prop) (E : ((nat -> R) -> R) -> R) :
  is_law_on (@on_circle R d) D E ->
  (forall i a b f, (i < d)%N -> a * a + b * b = 1 -> D f ->
    D (fun z => f (turned d i a b z)) /\ E (fun z => f (turned d i a b z)) = E f) ->
  (forall i, (i < d)%N -> forall j, (j < d)%N -> forall k, (k < d)%N ->
    (D (fun w => along d i j w * along d j k w * along d k i w) /\
     D (fun w => along d i j w * along d i j w * (along d i k w * along d i k w))) /\
    D (fun w => along d i j w * along d i j w)) ->
  let n : R := d%:R in
  [/\ mean_is D E (fun w => \sum_(i < d) (\sum_(j < d) (along d i j w * along d i j w))) (1 / 2%:R * n * (1 + n)),
    mean_is D E (fun w => \sum_(i < d) (\sum_(j < d) ((\sum_(k < d) (along d i k w * along d j k w)) * along d i j w)))
      (1 / 4%:R * (n * n) * (3%:R + n)) &
    mean_is D E (fun w => \sum_(i < d) ((\sum_(j < d) (along d i j w * along d i j w)) * (\sum_(j < d) (along d i j w * along d i j w))))
      (1 / 8%:R * n * (1 + 2%:R * (n * n) + 5%:R * n))].
Proof.
move=> L rot has n.
have halves i f g h a : (i < d)%N -> D f -> (forall w, f (turned d i 0 1 w) = g w) -> mean_is D E h a ->
    (forall w, on_circle d w -> f w + g w = h w) -> mean_is D E f (a / 2%:R).
  move=> hi Df eg H e; have [|Dt Et] := rot i 0 1 f hi _ Df; first by rewrite mul0r mul1r add0r.
  have G : mean_is D E g (E f) by apply: (mean_eq L eg); split.
  have F : mean_is D E f (E f) by split.
  have [Ds Es] := mean_add L F G; have [_ Eh] := mean_certain L Ds e H.
  by split=> //; rewrite -Eh Es; field.
have c2 i j : (i < d)%N -> (j < d)%N -> D (fun w => along d i j w * along d i j w).
  by move=> hi hj; have [_ h] := has i hi j hj i hi.
have c3 i j k : (i < d)%N -> (j < d)%N -> (k < d)%N -> D (fun w => along d i j w * along d j k w * along d k i w).
  by move=> hi hj hk; have [[h _] _] := has i hi j hj k hk.
have c4 i j k : (i < d)%N -> (j < d)%N -> (k < d)%N ->
    D (fun w => along d i j w * along d i j w * (along d i k w * along d i k w)).
  by move=> hi hj hk; have [[_ h] _] := has i hi j hj k hk.
have own i (w : nat -> R) : (i < d)%N -> on_circle d w -> along d i i w = 1 by move=> hi; apply.
have unit i j (w : nat -> R) : (i < d)%N -> (j < d)%N -> on_circle d w -> along d i j w * along d i j w + across d i j w * across d i j w = 1.
  move=> hi hj on; transitivity ((w i * w i + w (d + i)%N * w (d + i)%N) * (w j * w j + w (d + j)%N * w (d + j)%N)).
    by rewrite /along /across; ring.
  by rewrite !on // mulr1.
pose e2 (i j : nat) : R := 1 / 2%:R + (i == j :> nat)%:R / 2%:R.
have m2 i j : (i < d)%N -> (j < d)%N -> mean_is D E (fun w => along d i j w * along d i j w) (e2 i j).
  move=> hi hj; rewrite /e2; case: (i =P j) => [<- | /eqP ne] /=.
    have -> : 1 / 2%:R + 1 / 2%:R = 1 :> R by field.
    by apply: (mean_certain L (c2 i i hi hi)) (mean_const L 1) => w on; rewrite own // mulr1.
  have -> : 1 / 2%:R + 0 / 2%:R = 1 / 2%:R :> R by field.
  apply: (halves i _ (fun w => across d i j w * across d i j w) (fun=> 1)) => //; [exact: c2 | | exact: (mean_const L 1) |].
    by move=> w; rewrite along_turned // 1?eq_sym // mul0r mul1r add0r.
  by move=> w; exact: unit.
have m4 i j : (i < d)%N -> (j < d)%N -> i != j ->
    mean_is D E (fun w => along d i j w * along d i j w * (along d i j w * along d i j w)) (3%:R / 8%:R).
  move=> hi hj ne; have Df := c4 i j j hi hj hj.
  set f := (fun w => _) in Df *; pose r : R := Num.sqrt (1 / 2%:R).
  have rr : r * r = 1 / 2%:R by rewrite -expr2 sqr_sqrtr // divr_ge0 ?ler01 ?ler0n.
  have [|D1 E1] := rot i 0 1 f hi _ Df; first by rewrite mul0r mul1r add0r.
  have [|D2 E2] := rot i r r f hi _ Df; first by rewrite rr; field.
  have [|D3 E3] := rot i r (- r) f hi _ Df; first by rewrite mulrNN rr; field.
  have F : mean_is D E f (E f) by split.
  have F1 : mean_is D E (fun w => f (turned d i 0 1 w)) (E f) by split.
  have F2 : mean_is D E (fun w => f (turned d i r r w)) (E f) by split.
  have F3 : mean_is D E (fun w => f (turned d i r (- r) w)) (E f) by split.
  have [Ds Es] := mean_add L (mean_add L F2 F3) (mean_add L F F1).
  have fE a b w : f (turned d i a b w) = (a * along d i j w + b * across d i j w) * (a * along d i j w + b * across d i j w) *
      ((a * along d i j w + b * across d i j w) * (a * along d i j w + b * across d i j w)).
    by rewrite /f !along_turned // eq_sym.
  have const (w : nat -> R) : on_circle d w -> f (turned d i r r w) + f (turned d i r (- r) w) + (f w + f (turned d i 0 1 w)) = 3%:R / 2%:R.
    move=> on; rewrite !fE /f; have := unit i j w hi hj on; move: (along d i j w) (across d i j w) => c s cs.
    transitivity (r * r * (r * r) * (2%:R * (c * c * (c * c)) + 12%:R * (c * c * (s * s)) + 2%:R * (s * s * (s * s))) +
      (c * c * (c * c) + s * s * (s * s))); first by ring.
    transitivity (3%:R / 2%:R * ((c * c + s * s) * (c * c + s * s))); first by rewrite rr; field.
    by rewrite cs !mulr1.
  have [_ Ec] := mean_certain L Ds const (mean_const L (3%:R / 2%:R)).
  split=> //; have : E f * 4%:R = 3%:R / 2%:R by rewrite -Ec Es; ring.
  have four : 4%:R != 0 :> R by rewrite pnatr_eq0.
  by move=> h; apply: (mulIf four); rewrite h; field.
have m3 i j k : (i < d)%N -> (j < d)%N -> (k < d)%N -> mean_is D E (fun w => along d i j w * along d j k w * along d k i w)
    (1 / 4%:R * (1 + (i == j :> nat)%:R + (j == k :> nat)%:R + (i == k :> nat)%:R)).
  move=> hi hj hk; case: (i =P j) => [<- | /eqP nj] /=.
    have [D2 E2] := m2 i k hi hk; apply: (mean_certain L (c3 i i k hi hi hk) (g := fun w => along d i k w * along d i k w)).
      by move=> w on; rewrite own // mul1r [along d k i w]along_sym.
    by split=> //; rewrite E2 /e2; case: (i == k) => /=; field.
  case: (i =P k) => [<- | /eqP nk] /=.
    have [D2 E2] := m2 i j hi hj; apply: (mean_certain L (c3 i j i hi hj hi) (g := fun w => along d i j w * along d i j w)).
      by move=> w on; rewrite own // mulr1 [along d j i w]along_sym.
    by split=> //; rewrite E2 /e2 (negbTE nj) [j == i]eq_sym (negbTE nj) /=; field.
  have turn (w : nat -> R) : along d i j (turned d i 0 1 w) * along d j k (turned d i 0 1 w) * along d k i (turned d i 0 1 w) =
      across d i j w * along d j k w * across d i k w.
    have [ji ki] : j != i /\ k != i by rewrite ![_ == i]eq_sym.
    by rewrite [along d k i _]along_sym !along_turned // along_kept //; ring.
  have half (w : nat -> R) : on_circle d w -> along d i j w * along d j k w * along d k i w +
      across d i j w * along d j k w * across d i k w = along d j k w * along d j k w.
    move=> on; rewrite [along d k i w]along_sym.
    transitivity (along d j k w * ((w i * w i + w (d + i)%N * w (d + i)%N) * along d j k w)).
      by rewrite /along /across; ring.
    by rewrite on // mul1r.
  have [D2 E2] := halves i _ _ _ _ hi (c3 i j k hi hj hk) turn (m2 j k hj hk) half.
  by split=> //; rewrite E2 /e2; case: (j == k) => /=; field.
have m22 i j k : (i < d)%N -> (j < d)%N -> (k < d)%N ->
    mean_is D E (fun w => along d i j w * along d i j w * (along d i k w * along d i k w))
    (1 / 4%:R * (1 + (i == j :> nat)%:R + (i == k :> nat)%:R) + 1 / 8%:R * ((j == k :> nat)%:R * (1 + (i == j :> nat)%:R))).
  move=> hi hj hk; case: (i =P j) => [<- | /eqP nj] /=.
    have [D2 E2] := m2 i k hi hk; apply: (mean_certain L (c4 i i k hi hi hk) (g := fun w => along d i k w * along d i k w)).
      by move=> w on; rewrite own // !mul1r.
    by split=> //; rewrite E2 /e2; case: (i == k) => /=; field.
  case: (i =P k) => [<- | /eqP nk] /=.
    have [D2 E2] := m2 i j hi hj; apply: (mean_certain L (c4 i j i hi hj hi) (g := fun w => along d i j w * along d i j w)).
      by move=> w on; rewrite own // !mulr1.
    by split=> //; rewrite E2 /e2 (negbTE nj) [j == i]eq_sym (negbTE nj) /=; field.
  case: (j =P k) => [<- | /eqP njk] /=.
    by have [D2 E2] := m4 i j hi hj nj; split=> //; rewrite E2; field.
  have turn (w : nat -> R) : along d i j (turned d j 0 1 w) * along d i j (turned d j 0 1 w) *
      (along d i k (turned d j 0 1 w) * along d i k (turned d j 0 1 w)) =
      across d j i w * across d j i w * (along d i k w * along d i k w).
    by rewrite ![along d i j _]along_sym !along_turned // !along_kept // 1?eq_sym // ; ring.
  have half (w : nat -> R) : on_circle d w -> along d i j w * along d i j w * (along d i k w * along d i k w) +
      across d j i w * across d j i w * (along d i k w * along d i k w) = along d i k w * along d i k w.
    by move=> on; rewrite -mulrDl [along d i j w]along_sym unit // mul1r.
  have [D2 E2] := halves j _ _ _ _ hj (c4 i j k hi hj hk) turn (m2 i k hi hk) half.
  by split=> //; rewrite E2 /e2 (negbTE nk) /=; field.
have pick i : (i < d)%N -> \sum_(k < d) (i == k :> nat)%:R = 1 :> R.
  move=> hi; transitivity (\sum_(k < d) ((k == i :> nat)%:R * (1 : R))); last by rewrite (one_of (fun=> 1)).
  by apply: eq_bigr => k _; rewrite mulr1 eq_sym.
split.
- have -> : 1 / 2%:R * n * (1 + n) = \sum_(i < d) (\sum_(j < d) e2 i j).
    transitivity (\sum_(i < d) ((n + 1) / 2%:R)); first by rewrite alike /n; field.
    by apply: eq_bigr => i _; rewrite /e2 big_split /= alike -mulr_suml pick // /n; field.
  apply: (mean_sum L (f := fun i w => \sum_(j < d) (along d i j w * along d i j w)) (a := fun i => \sum_(j < d) e2 i j)) => i hi.
  by apply: (mean_sum L (f := fun j w => along d i j w * along d i j w) (a := e2 i)) => j hj; exact: m2.
- pose v i j k : R := 1 / 4%:R * (1 + (i == j :> nat)%:R + (j == k :> nat)%:R + (i == k :> nat)%:R).
  have -> : 1 / 4%:R * (n * n) * (3%:R + n) = \sum_(i < d) (\sum_(j < d) (\sum_(k < d) v i j k)).
    transitivity (\sum_(i < d) (1 / 4%:R * (n * (3%:R + n)))); first by rewrite alike /n; ring.
    apply: eq_bigr => i _; transitivity (\sum_(j < d) (1 / 4%:R * (n + 2%:R) + n / 4%:R * (i == j :> nat)%:R)).
      by rewrite (of_one d (fun j => (i == j :> nat)%:R)) pick // /n; field.
    apply: eq_bigr => j _; transitivity (\sum_(k < d) (1 / 4%:R * (j == k :> nat)%:R + 1 / 4%:R * (i == k :> nat)%:R +
        1 / 4%:R * (1 + (i == j :> nat)%:R) : R)).
      by rewrite (of_two d (fun k => (j == k :> nat)%:R) (fun k => (i == k :> nat)%:R)) !pick //; move: ((i == j :> nat)%:R : R) => e; rewrite /n; field.
    by apply: eq_bigr => k _; rewrite /v; ring.
  apply: (mean_eq L (f := fun w => \sum_(i < d) (\sum_(j < d) (\sum_(k < d) (along d i j w * along d j k w * along d k i w))))).
    move=> w; apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite mulr_suml; apply: eq_bigr => k _.
    by rewrite [along d k i w]along_sym; ring.
  apply: (mean_sum L (f := fun i w => \sum_(j < d) (\sum_(k < d) (along d i j w * along d j k w * along d k i w))) (a := fun i => \sum_(j < d) (\sum_(k < d) v i j k))) => i hi.
  apply: (mean_sum L (f := fun j w => \sum_(k < d) (along d i j w * along d j k w * along d k i w)) (a := fun j => \sum_(k < d) v i j k)) => j hj.
  by apply: (mean_sum L (f := fun k w => along d i j w * along d j k w * along d k i w) (a := v i j)) => k hk; exact: m3.
pose v i j k : R := 1 / 4%:R * (1 + (i == j :> nat)%:R + (i == k :> nat)%:R) + 1 / 8%:R * ((j == k :> nat)%:R * (1 + (i == j :> nat)%:R)).
have -> : 1 / 8%:R * n * (1 + 2%:R * (n * n) + 5%:R * n) = \sum_(i < d) (\sum_(j < d) (\sum_(k < d) v i j k)).
  transitivity (\sum_(i < d) (1 / 8%:R * (1 + 2%:R * (n * n) + 5%:R * n))); first by rewrite alike /n; ring.
  apply: eq_bigr => i _; transitivity (\sum_(j < d) (1 / 4%:R * (n + 1) + 1 / 8%:R + (n / 4%:R + 1 / 8%:R) * (i == j :> nat)%:R)).
    by rewrite (of_one d (fun j => (i == j :> nat)%:R)) pick // /n; field.
  apply: eq_bigr => j _; transitivity (\sum_(k < d) (1 / 8%:R * (1 + (i == j :> nat)%:R) * (j == k :> nat)%:R + 1 / 4%:R * (i == k :> nat)%:R +
        1 / 4%:R * (1 + (i == j :> nat)%:R) : R)).
    by rewrite (of_two d (fun k => (j == k :> nat)%:R) (fun k => (i == k :> nat)%:R)) !pick //; move: ((i == j :> nat)%:R : R) => e; rewrite /n; field.
  by apply: eq_bigr => k _; rewrite /v; ring.
apply: (mean_eq L (f := fun w => \sum_(i < d) (\sum_(j < d) (\sum_(k < d) (along d i j w * along d i j w * (along d i k w * along d i k w)))))).
  move=> w; apply: eq_bigr => i _; rewrite mulr_suml; apply: eq_bigr => j _; by rewrite mulr_sumr.
apply: (mean_sum L (f := fun i w => \sum_(j < d) (\sum_(k < d) (along d i j w * along d i j w * (along d i k w * along d i k w)))) (a := fun i => \sum_(j < d) (\sum_(k < d) v i j k))) => i hi.
apply: (mean_sum L (f := fun j w => \sum_(k < d) (along d i j w * along d i j w * (along d i k w * along d i k w))) (a := fun j => \sum_(k < d) v i j k)) => j hj.
by apply: (mean_sum L (f := fun k w => along d i j w * along d i j w * (along d i k w * along d i k w)) (a := v i j)) => k hk; exact: m22.
Qed.

Theorem proof : statement.
Proof.
move=> R d D E d1 L rot has; have [[_ e1] [_ e2] [_ e3]] := moments L rot has.
have n0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have n3 : 3%:R + d%:R != 0 :> R by rewrite -natrD pnatr_eq0.
rewrite /along in e1 e2 e3; rewrite e1 e2 e3; do !split=> //.
have -> : 2%:R * (d%:R * d%:R) + 6%:R * d%:R = 2%:R * d%:R * (3%:R + d%:R) :> R by ring.
by field; rewrite n3 n0.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d D E d1 L rot has; have [_ [_ e2] _] := moments L rot has; rewrite /along in e2; rewrite e2.
have n0 : 0 < d%:R :> R by rewrite ltr0n.
have below i : (i < d)%N -> d%:R + i%:R < d%:R * 2%:R :> R by move=> hi; rewrite -natrD -natrM ltr_nat muln2 -addnn ltn_add2l.
split; first by rewrite -natrM ler_nat leq_pmulr.
do 3 (split; first exact: below).
by split; apply: lt0r_neq0; positive.
Qed.
