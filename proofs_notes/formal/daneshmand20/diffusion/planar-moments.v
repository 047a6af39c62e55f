(* Sums over the pairs and the triples of d rows, as polynomials in d. *)
Theorem proof : statement.
Proof.
move=> R d hd; have a : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
split; first by field.
split; first by field.
split; first by field.
have b : 3%:R + d%:R != 0 :> R by rewrite -natrD pnatr_eq0.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
field; apply/andP; split.
- have -> : 2%:R * (d%:R * d%:R) + 6%:R * d%:R = 2%:R * d%:R * (3%:R + d%:R) :> R by ring.
  by rewrite !mulf_neq0.
have -> : forall x : R, (x * 2%:R + x * (x - 1) + x * (x - 1) + x * (x - 1)) * 4%:R + x * (x - 1) * (x - 2%:R) * 2%:R
    = 2%:R * (x * x) * (3%:R + x) by move=> x; ring.
by rewrite !mulf_neq0.
Qed.
