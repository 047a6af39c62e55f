(* With u = t less its mean all is a sum over rows a and b of polynomials in u_a and u_b, over n U_2 and U_2^2. *)
Lemma spread (R : rcfType) (n : nat) (t : nat -> R) : (0 < n)%N ->
  let u i := t i - (\sum_(k < n) t k) / n%:R in
  \sum_(i < n) u i = 0 /\ \sum_(i < n) (t i * t i) = \sum_(i < n) (u i * u i) + n%:R * ((\sum_(k < n) t k) / n%:R * ((\sum_(k < n) t k) / n%:R)).
Proof.
move=> n0 u; have N0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have [mu emu] : {mu | (\sum_(k < n) t k) / n%:R = mu} by exists ((\sum_(k < n) t k) / n%:R).
have sum : \sum_(k < n) t k = n%:R * mu by rewrite -emu mulrC divfK.
have u0 : \sum_(i < n) u i = 0 by rewrite /u emu sumrB sum alike subrr.
split=> //; rewrite emu.
transitivity (\sum_(i < n) (u i * u i + 2%:R * mu * u i + mu * mu)); last by rewrite !big_split /= -mulr_sumr u0 alike mulr0 addr0.
by apply: eq_bigr => i _; rewrite /u emu; ring.
Qed.

Lemma varied (R : rcfType) (n : nat) (t : nat -> R) :
  (exists i j, [/\ (i < n)%N, (j < n)%N & t i != t j]) ->
  let u i := t i - (\sum_(k < n) t k) / n%:R in 0 < \sum_(i < n) (u i * u i).
Proof.
case=> i [j [hi hj ne]] u; apply: squares; case: (u i =P 0) => [ui | /eqP]; last by exists i.
exists j => //; apply: contra ne => /eqP uj; rewrite -subr_eq0; apply/eqP; transitivity (u i - u j); last by rewrite ui uj subrr.
by rewrite /u; ring.
Qed.

Theorem proof : statement.
Proof.
move=> R n t n2 varies; have n0 : (0 < n)%N by apply: ltnW.
have N0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have [u0 S2] := spread t n0; have V0 := varied varies; rewrite /= in u0 S2 V0.
rewrite -!/(_ - _) in u0 S2 V0 *.
Admitted.
