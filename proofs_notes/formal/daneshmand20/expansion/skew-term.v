(* After one-step.v, powers.v. *)
(* The sum of the means of third order by the entries of M. *)
Lemma combined (R : rcfType) n (f1 f2 f3 f4 f5 : nat -> R) :
  \sum_(i < n) (4%:R * f1 i - 2%:R * f2 i + 8%:R * f3 i - 8%:R * f4 i - 2%:R * f5 i) =
  4%:R * (\sum_(i < n) f1 i) - 2%:R * (\sum_(i < n) f2 i) + 8%:R * (\sum_(i < n) f3 i) - 8%:R * (\sum_(i < n) f4 i) - 2%:R * \sum_(i < n) f5 i.
Proof. by rewrite !mulr_sumr -sumrB -big_split -!sumrB /=. Qed.

Lemma cubic_entries (R : rcfType) d M i j : is_correlation d M -> (i < d)%N -> (j < d)%N ->
  cubic d M j (unit_at R i) (unit_at R i) =
    4%:R * (M i j * M i j * \sum_(k < d) M j k) - 2%:R * (\sum_(k < d) (M j k * (M i k * M i k))) +
    8%:R * (M i j * \sum_(k < d) (M i k * (M j k * M j k))) - 8%:R * (M i j * M i j * \sum_(k < d) (M j k * (M j k * M j k))) -
    2%:R * (M i j * \sum_(k < d) M i k).
Proof.
move=> cor id jd; have [sym _ _] := cor; rewrite /cubic form_entry //.
have row l : (l < d)%N -> \sum_(k < d) form d M (unit_at R k) (unit_at R l) = \sum_(k < d) M l k.
  by move=> ld; apply: eq_bigr => k _; rewrite form_entry // sym.
have -> : \sum_(k < d) (form d M (unit_at R k) (unit_at R j) * (form d M (unit_at R k) (mirrored d M j (unit_at R i)) *
    form d M (unit_at R k) (mirrored d M j (unit_at R i)))) = \sum_(k < d) (M j k * (M i k * M i k)) -
    4%:R * (M i j * \sum_(k < d) (M i k * (M j k * M j k))) + 4%:R * (M i j * M i j * \sum_(k < d) (M j k * (M j k * M j k))).
  rewrite !mulr_sumr -sumrB -big_split; apply: eq_bigr => k _ /=.
  by rewrite /mirrored form_two_right !form_entry // (sym _ (ltn_ord k) _ id) (sym _ (ltn_ord k) _ jd); ring.
by rewrite !row //; ring.
Qed.

Lemma cubic_sum (R : rcfType) d (M : nat -> nat -> R) : is_correlation d M ->
  \sum_(i < d) \sum_(j < d) ((i != j :> nat)%:R * (cubic d M j (unit_at R i) (unit_at R i) + cubic d M i (unit_at R j) (unit_at R j))) =
  4%:R * \sum_(i < d) (\sum_(j < d) (((((M i j - (((M i j * M i j) * M i j) * 4%:R)) * (\sum_(k < d) (M j k * M j k))) +
    ((((M i j * M i j) * 4%:R) + (- 1)) * (\sum_(k < d) (M i k * M j k)))) + ((M i j * M i j) * M i j)) - M i j)).
Proof.
move=> cor; have [sym unit _] := cor.
pose S j := \sum_(k < d) M j k; pose q j := \sum_(k < d) (M j k * M j k); pose t j := \sum_(k < d) (M j k * (M j k * M j k)).
pose x j k := \sum_(l < d) (M j l * M k l).
have swap f : \sum_(i < d) \sum_(j < d) f j i = \sum_(i < d) \sum_(j < d) f i j :> R by rewrite exchange_big.
pose A := \sum_(i < d) (S i * q i); pose B := \sum_(i < d) \sum_(j < d) (M i j * M i j * x i j).
pose C := \sum_(i < d) (q i * t i); pose G := \sum_(i < d) (S i * S i).
have one : \sum_(i < d) \sum_(j < d) cubic d M j (unit_at R i) (unit_at R i) = 2%:R * A + 8%:R * B - 8%:R * C - 2%:R * G.
  transitivity (\sum_(i < d) (4%:R * (\sum_(j < d) (M i j * M i j * S j)) - 2%:R * (\sum_(j < d) \sum_(k < d) (M j k * (M i k * M i k))) +
      8%:R * (\sum_(j < d) (M i j * \sum_(k < d) (M i k * (M j k * M j k)))) - 8%:R * (\sum_(j < d) (M i j * M i j * t j)) -
      2%:R * (\sum_(j < d) (M i j * S i)))).
    apply: eq_bigr => i _; rewrite -(combined d (fun j => M i j * M i j * S j) (fun j => \sum_(k < d) (M j k * (M i k * M i k)))
      (fun j => M i j * \sum_(k < d) (M i k * (M j k * M j k))) (fun j => M i j * M i j * t j) (fun j => M i j * S i)).
    by apply: eq_bigr => j _; rewrite cubic_entries.
  rewrite (combined d (fun i => \sum_(j < d) (M i j * M i j * S j)) (fun i => \sum_(j < d) \sum_(k < d) (M j k * (M i k * M i k)))
      (fun i => \sum_(j < d) (M i j * \sum_(k < d) (M i k * (M j k * M j k)))) (fun i => \sum_(j < d) (M i j * M i j * t j)) (fun i => \sum_(j < d) (M i j * S i))).
  have -> : \sum_(i < d) \sum_(j < d) (M i j * M i j * S j) = A.
    rewrite exchange_big; apply: eq_bigr => j _ /=; rewrite -mulr_suml mulrC; congr (_ * _); apply: eq_bigr => i _.
    by rewrite (sym i (ltn_ord i) j (ltn_ord j)).
  have -> : \sum_(i < d) \sum_(j < d) \sum_(k < d) (M j k * (M i k * M i k)) = A.
    under eq_bigr do rewrite exchange_big.
    rewrite exchange_big; apply: eq_bigr => k _ /=; rewrite exchange_big mulr_suml; apply: eq_bigr => j _ /=.
    rewrite (sym k (ltn_ord k) j (ltn_ord j)) mulr_sumr; apply: eq_bigr => i _; by rewrite (sym k (ltn_ord k) i (ltn_ord i)).
  have -> : \sum_(i < d) \sum_(j < d) (M i j * \sum_(k < d) (M i k * (M j k * M j k))) = B.
    under eq_bigr do under eq_bigr do rewrite mulr_sumr.
    rewrite exchange_big; apply: eq_bigr => j _ /=; rewrite exchange_big; apply: eq_bigr => k _ /=; rewrite mulr_sumr; apply: eq_bigr => i _.
    by rewrite (sym i (ltn_ord i) j (ltn_ord j)) (sym i (ltn_ord i) k (ltn_ord k)); ring.
  have -> : \sum_(i < d) \sum_(j < d) (M i j * M i j * t j) = C.
    rewrite exchange_big; apply: eq_bigr => j _ /=; rewrite -mulr_suml; congr (_ * _); apply: eq_bigr => i _.
    by rewrite (sym i (ltn_ord i) j (ltn_ord j)).
  have -> : \sum_(i < d) \sum_(j < d) (M i j * S i) = G by apply: eq_bigr => i _; rewrite -mulr_suml.
  by ring.
have diag : \sum_(i < d) (cubic d M i (unit_at R i) (unit_at R i) + cubic d M i (unit_at R i) (unit_at R i)) =
    4%:R * (\sum_(i < d) S i) - 4%:R * \sum_(i < d) t i.
  rewrite !mulr_sumr -sumrB; apply: eq_bigr => i _; rewrite cubic_entries // unit // -/(S i) -/(t i); ring.
rewrite (off_diagonal d (fun i j => cubic d M j (unit_at R i) (unit_at R i) + cubic d M i (unit_at R j) (unit_at R j))) diag.
under eq_bigr do rewrite big_split /=.
rewrite big_split /= (swap (fun i j => cubic d M j (unit_at R i) (unit_at R i))) one.
have -> : \sum_(i < d) (\sum_(j < d) (((((M i j - (((M i j * M i j) * M i j) * 4%:R)) * q j) + ((((M i j * M i j) * 4%:R) + (- 1)) * x i j)) +
    ((M i j * M i j) * M i j)) - M i j)) = (A - 4%:R * C) + (4%:R * B - G) + \sum_(i < d) t i - \sum_(i < d) S i.
  transitivity (\sum_(i < d) \sum_(j < d) (M i j * q j) - 4%:R * (\sum_(i < d) \sum_(j < d) (M i j * M i j * M i j * q j)) +
      (4%:R * B - \sum_(i < d) \sum_(j < d) x i j) + \sum_(i < d) t i - \sum_(i < d) S i).
    rewrite /B !mulr_sumr -!sumrB -!big_split -sumrB /=; apply: eq_bigr => i _; rewrite !mulr_sumr -!sumrB -!big_split -sumrB /=.
    by apply: eq_bigr => j _; ring.
  have -> : \sum_(i < d) \sum_(j < d) (M i j * q j) = A.
    rewrite exchange_big; apply: eq_bigr => j _ /=; rewrite -mulr_suml; congr (_ * _); apply: eq_bigr => i _.
    by rewrite (sym i (ltn_ord i) j (ltn_ord j)).
  have -> : \sum_(i < d) \sum_(j < d) (M i j * M i j * M i j * q j) = C.
    rewrite exchange_big; apply: eq_bigr => j _ /=; rewrite -mulr_suml mulrC; congr (_ * _); apply: eq_bigr => i _.
    by rewrite (sym i (ltn_ord i) j (ltn_ord j)) mulrA.
  have -> : \sum_(i < d) \sum_(j < d) x i j = G; last by [].
  rewrite /x; under eq_bigr do rewrite exchange_big.
  rewrite exchange_big; apply: eq_bigr => k _ /=; rewrite mulr_suml; apply: eq_bigr => i _; rewrite -mulr_sumr.
  by rewrite (sym i (ltn_ord i) k (ltn_ord k)); congr (_ * _); apply: eq_bigr => j _; rewrite (sym j (ltn_ord j) k (ltn_ord k)).
move: A B C G (\sum_(i < d) S i) (\sum_(i < d) t i) {one diag} => a b e g u v; ring.
Qed.

Theorem proof : statement.
Proof.
move=> R d c M D E d2 sym unit psd c0 law centred [unc Db] third [Dx DG].
have cor : is_correlation d M := And3 sym unit psd.
pose P w := forall j, (j < d)%N -> 0 < form d M (moved j c w) (moved j c w).
have L : is_law_on P D E by exact: law.
set s := E (fun w => w 0%N * w 0%N * w 0%N) in third *; pose beta := E (fun w => form d M w w * form d M w w).
have B : mean_is D E (fun w => form d M w w * form d M w w) beta by split.
have near i j (id : (i < d)%N) (jd : (j < d)%N) := pair_to_third L cor id jd c0 centred unc third
  (fun w Pw k kd => Pw k kd) (fun x k kd => Dx x k kd) (DG i id j jd) B.
have := layer_near (h := fun i j => E (fun w => E (entry d M c i w j))) cor near.
set F := \sum_(i < d) (\sum_(j < d) (M i j * M i j)).
pose T i j := turning d M j (unit_at R i) + turning d M i (unit_at R j).
pose K i j := cubic d M j (unit_at R i) (unit_at R i) + cubic d M i (unit_at R j) (unit_at R j).
have -> : \sum_(i < d) \sum_(j < d) ((i != j :> nat)%:R * (c * c * T i j + c * c * c * (s * K i j))) =
    c * c * (\sum_(i < d) \sum_(j < d) ((i != j :> nat)%:R * T i j)) + c * c * c * s * (\sum_(i < d) \sum_(j < d) ((i != j :> nat)%:R * K i j)).
  have alg (b t k : R) : b * (c * c * t + c * c * c * (s * k)) = c * c * (b * t) + c * c * c * s * (b * k) by ring.
  rewrite !mulr_sumr -big_split; apply: eq_bigr => i _; rewrite !mulr_sumr -big_split; apply: eq_bigr => j _; exact: alg.
rewrite /T /K drift_sum // cubic_sum // -/F.
rewrite -addrA -opprD ler_distl => /andP [low high].
have below (f q b n y : R) : f + (q * (c * c)) + (((4%:R * y) * s) * ((c * c) * c)) + ((((- 8%:R * b) * n) * (((c * c) * c) * c)) * (- 1 + n)) =
  f + (c * c * q + c * c * c * s * (4%:R * y)) - n * (n - 1) * (8%:R * (c * c * (c * c) * b)) by ring.
have above (f q b n y : R) : f + (c * c * q + c * c * c * s * (4%:R * y)) + n * (n - 1) * (8%:R * (c * c * (c * c) * b)) =
  f + (q * (c * c)) + (((4%:R * y) * s) * ((c * c) * c)) + ((((8%:R * b) * n) * (((c * c) * c) * c)) * (- 1 + n)) by ring.
by split; [apply: (le_trans _ low) | apply: (le_trans high)]; rewrite le_eqVlt; apply/orP; left; apply/eqP; [exact: below | exact: above].
Qed.
