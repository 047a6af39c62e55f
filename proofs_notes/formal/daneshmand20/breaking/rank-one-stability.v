(* After one-step.v. *)
(* Of gamma the logarithm has the coefficient - 2 (w_1 + w_2), of gamma^2 - 2 w_1 w_2 + w_1^2 + w_2^2 + 2 w_0 w_1 +
   2 w_2 w_3, the weights numbered row after row. *)
Theorem proof : statement.
Proof.
move=> R m D E L0 [one two]; have L : is_law_on (fun=> True) D E by exact: L0.
have M i : (i < 4)%N -> mean_is D E (fun w => w i) m by move=> hi; have [] := one i hi.
have Q i j : (i < 4)%N -> (j < 4)%N -> mean_is D E (fun w => w i * w j) (m * m + (i == j :> nat)%:R).
  by move=> hi hj; have [] := two i hi j hj.
split; match goal with |- E ?f = ?v => suff: mean_is D E f v by case end.
  have F := mean_add L (mean_scale L (- 2%:R) (M 1%N isT)) (mean_scale L (- 2%:R) (M 2%N isT)).
  have -> : - 4%:R * m = - 2%:R * m + - 2%:R * m by ring.
  by apply: (mean_eq L) F => w; ring.
have F := mean_add L (mean_add L (mean_scale L (- 2%:R) (Q 1%N 2%N isT isT)) (mean_add L (Q 1%N 1%N isT isT) (Q 2%N 2%N isT isT)))
  (mean_add L (mean_scale L 2%:R (Q 0%N 1%N isT isT)) (mean_scale L 2%:R (Q 2%N 3%N isT isT))).
rewrite /= in F; have <- : - 2%:R * (m * m + 0) + (m * m + 1 + (m * m + 1)) + (2%:R * (m * m + 0) + 2%:R * (m * m + 0)) =
  2%:R + 4%:R * (m * m) by ring.
by apply: (mean_eq L) F => w; field.
Qed.
