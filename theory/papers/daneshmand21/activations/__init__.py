"""Activations: the conjecture of appendix F and Figure 6."""
