(* After ../normal.v. *)
(* A point among n, of a batch e_1 times a normal number: below tau with the probability of one tail less. *)
Lemma below (R : rcfType) (erfc : R -> R) (b t : R) (D : ((nat -> R) -> R) -> Prop) (E : ((nat -> R) -> R) -> R) :
  @is_law R (fun _ => True) D E -> b != 0 -> 0 < t -> (forall x, erfc (- x) = 2%:R - erfc x) ->
  (forall (a : nat -> R) c, 0 < (\sum_(k < 1) a k * a k) -> D (fun z => (c < (\sum_(k < 1) a k * z k))%R%:R) /\
    E (fun z => (c < (\sum_(k < 1) a k * z k))%R%:R) = erfc (c / Num.sqrt (2%:R * (\sum_(k < 1) a k * a k))) / 2%:R) ->
  D (fun z => (Num.max (b * z 0%N) 0 < t)%R%:R) /\
  E (fun z => (Num.max (b * z 0%N) 0 < t)%R%:R) = 1 - erfc (t / (Num.sqrt 2%:R * `|b|)) / 2%:R.
Proof.
move=> L b0 t0 other tail; have aa : \sum_(k < 1) - b * - b = b ^+ 2 by rewrite big_ord1 mulrNN expr2.
have [|Df Ef] := tail (fun=> - b) (- t); first by rewrite aa lt_def sqrf_eq0 b0 sqr_ge0.
have [|Dg Eg] := law_ext (g := fun z => (Num.max (b * z 0%N) 0 < t)%R%:R) L Df.
  by move=> z; rewrite big_ord1 mulNr ltr_oppl opprK lt_maxl t0 andbT.
by split=> //; rewrite Eg Ef aa sqrtrM ?ler0n // sqrtr_sqr mulNr other mulrBl divff ?pnatr_eq0.
Qed.

Lemma first_and_others (R : rcfType) n (x y : R) (F : nat -> R) : (0 < n)%N -> F 0%N = x -> (forall i, F i.+1 = y) ->
  \sum_(i < n) F i = x + (n%:R - 1) * y.
Proof.
case: n => // n _ <- Fy; rewrite big_ord_recl; congr (_ + _).
by rewrite (eq_bigr (fun=> y)) => [|i _]; rewrite ?Fy // sumr_const card_ord -addn1 natrD addrK mulr_natl.
Qed.

(* The share of n points: the first has the weight 1 - 1/n, the others - 1/n. *)
Lemma share (R : rcfType) (erfc : R -> R) n (t : R) (D : ((nat -> R) -> R) -> Prop) (E : ((nat -> R) -> R) -> R) :
  @is_law R (fun _ => True) D E -> (3 <= n)%N -> 0 < t -> (forall x, erfc (- x) = 2%:R - erfc x) ->
  (forall (a : nat -> R) c, 0 < (\sum_(k < 1) a k * a k) -> D (fun z => (c < (\sum_(k < 1) a k * z k))%R%:R) /\
    E (fun z => (c < (\sum_(k < 1) a k * z k))%R%:R) = erfc (c / Num.sqrt (2%:R * (\sum_(k < 1) a k * a k))) / 2%:R) ->
  let f (z : nat -> R) : R := (\sum_(i_1 < n) ((Num.max (((i_1 == 0%N :> nat)%:R * z 0%N)
    - ((\sum_(i_0 < n) ((i_0 == 0%N :> nat)%:R * z 0%N)) / n%:R)) 0) < t)%R%:R) / n%:R in
  D f /\ E f = ((1 - erfc (t / (Num.sqrt 2%:R * (1 - n%:R^-1))) / 2%:R)
    + (n%:R - 1) * (1 - erfc (t / (Num.sqrt 2%:R * n%:R^-1)) / 2%:R)) / n%:R.
Proof.
move=> L n3 t0 other tail f; have n2 : (2 <= n)%N by apply: ltnW.
have N : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n (leq_trans _ n3).
have p := share_left R n2; pose b (i : nat) : R := less_mean R n 0 i.
have b0 i : b i != 0.
  case: i => [|i]; rewrite /b /less_mean /= ?mulr1n ?mulr0n; first by rewrite gt_eqF.
  by rewrite sub0r oppr_eq0 invr_eq0.
have each i := below L (b0 i) t0 other tail.
have [Df Ef] := law_sum L (fun i (_ : (i < n)%N) => proj1 (each i)).
have [Dg Eg] := law_scaled n%:R^-1 L Df.
have same (z : nat -> R) : (n%:R^-1 * \sum_(i < n) (Num.max (b i * z 0%N) 0 < t)%R%:R)%R = f z :> R.
  rewrite /f mulrC; congr (_ / _); apply: eq_bigr => i _; congr (Num.max _ _ < _)%R%:R.
  by rewrite (at_place (fun=> z 0%N)) ?(leq_trans _ n3) // /b /less_mean mulrBl [n%:R^-1 * _]mulrC.
have [Dh Eh] := law_ext L Dg same; split=> //; rewrite Eh Eg Ef mulrC; congr (_ / _).
apply: (@first_and_others R n _ _ (fun i => E (fun z => (Num.max (b i * z 0%N) 0 < t)%R%:R))) => [||i]; first exact: ltnW.
  by rewrite (proj2 (each 0%N)) /b /less_mean mulr1n gtr0_norm.
by rewrite (proj2 (each i.+1)) /b /less_mean /= mulr0n sub0r normrN gtr0_norm ?invr_gt0 ?ltr0n // (leq_trans _ n3).
Qed.

Theorem proof : statement.
Proof.
move=> R erfc n t D E n3 t0 L ind other mom tail; have [_ ->] := share L n3 t0 other tail.
have N : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n (leq_trans _ n3).
have M : - 1 + n%:R != 0 :> R by rewrite addrC subr_eq0 pnatr_eq1 gtn_eqF // ltnW.
have s2 : Num.sqrt 2%:R != 0 :> R by rewrite sqrt_neq0 // ltr0n.
have two : Num.sqrt 2%:R * Num.sqrt 2%:R = 2%:R :> R by rewrite -expr2 sqr_sqrtr ?ler0n.
have half : (Num.sqrt 2%:R)^-1 = Num.sqrt 2%:R / 2%:R :> R by rewrite -[X in _ / X]two invfM mulrA divff // mul1r.
have M' : n%:R - 1 != 0 :> R by rewrite addrC.
have -> : t / (Num.sqrt 2%:R * (1 - n%:R^-1)) = 1 / 2%:R * t * n%:R * Num.sqrt 2%:R / (- 1 + n%:R).
  by rewrite invfM half; field; rewrite ?N ?M ?M'.
have -> : t / (Num.sqrt 2%:R / n%:R) = 1 / 2%:R * t * n%:R * Num.sqrt 2%:R by rewrite invfM invrK half; field.
by move: (erfc _) (erfc _) => x y; field.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R erfc n t D E n3 t0 L ind other mom tail; have [Df _] := share L n3 t0 other tail.
by do ![split=> //]; rewrite -?lt0n ?(leq_trans _ n3) // addrC subr_eq0 pnatr_eq1 gtn_eqF // ltnW.
Qed.
