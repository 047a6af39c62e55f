(* E r >= d^2/E F by Jensen, and the bound of Lemma 13 on E F. *)
Theorem proof : statement.
Proof.
move=> R d d' p M M' hd sym unit psd hd' sym' unit' psd' p0 p1 same; subst d'.
have d0 : 0 < d%:R :> R by rewrite ltr0n ltnW.
have [F [T [D [eF eT eD [hF hFD hDT]]]]] := sizes (ltnW hd) sym unit psd.
have [F' [T' [D' [eF' eT' eD' [hF' hFD' hDT']]]]] := sizes (ltnW hd) sym' unit' psd'.
have trace (A : nat -> nat -> R) : (forall i, (i < d)%N -> A i i = 1) -> \sum_(i < d) A i i = d%:R.
  by move=> one; rewrite (eq_bigr (fun=> 1)) ?sumr_const ?card_ord // => i _; exact: one.
rewrite eF eT eD eF' eT' eD' !trace // => near less.
have [A0 hf H] := bound d0 p0 p1 hF hFD hDT hF' hFD' hDT' near less.
set f := p * F + (1 - p) * F' in hf H *.
have q0 : 0 <= 1 - p by rewrite subr_ge0.
have f0 : 0 < f by apply: lt_le_trans hf.
have F0 : 0 < F by apply: lt_le_trans hF.
have F'0 : 0 < F' by apply: lt_le_trans hF'.
set n := d%:R : R in d0 hf H *.
set r := p * (n * n / F) + (1 - p) * (n * n / F').
have jensen : n * n <= r * f.
  rewrite -subr_ge0.
  have -> : r * f - n * n = n * n * (p * (1 - p) * (F - F') ^+ 2 / (F * F')).
    by rewrite /r /f; field; rewrite (lt0r_neq0 F0) (lt0r_neq0 F'0).
  have inverse : 0 <= (F * F')^-1 by rewrite invr_ge0 mulr_ge0 // ltW.
  exact: (mulr_ge0 (mulr_ge0 (ltW d0) (ltW d0)) (mulr_ge0 (mulr_ge0 (mulr_ge0 p0 q0) (sqr_ge0 _)) inverse)).
have ff : 0 < f * f by rewrite mulr_gt0.
rewrite -(ler_pmul2r ff).
apply: (@le_trans _ _ (n * (n * n * n))).
  set B := 4%:R + _ in A0 H *; have -> : n * B * (f * f) = n * (f * f * B) by ring.
  by rewrite ler_pmul2l.
have -> : r * r * (f * f) = (r * f) * (r * f) by ring.
have -> : n * (n * n * n) = (n * n) * (n * n) by ring.
have nn : 0 <= n * n by rewrite mulr_ge0 // ltW.
exact: ler_pmul.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d d' p M M' hd sym unit psd hd' sym' unit' psd' p0 p1; split; last by repeat split; values.
move=> same; subst d'; have d0 : 0 < d%:R :> R by rewrite ltr0n ltnW.
have [F [T [D [eF eT eD [hF hFD hDT]]]]] := sizes (ltnW hd) sym unit psd.
have [F' [T' [D' [eF' eT' eD' [hF' hFD' hDT']]]]] := sizes (ltnW hd) sym' unit' psd'.
have [_ _ het _ e0] := averaged d0 p0 p1 hF hFD hDT hF' hFD' hDT'.
by rewrite eT eT' => _ _; rewrite gt_eqF // (lt_le_trans e0).
Qed.
