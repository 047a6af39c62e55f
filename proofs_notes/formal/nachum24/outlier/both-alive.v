(* All rows on one side: a product over independent draws; a row on neither side there is not. *)
Lemma draws (R : rcfType) (m q : nat) (p z : nat -> R) :
  \sum_(f : {ffun 'I_m -> 'I_q}) ((\prod_(i < m) p (f i)) * \prod_(i < m) z (f i)) = (\sum_(a < q) (p a * z a)) ^+ m.
Proof.
transitivity (\prod_(i < m) \sum_(a < q) (p a * z a)); last by rewrite prodr_const card_ord.
by rewrite bigA_distr_bigA; apply: eq_bigr => f _; rewrite -big_split.
Qed.

Lemma neither (R : rcfType) (m q : nat) (p z y : nat -> R) : (0 < m)%N -> \sum_(a < q) p a = 1 ->
  (forall a, (a < q)%N -> z a * y a = 0) -> \sum_(a < q) (p a * z a) = 1 / 2%:R -> \sum_(a < q) (p a * y a) = 1 / 2%:R ->
  \sum_(f : {ffun 'I_m -> 'I_q}) ((\prod_(i < m) p (f i)) * ((1 - \prod_(i < m) z (f i)) * (1 - \prod_(i < m) y (f i))))
  = 1 - 2%:R * (1 / (2%:R ^+ m)).
Proof.
move=> m0 one zy pz py.
have certain : \sum_(f : {ffun 'I_m -> 'I_q}) (\prod_(i < m) p (f i)) = 1.
  transitivity (\prod_(i < m) \sum_(a < q) p a); first by rewrite bigA_distr_bigA.
  by rewrite one prodr_const expr1n.
rewrite (eq_bigr (fun f : {ffun 'I_m -> 'I_q} => (\prod_(i < m) p (f i)) - (\prod_(i < m) p (f i)) * (\prod_(i < m) z (f i))
    - (\prod_(i < m) p (f i)) * (\prod_(i < m) y (f i)))) => [|f _].
  rewrite !sumrB certain !draws pz py; have two : 2%:R ^+ m != 0 :> R by rewrite expf_neq0 // pnatr_eq0.
  by rewrite expr_div_n expr1n; move: (2%:R ^+ m) two => t t0; field.
have none : (\prod_(i < m) z (f i)) * (\prod_(i < m) y (f i)) = 0.
  by rewrite -big_split /= (bigD1 (Ordinal m0)) //= zy // mul0r.
have share (P Z Y : R) : Z * Y = 0 -> P * ((1 - Z) * (1 - Y)) = P - P * Z - P * Y.
  by move=> e; transitivity (P - P * Z - P * Y + P * (Z * Y)); [ring | rewrite e mulr0 addr0].
exact: share.
Qed.

Theorem proof : statement.
Proof.
move=> R n k x y m q w p n2 k1 xy m1 w0 _ one half kn.
have a0 : 0 < k%:R :> R by rewrite ltr0n.
have b0 : 0 < (n - k)%:R :> R by rewrite ltr0n subn_gt0.
have -> : n%:R = k%:R + (n - k)%:R :> R by rewrite -natrD subnKC // ltnW.
move: (k%:R) ((n - k)%:R) a0 b0 => a b a0 b0.
have ab : 0 < a + b by rewrite addr_gt0.
have half' : \sum_(i < q) (p i * (w i < 0)%R%:R) = 1 / 2%:R.
  have : \sum_(i < q) (p i * (w i < 0)%R%:R) + \sum_(i < q) (p i * (0 < w i)%R%:R) = 1.
    rewrite -big_split /= -[RHS]one; apply: eq_bigr => i _; rewrite -mulrDr.
    by have := w0 i (ltn_ord i); case: ltrgt0P => //= _ _; rewrite ?addr0 ?add0r mulr1.
  rewrite half => e; rewrite -[LHS](addrK (1 / 2%:R)) e; by field.
pose up i : R := (0 < w i)%R%:R; pose down i : R := (w i < 0)%R%:R.
have off i : (i < q)%N -> up i * down i = 0 /\ down i * up i = 0.
  by rewrite /up /down; case: ltrgt0P => //= _ _; rewrite ?mulr0 ?mul0r.
have sign c t : 0 < c -> ((Num.max (c * t / (a + b)) 0 == 0) = (t <= 0)).
  move=> c0; case: (lerP t 0) => t0; first by rewrite max_r ?eqxx // pmulr_lle0 ?invr_gt0 // pmulr_rle0.
  by rewrite max_l ?gt_eqF ?divr_gt0 ?mulr_gt0 // ltW // divr_gt0 // mulr_gt0.
have first i : (Num.max ((w i * x) - (((a * (w i * x)) + ((a + b - a) * (w i * y))) / (a + (a + b - a)))) 0 == 0)
    = (w i * (x - y) <= 0).
  by rewrite above // -mulrBr sign.
have second i : (Num.max ((w i * y) - (((a * (w i * x)) + ((a + b - a) * (w i * y))) / (a + (a + b - a)))) 0 == 0)
    = (0 <= w i * (x - y)).
  by rewrite below // -mulrBr -mulNr -mulrN sign // oppr_le0.
have step z v : (forall i, (i < q)%N -> (w i * (x - y) <= 0)%R%:R = z i) -> (forall i, (i < q)%N -> (0 <= w i * (x - y))%R%:R = v i) ->
    (forall i, (i < q)%N -> z i * v i = 0) -> \sum_(i < q) (p i * z i) = 1 / 2%:R -> \sum_(i < q) (p i * v i) = 1 / 2%:R ->
    \sum_(f : {ffun 'I_m -> 'I_q}) ((\prod_(i < m) p (f i)) * ((1 - \prod_(i < m)
      (Num.max ((w (f i) * x) - (((a * (w (f i) * x)) + ((a + b - a) * (w (f i) * y))) / (a + (a + b - a)))) 0 == 0)%:R)
      * (1 - \prod_(i < m) (Num.max ((w (f i) * y) - (((a * (w (f i) * x)) + ((a + b - a) * (w (f i) * y))) / (a + (a + b - a)))) 0 == 0)%:R)))
    = 1 - 2%:R * (1 / (2%:R ^+ m)).
  move=> hz hv zv sz sv; rewrite -(@neither R m q p z v) //; apply: eq_bigr => f _.
  by congr (_ * ((1 - _) * (1 - _))); apply: eq_bigr => i _; rewrite ?first ?second ?hz ?hv.
case: (ltrgt0P (x - y)) => d; last by move: xy; rewrite -subr_eq0 d eqxx.
  apply: (step down up) => // i iq; last by case: (off i iq).
    by rewrite pmulr_lle0 // /down lt_neqAle w0.
  by rewrite pmulr_lge0 // /up lt_neqAle eq_sym w0.
apply: (step up down) => // i iq; last by case: (off i iq).
  by rewrite nmulr_lle0 // /up lt_neqAle eq_sym w0.
by rewrite nmulr_lge0 // /down lt_neqAle w0.
Qed.
