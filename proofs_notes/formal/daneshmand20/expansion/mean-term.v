(* After one-step.v, powers.v. *)
Lemma pair_to_first (R : rcfType) P D E (L : @is_law_on R P D E) d (M : nat -> nat -> R) i j (c : R) mu be (r := M i j) (S := fun i => \sum_(k < d) M i k) :
  is_correlation d M -> (i < d)%N -> (j < d)%N -> 0 < c -> (forall k, (k < d)%N -> mean_is D E (fun w => w k) mu) ->
  (forall w, P w -> forall i, (i < d)%N -> 0 < form d M (moved i c w) (moved i c w)) ->
  (forall x j, (j < d)%N -> D (share d M j c x)) -> D (fun w => E (entry d M c i w j)) ->
  mean_is D E (fun w => form d M w w) be ->
  `|E (fun w => E (entry d M c i w j)) - (r * r + c * (2%:R * mu * ((r - r * r) * S i + (r - r * r) * S j)))| <= 4%:R * (c * c * be).
Proof.
move=> cor id jd c0 one pos Dx DG B; have [sym _ _] := cor; set e := unit_at R i; set a := unit_at R j.
have B2 : mean_is D E (fun w => Num.sqrt (form d M w w) ^+ 2) be.
  by apply: (mean_eq L) B => w; rewrite sqr_sqrtr // form_ge0.
have -> : 4%:R * (c * c * be) = 2%:R * (2%:R * (c ^+ 2 * be)) by rewrite expr2; ring.
have row l : (l < d)%N -> \sum_(k < d) form d M (unit_at R k) (unit_at R l) = S l.
  by move=> ld; apply: eq_bigr => k _; rewrite form_entry // sym.
have Fe := mean_form_of L e cor one; have Fa := mean_form_of L a cor one; rewrite /e /a !row // -/e -/a in Fe Fa.
have ae : form d M e a = r by rewrite form_entry.
pose T (w v : nat -> R) := r * r + c * (2%:R * r * (form d M e v - r * form d M a v)) + c * (2%:R * r * (form d M a w - r * form d M e w)).
pose G w := r * r + c * (2%:R * r * (mu * S i - r * (mu * S j))) + c * (2%:R * r * (form d M a w - r * form d M e w)).
apply: (pair_mean (K := 1) (T := T) (S := G) L cor id jd c0 pos Dx DG _ _ _ B2).
- move=> w v; rewrite /T /powers /power !big_ord_recr !big_ord0 /= -/e -/a ae (form_sym w a cor) subn0 subnn !addn0 expr0 !expr1.
  have alg (x y z t p : R) : 0 + (0 + p * p * 1 + (2%:R * (p * x) - 2%:R * y * (p * p)) * c) + (0 + (p * z + p * z - 2%:R * t * (p * p)) * c) =
    p * p + c * (2%:R * p * (z - p * t)) + c * (2%:R * p * (x - p * y)) by ring.
  exact: alg.
- move=> w; have := mean_lin L (c * (2%:R * r)) (mean_lin L (- r) Fa Fe) (mean_const L (r * r + c * (2%:R * r * (form d M a w - r * form d M e w)))).
  have -> : c * (2%:R * r) * (- r * (mu * S j) + mu * S i) + (r * r + c * (2%:R * r * (form d M a w - r * form d M e w))) = G w.
    by rewrite /G; ring.
  by apply: (mean_eq L) => v; rewrite /T; ring.
have := mean_lin L (c * (2%:R * r)) (mean_lin L (- r) Fe Fa) (mean_const L (r * r + c * (2%:R * r * (mu * S i - r * (mu * S j))))).
have -> : c * (2%:R * r) * (- r * (mu * S i) + mu * S j) + (r * r + c * (2%:R * r * (mu * S i - r * (mu * S j)))) =
  r * r + c * (2%:R * mu * ((r - r * r) * S i + (r - r * r) * S j)) by ring.
by apply: (mean_eq L) => v; rewrite /G; ring.
Qed.

Lemma first_sum (R : rcfType) d (M : nat -> nat -> R) (S := fun i => \sum_(k < d) M i k) : is_correlation d M ->
  \sum_(i < d) \sum_(j < d) ((i != j :> nat)%:R * ((M i j - M i j * M i j) * S i + (M i j - M i j * M i j) * S j)) =
  2%:R * \sum_(i < d) (\sum_(j < d) ((\sum_(k < d) (M i k * M j k)) - (M i j * (\sum_(k < d) (M j k * M j k))))).
Proof.
move=> cor; have [sym unit _] := cor; pose q j := \sum_(k < d) (M j k * M j k); pose f i j := (M i j - M i j * M i j) * S i.
rewrite (off_diagonal d (fun i j => f i j + (M i j - M i j * M i j) * S j)) [X in _ - X]big1 => [|i _]; last first.
  by rewrite /f unit // mulr1 subrr !mul0r addr0.
have one : \sum_(i < d) \sum_(j < d) f i j = \sum_(i < d) (S i * S i) - \sum_(i < d) (S i * q i).
  rewrite -sumrB; apply: eq_bigr => i _; rewrite /f -mulr_suml sumrB -/(S i) -/(q i); ring.
under eq_bigr do rewrite big_split /=.
have two : \sum_(i < d) \sum_(j < d) ((M i j - M i j * M i j) * S j) = \sum_(i < d) \sum_(j < d) f i j.
  rewrite exchange_big; apply: eq_bigr => i _; apply: eq_bigr => j _; by rewrite /f (sym i (ltn_ord i) j (ltn_ord j)).
rewrite subr0 big_split /= two one.
have -> : \sum_(i < d) (\sum_(j < d) ((\sum_(k < d) (M i k * M j k)) - (M i j * q j))) = \sum_(i < d) (S i * S i) - \sum_(i < d) (S i * q i).
  transitivity (\sum_(i < d) \sum_(j < d) \sum_(k < d) (M i k * M j k) - \sum_(i < d) \sum_(j < d) (M i j * q j)).
    by rewrite -sumrB; apply: eq_bigr => i _; rewrite sumrB.
  congr (_ - _).
    under eq_bigr do rewrite exchange_big.
    rewrite exchange_big; apply: eq_bigr => k _ /=; rewrite mulr_suml; apply: eq_bigr => i _; rewrite -mulr_sumr.
    by rewrite (sym i (ltn_ord i) k (ltn_ord k)); congr (_ * _); apply: eq_bigr => j _; rewrite (sym j (ltn_ord j) k (ltn_ord k)).
  rewrite exchange_big; apply: eq_bigr => j _ /=; rewrite -mulr_suml; congr (_ * _); apply: eq_bigr => i _.
  by rewrite (sym i (ltn_ord i) j (ltn_ord j)).
by rewrite mulr_natl mulr2n.
Qed.

Theorem proof : statement.
Proof.
move=> R d c M D E d2 sym unit psd c0 law one Dl [Dx DG].
have cor : is_correlation d M := And3 sym unit psd.
pose P w := forall j, (j < d)%N -> 0 < form d M (moved j c w) (moved j c w).
have L : is_law_on P D E by exact: law.
set mu := E (fun w => w 0%N) in one *; pose ell := E (fun w => form d M w w).
have B : mean_is D E (fun w => form d M w w) ell by split.
have near i j (id : (i < d)%N) (jd : (j < d)%N) := pair_to_first L cor id jd c0 one
  (fun w Pw k kd => Pw k kd) (fun x k kd => Dx x k kd) (DG i id j jd) B.
have := layer_near (h := fun i j => E (fun w => E (entry d M c i w j))) cor near.
set F := \sum_(i < d) (\sum_(j < d) (M i j * M i j)); pose S i := \sum_(k < d) M i k.
pose g i j := (M i j - M i j * M i j) * S i + (M i j - M i j * M i j) * S j.
have -> : \sum_(i < d) \sum_(j < d) ((i != j :> nat)%:R * (c * (2%:R * mu * g i j))) =
    c * (2%:R * mu) * (\sum_(i < d) \sum_(j < d) ((i != j :> nat)%:R * g i j)).
  have alg (b y : R) : b * (c * (2%:R * mu * y)) = c * (2%:R * mu) * (b * y) by ring.
  rewrite mulr_sumr; apply: eq_bigr => i _; rewrite mulr_sumr; apply: eq_bigr => j _; exact: alg.
rewrite /g first_sum // -addrA -opprD ler_distl => /andP [low high].
have below (f b n y : R) : f + (((4%:R * y) * mu) * c) + ((((- 4%:R * b) * n) * (c * c)) * (- 1 + n)) =
  f + c * (2%:R * mu) * (2%:R * y) - n * (n - 1) * (4%:R * (c * c * b)) by ring.
have above (f b n y : R) : f + c * (2%:R * mu) * (2%:R * y) + n * (n - 1) * (4%:R * (c * c * b)) =
  f + (((4%:R * y) * mu) * c) + ((((4%:R * b) * n) * (c * c)) * (- 1 + n)) by ring.
by split; [apply: (le_trans _ low) | apply: (le_trans high)]; rewrite le_eqVlt; apply/orP; left; apply/eqP; [exact: below | exact: above].
Qed.
