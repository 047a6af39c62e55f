(* A product of two signs is the product over all rows of s_k for k = i, j and of 1 for the others. *)
Lemma product_of_two (R : rcfType) (d i j : nat) (x : nat -> R) : (i < d)%N -> (j < d)%N -> i != j ->
  \prod_(k < d) ((k != i :> nat)%:R * (k != j :> nat)%:R + ((k == i :> nat)%:R + (k == j :> nat)%:R) * x k) = x i * x j.
Proof.
move=> hi hj ij; have ji : (j == i) = false by rewrite eq_sym (negbTE ij).
have oj : Ordinal hj != Ordinal hi by rewrite -val_eqE /= ji.
rewrite (bigD1 (Ordinal hi)) //= (bigD1 (Ordinal hj)) //= big1 => [|k /andP [ki kj]].
  by rewrite !eqxx ji (negbTE ij) /= !mul0r !mulr0 !add0r !addr0 !mul1r mulr1.
by rewrite -!val_eqE /= in ki kj; rewrite ki kj (negbTE ki) (negbTE kj) /= mulr1 addr0 mul0r addr0.
Qed.

Theorem proof : statement.
Proof.
move=> R d m r L gamma e i j p W q S d2 m1 _ one indep r1 L1 _ _ _ start nz flips step hi hj ij.
have [_ chain] := sign_chain m1 one indep start nz flips step.
pose b k : R := (k != i :> nat)%:R * (k != j :> nat)%:R; pose c k : R := (k == i :> nat)%:R + (k == j :> nat)%:R.
transitivity (\sum_(w < (r * (m ^ L)%N)%N) (q L w * \prod_(k < d) (b k + c k * S L w k))).
  by apply: eq_bigr => w _; rewrite /b /c product_of_two.
rewrite chain mulr_suml; apply: eq_bigr => w _.
rewrite /b /c (@product_of_two R d i j (fun k => (1 - 2%:R * e) ^+ L * S 0%N w k)) //.
have -> : 1 + - 2%:R * e = 1 - 2%:R * e by rewrite mulNr.
by rewrite exprMn; set x := _ ^+ L; ring.
Qed.

(* The first rows are as many as some of the last ones. *)
Theorem defined_proof : defined.
Proof.
move=> R d m r L gamma e i j p W q S d2 m1 *.
by rewrite -natrX -natrM ler_nat leq_pmulr // expn_gt0 m1.
Qed.
