(* With A = l + jt and B = k + j - jt, both positive, A + B = j + k + l and (A + B)/(AB) = 1/A + 1/B. *)
Theorem proof : statement.
Proof.
move=> R k j l t k1 j1 l1 t0 t1.
set A := l%:R + t * j%:R; set B := j%:R + k%:R + - t * j%:R.
have j0 : 0 <= j%:R :> R by exact: ler0n.
have A0 : A != 0.
  by rewrite gt_eqF // ltr_paddr ?ltr0n // mulr_ge0 // ltW.
have B0 : B != 0.
  rewrite gt_eqF // /B mulNr [j%:R + _]addrC -addrA ltr_paddr ?ltr0n //.
  by rewrite subr_ge0 ler_pimull // ltW.
have -> : j%:R * t + l%:R = A by rewrite addrC mulrC.
have -> : j%:R * t - j%:R - k%:R = - B by rewrite /B mulNr opprB opprD addrA [t * _]mulrC.
have -> : j%:R + k%:R + l%:R = A + B.
  by rewrite /A /B mulNr addrACA subrr addr0 [RHS]addrC.
rewrite mulNr mulrN invrN mulrNN -mulrA; congr (_ * _).
by rewrite addf_div // !mul1r [B + A]addrC.
Qed.
