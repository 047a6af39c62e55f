(* Neuron i moves with the weights of its own row alone: J J^T is g^2 |v|^2 times the identity. *)
Theorem proof : statement.
Proof.
move=> R n g v n2 g0 _.
have slope (r a b : 'I_n) : \sum_(j < n) ((r == a :> nat)%:R * (j == b :> nat)%:R * v j) = (r == a)%:R * v b.
  rewrite (bigD1 b) //= eqxx mulr1 big1 ?addr0 ?val_eqE // => j jb.
  by rewrite -val_eqE in jb; rewrite (negbTE jb) mulr0 mul0r.
set q := (\sum_(i < n) (v i * v i)) * (g * g).
rewrite -det_scalar; congr (\det _); apply/matrixP => r c; rewrite !mxE.
transitivity (\sum_(a < n) ((r == a)%:R * (c == a)%:R * q)).
  apply: eq_bigr => a _; rewrite /q mulr_suml mulr_sumr; apply: eq_bigr => b _; rewrite !slope; ring.
rewrite (bigD1 r) //= eqxx mul1r big1 ?addr0 => [|a ar]; first by rewrite eq_sym mulr_natl.
by rewrite eq_sym (negbTE ar) !mul0r.
Qed.
