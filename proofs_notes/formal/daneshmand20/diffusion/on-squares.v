(* g a b j is the coefficient of w^2 in (M_aj + w M_bj)^2/(1 + 2 M_ab w + w^2): W = w e_a e_b^T moves the entries (a, j)
   and (j, a), j != a. *)
Theorem proof : statement.
Proof.
move=> R d M d2 sym unit _.
pose c (a b : nat) : R := \sum_(k < d) (M a k * M b k).
pose g (a b j : nat) : R := M b j * M b j - 4%:R * M a b * (M a j * M b j) + (4%:R * (M a b * M a b) - 1) * (M a j * M a j).
transitivity (\sum_(a < d) (\sum_(b < d) (2%:R * (c b b - 4%:R * M a b * c a b + (4%:R * (M a b * M a b) - 1) * c a a) -
    2%:R * (M a b * M a b - 1)))).
  apply: eq_bigr => a _; apply: eq_bigr => b _; have ha := ltn_ord a; have hb := ltn_ord b.
  have sumg : \sum_(j < d) g a b j = c b b - 4%:R * M a b * c a b + (4%:R * (M a b * M a b) - 1) * c a a.
    by rewrite /g /c !mulr_sumr -sumrB -big_split.
  have ga : g a b a = M a b * M a b - 1 by rewrite /g unit // (sym b hb a ha); ring.
  transitivity (\sum_(i < d) (\sum_(j < d) ((i == a :> nat)%:R * g a b j + (j == a :> nat)%:R * g a b i -
      (j == a :> nat)%:R * ((i == a :> nat)%:R * (2%:R * g a b a))))).
    apply: eq_bigr => i _; apply: eq_bigr => j _; have hi := ltn_ord i; have hj := ltn_ord j.
    case: (@eqP _ (i : nat) a) => [-> | _]; case: (@eqP _ (j : nat) a) => [-> | _] /=.
    - by rewrite ga unit // (sym b hb a ha); field.
    - by rewrite /g; field.
    - by rewrite /g (sym i hi a ha) (sym i hi b hb); field.
    by rewrite !mulr0 ?mul0r; ring.
  transitivity (\sum_(i < d) ((i == a :> nat)%:R * (\sum_(j < d) g a b j) + g a b i - (i == a :> nat)%:R * (2%:R * g a b a))).
    apply: eq_bigr => i _; rewrite sumrB big_split /= -mulr_sumr (one_of (fun=> g a b i)) //.
    by rewrite (one_of (fun=> (i == a :> nat)%:R * (2%:R * g a b a))).
  rewrite sumrB big_split /= (one_of (fun=> \sum_(j < d) g a b j)) // (one_of (fun=> 2%:R * g a b a)) // sumg ga; ring.
have row (a : nat) : \sum_(b < d) (2%:R * (c b b - 4%:R * M a b * c a b + (4%:R * (M a b * M a b) - 1) * c a a) -
    2%:R * (M a b * M a b - 1)) = 2%:R * (\sum_(b < d) c b b) + - 8%:R * (\sum_(b < d) (c a b * M a b)) +
    8%:R * (c a a * c a a) + (- 2%:R * d%:R - 2%:R) * c a a + 2%:R * d%:R.
  have := combined d (fun b => c b b) (fun b => c a b * M a b) (fun b => M a b * M a b) 2%:R (- 8%:R)
    (8%:R * c a a - 2%:R) (2%:R - 2%:R * c a a); rewrite -/(c a a).
  move=> e; transitivity (2%:R * (\sum_(b < d) c b b) + - 8%:R * (\sum_(b < d) (c a b * M a b)) +
    (8%:R * c a a - 2%:R) * c a a + (2%:R - 2%:R * c a a) * d%:R); last by ring.
  by rewrite -e; apply: eq_bigr => b _; ring.
have := combined d (fun a => \sum_(b < d) (c a b * M a b)) (fun a => c a a * c a a) (fun a => c a a) (- 8%:R) 8%:R
  (- 2%:R * d%:R - 2%:R) (2%:R * (\sum_(b < d) c b b) + 2%:R * d%:R).
move=> e; transitivity (- 8%:R * (\sum_(a < d) (\sum_(b < d) (c a b * M a b))) + 8%:R * (\sum_(a < d) (c a a * c a a)) +
  (- 2%:R * d%:R - 2%:R) * (\sum_(a < d) c a a) + (2%:R * (\sum_(b < d) c b b) + 2%:R * d%:R) * d%:R).
  by rewrite -e; apply: eq_bigr => a _; rewrite row; ring.
rewrite /c; set T := \sum_(a < d) (\sum_(b < d) ((\sum_(k < d) (M a k * M b k)) * M a b)).
set D := \sum_(a < d) ((\sum_(k < d) (M a k * M a k)) * (\sum_(k < d) (M a k * M a k))).
set F := \sum_(a < d) (\sum_(k < d) (M a k * M a k)).
move: T D F => T D F; ring.
Qed.
