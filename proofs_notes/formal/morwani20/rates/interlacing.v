(* H* in the eigenbasis of H, d = 3: its trace and the sum of its minors of size 2 *)
Definition traced (R : rcfType) (a b c x y z : R) (Q := (((x * (a * x)) + (y * (b * y))) + (z * (c * z)))) :=
  (((a - (((a * x) * (a * x)) / Q)) + (b - (((b * y) * (b * y)) / Q))) + (c - (((c * z) * (c * z)) / Q))).

Definition minors (R : rcfType) (a b c x y z : R) (Q := (((x * (a * x)) + (y * (b * y))) + (z * (c * z)))) :=
  (((((a - (((a * x) * (a * x)) / Q)) * (b - (((b * y) * (b * y)) / Q))) - ((- (((a * x) * (b * y)) / Q)) * (- (((b * y) * (a * x)) / Q)))) + (((a - (((a * x) * (a * x)) / Q)) * (c - (((c * z) * (c * z)) / Q))) - ((- (((a * x) * (c * z)) / Q)) * (- (((c * z) * (a * x)) / Q))))) + (((b - (((b * y) * (b * y)) / Q)) * (c - (((c * z) * (c * z)) / Q))) - ((- (((b * y) * (c * z)) / Q)) * (- (((c * z) * (b * y)) / Q))))).

Lemma roots (R : rcfType) (t T E s : R) : s * s = T * T - E * 4%:R ->
  (t - (1 / 2%:R) * (T + s * (- 1))) * (t - (1 / 2%:R) * (T + s)) = t * t - T * t + E.
Proof.
move=> e; transitivity (t * t - T * t + (T * T - s * s) / 4%:R); first by field.
by rewrite e; field.
Qed.

(* the polynomial with these at the eigenvalues of H *)
Lemma at_eigenvalues (R : rcfType) (a b c x y z : R) (Q := (((x * (a * x)) + (y * (b * y))) + (z * (c * z)))) (P := fun t => t * t - traced a b c x y z * t + minors a b c x y z) :
  Q != 0 -> [/\ P a = (a * (x * x)) / Q * ((a - b) * (a - c)), P b = (b * (y * y)) / Q * ((b - a) * (b - c))
    & P c = (c * (z * z)) / Q * ((c - a) * (c - b))].
Proof.
move=> Q0; have one : (((x * (a * x)) + (y * (b * y))) + (z * (c * z))) * Q^-1 = 1 by exact: mulfV.
split; rewrite /P /traced /minors -/Q; set k := Q^-1 in one *.
- transitivity (a * (x * x) * k * ((a - b) * (a - c)) + b * c * (1 - (((x * (a * x)) + (y * (b * y))) + (z * (c * z))) * k)); first by ring.
  by rewrite one subrr mulr0 addr0.
- transitivity (b * (y * y) * k * ((b - a) * (b - c)) + a * c * (1 - (((x * (a * x)) + (y * (b * y))) + (z * (c * z))) * k)); first by ring.
  by rewrite one subrr mulr0 addr0.
transitivity (c * (z * z) * k * ((c - a) * (c - b)) + a * b * (1 - (((x * (a * x)) + (y * (b * y))) + (z * (c * z))) * k)); first by ring.
by rewrite one subrr mulr0 addr0.
Qed.

Lemma discriminant (R : rcfType) (a b c x y z : R) (T := traced a b c x y z) (E := minors a b c x y z) (Q := (((x * (a * x)) + (y * (b * y))) + (z * (c * z)))) :
  0 < b -> 0 < Q -> a < b -> b < c -> 0 <= T * T - E * 4%:R.
Proof.
move=> b0 Q0 ab bc; have [_ Pb _] := @at_eigenvalues R a b c x y z (lt0r_neq0 Q0).
have -> : T * T - E * 4%:R = (2%:R * b - T) * (2%:R * b - T) - 4%:R * (b * b - T * b + E) by ring.
rewrite Pb subr_ge0; apply: (@le_trans _ _ 0); last by rewrite -expr2 sqr_ge0.
rewrite mulr_ge0_le0 ?ler0n // mulr_ge0_le0 //.
  by rewrite divr_ge0 ?(ltW Q0) // mulr_ge0 ?(ltW b0) // -expr2 sqr_ge0.
by rewrite mulr_ge0_le0 // ?subr_ge0 ?subr_le0 ltW.
Qed.

Lemma formed (R : rcfType) (a b c x y z : R) : 0 < a -> 0 < b -> 0 < c -> 0 < ((x * x) + (y * y)) + (z * z) ->
  0 < (((x * (a * x)) + (y * (b * y))) + (z * (c * z))).
Proof.
move=> a0 b0 c0 u0; have s (t r : R) : 0 < t -> 0 <= r * (t * r) by move=> t0; rewrite mulrCA mulr_ge0 ?(ltW t0) // -expr2 sqr_ge0.
rewrite lt_def !addr_ge0 ?s // andbT; apply/eqP => none; move: u0.
have z0 (t r : R) : 0 < t -> r * (t * r) = 0 -> r * r = 0.
  by move=> t0 /eqP; rewrite mulrCA mulf_eq0 (negPf (lt0r_neq0 t0)) => /eqP.
move/eqP: none; rewrite !paddr_eq0 ?addr_ge0 ?s // => /andP[/andP[/eqP ex /eqP ey] /eqP ez].
by rewrite (z0 _ _ a0 ex) (z0 _ _ b0 ey) (z0 _ _ c0 ez) !addr0 ltxx.
Qed.

Theorem proof : statement.
Proof.
move=> R a b c x y z a0 b0 c0 ab bc u0.
have Q0 := formed a0 b0 c0 u0; have Qn := lt0r_neq0 Q0; have D0 := discriminant b0 Q0 ab bc.
have [Pa Pb Pc] := at_eigenvalues Qn.
have sD : Num.sqrt _ * Num.sqrt _ = _ := etrans (esym (expr2 _)) (sqr_sqrtr D0).
have QE : ((a * (x * x)) + (b * (y * y))) + (c * (z * z)) = (((x * (a * x)) + (y * (b * y))) + (z * (c * z))) by ring.
have key t := roots t sD.
have ab0 : a - b != 0 by rewrite subr_eq0 lt_eqF.
have ac0 : a - c != 0 by rewrite subr_eq0 lt_eqF // (lt_trans ab bc).
have bc0 : b - c != 0 by rewrite subr_eq0 lt_eqF.
have ba0 : b - a != 0 by rewrite -oppr_eq0 opprB.
have ca0 : c - a != 0 by rewrite -oppr_eq0 opprB.
have cb0 : c - b != 0 by rewrite -oppr_eq0 opprB.
split; first by rewrite QE [X in _ = X / _]key Pa mulfK // mulf_neq0.
split; first by rewrite QE [X in _ = X / _]key Pb mulfK // mulf_neq0.
split; first by rewrite QE [X in _ = X / _]key Pc mulfK // mulf_neq0.
by field.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R a b c x y z a0 b0 c0.
have QE : ((a * (x * x)) + (b * (y * y))) + (c * (z * z)) = (((x * (a * x)) + (y * (b * y))) + (z * (c * z))) by ring.
split=> [ab bc u0|]; first exact: (lt0r_neq0 (formed a0 b0 c0 u0)).
split=> [ab bc u0|]; first exact: (discriminant b0 (formed a0 b0 c0 u0) ab bc).
split=> [ab bc u0|]; first by rewrite QE; exact: (lt0r_neq0 (formed a0 b0 c0 u0)).
split=> [ab bc u0|]; first by rewrite mulf_neq0 // subr_eq0 lt_eqF // (lt_trans ab bc).
split=> ab bc u0; first by rewrite mulf_neq0 // subr_eq0 ?(gt_eqF ab) ?(lt_eqF bc).
by rewrite mulf_neq0 // subr_eq0 gt_eqF // (lt_trans ab bc).
Qed.
