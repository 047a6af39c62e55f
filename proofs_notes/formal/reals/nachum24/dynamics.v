(* What several proofs of nachum24.dynamics use: it stands before each of them. *)
(* acos by Coq's own definition, as `interval` knows atan alone. *)
Lemma arc x : -1 < x < 1 -> acos x = PI / 2 - atan (x / sqrt (1 - x * x)).
Proof.
intros [low high]; unfold acos.
destruct (Rle_dec x (-1)) as [below | _]; [lra |].
destruct (Rle_dec 1 x) as [above | _]; [lra |].
reflexivity.
Qed.

Ltac enclosed :=
  repeat match goal with |- context [acos ?x] => rewrite (arc x) by (split; interval with (i_prec 160)) end;
  interval with (i_prec 160).
