(* What several proofs of daneshmand20.uniqueness use: for a law with E u u^T = I/n, E (x.u)(y.u) = x.y/n. *)
Lemma isotropic (R : rcfType) (m n : nat) (p : nat -> R) (U : nat -> nat -> R) (x y : nat -> R) : (0 < n)%N ->
  (forall i, (i < n)%N -> forall j, (j < n)%N -> n%:R * (\sum_(a < m) (p a * (U a i * U a j))) = (i == j :> nat)%:R) ->
  \sum_(a < m) (p a * ((\sum_(i < n) (x i * U a i)) * (\sum_(i < n) (y i * U a i)))) = (\sum_(i < n) (x i * y i)) / n%:R.
Proof.
move=> n0 iso; have N0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
transitivity (\sum_(i < n) (\sum_(j < n) (x i * y j * (\sum_(a < m) (p a * (U a i * U a j)))))).
  under [RHS]eq_bigr do under eq_bigr do rewrite mulr_sumr.
  under [RHS]eq_bigr do rewrite exchange_big.
  rewrite exchange_big; apply: eq_bigr => a _ /=.
  rewrite mulr_suml mulr_sumr; apply: eq_bigr => i _; rewrite mulr_sumr mulr_sumr; apply: eq_bigr => j _; ring.
rewrite mulr_suml; apply: eq_bigr => i _; rewrite (bigD1 i) //= [X in _ + X]big1 ?addr0 => [|j ji].
  by rewrite -[X in _ * X](mulKf N0) iso // eqxx mulr1.
have -> : \sum_(a < m) (p a * (U a i * U a j)) = 0; last by rewrite mulr0.
apply: (mulfI N0); rewrite iso // mulr0; by rewrite eq_sym -val_eqE /= in ji *; rewrite (negbTE ji).
Qed.

(* Brackets of rank one: signs s, weights B V_j with V_j in [-1, 1]. *)
Lemma sign_square (R : rcfType) (a : R) : a = 1 \/ a = - 1 -> a * a = 1 /\ `|a| = 1.
Proof. by case=> ->; rewrite ?mulrNN ?normrN mulr1 normr1. Qed.

Lemma slope_bound (R : rcfType) (d : nat) (B : R) (V s : nat -> R) : 0 < B ->
  (forall j, (j < d)%N -> `|V j| <= 1) -> (forall j, (j < d)%N -> s j = 1 \/ s j = - 1) ->
  `|\sum_(j < d) ((B * V j) * s j)| <= B * d%:R.
Proof.
move=> B0 inside signs; apply: le_trans (ler_norm_sum _ _ _) _.
rewrite mulr_natr -[X in _ *+ X]card_ord -sumr_const; apply: ler_sum => j _.
have [_ one] := sign_square (signs j (ltn_ord j)).
by rewrite !normrM one mulr1 (gtr0_norm B0) -[X in _ <= X]mulr1 ler_pmul2l // inside.
Qed.

Lemma slope_worst (R : rcfType) (d : nat) (B a : R) (s : nat -> R) :
  (forall j, (j < d)%N -> s j = 1 \/ s j = - 1) -> a * a = 1 ->
  a * (\sum_(j < d) (((- B * a) * s j) * s j)) = - (B * d%:R).
Proof.
move=> signs aa; rewrite (eq_bigr (fun _ => - B * a)) => [|j _].
  by rewrite sumr_const card_ord -mulr_natr mulrA mulrCA aa mulr1 mulNr.
by have [ss _] := sign_square (signs j (ltn_ord j)); rewrite -mulrA ss mulr1.
Qed.

(* Laws of d x d weights: m matrices with their probabilities p. *)
(* Two families of one law have the same means. *)
Lemma equal_laws (R : rcfType) (m d : nat) (p : nat -> R) (W V : nat -> nat -> nat -> R) (G : (nat -> nat -> R) -> R) :
  (forall z : nat -> R, \sum_(a < m) (p a * (\prod_(i < d) (\prod_(j < d) (W a i j == z ((i * d)%N + j)%N)%:R))) =
    \sum_(a < m) (p a * (\prod_(i < d) (\prod_(j < d) (V a i j == z ((i * d)%N + j)%N)%:R)))) ->
  (forall A B, (forall i j, (i < d)%N -> (j < d)%N -> A i j = B i j) -> G A = G B) ->
  \sum_(a < m) (p a * G (W a)) = \sum_(a < m) (p a * G (V a)).
Proof.
move=> same ext; pose code (A : nat -> nat -> R) := mkseq (fun k => A (k %/ d)%N (k %% d)%N) (d * d).
pose back (s : seq R) (i j : nat) := nth 0 s (i * d + j)%N.
have codeK (A : nat -> nat -> R) i j : (i < d)%N -> (j < d)%N -> back (code A) i j = A i j.
  by move=> hi hj; have [lt q r] := places_of hi hj; rewrite /back nth_mkseq // q r.
have is_code (A : nat -> nat -> R) (s : seq R) : size s = (d * d)%N ->
    \prod_(i < d) (\prod_(j < d) (A i j == nth 0 s ((i * d)%N + j)%N)%:R) = (code A == s)%:R :> R.
  move=> hs; under eq_bigr => i _.
    rewrite (@prod_bool R d (fun j => A i j == nth 0 s ((i * d)%N + j)%N)); over.
  rewrite (@prod_bool R d (fun i => [forall j : 'I_d, A i j == nth 0 s ((i * d)%N + j)%N])); congr ((nat_of_bool _)%:R).
  apply/forallP/eqP => [h | <- i]; last by apply/forallP => j; rewrite -/(back _ _ _) codeK.
  apply: (@eq_from_nth _ 0); rewrite size_mkseq // => k hk; rewrite nth_mkseq //.
  have d0 : (0 < d)%N by case: (posnP d) hk => // ->.
  have q : (k %/ d < d)%N by rewrite ltn_divLR.
  by move: (h (Ordinal q)) => /forallP /(_ (Ordinal (ltn_pmod k d0))) /eqP /= ->; rewrite -divn_eq.
pose found := undup ([seq code (W a) | a : 'I_m <- enum 'I_m] ++ [seq code (V a) | a : 'I_m <- enum 'I_m]).
have spread (U : nat -> nat -> nat -> R) : (forall a : 'I_m, code (U a) \in found) ->
    \sum_(a < m) (p a * G (U a)) = \sum_(s <- found) (G (back s) * \sum_(a < m) (p a * (code (U a) == s)%:R)).
  move=> inside; under [RHS]eq_bigr do rewrite mulr_sumr.
  rewrite exchange_big; apply: eq_bigr => a _ /=.
  rewrite (bigD1_seq (code (U a))) ?undup_uniq //= eqxx mulr1 big1 ?addr0 => [|s /negbTE]; last first.
    by rewrite eq_sym => ->; rewrite !mulr0.
  by rewrite mulrC; congr (_ * _); apply: ext => i j hi hj; rewrite codeK.
have inW (a : 'I_m) : code (W a) \in found.
  by rewrite mem_undup mem_cat; apply/orP; left; apply/mapP; exists a; rewrite ?mem_enum.
have inV (a : 'I_m) : code (V a) \in found.
  by rewrite mem_undup mem_cat; apply/orP; right; apply/mapP; exists a; rewrite ?mem_enum.
rewrite (spread W inW) (spread V inV).
rewrite big_seq [RHS]big_seq; apply: eq_bigr => s hs; congr (_ * _).
have size_s : size s = (d * d)%N.
  by move: hs; rewrite mem_undup mem_cat => /orP [] /mapP [a _ ->]; rewrite size_mkseq.
have := same (nth 0 s); under eq_bigr do rewrite is_code //.
by under [X in _ = X -> _]eq_bigr do rewrite is_code //.
Qed.

(* Signs of independent symmetric entries change no mean. *)
Lemma turned (R : rcfType) (m d : nat) (p : nat -> R) (W : nat -> nat -> nat -> R) (e : nat -> nat -> R)
    (G : (nat -> nat -> R) -> R) :
  (forall z : nat -> R, \sum_(a < m) (p a * (\prod_(i < d) (\prod_(j < d) (W a i j == z ((i * d)%N + j)%N)%:R))) =
    \prod_(i < d) (\prod_(j < d) (\sum_(a < m) (p a * (W a i j == z ((i * d)%N + j)%N)%:R)))) ->
  (forall i j, (i < d)%N -> (j < d)%N -> e i j = 1 \/ e i j = - 1 /\
    forall x, \sum_(a < m) (p a * (W a i j == x)%:R) = \sum_(a < m) (p a * (W a i j == - x)%:R)) ->
  (forall A B, (forall i j, (i < d)%N -> (j < d)%N -> A i j = B i j) -> G A = G B) ->
  \sum_(a < m) (p a * G (fun i j => e i j * W a i j)) = \sum_(a < m) (p a * G (W a)).
Proof.
move=> indep sym ext; apply: (@equal_laws R m d p (fun a i j => e i j * W a i j) W) => // z.
pose y k := e (k %/ d)%N (k %% d)%N * z k.
transitivity (\sum_(a < m) (p a * (\prod_(i < d) (\prod_(j < d) (W a i j == y ((i * d)%N + j)%N)%:R)))).
  apply: eq_bigr => a _; congr (_ * _); apply: eq_bigr => i _; apply: eq_bigr => j _; congr ((nat_of_bool _)%:R).
  have [_ q r] := places_of (ltn_ord i) (ltn_ord j); rewrite /y q r.
  have [-> | [-> _]] := sym i j (ltn_ord i) (ltn_ord j); first by rewrite !mul1r.
  by rewrite !mulN1r eqr_oppLR.
rewrite !indep; apply: eq_bigr => i _; apply: eq_bigr => j _.
have [_ q r] := places_of (ltn_ord i) (ltn_ord j); rewrite /y q r.
have [-> | [-> even]] := sym i j (ltn_ord i) (ltn_ord j); first by rewrite mul1r.
by rewrite mulN1r even; under eq_bigr do rewrite opprK.
Qed.

(* C = A M A^T, A = I + gamma W, of S M S and S W S. *)
Lemma image_turned (R : rcfType) (d : nat) (gamma : R) (M W : nat -> nat -> R) (s : nat -> R) (i j : nat) :
  (forall k, (k < d)%N -> s k = 1 \/ s k = - 1) -> (i < d)%N -> (j < d)%N ->
  \sum_(k < d) (((i == k :> nat)%:R + gamma * (s i * s k * W i k)) * \sum_(l < d) (((s k * M k l) * s l) *
    ((j == l :> nat)%:R + gamma * (s j * s l * W j l)))) =
  s i * s j * \sum_(k < d) (((i == k :> nat)%:R + gamma * W i k) * \sum_(l < d) (M k l *
    ((j == l :> nat)%:R + gamma * W j l))).
Proof.
move=> signs hi hj; have ss k : (k < d)%N -> s k * s k = 1 by move=> h; case: (signs k h) => ->; rewrite ?mulrNN mulr1.
have entry a (k : 'I_d) : (a < d)%N ->
    (a == k :> nat)%:R + gamma * (s a * s k * W a k) = s a * s k * ((a == k :> nat)%:R + gamma * W a k).
  move=> ha; rewrite mulrDr; congr (_ + _); last by rewrite mulrCA.
  by case: eqP => [<- | _]; rewrite ?mulr0 // ss ?mulr1.
rewrite mulr_sumr; apply: eq_bigr => k _; rewrite entry // !mulr_sumr; apply: eq_bigr => l _; rewrite entry //.
transitivity ((s i * s j) * (((i == k :> nat)%:R + gamma * W i k) * (M k l * ((j == l :> nat)%:R + gamma * W j l))) *
    ((s k * s k) * (s l * s l))); last by rewrite !ss // !mulr1.
by set A := _ + _; set B := _ + gamma * W j l; ring.
Qed.

Lemma signed_turned (R : rcfType) (a b c p q : R) : a = 1 \/ a = - 1 -> b = 1 \/ b = - 1 ->
  (a * b * c) * `|a * b * c| / ((a * a * p) * (b * b * q)) = a * b * (c * `|c| / (p * q)).
Proof.
move=> ha hb; have [aa na] := sign_square ha; have [bb nb] := sign_square hb.
by rewrite aa bb !mul1r !normrM na nb !mul1r -!mulrA.
Qed.

Lemma sign_pair (R : rcfType) (d k l : nat) (s : nat -> R) (Q : R -> Prop) :
  (forall k, (k < d)%N -> s k = 1 \/ s k = - 1) -> (k < d)%N -> (l < d)%N -> (forall x, k = l \/ Q x) ->
  s k * s l = 1 \/ s k * s l = - 1 /\ forall x, Q x.
Proof.
move=> signs hk hl even; case: (altP (k =P l)) => [<- | /eqP kl]; first by left; have [] := sign_square (signs k hk).
have [one | minus] : s k * s l = 1 \/ s k * s l = - 1.
- by case: (signs k hk) => ->; case: (signs l hl) => ->; rewrite ?mulrNN ?mulr1 ?mul1r; auto.
- by left.
by right; split=> // x; case: (even x).
Qed.

(* M+_ij |M+_ij|, M+_ij = C_ij/sqrt(C_ii C_jj). *)
Lemma signed_images (R : rcfType) (d : nat) (gamma : R) :
  let C (N A : nat -> nat -> R) (i j : nat) := \sum_(k < d) (((i == k :> nat)%:R + gamma * A i k) *
    \sum_(l < d) (N k l * ((j == l :> nat)%:R + gamma * A j l))) in
  let Y N A i j := C N A i j * `|C N A i j| / (C N A i i * C N A j j) in
  (forall N A B k l, (forall i j, (i < d)%N -> (j < d)%N -> A i j = B i j) -> (k < d)%N -> (l < d)%N ->
    Y N A k l = Y N B k l) /\
  (forall M A (s : nat -> R) k l, (forall k, (k < d)%N -> s k = 1 \/ s k = - 1) -> (k < d)%N -> (l < d)%N ->
    Y (fun k l => s k * M k l * s l) (fun k l => s k * s l * A k l) k l = s k * s l * Y M A k l).
Proof.
move=> C Y; split=> [N A B k l h hk hl | M A s k l signs hk hl].
  have extC a b : (a < d)%N -> (b < d)%N -> C N A a b = C N B a b.
    by move=> ha hb; apply: eq_bigr => e _; rewrite h //; congr (_ * _); apply: eq_bigr => f _; rewrite h.
  by rewrite /Y !extC.
by rewrite /Y /C !image_turned //; apply: signed_turned; exact: signs.
Qed.

(* S W S has the law of W. *)
Lemma conjugated (R : rcfType) (m d : nat) (p : nat -> R) (W : nat -> nat -> nat -> R) (s : nat -> R)
    (G : (nat -> nat -> R) -> R) :
  (forall z : nat -> R, \sum_(a < m) (p a * (\prod_(i < d) (\prod_(j < d) (W a i j == z ((i * d)%N + j)%N)%:R))) =
    \prod_(i < d) (\prod_(j < d) (\sum_(a < m) (p a * (W a i j == z ((i * d)%N + j)%N)%:R)))) ->
  (forall z : nat -> R, forall i, (i < d)%N -> forall j, (j < d)%N -> i = j \/
    \sum_(a < m) (p a * (W a i j == z 0%N)%:R) = \sum_(a < m) (p a * (W a i j == - z 0%N)%:R)) ->
  (forall k, (k < d)%N -> s k = 1 \/ s k = - 1) ->
  (forall A B, (forall i j, (i < d)%N -> (j < d)%N -> A i j = B i j) -> G A = G B) ->
  \sum_(a < m) (p a * G (W a)) = \sum_(a < m) (p a * G (fun k l => s k * s l * W a k l)).
Proof.
move=> indep even signs ext; apply/esym; apply: (@turned R m d p W (fun k l => s k * s l) G) => // k l hk hl.
exact: (sign_pair signs hk hl (fun x => even (fun=> x) k hk l hl)).
Qed.

(* s s^T = v v^T for signs s and v: s = v or s = - v. *)
Lemma outer_equal (R : rcfType) (d : nat) (s v : 'I_d -> R) : (0 < d)%N ->
  (forall k, v k = 1 \/ v k = - 1) -> (forall k, s k = v k \/ s k = - v k) ->
  \prod_(i < d) \prod_(j < d) (s i * s j == v i * v j)%:R =
    \prod_(i < d) (s i == v i)%:R + \prod_(i < d) (s i == - v i)%:R :> R.
Proof.
move=> d0 signs sign.
have apart (k : 'I_d) : (v k == - v k) = false.
  by rewrite -subr_eq0 opprK -mulr2n mulrn_eq0 /=; case: (signs k) => ->; rewrite ?oppr_eq0 oner_eq0.
have both (k l : 'I_d) : (s k * s l == v k * v l) = ((s k == v k) == (s l == v l)).
  have vv : (v k * v l == - (v k * v l)) = false.
    rewrite -subr_eq0 opprK -mulr2n mulrn_eq0 /=; case: (signs k) => ->; case: (signs l) => ->;
      by rewrite ?mulrNN ?mulN1r ?mul1r ?oppr_eq0 oner_eq0.
  by case: (sign k) => ->; case: (sign l) => ->; rewrite ?mulrNN ?mulNr ?mulrN !eqxx ?[- v _ == _]eq_sym ?apart //
    eq_sym vv.
have other (k : 'I_d) : (s k == - v k) = ~~ (s k == v k).
  by case: (sign k) => ->; rewrite eqxx ?apart // eq_sym apart.
transitivity (([forall i : 'I_d, [forall j : 'I_d, (s i == v i) == (s j == v j)]])%:R : R).
  under eq_bigr => i _.
    under eq_bigr do rewrite both.
    over.
  case: (boolP [forall i : 'I_d, _]) => [/forallP h | /forallPn [i /forallPn [j hj]]].
    by apply: big1 => i _; apply: big1 => j _; have /forallP /(_ j) -> := h i.
  by rewrite (bigD1 i) //= (bigD1 j) //= (negbTE hj) !mul0r.
pose z := Ordinal d0.
have all (b : 'I_d -> bool) : \prod_(i < d) (b i)%:R = ([forall i, b i])%:R :> R.
  case: (boolP [forall i, b i]) => [/forallP h | /forallPn [i hi]]; first by rewrite big1 // => i _; rewrite h.
  by rewrite (bigD1 i) //= (negbTE hi) mul0r.
rewrite (all (fun i => s i == v i)); under [X in _ = _ + X]eq_bigr do rewrite other.
rewrite (all (fun i => ~~ (s i == v i))).
case: (boolP (s z == v z)) => sz.
  have -> : [forall i, ~~ (s i == v i)] = false by apply/negbTE/forallPn; exists z; rewrite sz.
  rewrite addr0; congr ((nat_of_bool _)%:R); apply/forallP/forallP => h i.
    by have /forallP /(_ i) := h z; rewrite sz => /eqP <-.
  by apply/forallP => j; rewrite !h.
have -> : [forall i, s i == v i] = false by apply/negbTE/forallPn; exists z.
rewrite add0r; congr ((nat_of_bool _)%:R); apply/forallP/forallP => h i.
  by have /forallP /(_ i) := h z; rewrite (negbTE sz) => /eqP <-.
by apply/forallP => j; rewrite !(negbTE (h _)).
Qed.
