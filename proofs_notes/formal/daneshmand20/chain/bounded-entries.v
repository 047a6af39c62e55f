(* Lagrange's identity, over the squared factors of the rows. *)
Lemma lagrange (R : rcfType) (n : nat) (a b : nat -> R) :
  \sum_(k < n) (\sum_(l < n) ((a k * b l - a l * b k) * (a k * b l - a l * b k))) =
  2%:R * ((\sum_(k < n) (a k * a k)) * (\sum_(k < n) (b k * b k))
    - (\sum_(k < n) (a k * b k)) * (\sum_(k < n) (a k * b k))).
Proof.
set S := \sum_(k < n) (a k * a k); set T := \sum_(k < n) (b k * b k); set P := \sum_(k < n) (a k * b k).
have inner (k : nat) : \sum_(l < n) ((a k * b l - a l * b k) * (a k * b l - a l * b k)) =
    a k * a k * T + b k * b k * S - a k * b k * (2%:R * P).
  rewrite (eq_bigr (fun l : 'I_n => a k * a k * (b l * b l) + b k * b k * (a l * a l)
    - a k * b k * 2%:R * (a l * b l))); last by move=> l _; ring.
  by rewrite sumrB big_split /= -!mulr_sumr -/S -/T -/P; ring.
rewrite (eq_bigr _ (fun (k : 'I_n) _ => inner k)) sumrB big_split /= -!mulr_suml -/S -/T -/P; ring.
Qed.

Theorem proof : statement.
Proof.
move=> R d n i j Z _ n1.
split=> [_ zi _ _ /eqP | ]; first by rewrite (gt_eqF (squares zi)).
split=> [_ _ _ zj _ /eqP | _ zi _ zj _ _]; first by rewrite (gt_eqF (squares zj)).
have N0 : 0 < n%:R :> R by rewrite ltr0n.
have := squares zi; have := squares zj; rewrite lagrange.
set S := \sum_(k < n) (Z i k * Z i k); set T := \sum_(k < n) (Z j k * Z j k).
set P := \sum_(k < n) (Z i k * Z j k); move=> T0 S0.
set s := Num.sqrt (S / n%:R); set t := Num.sqrt (T / n%:R).
have s0 : 0 < s by rewrite sqrtr_gt0 divr_gt0.
have t0 : 0 < t by rewrite sqrtr_gt0 divr_gt0.
have eS : S = n%:R * (s * s) by rewrite -[s * s]expr2 sqr_sqrtr ?divr_ge0 ?ltW //; field; rewrite gt_eqF.
have eT : T = n%:R * (t * t) by rewrite -[t * t]expr2 sqr_sqrtr ?divr_ge0 ?ltW //; field; rewrite gt_eqF.
have -> : \sum_(k < n) (Z i k / s * (Z j k / t)) = P / (s * t).
  by under eq_bigr do rewrite mulf_div; rewrite -mulr_suml.
rewrite eS eT; field; by rewrite !gt_eqF.
Qed.
