(* p_i is above a tangent, which is least at the least eigenvalue. *)
Theorem proof : statement.
Proof.
move=> R m n i k lam D E _ pos n2 L D2 E2 e lti ltk least Ds; subst m.
have low := @least_share R n lam D E i L n2 pos D2 E2 lti (Ds i lti).
apply: le_trans (_ : 1 / n%:R - lam i * (n%:R + 2%:R) / (n%:R * (\sum_(j < n) lam j + 2%:R * lam i)) <= _).
  by rewrite ler_sub.
have := @least_of_all R n (\sum_(j < n) lam j) (lam k) (lam i) n2 (pos k ltk) (least i lti) (least_times ltk least).
by rewrite !mulNr.
Qed.
