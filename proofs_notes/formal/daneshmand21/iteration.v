(* What both proofs on a step of iterative orthogonalisation use: it stands before each of them. *)
Lemma picked (R : rcfType) n (f : nat -> R) i : (i < n)%N -> \sum_(k < n) ((k == i :> nat)%:R * f k) = f i.
Proof.
move=> lt; rewrite (bigD1 (Ordinal lt)) //= eqxx mul1r big1 ?addr0 // => k far.
suff -> : (k == i :> nat) = false by rewrite mul0r.
by apply/negbTE; apply: contraNneq far => e; apply/eqP; apply: val_inj.
Qed.

(* columns of a reflection are orthonormal *)
Definition mirror (R : rcfType) n (t : R) (i j : nat) :=
  (i == j :> nat)%:R - (((t + i%:R) * 2%:R) * (t + j%:R)) / (\sum_(k < n) ((t + k%:R) * (t + k%:R))).

Lemma orthonormal (R : rcfType) n (t : R) i j : 0 < t -> (i < n)%N -> (j < n)%N ->
  \sum_(k < n) (mirror n t k i * mirror n t k j) = (i == j :> nat)%:R.
Proof.
move=> t0 lti ltj; rewrite /mirror; set S := \sum_(k < n) ((t + k%:R) * (t + k%:R)).
have S0 : S != 0.
  rewrite gt_eqF // /S (bigD1 (Ordinal lti)) //= ltr_paddr ?mulr_gt0 ?ltr_paddr ?ler0n //.
  by apply: sumr_ge0 => k _; rewrite -expr2 sqr_ge0.
rewrite (eq_bigr (fun k : 'I_n => (k == i :> nat)%:R * (k == j :> nat)%:R
    + (- 2%:R * (t + j%:R) / S) * ((k == i :> nat)%:R * (t + k%:R))
    + (- 2%:R * (t + i%:R) / S) * ((k == j :> nat)%:R * (t + k%:R))
    + (4%:R * (t + i%:R) * (t + j%:R) / (S * S)) * ((t + k%:R) * (t + k%:R)))) => [|k _]; last by field.
rewrite !big_split /= -!mulr_sumr (@picked R n (fun k => (k == j :> nat)%:R) i lti).
rewrite (@picked R n (fun k => t + k%:R) i lti) (@picked R n (fun k => t + k%:R) j ltj) -/S.
by field.
Qed.

(* so that they keep products *)
Lemma kept (R : rcfType) n d (t : R) (x y : nat -> R) : 0 < t -> (d <= n)%N ->
  \sum_(i < n) ((\sum_(a < d) (mirror n t i a * x a)) * (\sum_(a < d) (mirror n t i a * y a))) = \sum_(a < d) (x a * y a).
Proof.
move=> t0 le; rewrite (eq_bigr (fun i : 'I_n => \sum_(a < d) \sum_(b < d) ((x a * y b) * (mirror n t i a * mirror n t i b)))).
  rewrite exchange_big /=; apply: eq_bigr => a _; rewrite exchange_big /=.
  rewrite (eq_bigr (fun b : 'I_d => (b == a :> nat)%:R * (x a * y b))) => [|b _].
    by rewrite (@picked R d (fun b => x a * y b) a).
  rewrite -mulr_sumr orthonormal //; first by rewrite mulrC eq_sym.
    exact: leq_trans (ltn_ord a) le.
  exact: leq_trans (ltn_ord b) le.
move=> i _; rewrite mulr_suml; apply: eq_bigr => a _; rewrite mulr_sumr; apply: eq_bigr => b _; ring.
Qed.

Definition stepped (R : rcfType) d n (t : R) (m s : nat -> R) (i j : nat) :=
  (\sum_(a < d) ((mirror d (t + 2%:R) i a * m a) * (\sum_(k < d) (mirror d t k a *
    (\sum_(b < d) ((mirror d t k b * s b) * mirror n (t + 1) j b)))))) * 3%:R.

(* W H = 3 V' diag(m s) V^T *)
Lemma through (R : rcfType) d n (t : R) (m s : nat -> R) i j : 0 < t ->
  stepped d n t m s i j = 3%:R * \sum_(a < d) (mirror d (t + 2%:R) i a * ((m a * s a) * mirror n (t + 1) j a)).
Proof.
move=> t0; rewrite /stepped mulrC; congr (_ * _); apply: eq_bigr => a _.
suff -> : \sum_(k < d) (mirror d t k a * (\sum_(b < d) ((mirror d t k b * s b) * mirror n (t + 1) j b)))
    = s a * mirror n (t + 1) j a by ring.
rewrite (eq_bigr (fun k : 'I_d => \sum_(b < d) ((s b * mirror n (t + 1) j b) * (mirror d t k a * mirror d t k b)))).
  rewrite exchange_big /= (eq_bigr (fun b : 'I_d => (b == a :> nat)%:R * (s b * mirror n (t + 1) j b))) => [|b _].
    by rewrite (@picked R d (fun b => s b * mirror n (t + 1) j b) a).
  by rewrite -mulr_sumr orthonormal // mulrC eq_sym.
by move=> k _; rewrite mulr_sumr; apply: eq_bigr => b _; ring.
Qed.

(* C = (W H)^T W H has trace 9 sum q^2 and squares 81 sum q^4, q = m s *)
Definition gram (R : rcfType) d n (t : R) (m s : nat -> R) (j l : nat) :=
  \sum_(i < d) (stepped d n t m s i j * stepped d n t m s i l).

Lemma gram_is (R : rcfType) d n (t : R) (m s : nat -> R) j l : 0 < t ->
  gram d n t m s j l = 9%:R * \sum_(a < d) (((m a * s a) * (m a * s a)) * (mirror n (t + 1) j a * mirror n (t + 1) l a)).
Proof.
move=> t0; have t2 : 0 < t + 2%:R by rewrite addr_gt0 ?ltr0n.
rewrite /gram; under eq_bigr do rewrite !through //.
rewrite (eq_bigr (fun i : 'I_d => 9%:R * ((\sum_(a < d) (mirror d (t + 2%:R) i a * ((m a * s a) * mirror n (t + 1) j a)))
  * (\sum_(a < d) (mirror d (t + 2%:R) i a * ((m a * s a) * mirror n (t + 1) l a)))))) => [|i _]; last by ring.
rewrite -mulr_sumr (@kept R d d (t + 2%:R) (fun a => (m a * s a) * mirror n (t + 1) j a)
  (fun a => (m a * s a) * mirror n (t + 1) l a) t2 (leqnn d)).
by congr (_ * _); apply: eq_bigr => a _; ring.
Qed.

Lemma trace_is (R : rcfType) d n (t : R) (m s : nat -> R) : 0 < t -> (d <= n)%N ->
  \sum_(j < n) gram d n t m s j j = 9%:R * \sum_(a < d) ((m a * s a) * (m a * s a)).
Proof.
move=> t0 le; have t1 : 0 < t + 1 by rewrite addr_gt0 ?ltr01.
under eq_bigr do rewrite gram_is //.
rewrite -mulr_sumr; congr (_ * _); rewrite exchange_big /=; apply: eq_bigr => a _.
have lt : (a < n)%N by exact: leq_trans (ltn_ord a) le.
by rewrite -mulr_sumr orthonormal // eqxx mulr1.
Qed.

Lemma gap_is (R : rcfType) d n (t : R) (m s : nat -> R) (C := gram d n t m s) (T := \sum_(j < n) C j j)
    (P := \sum_(a < d) ((m a * s a) * (m a * s a))) : 0 < t -> (d <= n)%N -> (0 < n)%N -> P != 0 ->
  \sum_(j < n) \sum_(l < n) ((C j l / T) * (C j l / T)) - \sum_(j < n) ((C j j / T) * (C j j / T))
    + \sum_(j < n) ((C j j / T - 1 / n%:R) * (C j j / T - 1 / n%:R))
  = (\sum_(a < d) (((m a * s a) * (m a * s a)) * ((m a * s a) * (m a * s a)))) / (P * P) - 1 / n%:R.
Proof.
move=> t0 le n0 P0; have t1 : 0 < t + 1 by rewrite addr_gt0 ?ltr01.
have nn : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
pose q a := (m a * s a) * (m a * s a); pose F := mirror n (t + 1).
have unit a : (a < d)%N -> \sum_(j < n) (F j a * F j a) = 1.
  by move=> lt; rewrite orthonormal ?eqxx //; exact: leq_trans lt le.
have TP : T = 9%:R * P by exact: trace_is.
have T0 : T != 0 by rewrite TP mulf_neq0 // pnatr_eq0.
have squares : \sum_(j < n) \sum_(l < n) (C j l * C j l) = 81%:R * \sum_(a < d) (q a * q a).
  rewrite (eq_bigr (fun j : 'I_n => 81%:R * \sum_(a < d) ((q a * F j a) * (q a * F j a)))) => [|j _].
    rewrite -mulr_sumr; congr (_ * _); rewrite exchange_big /=; apply: eq_bigr => a _.
    rewrite (eq_bigr (fun j : 'I_n => (q a * q a) * (F j a * F j a))) => [|j _]; last by ring.
    by rewrite -mulr_sumr unit ?mulr1.
  rewrite (eq_bigr (fun l : 'I_n => 81%:R * ((\sum_(a < d) (F l a * (q a * F j a))) * (\sum_(a < d) (F l a * (q a * F j a)))))).
    by rewrite -mulr_sumr (@kept R n d (t + 1) (fun a => q a * F j a) (fun a => q a * F j a)).
  move=> l _; rewrite /C gram_is //.
  have -> : \sum_(a < d) (((m a * s a) * (m a * s a)) * (mirror n (t + 1) j a * mirror n (t + 1) l a))
    = \sum_(a < d) (F l a * (q a * F j a)) by apply: eq_bigr => a _; rewrite /F /q; ring.
  by set z := \sum_(a < d) _; ring.
have -> : \sum_(j < n) ((C j j / T - 1 / n%:R) * (C j j / T - 1 / n%:R))
    = \sum_(j < n) ((C j j / T) * (C j j / T)) - 1 / n%:R.
  rewrite (eq_bigr (fun j : 'I_n => (C j j / T) * (C j j / T) + (- 2%:R / n%:R) * (C j j / T) + 1 / (n%:R * n%:R))).
    rewrite !big_split /= -mulr_sumr -mulr_suml -/T divff // sumr_const card_ord -[_ *+ n]mulr_natr.
    by set z := \sum_(j < n) _; field.
  by move=> j _; field; rewrite ?T0 ?nn.
have -> : \sum_(j < n) \sum_(l < n) ((C j l / T) * (C j l / T)) = (\sum_(j < n) \sum_(l < n) (C j l * C j l)) / (T * T).
  by rewrite mulr_suml; apply: eq_bigr => j _; rewrite mulr_suml; apply: eq_bigr => l _; rewrite mulf_div.
rewrite squares TP; set z := \sum_(j < n) _.
set y := \sum_(a < d) ((m a * s a) * (m a * s a) * ((m a * s a) * (m a * s a))).
by field; rewrite nn P0.
Qed.
