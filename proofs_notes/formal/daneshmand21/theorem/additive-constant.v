Theorem proof : statement.
Proof.
move=> R n d alpha n2 d1 a0 a1 h.
have n0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n (leq_trans _ n2).
have n1 : n%:R + 1 != 0 :> R by rewrite gt_eqF // ltr_paddl ?ler0n // ltr01.
have n2' : n%:R + 2%:R != 0 :> R by rewrite gt_eqF // ltr_paddl ?ler0n // ltr0n.
have d0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have an : alpha != 0 by rewrite gt_eqF.
have np : 0 < n%:R :> R by rewrite ltr0n (leq_trans _ n2).
have left : n%:R * alpha < n%:R + 2%:R by rewrite (le_lt_trans h) // ltr_paddl ?ler0n // ltr1n.
have ln : n%:R + 2%:R - n%:R * alpha != 0 by rewrite subr_eq0 gt_eqF.
have four : 4%:R != 0 :> R by rewrite pnatr_eq0.
split; field.
  rewrite n0 n2' d0 andbT /=.
  have -> : (n%:R + 2%:R) * (n%:R + 2%:R) - (n%:R + 2%:R - n%:R * 2%:R * alpha) * (n%:R + 2%:R - n%:R * 2%:R * alpha)
    = 4%:R * n%:R * alpha * (n%:R + 2%:R - n%:R * alpha) by ring.
  by rewrite !mulf_neq0.
rewrite addrC n1 n0 n2' d0 andbT /=.
have -> : (n%:R + 2%:R) * (n%:R + 2%:R) - (n%:R + 2%:R - 2%:R) * (n%:R + 2%:R - 2%:R) = 4%:R * (n%:R + 1) :> R by ring.
by rewrite mulf_neq0.
Qed.
