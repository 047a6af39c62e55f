(* After ../normal.v. *)
Lemma flips (R : rcfType) (erfc : R -> R) d (g : R) (D : ((nat -> R) -> R) -> Prop) (E : ((nat -> R) -> R) -> R) :
  @is_law R (fun _ => True) D E -> (1 <= d)%N -> 0 < g ->
  (forall (a : nat -> R) c, 0 < (\sum_(k < d) a k * a k) -> D (fun z => (c < (\sum_(k < d) a k * z k))%R%:R) /\
    E (fun z => (c < (\sum_(k < d) a k * z k))%R%:R) = erfc (c / Num.sqrt (2%:R * (\sum_(k < d) a k * a k))) / 2%:R) ->
  D (fun z => (((g * (\sum_(k < d) z k)) + 1) < 0)%R%:R) /\
  E (fun z => (((g * (\sum_(k < d) z k)) + 1) < 0)%R%:R) = erfc (1 / Num.sqrt (2%:R * (d%:R * (g * g)))) / 2%:R.
Proof.
move=> L d1 g0 tail.
have aa : \sum_(k < d) - g * - g = d%:R * (g * g) by rewrite sumr_const card_ord mulrNN mulr_natl.
have [|Df Ef] := tail (fun=> - g) 1; first by rewrite aa !mulr_gt0 ?ltr0n.
have [|Dg Eg] := law_ext (g := fun z => (((g * (\sum_(k < d) z k)) + 1) < 0)%R%:R) L Df.
  by move=> z; rewrite -mulr_sumr mulNr -subr_lt0 opprK addrC.
by split=> //; rewrite Eg Ef aa.
Qed.

Theorem proof : statement.
Proof.
move=> R erfc d g D E d1 g0 L ind odd mom tail; have [_ ->] := flips L d1 g0 tail.
rewrite mulrC; congr (_ * erfc _); first by rewrite div1r.
have d0 : 0 < d%:R :> R by rewrite ltr0n.
have s2 : Num.sqrt 2%:R != 0 :> R by rewrite sqrt_neq0 // ltr0n.
have sd : Num.sqrt d%:R != 0 :> R by rewrite sqrt_neq0.
rewrite sqrtrM ?ler0n // sqrtrM ?ler0n // -expr2 sqrtr_sqr gtr0_norm //.
have two : 2%:R = Num.sqrt 2%:R * Num.sqrt 2%:R :> R by rewrite -expr2 sqr_sqrtr ?ler0n.
rewrite [X in 1 / X * _]two; by field; rewrite ?s2 ?sd ?gt_eqF.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R erfc d g D E d1 g0 L ind odd mom tail; have [Df _] := flips L d1 g0 tail.
by do ![split=> //]; rewrite mulf_neq0 ?gt_eqF ?sqrtr_gt0 ?ltr0n.
Qed.
