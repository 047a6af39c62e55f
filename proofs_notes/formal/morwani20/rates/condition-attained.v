(* eigenvectors of H for other eigenvalues than that of u are orthogonal to u, and eigenvectors of H* *)
Lemma kept (R : rcfType) d (H : nat -> nat -> R) (g u e : nat -> R) (q value between_ : R) :
  (forall i, (i < d)%N -> forall j, (j < d)%N -> H i j = H j i) ->
  (forall k, (k < d)%N -> \sum_(j < d) (H k j * u j) = between_ * u k) ->
  (forall k, (k < d)%N -> g k = between_ * u k) ->
  (forall k, (k < d)%N -> \sum_(j < d) (H k j * e j) = value * e k) -> value != between_ ->
  \sum_(k < d) (e k * u k) = 0 /\ forall k, (k < d)%N -> \sum_(j < d) ((H k j - g k * g j / q) * e j) = value * e k.
Proof.
move=> sym own_u gE own ne; have zero : \sum_(k < d) (e k * u k) = 0.
  have : value * (\sum_(k < d) (e k * u k)) = between_ * (\sum_(k < d) (e k * u k)).
    rewrite !mulr_sumr (eq_bigr (fun k : 'I_d => \sum_(j < d) (H k j * e j * u k))) => [|k _]; last first.
      by rewrite mulrA -own // mulr_suml.
    rewrite exchange_big; apply: eq_bigr => j _ /=.
    rewrite mulrCA -own_u // mulr_sumr; apply: eq_bigr => k _; rewrite sym //; ring.
  by move/eqP; rewrite -subr_eq0 -mulrBl mulf_eq0 subr_eq0 (negPf ne) => /eqP.
split=> // k kd.
rewrite (eq_bigr (fun j : 'I_d => H k j * e j - g k / q * between_ * (e j * u j))) => [|j _]; last by rewrite [g j]gE //; ring.
by rewrite sumrB -mulr_sumr zero mulr0 subr0 own.
Qed.

Lemma formed (R : rcfType) d (M : nat -> nat -> R) (e F : nat -> R) (value : R) : (forall i, F i = e i) ->
  (forall k, (k < d)%N -> \sum_(j < d) (M k j * e j) = value * e k) ->
  \sum_(k < d) (F k * \sum_(j < d) (M k j * F j)) = value * (\sum_(k < d) (e k * e k)) /\ \sum_(k < d) (F k * F k) = \sum_(k < d) (e k * e k).
Proof.
move=> same own; split; last by apply: eq_bigr => k _; rewrite same.
rewrite mulr_sumr; apply: eq_bigr => k _; rewrite same (eq_bigr (fun j : 'I_d => M k j * e j)) => [|j _]; last by rewrite same.
by rewrite own //; ring.
Qed.

Theorem proof : statement.
Proof.
move=> R d n low high mid least greatest A y w v u e f p q _ pos _ zero normal posu low0 lower upper lm mh own_u e0 own_e f0 own_f m0 p0 own_p g0 q0 own_q ext1 ext2.
have /andP[a _] := @between R d n A y u p least low high zero normal posu lower upper m0 p0 own_p low0.
have /andP[_ b] := @between R d n A y u q greatest low high zero normal posu lower upper g0 q0 own_q low0.
pose H k j := (\sum_(i < n) (A k i * A j i)) / n%:R; pose g k := (\sum_(i < n) (A k i * y i)) / n%:R.
have sym i : (i < d)%N -> forall j, (j < d)%N -> H i j = H j i.
  by move=> _ j _; rewrite /H; congr (_ / _); apply: eq_bigr => k _; rewrite mulrC.
have gE k : (k < d)%N -> g k = mid * u k.
  move=> kd; rewrite -own_u //; transitivity ((\sum_(i < n) (A k i * row d A u i)) / n%:R).
    rewrite /g; congr (_ / _); apply/eqP; rewrite eq_sym -subr_eq0 -sumrB -[X in _ == X](normal k kd); apply/eqP.
    by apply: eq_bigr => i _; rewrite /row; ring.
  rewrite [RHS](eq_bigr (fun j : 'I_d => \sum_(i < n) (A k i * A j i / n%:R * u j))) => [|j _]; last by rewrite !mulr_suml.
  rewrite exchange_big mulr_suml; apply: eq_bigr => i _ /=; rewrite /row mulr_sumr mulr_suml; apply: eq_bigr => j _; ring.
pose r := (\sum_(i < n) (row d A u i * row d A u i)) / n%:R.
have [eu Me] := @kept R d H g u e r low mid sym own_u gE own_e (negbT (lt_eqF lm)).
have [fu Mf] := @kept R d H g u f r high mid sym own_u gE own_f (negbT (gt_eqF mh)).
have part (z : nat -> R) : \sum_(k < d) (z k * u k) = 0 -> forall i, z i - (\sum_(k < d) (z k * u k)) / (\sum_(k < d) (u k * u k)) * u i = z i.
  by move=> -> i; rewrite !mul0r subr0.
pose M k j := H k j - g k * g j / r.
pose P (z : nat -> R) i := z i - (\sum_(k < d) (z k * u k)) / (\sum_(k < d) (u k * u k)) * u i.
have [fe se] := @formed R d M e (P e) low (part e eu) Me; have [ff sf] := @formed R d M f (P f) high (part f fu) Mf.
have -> : least = low.
  apply/eqP; rewrite eq_le a andbT -(ler_pmul2r e0) -fe -[X in least * X <= _]se; exact: ext1.
have -> // : greatest = high.
by apply/eqP; rewrite eq_le b /= -(ler_pmul2r f0) -ff -[X in _ <= greatest * X]sf; exact: ext2.
Qed.

Theorem defined_proof : defined.
Proof.
move=> R d n low high between least greatest A y w v u e f p q d2 w0 _ _ _ u0 *.
have : \sum_(k < d) u k * u k != 0.
  apply/eqP => z; move: u0; rewrite lt_def big1 ?eqxx //.
  have none k : (k < d)%N -> u k = 0.
    move=> k_d; have g (j : 'I_d) : true -> 0 <= u j * u j by rewrite square_ge0.
    have /eqP : u (Ordinal k_d) * u (Ordinal k_d) = 0 by apply: (psumr_eq0P g z).
    by rewrite mulf_eq0 orbb => /eqP.
  have zero i : \sum_(k < d) u k * A k i = 0 by rewrite big1 // => k _; rewrite none ?mul0r.
  by move=> i _; rewrite zero (eq_bigr (fun _ => 0)) ?big1_eq ?mul0r ?subrr ?mulr0 // => j _; rewrite zero.
by move=> *; repeat split; values.
Qed.
