(* The outlier's entry is g (n - 1)/n, the others' - g/n; those of g and - g have one law. *)
Lemma same_mean (R : rcfType) (D : ((nat -> R) -> R) -> Prop) (E : ((nat -> R) -> R) -> R) f g :
  D (fun=> 1) /\ E (fun=> 1) = 1 ->
  (forall a f g, D f -> D g -> D (fun w => a * f w + g w) /\ E (fun w => a * f w + g w) = a * E f + E g) ->
  (forall f, D f -> (forall w, True -> 0 < f w) -> 0 < E f) -> D f -> D g -> (forall w, f w = g w) -> E f = E g.
Proof.
move=> [D1 E1] lin pos Df Dg fg; have [Dh Eh] := lin (-1) _ _ Dg Df; apply/eqP; rewrite -subr_eq0.
apply: contraT => ne; pose h := E f - E g; have hE : E (fun w => -1 * g w + f w) = h by rewrite Eh /h; ring.
have [Dk Ek] := lin (- h^-1) _ _ Dh D1; suff : 0 < E (fun w => - h^-1 * (-1 * g w + f w) + 1).
  by rewrite Ek hE E1 mulNr mulVf // addNr ltxx.
by apply: pos => // w _; rewrite fg mulN1r addNr mulr0 add0r ltr01.
Qed.

Lemma below (R : rcfType) n (t g : R) : (2 <= n)%N -> 0 < t ->
  (\sum_(i < n) (Num.max ((i == 0%N :> nat)%:R * g - (\sum_(j < n) ((j == 0%N :> nat)%:R * g)) / n%:R) 0 < t)%R%:R) / n%:R =
  - n%:R^-1 * (t * n%:R / (n%:R + - 1) <= g)%R%:R + ((1 - n%:R) / n%:R * (n%:R * t <= - g)%R%:R + 1) :> R.
Proof.
move=> n2 t0; have n0 : 0 < n%:R :> R by rewrite ltr0n ltnW.
have n1 : 0 < n%:R + - 1 :> R by rewrite subr_gt0 ltr1n.
have -> : \sum_(j < n) ((j == 0%N :> nat)%:R * g) = g.
  by case: (n) n2 => // k _; rewrite big_ord_recl /= mul1r big1 ?addr0 // => i _; rewrite mul0r.
have not (a : R) : (Num.max a 0 < t)%R%:R = 1 - (t <= a)%R%:R :> R.
  by rewrite lt_maxl t0 andbT ltNge; case: (t <= a); rewrite ?subrr ?subr0.
have e0 : (t <= g - g / n%:R) = (t * n%:R / (n%:R + - 1) <= g).
  by rewrite ler_pdivr_mulr // -(ler_pmul2r n0); congr (_ <= _); field; exact: lt0r_neq0.
have e1 : (t <= - (g / n%:R)) = (n%:R * t <= - g) by rewrite -mulNr ler_pdivl_mulr // [t * _]mulrC.
have -> : \sum_(i < n) (Num.max ((i == 0%N :> nat)%:R * g - g / n%:R) 0 < t)%R%:R =
    (1 - (t * n%:R / (n%:R + - 1) <= g)%R%:R) + (n%:R - 1) * (1 - (n%:R * t <= - g)%R%:R) :> R.
  rewrite -e0 -e1; case: (n) n2 => // k _; rewrite big_ord_recl /= mul1r not; congr (_ + _).
  rewrite (eq_bigr (fun=> 1 - (t <= - (g / k.+1%:R))%R%:R)) => [|i _]; last by rewrite mul0r sub0r not.
  rewrite sumr_const card_ord -[_ *+ k]mulr_natl; congr (_ * _).
  by rewrite -[k.+1]addn1 natrD addrK.
move: (t * n%:R / (n%:R + - 1) <= g) (n%:R * t <= - g) => u v; move: (u%:R : R) (v%:R : R) => x y.
field; exact: lt0r_neq0.
Qed.

Theorem proof : statement.
Proof.
move=> R n t k D E n2 t0 [one lin ext pos] sym [[[_ Df] Du] Dg].
have [Dm Em] := sym _ Dg; have [D1 E1] := one.
have [D2 E2] := lin ((1 - n%:R) / n%:R) _ _ Dm D1; have [D3 E3] := lin (- n%:R^-1) _ _ Du D2.
rewrite (same_mean one lin pos Df D3) => [|w]; last exact: below.
rewrite E3 E2 Em E1; have n0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n ltnW.
by move: (E _) (E _) => u f; field.
Qed.
