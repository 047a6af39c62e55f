(* c, less a share of its mean; s times the derivative of <y, c/s> along h, and the part that is due to s *)
Definition less (R : rcfType) n (share : R) (X : nat -> R) (i : nat) := X i - share * ((\sum_(j < n) X j) / n%:R).

Definition tilt (R : rcfType) n k (C H : nat -> R) := (\sum_(i < n) ((((k%:R + 1) * (`|C i| ^+ k)) * (C i / `|C i|)) * H i))
  / (\sum_(i < n) ((`|C i| ^+ k) * `|C i|)) / (k%:R + 1).

Definition turned (R : rcfType) n k (y C H : nat -> R) := \sum_(i < n) (y i * (H i - C i * tilt n k C H)).

Lemma less_row (R : rcfType) d n (A : nat -> nat -> R) (w : nat -> R) (share : R) i :
  \sum_(l < d) (w l * less n share (A l) i) = less n share (row d A w) i.
Proof.
rewrite /less /row exchange_big /= (eq_bigr (fun l : 'I_d => w l * A l i - share / n%:R * (w l * \sum_(j < n) A l j))) => [|l _].
  rewrite sumrB -mulr_sumr; congr (_ - _); have -> : \sum_(l < d) \sum_(j < n) (w l * A l j) = \sum_(l < d) (w l * \sum_(j < n) A l j).
    by apply: eq_bigr => l _; rewrite mulr_sumr.
  by set a := \sum_(l < d) _; ring.
by set a := \sum_(j < n) A l j; ring.
Qed.

Lemma less_times (R : rcfType) n (share t : R) (X Y : nat -> R) i : (forall j, Y j = t * X j) -> less n share Y i = t * less n share X i.
Proof.
move=> e; rewrite /less e; have -> : \sum_(j < n) Y j = t * \sum_(j < n) X j.
  by rewrite mulr_sumr; apply: eq_bigr => j _; exact: e.
by set a := \sum_(j < n) X j; ring.
Qed.

Lemma tilted (R : rcfType) n k (C H : nat -> R) (t b : R) (T G : nat -> R) : 0 < t -> (forall i, (i < n)%N -> C i != 0) ->
  (0 < n)%N -> (forall i, T i = t * C i) -> (forall i, G i = b * H i) ->
  0 < \sum_(i < n) ((`|C i| ^+ k) * `|C i|) /\ tilt n k T G = b / t * tilt n k C H.
Proof.
move=> t0 ne n1 TE GE; set D := \sum_(i < n) ((`|C i| ^+ k) * `|C i|).
have D0 : 0 < D.
  rewrite /D (bigD1 (Ordinal n1)) //=; apply: ltr_paddr; first by apply: sumr_ge0 => i _; rewrite mulr_ge0 // exprn_ge0.
  by rewrite mulr_gt0 ?exprn_gt0 ?normr_gt0 ?ne.
split=> //; have tn := lt0r_neq0 t0; have tk : t ^+ k != 0 by rewrite expf_neq0.
have normE i : `|T i| = t * `|C i| by rewrite TE normrM gtr0_norm.
have below : \sum_(i < n) ((`|T i| ^+ k) * `|T i|) = t ^+ k * t * D.
  by rewrite /D mulr_sumr; apply: eq_bigr => i _; rewrite normE exprMn mulrACA.
rewrite /tilt below -/D; set N := \sum_(i < n) _; set M := \sum_(i < n) _.
have -> : N = t ^+ k * b * M.
  rewrite /N /M mulr_sumr; apply: eq_bigr => i _; rewrite normE exprMn TE GE; set q := t ^+ k; set p := `|C i| ^+ k.
  by field; rewrite tn normr_eq0 ne.
have k1 : k%:R + 1 != 0 :> R by exact: lt0r_neq0 (ltr_paddl (ler0n R k) ltr01).
by set q := t ^+ k in tk *; field; rewrite k1 tn tk (lt0r_neq0 D0).
Qed.

Lemma turned_times (R : rcfType) n k (y C H : nat -> R) (t b : R) (T G : nat -> R) : 0 < t -> (forall i, (i < n)%N -> C i != 0) ->
  (0 < n)%N -> (forall i, T i = t * C i) -> (forall i, G i = b * H i) -> turned n k y T G = b * turned n k y C H.
Proof.
move=> t0 ne n1 TE GE; have [_ E] := tilted k t0 ne n1 TE GE; rewrite /turned E mulr_sumr; apply: eq_bigr => i _.
by rewrite TE GE; set a := tilt n k C H; field; exact: lt0r_neq0.
Qed.

Theorem proof : statement.
Proof.
move=> R d n k share t A y w v _ pos _ t0 ne; have [n0 _ _] := @spread R n (centred n (row d A w)) pos.
have n1 : (0 < n)%N by rewrite lt0n; apply: contraNneq n0 => ->.
pose C := less n share (row d A w); pose T := less n share (row d A (fun l => t * w l)).
have {}ne i : (i < n)%N -> C i != 0 by move=> lt; exact: ne.
have TE i : T i = t * C i.
  by apply: less_times => j; rewrite /row mulr_sumr; apply: eq_bigr => l _; rewrite mulrA.
have one (H : nat -> R) i : H i = 1 * H i by rewrite mul1r.
split; [|split].
- transitivity (\sum_(l < d) (w l * turned n k y C (less n share (A l)))) => //.
  have [D0 _] := @tilted R n k C C 1 1 C C ltr01 ne n1 (one C) (one C).
  have whole : tilt n k C C = 1.
    rewrite /tilt; set N := \sum_(i < n) _; set D := \sum_(i < n) _ in D0 *.
    have k1 : k%:R + 1 != 0 :> R by exact: lt0r_neq0 (ltr_paddl (ler0n R k) ltr01).
    have -> : N = (k%:R + 1) * D.
      rewrite /N /D mulr_sumr; apply: eq_bigr => i _; have Cn : `|C i| != 0 by rewrite normr_eq0 ne.
      have cc : C i * C i = `|C i| * `|C i| by rewrite -normrM ger0_norm // -expr2 sqr_ge0.
      rewrite -[RHS]mulr1 -(divff Cn) -!mulrA; congr (_ * (_ * _)).
      by rewrite [C i * _]mulrC !mulrA -[_^-1 * C i * C i]mulrA cc; field.
    by field; rewrite k1 (lt0r_neq0 D0).
  have linear : \sum_(l < d) (w l * tilt n k C (less n share (A l))) = tilt n k C C.
    rewrite /tilt; set D := \sum_(i < n) (`|C i| ^+ k * `|C i|); set q := k%:R + 1.
    rewrite (eq_bigr (fun l : 'I_d => (\sum_(i < n) (q * `|C i| ^+ k * (C i / `|C i|) * (w l * less n share (A l) i))) / D / q)) => [|l _].
      rewrite -!mulr_suml exchange_big; congr (_ / _ / _); apply: eq_bigr => i _ /=.
      by rewrite -mulr_sumr less_row.
    by rewrite !mulrA mulr_sumr; congr (_ / _ / _); apply: eq_bigr => i _; rewrite mulrCA.
  rewrite (eq_bigr (fun l : 'I_d => \sum_(i < n) (y i * (w l * less n share (A l) i - C i * (w l * tilt n k C (less n share (A l))))))) => [|l _].
    rewrite exchange_big big1 //= => i _; rewrite -mulr_sumr sumrB less_row -mulr_sumr linear whole.
    by rewrite mulr1 subrr mulr0.
  by rewrite mulr_sumr; apply: eq_bigr => i _; ring.
- apply: eq_bigr => l _; congr (_ * _); transitivity (turned n k y T (less n share (A l))) => //.
  by rewrite (turned_times k y t0 ne n1 TE (one (less n share (A l)))) mul1r.
pose H := less n share (fun i => w 0%N * (i == 0%N :> nat)%:R); pose G := less n share (fun i => t * w 0%N * (i == 0%N :> nat)%:R).
transitivity (turned n k y T G) => //; rewrite (@turned_times R n k y C H t t T G t0 ne n1 TE) ?[t * _]mulrC // => i.
by apply: less_times => j; rewrite mulrA.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d n k share t A y w v _ pos _ t0; have [n0 _ _] := @spread R n (centred n (row d A w)) pos.
have n1 : (0 < n)%N by rewrite lt0n; apply: contraNneq n0 => ->.
pose C := less n share (row d A w); pose T := less n share (row d A (fun l => t * w l)).
have TE i : T i = t * C i.
  by apply: less_times => j; rewrite /row mulr_sumr; apply: eq_bigr => l _; rewrite mulrA.
have one (H : nat -> R) i : H i = 1 * H i by rewrite mul1r.
have known (ne : forall i, (i < n)%N -> C i != 0) := @tilted R n k C C 1 1 C C ltr01 ne n1 (one C) (one C).
have moved (ne : forall i, (i < n)%N -> C i != 0) i : (i < n)%N -> T i != 0.
  by move=> lt; rewrite TE mulf_neq0 ?ne // lt0r_neq0.
have known' (ne : forall i, (i < n)%N -> C i != 0) := @tilted R n k T T 1 1 T T ltr01 (moved ne) n1 (one T) (one T).
split; first by move=> _; rewrite -lt0n.
split; first by move=> ne i lt; rewrite normr_eq0; exact: ne.
split; first by move=> ne; have [D0 _] := known ne; exact: (lt0r_neq0 D0).
split; first by move=> _; exact: lt0r_neq0 (ltr_paddl (ler0n R k) ltr01).
split; first by move=> ne i lt; rewrite normr_eq0; exact: (moved ne i lt).
by move=> ne; have [D0 _] := known' ne; exact: (lt0r_neq0 D0).
Qed.
