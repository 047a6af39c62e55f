(* F^2 <= d D <= d T by Cauchy-Schwarz and the Schur complement of M_ii = 1; the drift bounds T - D, D = alpha T. *)
Theorem proof : statement.
Proof.
move=> R d d' p M M' hd sym unit psd hd' sym' unit' psd' p0 p1 same; subst d'.
have d0 : 0 < d%:R :> R by rewrite ltr0n ltnW.
have [F [T [D [eF eT eD [hF hFD hDT]]]]] := sizes (ltnW hd) sym unit psd.
have [F' [T' [D' [eF' eT' eD' [hF' hFD' hDT']]]]] := sizes (ltnW hd) sym' unit' psd'.
rewrite eF eT eD eF' eT' eD' => near less.
have [A0 _ H] := bound d0 p0 p1 hF hFD hDT hF' hFD' hDT' near less.
by rewrite ler_pdivl_mulr.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d d' p M M' hd sym unit psd hd' sym' unit' psd' p0 p1; split=> same; subst d'.
  have d0 : 0 < d%:R :> R by rewrite ltr0n ltnW.
  have [F [T [D [eF eT eD [hF hFD hDT]]]]] := sizes (ltnW hd) sym unit psd.
  have [F' [T' [D' [eF' eT' eD' [hF' hFD' hDT']]]]] := sizes (ltnW hd) sym' unit' psd'.
  have [_ _ het _ e0] := averaged d0 p0 p1 hF hFD hDT hF' hFD' hDT'.
  by rewrite eT eT' => _ _; rewrite gt_eqF // (lt_le_trans e0).
have d0 : 0 < d%:R :> R by rewrite ltr0n ltnW.
have [F [T [D [eF eT eD [hF hFD hDT]]]]] := sizes (ltnW hd) sym unit psd.
have [F' [T' [D' [eF' eT' eD' [hF' hFD' hDT']]]]] := sizes (ltnW hd) sym' unit' psd'.
rewrite eF eT eD eF' eT' eD' => near less.
by have [A0 _ _] := bound d0 p0 p1 hF hFD hDT hF' hFD' hDT' near less; rewrite gt_eqF.
Qed.
