(* t = w.d has E t_+^2 = E t_-^2 = E t^2/2 by symmetry, and E t^2 = E w_0^2 |d|^2. *)
Theorem proof : statement.
Proof.
move=> R K n m x y D E K1 L even white Df [j jK dj] n2 _.
pose t (w : nat -> R) := \sum_(i < K) (w i * (x i - y i)); pose v := E (fun w => w 0%N * w 0%N).
pose d2 := \sum_(i < K) ((x i - y i) * (x i - y i)).
have tE (w : nat -> R) : t w = \sum_(i < K) (w i * x i) - \sum_(i < K) (w i * y i).
  by rewrite /t -sumrB; apply: eq_bigr => i _; rewrite mulrBr.
have tN (w : nat -> R) : t (fun k => - w k) = - t w by rewrite /t -sumrN; apply: eq_bigr => i _; rewrite mulNr.
pose D' (f : (nat -> R) -> R) := D (fun w => f (fun=> t w)); pose E' (f : (nat -> R) -> R) := E (fun w => f (fun=> t w)).
have L' : is_law D' E'.
  have [one lin ext pos] := L; split=> // [a f g Df' Dg' | f g fg Df' | f Df' f0].
  - exact: (lin a _ _ Df' Dg').
  - by apply: (ext _ _ _ Df') => w; exact: fg.
  - by apply: (pos _ Df') => w _; exact: f0.
have even' : is_even D' E'.
  move=> f Df'; have F := even _ Df'.
  by apply: (mean_eq L _ F) => w /=; rewrite tN.
have Ev : mean_is D E (fun w => t w * t w) (v * d2).
  have F i (iK : (i < K)%N) : mean_is D E (fun w => \sum_(k < K) ((x i - y i) * (x k - y k) * (w i * w k)))
      (\sum_(k < K) ((x i - y i) * (x k - y k) * ((i == k :> nat)%:R * v))).
    have G k (kK : (k < K)%N) : mean_is D E (fun w => (x i - y i) * (x k - y k) * (w i * w k))
        ((x i - y i) * (x k - y k) * ((i == k :> nat)%:R * v)).
      by have [W1 W2] := white i iK k kK; exact: (mean_scale L _ (conj W1 W2)).
    exact: (mean_sum L G).
  have -> : v * d2 = \sum_(i < K) \sum_(k < K) ((x i - y i) * (x k - y k) * ((i == k :> nat)%:R * v)).
    rewrite mulr_sumr; apply: eq_bigr => i _; rewrite (bigD1 i) //= big1 ?addr0 => [|k ne]; last first.
      by rewrite eq_sym -val_eqE in ne *; rewrite (negbTE ne) mul0r mulr0.
    by rewrite eqxx mul1r mulrC.
  apply: (mean_eq L _ (mean_sum L F)) => w; rewrite /t mulr_suml; apply: eq_bigr => i _.
  by rewrite mulr_sumr; apply: eq_bigr => k _; ring.
have half s : mean_is D E (fun w => part s (t w) * part s (t w)) (v * d2 / 2%:R).
  by have [_ Et] := Ev; exact: (@part_mean R D' E' L' even' 0%N (v * d2) Df Et s).
have d0 : d2 != 0.
  apply: contra dj; rewrite /d2 psumr_eq0 => [/allP/(_ (Ordinal jK))|i _]; last by rewrite -expr2 sqr_ge0.
  by rewrite mem_index_enum /= mulf_eq0 orbb; apply.
set b := (n - 1)%:R : R; have b0 : 0 < b by rewrite ltr0n subn_gt0.
have nb : n%:R = 1 + b by rewrite /b subn1 -{1}(prednK (ltnW n2)) mulrS.
have n0 : 1 + b != 0 by rewrite gt_eqF // addr_gt0 ?ltr01.
rewrite nb -/v -/d2.
have T (w : nat -> R) : t w * 1 - t w * 0 = t w by rewrite mulr1 mulr0 subr0.
have o (w : nat -> R) : Num.max (\sum_(i < K) (w i * x i) - (\sum_(i < K) (w i * x i) + (1 + b - 1) * \sum_(i < K) (w i * y i))
    / (1 + b - 1 + 1)) 0 = b / (1 + b) * part true (t w).
  have [N _] := neuron_one 1 0 (t w) b0; rewrite above_one // T in N; rewrite above_one // -tE N.
  by rewrite subr0 ler01 normr1 mulr1.
have c (w : nat -> R) : Num.max (\sum_(i < K) (w i * y i) - (\sum_(i < K) (w i * x i) + (1 + b - 1) * \sum_(i < K) (w i * y i))
    / (1 + b - 1 + 1)) 0 = 1 / (1 + b) * part false (t w).
  have [_ N] := neuron_one 1 0 (t w) b0; rewrite below_one // T in N; rewrite below_one // -tE N.
  by rewrite subr0 ler01 normr1 mulr1.
have square (g : (nat -> R) -> R) a s : (forall w, g w = a * part s (t w)) -> E (fun w => g w * g w) = a * a * (v * d2 / 2%:R).
  move=> gE; suff [] : mean_is D E (fun w => g w * g w) (a * a * (v * d2 / 2%:R)) by [].
  by apply: (mean_eq L _ (mean_scale L (a * a) (half s))) => w; rewrite gE mulrACA.
rewrite (square _ _ _ o) (square _ _ _ c).
have -> : E (fun w => Num.max (\sum_(i < K) (w i * x i) - (\sum_(i < K) (w i * x i) + (1 + b - 1) * \sum_(i < K) (w i * y i))
    / (1 + b - 1 + 1)) 0 * Num.max (\sum_(i < K) (w i * y i) - (\sum_(i < K) (w i * x i) + (1 + b - 1)
    * \sum_(i < K) (w i * y i)) / (1 + b - 1 + 1)) 0) = 0.
  suff [] : mean_is D E (fun w => Num.max (\sum_(i < K) (w i * x i) - (\sum_(i < K) (w i * x i) + (1 + b - 1)
    * \sum_(i < K) (w i * y i)) / (1 + b - 1 + 1)) 0 * Num.max (\sum_(i < K) (w i * y i) - (\sum_(i < K) (w i * x i)
    + (1 + b - 1) * \sum_(i < K) (w i * y i)) / (1 + b - 1 + 1)) 0) 0 by [].
  by apply: (mean_eq L _ (mean_zero L)) => w; rewrite o c mulrACA (part0 true) mulr0.
by split; [field; rewrite n0 d0 | split; [field; rewrite n0 d0 | rewrite mulr0 mul0r]].
Qed.
