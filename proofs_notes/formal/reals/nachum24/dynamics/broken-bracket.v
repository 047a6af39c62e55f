Theorem proof : statement.
Proof. repeat split; intros; enclosed. Qed.
