(* A row that is turned and scaled by k + 2 has k + 2 times its length, so that what is summed turns row by row. *)
Lemma turned_length (R : rcfType) (a b c e : R) (k : nat) : c * c + e * e = 1 ->
  Num.sqrt (((k%:R + 2%:R) * (a * c + b * e)) * ((k%:R + 2%:R) * (a * c + b * e))
    + ((k%:R + 2%:R) * (b * c - a * e)) * ((k%:R + 2%:R) * (b * c - a * e)))
  = (k%:R + 2%:R) * Num.sqrt (a * a + b * b).
Proof.
move=> one; have -> : ((k%:R + 2%:R) * (a * c + b * e)) * ((k%:R + 2%:R) * (a * c + b * e))
    + ((k%:R + 2%:R) * (b * c - a * e)) * ((k%:R + 2%:R) * (b * c - a * e))
    = (k%:R + 2%:R) ^+ 2 * ((a * a + b * b) * (c * c + e * e)) by ring.
by rewrite one mulr1 sqrtrM ?sqr_ge0 // sqrtr_sqr ger0_norm // -natrD ler0n.
Qed.

Lemma length_not_0 (R : rcfType) (a b : R) : (a != 0) || (b != 0) -> 0 < a * a + b * b.
Proof.
rewrite -!expr2 => some; rewrite lt_def addr_ge0 ?sqr_ge0 // andbT.
by rewrite paddr_eq0 ?sqr_ge0 // !sqrf_eq0 negb_and.
Qed.

Theorem proof : statement.
Proof.
move=> R d t M d1 rows.
have pos i : (i < d)%N -> 0 < M i 0%N * M i 0%N + M i 1%N * M i 1%N.
  move=> lt; apply: length_not_0; case: (rows i lt) => j; case: j => [|[|//]] _ ->; by rewrite ?orbT.
have t1 : t * t + 1 != 0 by rewrite gt_eqF // -expr2 ltr_paddl ?sqr_ge0 // ltr01.
set c := (1 - t * t) / (t * t + 1); set e := (t * 2%:R) / (t * t + 1).
have one : c * c + e * e = 1 by rewrite /c /e; field.
have first := pos 0%N d1.
have long : 0 < (2%:R * (M 0%N 0%N * c + M 0%N 1%N * e)) * (2%:R * (M 0%N 0%N * c + M 0%N 1%N * e))
    + (2%:R * (M 0%N 1%N * c - M 0%N 0%N * e)) * (2%:R * (M 0%N 1%N * c - M 0%N 0%N * e)).
  have -> : (2%:R * (M 0%N 0%N * c + M 0%N 1%N * e)) * (2%:R * (M 0%N 0%N * c + M 0%N 1%N * e))
    + (2%:R * (M 0%N 1%N * c - M 0%N 0%N * e)) * (2%:R * (M 0%N 1%N * c - M 0%N 0%N * e))
    = 4%:R * ((M 0%N 0%N * M 0%N 0%N + M 0%N 1%N * M 0%N 1%N) * (c * c + e * e)) by ring.
  by rewrite one mulr1 mulr_gt0 // ltr0n.
split; first by move=> zero; move: first; rewrite zero ltxx.
split; first by move=> _ zero; move: long; rewrite zero ltxx.
move=> _ _; set q := Num.sqrt d%:R.
have q0 : q != 0 by rewrite gt_eqF // sqrtr_gt0 ltr0n.
pose x i := M i 0%N / Num.sqrt (M i 0%N * M i 0%N + M i 1%N * M i 1%N) / q.
pose y i := M i 1%N / Num.sqrt (M i 0%N * M i 0%N + M i 1%N * M i 1%N) / q.
have tx (i : 'I_d) : (((i%:R + 2%:R) * (M i 0%N * c + M i 1%N * e)) / Num.sqrt
    (((i%:R + 2%:R) * (M i 0%N * c + M i 1%N * e)) * ((i%:R + 2%:R) * (M i 0%N * c + M i 1%N * e))
    + ((i%:R + 2%:R) * (M i 1%N * c - M i 0%N * e)) * ((i%:R + 2%:R) * (M i 1%N * c - M i 0%N * e)))) / q
    = c * x i + e * y i.
  have l0 : Num.sqrt (M i 0%N * M i 0%N + M i 1%N * M i 1%N) != 0 by rewrite gt_eqF // sqrtr_gt0 pos.
  have k0 : i%:R + 2%:R != 0 :> R by rewrite -natrD pnatr_eq0 addn_eq0 andbF.
  by rewrite turned_length // /x /y; field; rewrite q0 l0.
have ty (i : 'I_d) : (((i%:R + 2%:R) * (M i 1%N * c - M i 0%N * e)) / Num.sqrt
    (((i%:R + 2%:R) * (M i 0%N * c + M i 1%N * e)) * ((i%:R + 2%:R) * (M i 0%N * c + M i 1%N * e))
    + ((i%:R + 2%:R) * (M i 1%N * c - M i 0%N * e)) * ((i%:R + 2%:R) * (M i 1%N * c - M i 0%N * e)))) / q
    = c * y i - e * x i.
  have l0 : Num.sqrt (M i 0%N * M i 0%N + M i 1%N * M i 1%N) != 0 by rewrite gt_eqF // sqrtr_gt0 pos.
  have k0 : i%:R + 2%:R != 0 :> R by rewrite -natrD pnatr_eq0 addn_eq0 andbF.
  by rewrite turned_length // /x /y; field; rewrite q0 l0.
split.
  rewrite (eq_bigr (fun i : 'I_d => (c * c) * (x i * x i) + (e * e) * (y i * y i) + (2%:R * c * e) * (x i * y i))).
    by rewrite !big_split /= -!mulr_sumr; congr (_ + _ + _); exact: mulrC.
  by move=> i _; rewrite tx; ring.
rewrite (eq_bigr (fun i : 'I_d => (c * c - e * e) * (x i * y i) + (c * e) * (y i * y i) + (- (c * e)) * (x i * x i))).
  by rewrite !big_split /= -!mulr_sumr mulNr -addrA -mulrBr; congr (_ + _); exact: mulrC.
by move=> i _; rewrite tx ty; ring.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d t M d1 rows; have t1 : t * t + 1 != 0 by values.
set c := (1 - t * t) / (t * t + 1); set e := (t * 2%:R) / (t * t + 1).
have one : c * c + e * e = 1 by rewrite /c /e; field.
have long i : (i < d)%N -> Num.sqrt (M i 0%N * M i 0%N + M i 1%N * M i 1%N) != 0.
  move=> lt; apply: sqrt_neq0; apply: length_not_0.
  by case: (rows i lt) => j; case: j => [|[|//]] _ ->; rewrite ?orbT.
have turned i : (i < d)%N -> Num.sqrt (((i%:R + 2%:R) * (M i 0%N * c + M i 1%N * e)) * ((i%:R + 2%:R) * (M i 0%N * c + M i 1%N * e))
    + ((i%:R + 2%:R) * (M i 1%N * c - M i 0%N * e)) * ((i%:R + 2%:R) * (M i 1%N * c - M i 0%N * e))) != 0.
  move=> lt; rewrite turned_length //; apply: mulf_neq0; last exact: long.
  by rewrite -natrD pnatr_eq0 addn_eq0 andbF.
have root (a b : R) : a * a + b * b != 0 -> Num.sqrt (a * a + b * b) != 0.
  by move=> h; apply: sqrt_neq0; apply: pos_of_neq0 => //; apply: addr_ge0; exact: square_ge0.
split; first by [].
split; first by values.
split; first by move=> *; exact: long.
split; first by values.
split; first by values.
split; first by move=> *; exact: long.
split; first by [].
split; first by values.
split; first by move=> *; exact: root.
split; first by values.
by move=> *; exact: turned.
Qed.
