Theorem proof : statement.
Proof.
move=> R n k p q m D E _ k1 pq m1 L even apart D2 D4 [v0 Ev] E4 kn.
have a0 : 0 < k%:R :> R by rewrite ltr0n.
have b0 : 0 < (n - k)%:R :> R by rewrite ltr0n subn_gt0.
have M0 : m%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have -> : n%:R = k%:R + (n - k)%:R :> R by rewrite -natrD subnKC // ltnW.
have [_ ->] := mean_growth L even D2 Ev a0 b0 pq.
move: {k1 kn} k%:R (n - k)%:R a0 b0 => a b a0 b0; pose v := E (fun w => w 0%N * w 0%N).
have n0 : a + b != 0 by rewrite gt_eqF // addr_gt0.
have d0 : p - q != 0 by rewrite subr_eq0.
pose s := 0 <= p - q; pose c := (p - q) * (p - q) / ((a + b) * (a + b)).
have dd : `|p - q| * `|p - q| = (p - q) * (p - q) by rewrite -normrM ger0_norm // -expr2 sqr_ge0.
pose f x := (Num.max (x * p - (a * (x * p) + (a + b - a) * (x * q)) / (a + (a + b - a))) 0
      - Num.max (x * q - (a * (x * p) + (a + b - a) * (x * q)) / (a + (a + b - a))) 0)
    * (Num.max (x * p - (a * (x * p) + (a + b - a) * (x * q)) / (a + (a + b - a))) 0
      - Num.max (x * q - (a * (x * p) + (a + b - a) * (x * q)) / (a + (a + b - a))) 0).
have fE x : f x = c * (b * b * (part s x * part s x) + a * a * (part (~~ s) x * part (~~ s) x)).
  by rewrite /f; have [-> ->] := neuron p q x a0 b0; rewrite apart_squares dd.
have ffE x : f x * f x = c * c * (b * b * b * b * (part s x * part s x * part s x * part s x)
    + a * a * a * a * (part (~~ s) x * part (~~ s) x * part (~~ s) x * part (~~ s) x)).
  rewrite fE; have z := part0 s x; move: (part s x) (part (~~ s) x) z => X Y z.
  transitivity (c * c * (b * b * b * b * (X * X * X * X) + a * a * a * a * (Y * Y * Y * Y))
    + 2%:R * c * c * a * a * b * b * (X * Y) * (X * Y)); first by ring.
  by rewrite z !mulr0 addr0.
have two i (lt : (i < m)%N) t := part_mean L even (D2 i lt) (Ev i lt) t.
have four i (lt : (i < m)%N) t : mean_is D E
    (fun w => part t (w i) * part t (w i) * part t (w i) * part t (w i)) (v * v * 3%:R / 2%:R).
  by apply: (part_mean4 L even (D4 i lt)); rewrite E4 // Ev.
have A i (lt : (i < m)%N) : mean_is D E (fun w => f (w i)) (c * (b * b * (v / 2%:R) + a * a * (v / 2%:R))).
  have := mean_scale L c (mean_add L (mean_scale L (b * b) (two i lt s)) (mean_scale L (a * a) (two i lt (~~ s)))).
  by apply: (mean_eq L) => w; rewrite fE.
have B i (lt : (i < m)%N) : mean_is D E (fun w => f (w i) * f (w i))
    (c * c * (b * b * b * b * (v * v * 3%:R / 2%:R) + a * a * a * a * (v * v * 3%:R / 2%:R))).
  have := mean_scale L (c * c) (mean_add L (mean_scale L (b * b * b * b) (four i lt s))
    (mean_scale L (a * a * a * a) (four i lt (~~ s)))).
  by apply: (mean_eq L) => w; rewrite ffE.
set G := E _; have -> : G = 1 / ((p - q) * (p - q)) / ((p - q) * (p - q)) *
    (m%:R * (c * c * (b * b * b * b * (v * v * 3%:R / 2%:R) + a * a * a * a * (v * v * 3%:R / 2%:R))
      - c * (b * b * (v / 2%:R) + a * a * (v / 2%:R)) * (c * (b * b * (v / 2%:R) + a * a * (v / 2%:R))))
      + (m%:R * (c * (b * b * (v / 2%:R) + a * a * (v / 2%:R)))) * (m%:R * (c * (b * b * (v / 2%:R)
        + a * a * (v / 2%:R))))).
  have := mean_scale L (1 / ((p - q) * (p - q)) / ((p - q) * (p - q))) (variance_sum L apart A B).
  move=> /(mean_eq L (g := fun w => (\sum_(i < m) f (w i)) / ((p - q) * (p - q)) * ((\sum_(i < m) f (w i)) / ((p
    - q) * (p - q))))) [].
    by move=> w; move: (\sum_(i < m) _) (((p - q) * (p - q))^-1) => S y; ring.
  by [].
rewrite -/v /c; clearbody v; move: (p - q) m%:R d0 M0 => d M d0 M0.
have -> : a + b - a = b by ring.
have s0 : a * a + b * b != 0 by rewrite gt_eqF // addr_gt0 // mulr_gt0.
by field; rewrite d0 n0 M0 s0.
Qed.
