(* What several proofs of daneshmand20.chain use: it stands before each of them. *)
Lemma unit_square (R : rcfType) (n : nat) (x : nat -> R) : (0 < n)%N -> 0 < \sum_(j < n) (x j * x j) ->
  (\sum_(k < n) ((x k / Num.sqrt ((\sum_(j < n) (x j * x j)) / n%:R)) *
    (x k / Num.sqrt ((\sum_(j < n) (x j * x j)) / n%:R)))) / n%:R = 1.
Proof.
move=> n0 S0; set S := \sum_(j < n) (x j * x j) in S0 *.
have N0 : 0 < n%:R :> R by rewrite ltr0n.
under eq_bigr do rewrite mulf_div -[X in _ / X]expr2 sqr_sqrtr ?divr_ge0 ?ltW //.
rewrite -mulr_suml -/S; field; by rewrite !gt_eqF.
Qed.

(* The signed square of M_ij of rescaled rows x and y. *)
Lemma correlation (R : rcfType) (n : nat) (x y : nat -> R) :
  (0 < n)%N -> 0 < \sum_(j < n) (x j * x j) -> 0 < \sum_(j < n) (y j * y j) ->
  let v := (\sum_(k < n) ((x k / Num.sqrt ((\sum_(j < n) (x j * x j)) / n%:R)) *
    (y k / Num.sqrt ((\sum_(j < n) (y j * y j)) / n%:R)))) / n%:R in
  v * `|v| = (\sum_(k < n) (x k * y k)) / n%:R * `|(\sum_(k < n) (x k * y k)) / n%:R|
    / (((\sum_(j < n) (x j * x j)) / n%:R) * ((\sum_(j < n) (y j * y j)) / n%:R)).
Proof.
move=> n0 S0 T0; set S := (\sum_(j < n) (x j * x j)) in S0 *; set T := (\sum_(j < n) (y j * y j)) in T0 *.
have N0 : 0 < n%:R :> R by rewrite ltr0n.
have S1 : 0 < S / n%:R by rewrite divr_gt0.
have T1 : 0 < T / n%:R by rewrite divr_gt0.
set P := (\sum_(k < n) (x k * y k)) / n%:R.
set s := Num.sqrt (S / n%:R); set t := Num.sqrt (T / n%:R).
have s0 : 0 < s by rewrite sqrtr_gt0.
have t0 : 0 < t by rewrite sqrtr_gt0.
have -> /= : (\sum_(k < n) (x k / s * (y k / t))) / n%:R = P / (s * t).
  by under eq_bigr do rewrite mulf_div; rewrite -mulr_suml /P mulrAC.
rewrite normrM normfV (gtr0_norm (mulr_gt0 s0 t0)) mulf_div mulrACA.
by rewrite -[s * s]expr2 -[t * t]expr2 !sqr_sqrtr // ltW.
Qed.

(* The signed square of an entry of a rescaled row. *)
Lemma signed (R : rcfType) (m u : R) : 0 < m -> u / Num.sqrt m * `|u / Num.sqrt m| = u * `|u| / m.
Proof.
move=> m0; have r0 : 0 < Num.sqrt m by rewrite sqrtr_gt0.
by rewrite normrM normfV (gtr0_norm r0) mulf_div -[X in _ / X]expr2 sqr_sqrtr // ltW.
Qed.
