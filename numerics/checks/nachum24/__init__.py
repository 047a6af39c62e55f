"""Simulations for Nachum, Bondaschi, Gastpar, Khina: "Batch Normalization Decomposed"."""
