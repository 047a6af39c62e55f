(* M_ij is 1/N at i = j < N, and 0 elsewhere. *)
Lemma entry (R : rcfType) (n i j : nat) :
  \sum_(k < n) ((i == k :> nat)%:R * (j == k :> nat)%:R) = ((i == j) && (i < n)%N)%:R :> R.
Proof.
elim: n => [|n IH]; first by rewrite big_ord0 ltn0 andbF.
rewrite big_ord_recr /= IH -natrM -natrD mulnb; congr (_%:R).
rewrite [(i < n.+1)%N]ltnS [(i <= n)%N]leq_eqVlt.
case: (i =P n) => [-> | _]; last by rewrite /= addn0.
by rewrite ltnn andbF /= andbT add0n eq_sym.
Qed.

Lemma count (R : rcfType) (d n : nat) : \sum_(i < d) ((i < n)%N)%:R = (minn d n)%:R :> R.
Proof.
elim: d => [|d IH]; first by rewrite big_ord0 min0n.
rewrite big_ord_recr /= IH -natrD; congr (_%:R); rewrite /minn.
case: (ltnP d n) => h; last by rewrite addn0 ltnNge (leqW h).
rewrite addn1; case: (ltnP d.+1 n) => // h'.
by apply/eqP; rewrite eqn_leq h h'.
Qed.

Theorem proof : statement.
Proof.
move=> R d N d1 N1; rewrite (effective _ (fun i k : nat => (i == k :> nat)%:R)) //.
have T : \sum_(i < d) (\sum_(k < N) ((i == k :> nat)%:R * (i == k :> nat)%:R)) = (minn d N)%:R :> R.
  by rewrite -count; apply: eq_bigr => i _; rewrite entry eqxx.
have F : \sum_(i < d) (\sum_(j < d) ((\sum_(k < N) ((i == k :> nat)%:R * (j == k :> nat)%:R)) *
    (\sum_(k < N) ((i == k :> nat)%:R * (j == k :> nat)%:R)))) = (minn d N)%:R :> R.
  rewrite -count; apply: eq_bigr => i _; rewrite (bigD1 i) //= [X in _ + X]big1 => [|j ji].
    by rewrite addr0 !entry eqxx -natrM mulnb andbb.
  by rewrite !entry eq_sym (negbTE (_ : (j != i :> nat))) // mul0r.
rewrite T F mulfK; last by rewrite pnatr_eq0 -lt0n leq_min d1.
rewrite oppr_max !opprK minElt ltr_nat /minn; by case: ltngtP => // ->.
Qed.
