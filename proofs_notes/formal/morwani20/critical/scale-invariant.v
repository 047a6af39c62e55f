Definition grad (R : rcfType) d n (A : nat -> nat -> R) (y w : nat -> R) (k : nat) :=
  let C := centred n (row d A w) in let s := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R) in
  let H := centred n (A k) in \sum_(i < n) (y i * ((H i - ((C i / s) *
    (((\sum_(j < n) ((C j * H j) + (H j * C j))) / n%:R) / (s * 2%:R)))) / s)).

Lemma gradE (R : rcfType) d n (A : nat -> nat -> R) (y w : nat -> R) k (C := centred n (row d A w)) (H := centred n (A k))
  (s := Num.sqrt ((\sum_(i < n) (C i * C i)) / n%:R)) : 0 < \sum_(i < n) (C i * C i) -> grad d n A y w k
  = (\sum_(i < n) (y i * H i) - (\sum_(i < n) (C i * y i)) * (\sum_(i < n) (C i * H i)) / (n%:R * (s * s))) / s.
Proof. by move=> pos; have [n0 s0 e] := spread pos; exact: pulled. Qed.

(* the weights times rows less their means *)
Lemma as_centred (R : rcfType) d n (A : nat -> nat -> R) (w F : nat -> R) : n%:R != 0 :> R ->
  \sum_(k < d) (w k * \sum_(i < n) (F i * centred n (A k) i)) = \sum_(i < n) (F i * centred n (row d A w) i).
Proof.
move=> n0; rewrite (eq_bigr (fun k : 'I_d => \sum_(i < n) (w k * (F i * centred n (A k) i)))) => [|k _]; last by rewrite mulr_sumr.
rewrite exchange_big; apply: eq_bigr => i _ /=.
rewrite (eq_bigr (fun k : 'I_d => F i * (w k * A k i) - F i / n%:R * (w k * \sum_(j < n) A k j))) => [|k _].
  rewrite sumrB -!mulr_sumr /centred /row exchange_big /=.
  have -> : \sum_(k < d) (w k * \sum_(j < n) A k j) = \sum_(k < d) \sum_(j < n) (w k * A k j).
    by apply: eq_bigr => k _; rewrite mulr_sumr.
  by set a := \sum_(k < d) (w k * A k i); set b := \sum_(k < d) _; field.
by rewrite /centred; set a := \sum_(j < n) A k j; field.
Qed.

Lemma longer (R : rcfType) d n (A : nat -> nat -> R) (w : nat -> R) (r : R) i :
  centred n (row d A (fun k => r * w k)) i = r * centred n (row d A w) i.
Proof.
have rowE j : row d A (fun k => r * w k) j = r * row d A w j.
  by rewrite /row mulr_sumr; apply: eq_bigr => k _; rewrite mulrA.
rewrite /centred rowE mulrBr; congr (_ - _); rewrite mulrA; congr (_ / _).
by rewrite mulr_sumr; apply: eq_bigr => j _; rewrite rowE.
Qed.

Lemma squares (R : rcfType) d n (A : nat -> nat -> R) (w : nat -> R) (r : R)
  (Q := fun z : nat -> R => \sum_(i < n) (centred n (row d A z) i * centred n (row d A z) i)) :
  Q (fun k => r * w k) = r * r * Q w.
Proof. by rewrite /Q mulr_sumr; apply: eq_bigr => i _; rewrite longer; ring. Qed.

Theorem proof : statement.
Proof.
move=> R d n r eps A y w v _ pos _ r0 _; have [n0 s0 e] := @spread R n (centred n (row d A w)) pos.
have pos' : 0 < \sum_(i < n) (centred n (row d A (fun k => r * w k)) i * centred n (row d A (fun k => r * w k)) i).
  by rewrite squares !mulr_gt0.
split=> [e0|]; first exact: (elimN eqP (lt0r_neq0 pos) e0).
split=> [_ e0|_ _]; first exact: (elimN eqP (lt0r_neq0 pos') e0).
have flat_ : \sum_(k < d) (w k * grad d n A y w k) = 0.
  have gE := @gradE R d n A y w _ pos; set C := centred n (row d A w) in pos e s0 gE *.
  set s := Num.sqrt _ in s0 e gE *; set W := \sum_(i < n) (C i * y i) in gE.
  rewrite (eq_bigr (fun k : 'I_d => s^-1 * (w k * \sum_(i < n) (y i * centred n (A k) i))
      - W / (n%:R * (s * s) * s) * (w k * \sum_(i < n) (C i * centred n (A k) i)))) => [|k _]; last first.
    by rewrite gE; set a := \sum_(i < n) _; set b := \sum_(i < n) _; field; rewrite n0 s0.
  rewrite sumrB -!mulr_sumr !as_centred // -/C e.
  have -> : \sum_(i < n) (y i * C i) = W by apply: eq_bigr => i _; rewrite mulrC.
  by field; rewrite n0 s0.
split; first exact: flat_.
split; first exact: (@pythagoras R d w (grad d n A y w) eps flat_).
rewrite [RHS]mulr_suml; apply: eq_bigr => k _.
suff E : r * grad d n A y (fun k => r * w k) k = grad d n A y w k.
  transitivity (v k * (r * w k - r * r * eps * grad d n A y (fun k => r * w k) k)) => //.
  rewrite -[RHS]/(v k * (w k - eps * grad d n A y w k) * r) -E; ring.
rewrite (gradE y k pos') (gradE y k pos); have rn := lt0r_neq0 r0.
have -> : Num.sqrt ((\sum_(i < n) (centred n (row d A (fun k => r * w k)) i * centred n (row d A (fun k => r * w k)) i)) / n%:R)
    = r * Num.sqrt ((\sum_(i < n) (centred n (row d A w) i * centred n (row d A w) i)) / n%:R).
  by rewrite squares -mulrA sqrtrM ?mulr_ge0 ?ltW // -expr2 sqrtr_sqr gtr0_norm.
have scaled (F : nat -> R) : \sum_(i < n) (centred n (row d A (fun k => r * w k)) i * F i)
    = r * \sum_(i < n) (centred n (row d A w) i * F i).
  by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite longer mulrA.
rewrite !scaled; set s := Num.sqrt _ in s0 *; set a := \sum_(i < n) _; set b := \sum_(i < n) _; set c := \sum_(i < n) _.
by field; rewrite rn n0 s0.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d n r eps A y w v _ pos _ r0 _; have [n0 s0 e] := @spread R n (centred n (row d A w)) pos.
have pos' : 0 < \sum_(i < n) (centred n (row d A (fun k => r * w k)) i * centred n (row d A (fun k => r * w k)) i).
  by rewrite squares !mulr_gt0.
have [_ s0' _] := @spread R n (centred n (row d A (fun k => r * w k))) pos'.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
have square (F : nat -> R) : 0 <= (\sum_(i < n) (F i * F i)) / n%:R.
  by rewrite divr_ge0 ?ler0n // sumr_ge0 // => i _; rewrite -expr2 sqr_ge0.
split; first by move=> _ _; move: n0; rewrite pnatr_eq0.
split; first by move=> _ _; exact: (square (centred n (row d A w))).
split; first by move=> _ _; exact: (mulf_neq0 s0 two).
split; first by move=> _ _; exact: s0.
split; first by move=> _ _; exact: (square (centred n (row d A (fun k => r * w k)))).
by split=> _ _; [exact: (mulf_neq0 s0' two) | exact: s0'].
Qed.
