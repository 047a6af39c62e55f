(* With u = t less its mean all is a sum over rows a and b of polynomials in u_a and u_b, over n U_2 and U_2^2. *)
Lemma centred (R : rcfType) (n : nat) (t : nat -> R) (m : R) : (0 < n)%N -> (\sum_(k < n) t k) / n%:R = m ->
  (exists i j, [/\ (i < n)%N, (j < n)%N & t i != t j]) ->
  [/\ \sum_(k < n) t k = n%:R * m, \sum_(i < n) (t i - m) = 0,
    \sum_(i < n) (t i * t i) = \sum_(i < n) ((t i - m) * (t i - m)) + n%:R * (m * m) &
    0 < \sum_(i < n) ((t i - m) * (t i - m))].
Proof.
move=> n0 em [i [j [hi hj ne]]]; have N0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have sum : \sum_(k < n) t k = n%:R * m by rewrite -em mulrC divfK.
have u0 : \sum_(i < n) (t i - m) = 0 by rewrite sumrB sum alike subrr.
split=> //.
  transitivity (\sum_(i < n) ((t i - m) * (t i - m) + 2%:R * m * (t i - m) + m * m)).
    by apply: eq_bigr => k _; ring.
  by rewrite !big_split /= -mulr_sumr u0 alike mulr0 addr0.
apply: (@squares R n (fun i => t i - m)); case: (t i - m =P 0) => [ui | /eqP]; last by exists i.
exists j => //; apply: contra ne => /eqP uj; rewrite -subr_eq0; apply/eqP.
by transitivity ((t i - m) - (t j - m)); [ring | rewrite ui uj subrr].
Qed.

Lemma growth (R : rcfType) (n U m x y : R) : n != 0 -> U != 0 ->
  let c := n * m in let S := U + n * (m * m) in
  ((((x * - (y - x)) + ((y - x) * (y - x))) + (- (y - x) * x)) -
    ((((x + (c - x)) * - (y - x)) + ((y - x) * (y - x))) + (- (y - x) * (x + (c - x)))) / n) * n /
    (((x * x + (S - x * x)) - ((x + (c - x)) * (x + (c - x))) / n) * n) -
  1 / 2%:R * ((((x * (y - x)) + ((y - x) * x)) - (((x + (c - x)) * (y - x)) + ((y - x) * (x + (c - x)))) / n) * n /
    (((x * x + (S - x * x)) - ((x + (c - x)) * (x + (c - x))) / n) * n) *
    ((((x * (y - x)) + ((y - x) * x)) - (((x + (c - x)) * (y - x)) + ((y - x) * (x + (c - x)))) / n) * n /
    (((x * x + (S - x * x)) - ((x + (c - x)) * (x + (c - x))) / n) * n))) =
  ((n - 1) / (n * U) - 2%:R * ((x - m) * (x - m)) / (U * U)) * ((y - m) * (y - m)) +
    ((2%:R - 4%:R * n) * (x - m) / (n * U) + 4%:R * ((x - m) * (x - m) * (x - m)) / (U * U)) * (y - m) + 0 * 0 +
    ((3%:R * n - 1) * ((x - m) * (x - m)) / (n * U) - 2%:R * ((x - m) * (x - m) * ((x - m) * (x - m))) / (U * U)).
Proof.
move=> n0 U0 c S.
have -> : ((x * x + (S - x * x)) - ((x + (c - x)) * (x + (c - x))) / n) * n = n * U by rewrite /S /c; field.
rewrite /S /c {S c}; field; by rewrite n0 U0.
Qed.

Theorem proof : statement.
Proof.
move=> R n t n2 varies; have n0 : (0 < n)%N by apply: ltnW.
have N0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have [m em] : {m | (\sum_(k < n) t k) / n%:R = m} by exists ((\sum_(k < n) t k) / n%:R).
have [sum u0 S2 /lt0r_neq0 U0] := centred n0 em varies; rewrite em.
have eN : \sum_(i < n) 1 + - 1 + 1 = n%:R :> R by rewrite alike; ring.
rewrite eN sum S2; have [U eU] : {U | \sum_(i < n) ((t i - m) * (t i - m)) = U} by eexists.
rewrite eU in U0 *.
have zero : \sum_(a < n) (\sum_(b < n) (0 / n%:R - 1 / 2%:R * (0 / n%:R * (0 / n%:R)))) = 0 :> R.
  by apply: big1 => a _; apply: big1 => b _; rewrite !mul0r mulr0 subr0.
rewrite zero subr0 {zero}.
pose u i := t i - m.
transitivity (\sum_(a < n) ((((n%:R - 1) / (n%:R * U) - 2%:R * (u a * u a) / (U * U)) * U) + ((3%:R * n%:R - 1) * (u a * u a) / (n%:R * U) -
    2%:R * (u a * u a * (u a * u a)) / (U * U)) * n%:R)).
  apply: eq_bigr => a _; rewrite (eq_bigr _ (fun (b : 'I_n) _ => growth m (t a) (t b) N0 U0)).
  rewrite (combined n (fun b => (t b - m) * (t b - m)) (fun b => t b - m) (fun=> 0)) eU u0 mulr0 mul0r !addr0.
  by rewrite /u.
have [Q eQ] : {Q | \sum_(a < n) ((t a - m) * (t a - m) * ((t a - m) * (t a - m))) = Q} by eexists.
have := combined n (fun a => (t a - m) * (t a - m)) (fun a => (t a - m) * (t a - m) * ((t a - m) * (t a - m))) (fun=> 0)
  ((3%:R * n%:R - 1) / U - 2%:R / U) (- (2%:R * n%:R / (U * U))) 0 ((n%:R - 1) / n%:R).
rewrite eU eQ => e; apply: etrans (etrans e _).
  by apply: eq_bigr => a _; rewrite /u; field; rewrite N0 U0.
rewrite mul0r addr0; field; by rewrite N0 U0.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R n t n2 varies; have n0 : (0 < n)%N by apply: ltnW.
have N0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have [m em] : {m | (\sum_(k < n) t k) / n%:R = m} by exists ((\sum_(k < n) t k) / n%:R).
have [sum u0 S2 /lt0r_neq0 U0] := centred n0 em varies; rewrite em.
have eN : \sum_(i < n) 1 + - 1 + 1 = n%:R :> R by rewrite alike; ring.
rewrite eN sum S2; move: (\sum_(i < n) _) U0 => U U0.
split; first by rewrite -lt0n.
split; first exact: mulf_neq0.
split=> // a _; set e := _ * n%:R; have -> : e = n%:R * U by rewrite /e; field.
exact: mulf_neq0.
Qed.
