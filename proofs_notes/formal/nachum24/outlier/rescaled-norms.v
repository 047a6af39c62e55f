(* Row i leaves (n-k) t/n and -k t/n, t = u_i - v_i, of square sum k (n-k) t^2/n: what rescaling divides by. *)
Lemma square (R : rcfType) (a b nu t : R) : 0 < a -> 0 < b -> 0 < nu -> t != 0 ->
  let m := (a * ((b * t / (a + b)) * (b * t / (a + b))) + b * ((- (a * t / (a + b))) * (- (a * t / (a + b))))) / nu in
  0 < m /\ ((b * t / (a + b)) * (b * t / (a + b)) / m = nu * b / (a * (a + b)) /\
    (- (a * t / (a + b))) * (- (a * t / (a + b))) / m = nu * a / ((a + b) * b)).
Proof.
move=> a0 b0 nu0 t0 m; have n0 : 0 < a + b by rewrite addr_gt0.
have e : m = a * b * (t * t) / ((a + b) * nu).
  by rewrite /m; field; rewrite (gt_eqF n0) (gt_eqF nu0).
have tt : 0 < t * t by rewrite -expr2 lt_neqAle eq_sym sqrf_eq0 t0 sqr_ge0.
have m0 : 0 < m by rewrite e; exact: (divr_gt0 (mulr_gt0 (mulr_gt0 a0 b0) tt) (mulr_gt0 n0 nu0)).
split=> //; rewrite e; split; field; by rewrite ?(gt_eqF n0) ?(gt_eqF nu0) ?(gt_eqF a0) ?(gt_eqF b0) t0.
Qed.

Lemma halves (R : rcfType) (x m q : R) : 0 < m -> x * x / m = q ->
  Num.max (x / Num.sqrt m) 0 * Num.max (x / Num.sqrt m) 0 = (0 < x)%R%:R * q.
Proof.
move=> m0 e; have r0 : 0 < Num.sqrt m by rewrite sqrtr_gt0.
case: (ltP 0 x) => x0.
  rewrite max_l; last by rewrite divr_ge0 ?ltW.
  by rewrite mulf_div -[X in _ / X]expr2 sqr_sqrtr ?ltW // e mul1r.
rewrite max_r ?mul0r ?mulr0 //; by rewrite ler_pdivr_mulr // mul0r.
Qed.

Theorem proof : statement.
Proof.
move=> R n k m nu u v n2 k1 _ _ nu0 kn differ.
have a0 : 0 < k%:R :> R by rewrite ltr0n.
have b0 : 0 < (n - k)%:R :> R by rewrite ltr0n subn_gt0.
have -> : n%:R = k%:R + (n - k)%:R :> R by rewrite -natrD subnKC // ltnW.
set a := k%:R : R in a0 *; set b := (n - k)%:R : R in b0 *.
have n0 : 0 < a + b by rewrite addr_gt0.
have up p q := above p q a0 b0; have down p q := below p q a0 b0.
have -> : a + b - a = b by ring.
split.
- transitivity (\sum_(i < m) ((v i < u i)%R%:R * (nu * b / (a * (a + b))))); last by rewrite -mulr_suml !mulrA.
  apply: eq_bigr => i _; have ab : a + b - a = b by ring.
  have := up (u i) (v i); rewrite ab => ->; have := down (u i) (v i); rewrite ab => ->.
  have d0 : u i - v i != 0 by rewrite subr_eq0 differ.
  have [m0 [e _]] := square a0 b0 nu0 d0.
  by rewrite (halves m0 e) pmulr_lgt0 ?invr_gt0 // pmulr_rgt0 // subr_gt0.
- transitivity (\sum_(i < m) ((u i < v i)%R%:R * (nu * a / ((a + b) * b)))); last by rewrite -mulr_suml !mulrA.
  apply: eq_bigr => i _; have ab : a + b - a = b by ring.
  have := up (u i) (v i); rewrite ab => ->; have := down (u i) (v i); rewrite ab => ->.
  have d0 : u i - v i != 0 by rewrite subr_eq0 differ.
  have [m0 [_ e]] := square a0 b0 nu0 d0.
  by rewrite (halves m0 e) oppr_gt0 pmulr_llt0 ?invr_gt0 // pmulr_rlt0 // subr_lt0.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R n k m nu u v n2 k1 m1 _ nu0; repeat split; try by values.
move=> k_n uv i i_m; set c := (k%:R * u i + _) / _.
have k0 : 0 < k%:R :> R by rewrite ltr0n.
have l0 : 0 < n%:R - k%:R :> R by rewrite subr_gt0 ltr_nat.
rewrite sqrtr_eq0 -ltNge divr_gt0 //; case: (eqVneq (u i) c) => [uc | uc].
  have vc : v i - c != 0 by rewrite subr_eq0 -uc eq_sym uv.
  apply: add_gt0_r; first by apply: mulr_ge0; [exact: ltW | exact: square_ge0].
  by apply: mulr_gt0 => //; exact: square_gt0.
have wc : u i - c != 0 by rewrite subr_eq0.
apply: add_gt0_l; last by apply: mulr_ge0; [exact: ltW | exact: square_ge0].
by apply: mulr_gt0 => //; exact: square_gt0.
Qed.
