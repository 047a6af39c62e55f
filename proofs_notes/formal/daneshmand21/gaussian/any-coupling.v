(* |v|_S^2 >= 0 for v = S^-1 x - sqrt(n) y bounds x.y by forms in x and in y alone, of which the means are known. *)
Lemma forms (R : rcfType) n (r : R) (S J : nat -> nat -> R) (x y : nat -> R) :
  (forall i, (i < n)%N -> forall k, (k < n)%N -> S i k = S k i) ->
  (forall v : nat -> R, 0 <= \sum_(i < n) (v i * (\sum_(k < n) (S i k * v k)))) ->
  (forall i, (i < n)%N -> forall k, (k < n)%N -> \sum_(a < n) (S i a * J a k) = (i == k :> nat)%:R) ->
  2%:R * r * (\sum_(i < n) (x i * y i))
    <= \sum_(i < n) (\sum_(k < n) (J i k * (x k * x i))) + r * r * \sum_(i < n) (\sum_(k < n) (S i k * (y i * y k))).
Proof.
move=> sym form inv; pose u i := \sum_(k < n) (J i k * x k).
have Su i : (i < n)%N -> \sum_(k < n) (S i k * u k) = x i.
  move=> lt; transitivity (\sum_(b < n) ((i == b :> nat)%:R * x b)); last exact: at_one.
  transitivity (\sum_(b < n) \sum_(k < n) (S i k * J k b * x b)).
    by rewrite exchange_big; apply: eq_bigr => k _; rewrite /u mulr_sumr; apply: eq_bigr => b _; rewrite mulrA.
  by apply: eq_bigr => b _; rewrite -mulr_suml inv.
have cross : \sum_(i < n) (u i * (\sum_(k < n) (S i k * y k))) = \sum_(i < n) (x i * y i).
  transitivity (\sum_(k < n) ((\sum_(i < n) (S k i * u i)) * y k)); last by apply: eq_bigr => k _; rewrite Su.
  transitivity (\sum_(k < n) \sum_(i < n) (u i * (S i k * y k))).
    by rewrite exchange_big; apply: eq_bigr => i _; rewrite mulr_sumr.
  apply: eq_bigr => k _; rewrite mulr_suml; apply: eq_bigr => i _; rewrite (sym k _ i _) //; ring.
have := form (fun i => u i - r * y i).
have -> : \sum_(i < n) ((u i - r * y i) * (\sum_(k < n) (S i k * (u k - r * y k))))
    = \sum_(i < n) (u i * x i) - 2%:R * r * (\sum_(i < n) (x i * y i))
      + r * r * \sum_(i < n) (y i * (\sum_(k < n) (S i k * y k))).
  rewrite (eq_bigr (fun i : 'I_n => u i * x i - r * (u i * (\sum_(k < n) (S i k * y k))) - r * (x i * y i)
      + r * r * (y i * (\sum_(k < n) (S i k * y k))))) => [|i _].
    rewrite big_split /= !sumrB -!mulr_sumr cross.
    by move: (\sum_(i < n) (y i * (\sum_(k < n) (S i k * y k)))) => c; set X := \sum_(i < n) (x i * y i); set U := \sum_(i < n) (u i * x i); move: X U => a b; ring.
  rewrite (eq_bigr (fun k : 'I_n => S i k * u k - r * (S i k * y k))) => [|k _]; last by ring.
  rewrite sumrB -mulr_sumr Su //; move: (u i) (x i) (y i) (\sum_(k < n) _) => a b c d; ring.
move=> pos; rewrite -subr_ge0; move: pos; congr (0 <= _).
rewrite [X in _ = X + _ - _](_ : _ = \sum_(i < n) (u i * x i)); last first.
  by apply: eq_bigr => i _; rewrite /u mulr_suml; apply: eq_bigr => k _; rewrite mulrA.
rewrite [X in _ = _ + _ * X - _](_ : _ = \sum_(i < n) (y i * (\sum_(k < n) (S i k * y k)))); last first.
  by apply: eq_bigr => i _; rewrite mulr_sumr; apply: eq_bigr => k _; ring.
move: (\sum_(i < n) (x i * y i)) (\sum_(i < n) (u i * x i)) (\sum_(i < n) _) => a b c; ring.
Qed.

Theorem proof : statement.
Proof.
move=> R n S J D E n1 [[sym form] one] inv L D2 [of_x of_y].
have [[D1 E1] lin ext _] := L; set r := Num.sqrt n%:R.
have rr : r * r = n%:R by rewrite -expr2 sqr_sqrtr ?ler0n.
have r0 : 0 < r by rewrite sqrtr_gt0 ltr0n.
have nn : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have [D0 E0] := lin (-1) _ _ D1 D1.
have low i : (i < n)%N -> (i < n + n)%N by move=> h; apply: ltn_addr.
have high i : (i < n)%N -> (n + i < n + n)%N by rewrite ltn_add2l.
pose A i (z : nat -> R) := \sum_(k < n) J i k * (z k * z i).
pose B i (z : nat -> R) := \sum_(k < n) S i k * (z (n + i)%N * z (n + k)%N).
have [DA EA] : (forall i, (i < n)%N -> D (A i)) /\ (forall i, (i < n)%N -> E (A i) = \sum_(k < n) J i k * E (fun z => z k * z i)).
  by split=> i lt; have [] := @law_sum R _ D E n (J i) (fun k z => z k * z i) L (fun k h => D2 k (low k h) i (low i lt)).
have [DB EB] : (forall i, (i < n)%N -> D (B i)) /\ (forall i, (i < n)%N -> E (B i) = \sum_(k < n) S i k * E (fun z => z (n + i)%N * z (n + k)%N)).
  by split=> i lt; have [] := @law_sum R _ D E n (S i) (fun k z => z (n + i)%N * z (n + k)%N) L
    (fun k h => D2 _ (high i lt) _ (high k h)).
pose bound i (z : nat -> R) := r * (z i * z i) + (r * (z (n + i)%N * z (n + i)%N) + (-1 * A i z + (- (r * r) * B i z + (-1 * 1 + 1)))).
have Dbound i : (i < n)%N -> D (bound i) /\ E (bound i) = r * E (fun z => z i * z i)
    + r * E (fun z => z (n + i)%N * z (n + i)%N) - E (A i) - r * r * E (B i).
  move=> lt; have [Da Ea] := lin (- (r * r)) _ _ (DB i lt) D0; have [Db Eb] := lin (-1) _ _ (DA i lt) Da.
  have [Dc Ec] := lin r _ _ (D2 _ (high i lt) _ (high i lt)) Db; have [Dd Ed] := lin r _ _ (D2 _ (low i lt) _ (low i lt)) Dc.
  split=> //; rewrite Ed Ec Eb Ea E0 E1.
  by move: (E (fun z => z i * z i)) (E _) (E (A i)) (E (B i)) => a b c d; ring.
pose cost i (z : nat -> R) := 1 * (z i * z i) + (-2%:R * (z i * z (n + i)%N) + z (n + i)%N * z (n + i)%N).
have Dcost i : (i < n)%N -> D (cost i).
  move=> lt; have [Da _] := lin (-2%:R) _ _ (D2 _ (low i lt) _ (high i lt)) (D2 _ (high i lt) _ (high i lt)).
  by have [] := lin 1 _ _ (D2 _ (low i lt) _ (low i lt)) Da.
have [DL EL] := @law_sum R _ D E n (fun=> r) cost L Dcost.
have [DR ER] := @law_sum R _ D E n (fun=> 1) bound L (fun i h => (Dbound i h).1).
have [Dcosts Ecosts] := @law_sum R _ D E n (fun=> 1) cost L Dcost.
have same z : \sum_(i < n) 1 * cost i z = \sum_(i < n) ((z i - z (n + i)%N) * (z i - z (n + i)%N)).
  by apply: eq_bigr => i _; rewrite /cost; ring.
rewrite -(law_eq L Dcosts (ext _ _ same Dcosts) (fun z _ => same z)) Ecosts.
rewrite -(ler_pmul2l r0) [X in _ <= X]mulr_sumr [X in _ <= X](eq_bigr (fun i : 'I_n => r * E (cost i))) => [|i _]; last by rewrite mul1r.
rewrite -EL; apply: le_trans (law_le L DR DL _) => [|z _]; last first.
  have := @forms R n r S J z (fun i => z (n + i)%N) sym form (fun i hi k hk => (inv i hi k hk).1).
  rewrite -subr_ge0 => pos; rewrite -subr_ge0; move: pos; congr (0 <= _).
  rewrite !mulr_sumr -!big_split -!sumrB; apply: eq_bigr => i _ /=; rewrite /cost /bound -/(A i z) -/(B i z).
  by move: (A i z) (B i z) => a b; ring.
rewrite ER le_eqVlt; apply/orP; left; apply/eqP.
rewrite [RHS](eq_bigr (fun i : 'I_n => r * (\sum_(k < n) S i k * S i k) + r / n%:R - S i i - S i i)) => [|i _].
  rewrite !sumrB big_split /= -mulr_sumr one sumr_const card_ord -[_ *+ n]mulr_natr.
  by set t := \sum_(i < n) S i i; move: t => t; field; rewrite nn gt_eqF.
have [_ ->] := Dbound i (ltn_ord i); rewrite mul1r of_x // EA // EB //.
have at_y k : (k < n)%N -> E (fun z => z (n + i)%N * z (n + k)%N) = (i == k :> nat)%:R / n%:R.
  by move=> lt; rewrite -(of_y i (ltn_ord i) k lt) mulrC mulKf.
rewrite at_y // eqxx; congr (_ + _ - _ - _).
- by congr (_ * _); apply: eq_bigr => k _; rewrite (sym k _ i _).
- by rewrite mul1r.
- transitivity (\sum_(b < n) ((i == b :> nat)%:R * S b i)); last by rewrite (@at_one R n (fun b => S b i) i).
  transitivity (\sum_(b < n) \sum_(k < n) (J i k * S k b * S b i)).
    rewrite exchange_big; apply: eq_bigr => k _; rewrite of_x // mulr_sumr; apply: eq_bigr => b _; exact: mulrA.
  by apply: eq_bigr => b _; rewrite -mulr_suml; have [_ ->] := inv i (ltn_ord i) b (ltn_ord b).
rewrite (eq_bigr (fun k : 'I_n => (i == k :> nat)%:R * (S i k / n%:R))) => [|k _]; last by rewrite at_y //; ring.
by rewrite (@at_one R n (fun k => S i k / n%:R) i) // rr mulrC divfK.
Qed.
