Theorem proof : statement.
Proof.
move=> R m d n k j i W b A D _ _ _ km jd iN; split; [|split].
- rewrite -(@pick R m (fun l => \sum_(c < n) (D l c * A j c)) k km); apply: eq_bigr => l _.
  rewrite mulr_sumr; apply: eq_bigr => c _.
  rewrite (eq_bigr (fun a : 'I_d => (a == j :> nat)%:R * ((l == k :> nat)%:R * A a c))) => [|a _]; last by ring.
  by rewrite (@pick R d (fun a => (l == k :> nat)%:R * A a c) j jd); ring.
- apply: eq_bigr => l _; rewrite -(@pick R n (fun c => W l j * D l c) i iN); apply: eq_bigr => c _.
  rewrite (eq_bigr (fun a : 'I_d => (a == j :> nat)%:R * ((c == i :> nat)%:R * W l a))) => [|a _]; last by ring.
  by rewrite (@pick R d (fun a => (c == i :> nat)%:R * W l a) j jd); ring.
rewrite -(@pick R m (fun l => \sum_(c < n) D l c) k km); apply: eq_bigr => l _.
by rewrite mulr_sumr.
Qed.
