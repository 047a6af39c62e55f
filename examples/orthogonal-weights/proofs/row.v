(* J z = z/l - (y.z) y/l^3 with l^2 = |y|^2 = q: |J z|^2 = (|z|^2 - (y.z)^2/q)/q. *)
Theorem proof : statement.
Proof.
move=> R n y z n2 _; set q := \sum_(k < n) (y k * y k) => q0; set l := Num.sqrt q.
have q1 : 0 <= q by apply: sumr_ge0 => k _; rewrite -expr2 sqr_ge0.
have ll : l * l = q by rewrite -expr2 sqr_sqrtr.
have l0 : l != 0 by move: q0; rewrite -ll mulf_eq0 orbb.
set h := \sum_(k < n) (z k * y k); set g := \sum_(k < n) (z k * z k).
have back (i : 'I_n) : \sum_(k < n) (((i == k :> nat)%:R / l - y i * y k / (l * l * l)) * z k)
    = z i / l - y i * h / (l * l * l).
  rewrite (eq_bigr (fun k : 'I_n => (i == k :> nat)%:R * z k / l - y i / (l * l * l) * (z k * y k))); last first.
    by move=> k _; ring.
  rewrite sumrB -mulr_suml -mulr_sumr -/h; congr (_ / _ - _); last by ring.
  rewrite (bigD1 i) //= eqxx mul1r big1 ?addr0 // => k ki.
  by rewrite eq_sym (inj_eq val_inj) (negbTE ki) mul0r.
rewrite (eq_bigr (fun i : 'I_n => z i * z i / q - h * 2%:R / (q * q) * (z i * y i) + h * h / (q * q * q) * (y i * y i)));
  last first.
  by move=> i _; rewrite back -ll; field.
by rewrite big_split sumrB /= -mulr_suml -!mulr_sumr -/h -/q -/g; field.
Qed.
