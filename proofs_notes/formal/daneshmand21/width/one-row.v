(* All rows but the first cancel; for unit rows a and b the squares of a_j a_k - b_j b_k have the sum 2 - 2 (a.b)^2. *)
Lemma outer (R : rcfType) n (a b : nat -> R) (q : R) :
  \sum_(j < n) \sum_(k < n) ((q * (a j * a k - b j * b k)) * (q * (a j * a k - b j * b k)))
  = q * q * ((\sum_(j < n) (a j * a j)) * (\sum_(j < n) (a j * a j))
    + (\sum_(j < n) (b j * b j)) * (\sum_(j < n) (b j * b j))
    - 2%:R * ((\sum_(j < n) (a j * b j)) * (\sum_(j < n) (a j * b j)))).
Proof.
rewrite (eq_bigr (fun j : 'I_n => q * q * ((a j * a j) * (\sum_(k < n) (a k * a k))
    + (b j * b j) * (\sum_(k < n) (b k * b k)) - 2%:R * ((a j * b j) * (\sum_(k < n) (a k * b k)))))).
  rewrite -mulr_sumr; congr (_ * _); rewrite big_split big_split /= sumrN -mulr_sumr -!mulr_suml; by [].
move=> j _; rewrite (eq_bigr (fun k : 'I_n => q * q * ((a j * a j) * (a k * a k) + (b j * b j) * (b k * b k)
    - 2%:R * ((a j * b j) * (a k * b k))))) => [|k _]; last by ring.
by rewrite -mulr_sumr; congr (_ * _); rewrite big_split big_split /= sumrN -!mulr_sumr.
Qed.

Lemma unit (R : rcfType) n (x : nat -> R) (S := \sum_(k < n) (x k * x k)) : S != 0 ->
  \sum_(j < n) ((x j / Num.sqrt S) * (x j / Num.sqrt S)) = 1.
Proof.
move=> S0; have pos : 0 <= S by apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0.
by under eq_bigr do rewrite mulf_div -[X in _ / X]expr2 sqr_sqrtr //; rewrite -mulr_suml divff.
Qed.

Lemma squares0 (R : rcfType) n (x : nat -> R) : (exists2 j, (j < n)%N & x j != 0) -> \sum_(k < n) (x k * x k) != 0.
Proof.
move=> [k kn xk]; rewrite gt_eqF // (bigD1 (Ordinal kn)) //= ltr_paddr //.
  by apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0.
by rewrite -expr2 lt_neqAle eq_sym sqrf_eq0 xk sqr_ge0.
Qed.

Theorem proof : statement.
Proof.
move=> R d n e m M u d1 n2 rows e1 _ _ other.
have A0 : \sum_(k < n) (M 0%N k * M 0%N k) != 0 by apply: squares0; apply: rows.
have B0 : n = m -> \sum_(k < n) (u 0%N k * u 0%N k) != 0 by move=> ->; apply: squares0; apply: other.
have swap : \sum_(k < n) ((M 0%N k + (u 0%N k - M 0%N k)) * (M 0%N k + (u 0%N k - M 0%N k)))
    = \sum_(k < n) (u 0%N k * u 0%N k) by apply: eq_bigr => k _; ring.
split; first by move=> _ zero; move: A0; rewrite zero eqxx.
split; first by move=> same _; rewrite swap => zero; move: (B0 same); rewrite zero eqxx.
move=> same _ _; rewrite -same; have {}B0 := B0 same; rewrite {other swap}.
set A := \sum_(k < n) (M 0%N k * M 0%N k); set B := \sum_(k < n) (u 0%N k * u 0%N k).
have Ap : 0 <= A by apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0.
have Bp : 0 <= B by apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0.
have d0 : d%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have dd : Num.sqrt d%:R * Num.sqrt d%:R = d%:R :> R by rewrite -expr2 sqr_sqrtr // ler0n.
pose a j := M 0%N j / Num.sqrt A; pose b j := u 0%N j / Num.sqrt B.
rewrite (eq_bigr (fun j : 'I_n => \sum_(k < n) ((d%:R^-1 * (a j * a k - b j * b k)) * (d%:R^-1 * (a j * a k - b j * b k))))).
  rewrite (@outer R n a b d%:R^-1) !unit //.
  have -> : \sum_(j < n) (a j * b j) = (\sum_(j < n) (M 0%N j * u 0%N j)) / (Num.sqrt A * Num.sqrt B).
    by rewrite mulr_suml; apply: eq_bigr => j _; rewrite /a /b mulf_div.
  have AA : A = Num.sqrt A * Num.sqrt A by rewrite -expr2 sqr_sqrtr.
  have BB : B = Num.sqrt B * Num.sqrt B by rewrite -expr2 sqr_sqrtr.
  have sA : Num.sqrt A != 0 by apply: contraNneq A0 => e0; rewrite -/A AA e0 mul0r.
  have sB : Num.sqrt B != 0 by apply: contraNneq B0 => e0; rewrite -/B BB e0 mul0r.
  rewrite [in RHS]AA [in RHS]BB; set c := \sum_(j < n) _; field.
  by rewrite d0 sA sB.
move=> j _; apply: eq_bigr => k _.
suff -> : \sum_(i < d) (M i j / Num.sqrt (\sum_(l < n) (M i l * M i l)) / Num.sqrt d%:R
      * (M i k / Num.sqrt (\sum_(l < n) (M i l * M i l)) / Num.sqrt d%:R))
    - \sum_(i < d) ((M i j + (i == 0%N :> nat)%:R * (u 0%N j - M i j)) / Num.sqrt (\sum_(l < n)
        ((M i l + (i == 0%N :> nat)%:R * (u 0%N l - M i l)) * (M i l + (i == 0%N :> nat)%:R * (u 0%N l - M i l))))
        / Num.sqrt d%:R * ((M i k + (i == 0%N :> nat)%:R * (u 0%N k - M i k)) / Num.sqrt (\sum_(l < n)
        ((M i l + (i == 0%N :> nat)%:R * (u 0%N l - M i l)) * (M i l + (i == 0%N :> nat)%:R * (u 0%N l - M i l))))
        / Num.sqrt d%:R))
    = d%:R^-1 * (a j * a k - b j * b k) by [].
rewrite -sumrB (bigD1 (Ordinal d1)) //= [X in _ + X]big1 => [|i far].
  have first (l : nat) : M 0%N l + 1 * (u 0%N l - M 0%N l) = u 0%N l by ring.
  rewrite !first; under [in X in _ - X]eq_bigr do rewrite first.
  rewrite addr0 -/A -/B -[in RHS]dd /a /b.
  have sd : Num.sqrt d%:R != 0 :> R by rewrite sqrtr_eq0 -ltNge ltr0n.
  rewrite invfM; set x := M 0%N j / _; set y := M 0%N k / _; set z := u 0%N j / _; set t := u 0%N k / _.
  by field.
have -> : (i == 0%N :> nat) = false by apply/negbTE; apply: contraNneq far => i0; apply/eqP; apply: val_inj.
have same_row (l : nat) : M i l + 0 * (u 0%N l - M i l) = M i l by ring.
rewrite !same_row; under [in X in _ - X]eq_bigr do rewrite same_row.
by rewrite subrr.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d n e m M u d1 n2 rows e1 m2 _ other.
have long i : n = m -> (i < d)%N -> Num.sqrt (\sum_(k < n) ((M i k + (i == 0%N :> nat)%:R * (u 0%N k - M i k))
    * (M i k + (i == 0%N :> nat)%:R * (u 0%N k - M i k)))) != 0.
  move=> same lt; apply: sqrt_neq0; apply: pos_of_neq0; last by apply: sumr_ge0 => k _; exact: square_ge0.
  have some : exists2 k, (k < n)%N & M i k + (i == 0%N :> nat)%:R * (u 0%N k - M i k) != 0.
    case: (eqVneq i 0%N) => [->|far].
      by have [k km uk] := other 0%N e1; exists k; rewrite ?same // mul1r addrC subrK.
    by have [k kn Mk] := rows i lt; exists k; rewrite // mul0r addr0.
  exact: (@squares0 R n (fun k => M i k + (i == 0%N :> nat)%:R * (u 0%N k - M i k)) some).
by repeat split; intros; first [by values | apply: long].
Qed.
