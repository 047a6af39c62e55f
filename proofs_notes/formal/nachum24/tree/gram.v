Lemma one_side_of (R : rcfType) (b : bool) (s : R) : 0 <= s -> 0 <= 1 - s ->
  Num.max (b%:R - s) 0 = (1 - s) * b%:R /\ Num.max (s - b%:R) 0 = s * (1 - b%:R).
Proof.
move=> s0 s1; case: b; rewrite ?mulr1 ?mulr0 ?subrr ?subr0 ?mulr0 ?mulr1 ?sub0r.
  by rewrite max_l // max_r // -oppr_ge0 opprB.
by rewrite max_r ?max_l // oppr_le0.
Qed.

(* The children of c S and of c (1 - S), S of zeros and ones, are c (1 - k/n) S and c k/n (1 - S). *)
Lemma two_sides (R : rcfType) n (S : nat -> bool) (c : R) (u : nat -> R) (s := (\sum_(i < n) (S i)%:R) / n%:R) :
  (0 < n)%N -> 0 <= c ->
  (forall k, (k < n)%N -> u k = c * (S k)%:R) \/ (forall k, (k < n)%N -> u k = c * (1 - (S k)%:R)) ->
  [/\ 0 <= s, 0 <= 1 - s &
    ((forall k, (k < n)%N -> up n u k = c * (1 - s) * (S k)%:R) /\ (forall k, (k < n)%N -> dn n u k = c * s * (1 - (S k)%:R)))
    \/ ((forall k, (k < n)%N -> dn n u k = c * (1 - s) * (S k)%:R) /\
        (forall k, (k < n)%N -> up n u k = c * s * (1 - (S k)%:R)))].
Proof.
move=> n0 c0 which; have nn : 0 < n%:R :> R by rewrite ltr0n.
have s0 : 0 <= s by rewrite divr_ge0 ?ler0n // sumr_ge0 // => i _; rewrite ler0n.
have s1 : 0 <= 1 - s.
  rewrite subr_ge0 ler_pdivr_mulr // mul1r -[X in _ <= X%:R]card_ord -sumr_const.
  by apply: ler_sum => i _; case: (S i); rewrite ?ler01 ?lexx.
have relu (b : bool) t : c * t = c * (b%:R - s) -> Num.max (c * t) 0 = c * (1 - s) * b%:R /\
    Num.max (c * t * (- 1)) 0 = c * s * (1 - b%:R).
  have [h g] := one_side_of b s0 s1; move=> ->; have -> : c * (b%:R - s) * (- 1) = c * (s - b%:R) by ring.
  have out y : Num.max (c * y) 0 = c * Num.max y 0 by rewrite maxr_pmulr // mulr0.
  by rewrite !out h g !mulrA.
split=> //; case: which => e; [left | right].
  have m : (\sum_(i < n) u i) / n%:R = c * s.
    by rewrite mulrA mulr_sumr; congr (_ / _); apply: eq_bigr => i _; exact: e.
  by split=> k kn; rewrite /up /dn m e // -mulrBr; have [] := relu (S k) ((S k)%:R - s) erefl.
have m : (\sum_(i < n) u i) / n%:R = c * (1 - s).
  rewrite (eq_bigr (fun i : 'I_n => c * (1 - (S i)%:R))) => [|i _]; last by rewrite e.
  by rewrite -mulr_sumr sumrB sumr_const card_ord -mulrA mulrBl divff ?gt_eqF.
have flip k : c * (1 - (S k)%:R) - c * (1 - s) = c * ((S k)%:R - s) * (- 1) by ring.
split=> k kn; rewrite /up /dn m e // flip; have [h g] := relu (S k) ((S k)%:R - s) erefl => //.
by rewrite mulrN1 mulrN1 opprK.
Qed.

Lemma two_valued (R : rcfType) n (S : nat -> bool) (f : (nat -> R) -> R) (s := (\sum_(i < n) (S i)%:R) / n%:R) :
  (0 < n)%N -> scales n (fun c => 0 <= c) 2 f -> forall j (c : R) (u : nat -> R), 0 <= c ->
  (forall k, (k < n)%N -> u k = c * (S k)%:R) \/ (forall k, (k < n)%N -> u k = c * (1 - (S k)%:R)) ->
  leaves n j.+1 f u = c * c * (s * s + (1 - s) * (1 - s)) ^+ j *
    ((1 - s) * (1 - s) * f (fun k => (S k)%:R) + s * s * f (fun k => 1 - (S k)%:R)).
Proof.
move=> n0 sc; elim=> [|j IH] c u c0 which; have [s0 s1 sides] := two_sides n0 c0 which; rewrite -/s in s0 s1 sides;
  have [p1 p2] := (mulr_ge0 c0 s1, mulr_ge0 c0 s0).
  have two (a b : nat -> R) : (forall k, (k < n)%N -> a k = c * (1 - s) * (S k)%:R) ->
      (forall k, (k < n)%N -> b k = c * s * (1 - (S k)%:R)) ->
      f a + f b = c * c * ((1 - s) * (1 - s) * f (fun k => (S k)%:R) + s * s * f (fun k => 1 - (S k)%:R)).
    move=> ea eb; rewrite (sc _ a _ _ ea) //; rewrite (sc _ b _ _ eb) //.
    by move: (f (fun k => (S k)%:R)) (f (fun k => 1 - (S k)%:R)) s {s0 s1 sides p1 p2 ea eb} => A B t; ring.
  rewrite leavesS [X in _ * _ * X * _]expr0 mulr1; case: sides => [[a b] | [a b]]; first exact: two.
  by rewrite addrC; exact: two.
rewrite leavesS; have two (a b : nat -> R) : (forall k, (k < n)%N -> a k = c * (1 - s) * (S k)%:R) ->
    (forall k, (k < n)%N -> b k = c * s * (1 - (S k)%:R)) -> leaves n j.+1 f a + leaves n j.+1 f b =
    c * c * (s * s + (1 - s) * (1 - s)) ^+ j.+1 *
    ((1 - s) * (1 - s) * f (fun k => (S k)%:R) + s * s * f (fun k => 1 - (S k)%:R)).
  move=> ea eb; rewrite (IH (c * (1 - s)) a) //; last by left.
  rewrite (IH (c * s) b) //; last by right.
  rewrite exprS; move: (_ ^+ j) (f (fun k => (S k)%:R)) (f (fun k => 1 - (S k)%:R)) => y A B.
  by move: s {IH s0 s1 sides p1 p2 ea eb} => t; ring.
case: sides => [[a b] | [a b]]; first exact: two.
by rewrite addrC; exact: two.
Qed.

Theorem proof : statement.
Proof.
move=> R n a b p q j x ab out [i0 i0n _] _; have n0 : (0 < n)%N by exact: leq_ltn_trans i0n.
pose f (v : nat -> R) := v p * v q; pose S k := x k <= a.
have l0 : 0 <= b - a by rewrite subr_ge0 ltW.
have mid k : (k < n)%N -> - Num.max (- Num.max (x k) a) (- b) = b - (b - a) * (S k)%:R.
  move=> kn; rewrite /S; case: (out k kn) => h.
    by rewrite h mulr1 (max_r h) max_l ?ler_opp2 ?(ltW ab) // opprK opprB addrC subrK.
  have := le_trans (ltW ab) h => /max_l ->; rewrite leNgt (lt_le_trans ab h) mulr0 subr0.
  by rewrite max_r ?opprK // ler_opp2.
pose low k := b - - Num.max (- Num.max (x k) a) (- b).
pose high k := - Num.max (- Num.max (x k) a) (- b) - a.
have lowE k : (k < n)%N -> low k = (b - a) * (S k)%:R by move=> kn; rewrite /low mid // opprB addrC subrK.
have highE k : (k < n)%N -> high k = (b - a) * (1 - (S k)%:R).
  by move=> kn; rewrite /high mid // mulrBr mulr1 addrAC.
pose s : R := (\sum_(i < n) (S i)%:R) / n%:R.
have both : (p < n)%N -> (q < n)%N -> leaves n j.+1 f low = leaves n j.+1 f high /\
    leaves n j.+1 f low = (b - a) * (b - a) * (s * s + (1 - s) * (1 - s)) ^+ j *
    ((1 - s) * (1 - s) * f (fun k => (S k)%:R) + s * s * f (fun k => 1 - (S k)%:R)).
  move=> pn qn; have sc : scales n (fun c => 0 <= c) 2 f by move=> c u v _ e; rewrite /f !e //; ring.
  rewrite (two_valued n0 sc j l0 (or_introl lowE)) (two_valued n0 sc j l0 (or_intror highE)); split=> //.
split=> pn qn; have [same value] := both pn qn; first by case/eqP.
move=> _; apply: etrans value _; rewrite /s /f -/(S p) -/(S q); set k := \sum_(i < n) _; set N := n%:R.
have N0 : N != 0 by rewrite pnatr_eq0 -lt0n.
have -> : k / N * (k / N) + (1 - k / N) * (1 - k / N) = (k * k + (N - k) * (N - k)) / (N * N) by field.
by move: (_ ^+ j) (S p)%:R (S q)%:R => z P Q; field.
Qed.
