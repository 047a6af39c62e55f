(* The excess of term l is h - l, or 0 from h on; h + .. + 1 = h (h + 1)/2. *)
Lemma excess (R : rcfType) (h i : nat) : Num.max (h%:R - i%:R) 0 = (h - i)%N%:R :> R.
Proof.
case: (leqP i h) => hi; first by rewrite natrB //; apply: max_l; rewrite subr_ge0 ler_nat.
have e : (h - i)%N = 0%N by apply/eqP; rewrite subn_eq0 ltnW.
by rewrite e; apply: max_r; rewrite subr_le0 ler_nat ltnW.
Qed.

Lemma triangle (R : rcfType) (h k : nat) : 2%:R * (\sum_(i < h + k) (h - i)%N%:R) = h%:R * (h%:R + 1) :> R.
Proof.
elim: k => [|k IH].
  rewrite addn0; elim: h => [|h IH]; first by rewrite big_ord0 mulr0 mul0r.
  rewrite big_ord_recl subn0 mulrDr.
  have -> : \sum_(i < h) (h.+1 - bump 0 i)%N%:R = \sum_(i < h) (h - i)%N%:R :> R by apply: eq_bigr => i _.
  by rewrite IH -[h.+1]addn1 natrD; ring.
rewrite addnS big_ord_recr /= (_ : (h - (h + k))%N = 0%N) ?addr0 //.
by apply/eqP; rewrite subn_eq0 leq_addr.
Qed.

Theorem proof : statement.
Proof.
move=> R h L base h1 L1 hL.
have l0 : L%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have t := triangle R h (L - h); rewrite subnKC // in t.
have -> : \sum_(i < L) (base%:R + Num.max (h%:R - i%:R) 0) = L%:R * base%:R + \sum_(i < L) (h - i)%N%:R :> R.
  rewrite big_split /= sumr_const card_ord mulr_natl; congr (_ + _).
  by apply: eq_bigr => i _; exact: excess.
rewrite excess (_ : (h - L)%N = 0%N); last by apply/eqP; rewrite subn_eq0.
set S := \sum_(i < L) _ in t *.
have -> : S = h%:R * (h%:R + 1) / 2%:R by rewrite -t; field.
by field.
Qed.
