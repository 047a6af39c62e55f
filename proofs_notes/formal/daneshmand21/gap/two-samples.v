(* V^2 = ((x - y)/(x + y))^2/2 whatever the axes; the root of a square is an absolute value. *)
Theorem proof : statement.
Proof.
move=> R x y t x0 y0.
set u := t * t + 1.
have u0 : u != 0 by rewrite gt_eqF // /u ltr_paddl ?ltr01 // -expr2 sqr_ge0.
have s0 : 0 < x + y by rewrite addr_gt0.
have sn : x + y != 0 by rewrite gt_eqF.
set c := (1 - t * t) / u; set e := (t * 2%:R) / u.
have ce : c * c + e * e = 1 by rewrite /c /e /u; field.
have -> : x * c * c + y * e * e + (x * e * e + y * c * c) = (x + y) * (c * c + e * e) by ring.
have k0 : c * c + e * e != 0 by rewrite ce oner_eq0.
set left := Num.sqrt _.
pose h : R := Num.sqrt 2%:R.
have h2 : h * h = 2%:R by rewrite -expr2 sqr_sqrtr ?ler0n.
have -> : left = Num.sqrt ((1 / 2%:R * h * (x - y) / (x + y)) ^+ 2).
  congr Num.sqrt.
  have -> : (1 / 2%:R * h * (x - y) / (x + y)) ^+ 2 = h * h * ((1 / 2%:R * (x - y) / (x + y)) ^+ 2) by field.
  by rewrite h2; field; rewrite k0 sn.
rewrite sqrtr_sqr !normrM !normfV (gtr0_norm s0) (ger0_norm (sqrtr_ge0 _)).
by rewrite normr1 normr_nat.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R x y t x0 y0; have u0 : t * t + 1 != 0 by values.
have s0 : x + y != 0 by values.
set c := (1 - t * t) / (t * t + 1); set e := (t * 2%:R) / (t * t + 1).
have ce : c * c + e * e != 0.
  have -> : c * c + e * e = 1 by rewrite /c /e; field.
  exact: oner_neq0.
have -> : x * c * c + y * e * e + (x * e * e + y * c * c) = (x + y) * (c * c + e * e) by ring.
split; first by [].
split; first by rewrite mulf_neq0.
split; last by split.
set left := (X in 0 <= X).
have -> : left = 2%:R * ((1 / 2%:R * (x - y) / (x + y)) * (1 / 2%:R * (x - y) / (x + y))).
  by rewrite /left; field; rewrite ce s0.
by apply: mulr_ge0; [rewrite ler0n | exact: square_ge0].
Qed.
