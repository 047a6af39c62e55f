(* Means over d draws from a finite law: what several groups of daneshmand21 use. *)
Lemma draws (R : rcfType) (d m : nat) (p : nat -> R) (G : 'I_d -> 'I_m -> R) :
  \sum_(f : {ffun 'I_d -> 'I_m}) ((\prod_(i < d) p (f i)) * \prod_(i < d) G i (f i))
  = \prod_(i < d) \sum_(a < m) (p a * G i a).
Proof. by rewrite bigA_distr_bigA; apply: eq_bigr => f _; rewrite -big_split. Qed.

Lemma at_place (R : rcfType) (d : nat) (i : 'I_d) (g : 'I_d -> R) :
  \prod_(k < d) (if k == i then g k else 1) = g i.
Proof. by rewrite -big_mkcond big_pred1_eq. Qed.

Lemma draw_one (R : rcfType) (d m : nat) (p : nat -> R) (i : 'I_d) (g : nat -> R) : \sum_(a < m) p a = 1 ->
  \sum_(f : {ffun 'I_d -> 'I_m}) ((\prod_(k < d) p (f k)) * g (f i)) = \sum_(a < m) (p a * g a).
Proof.
move=> one; have := @draws R d m p (fun k a => if k == i then g a else 1).
under eq_bigr => f _ do rewrite (@at_place R d i (fun k => g (f k))).
move=> ->; rewrite (bigD1 i) //= eqxx [X in _ * X]big1 ?mulr1 // => k /negbTE ->.
by rewrite -[RHS]one; apply: eq_bigr => a _; rewrite mulr1.
Qed.

Lemma draw_two (R : rcfType) (d m : nat) (p : nat -> R) (i j : 'I_d) (g h : nat -> R) : \sum_(a < m) p a = 1 ->
  i != j -> \sum_(f : {ffun 'I_d -> 'I_m}) ((\prod_(k < d) p (f k)) * (g (f i) * h (f j)))
  = (\sum_(a < m) (p a * g a)) * (\sum_(a < m) (p a * h a)).
Proof.
move=> one ij; have := @draws R d m p (fun k a => (if k == i then g a else 1) * (if k == j then h a else 1)).
under eq_bigr => f _ do rewrite big_split (@at_place R d i (fun k => g (f k))) (@at_place R d j (fun k => h (f k))).
move=> ->; rewrite (bigD1 i) //= eqxx (negbTE ij) (bigD1 j) ?[j == i]eq_sym ?(negbTE ij) //= eqxx.
rewrite [X in _ * (_ * X)]big1 => [|k /andP [/negbTE -> /negbTE ->]].
  by rewrite mulr1; congr (_ * _); apply: eq_bigr => a _; rewrite ?mulr1 ?mul1r.
by rewrite -[RHS]one; apply: eq_bigr => a _; rewrite !mulr1.
Qed.

Lemma draw_sums (R : rcfType) (d m : nat) (p : nat -> R) (g : nat -> R) : \sum_(a < m) p a = 1 ->
  \sum_(f : {ffun 'I_d -> 'I_m}) ((\prod_(k < d) p (f k)) * ((\sum_(i < d) g (f i)) * (\sum_(i < d) g (f i))))
  = d%:R * (\sum_(a < m) (p a * (g a * g a)))
    + (d%:R * d%:R - d%:R) * ((\sum_(a < m) (p a * g a)) * (\sum_(a < m) (p a * g a))).
Proof.
move=> one; set E := \sum_(a < m) (p a * (g a * g a)); set e := \sum_(a < m) (p a * g a).
transitivity (\sum_(i < d) \sum_(j < d) ((i == j)%:R * (E - e * e) + e * e)).
  under eq_bigr do rewrite mulr_suml mulr_sumr.
  rewrite exchange_big; apply: eq_bigr => i _ /=.
  under eq_bigr do rewrite mulr_sumr mulr_sumr.
  rewrite exchange_big; apply: eq_bigr => j _ /=.
  case: (eqVneq i j) => [<-|ij]; last by rewrite (@draw_two R d m p i j g g) // mul0r add0r.
  by rewrite (@draw_one R d m p i (fun a => g a * g a)) // mul1r subrK.
rewrite (eq_bigr (fun=> (E - e * e) + d%:R * (e * e))) => [|i _].
  by rewrite sumr_const card_ord -[_ *+ d]mulr_natl; ring.
rewrite big_split /= sumr_const card_ord -[_ *+ d]mulr_natl -mulr_suml; congr (_ + _).
by rewrite (bigD1 i) //= eqxx big1 => [|j ji]; rewrite ?addr0 ?mul1r // eq_sym (negbTE ji).
Qed.

Lemma certain (R : rcfType) (d m : nat) (p : nat -> R) : \sum_(a < m) p a = 1 ->
  \sum_(f : {ffun 'I_d -> 'I_m}) (\prod_(k < d) p (f k)) = 1.
Proof.
move=> one; transitivity (\prod_(i < d) \sum_(a < m) p a); first by rewrite bigA_distr_bigA.
by rewrite big1.
Qed.
