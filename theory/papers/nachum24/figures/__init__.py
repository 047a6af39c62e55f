"""Figures 2, 3 and 5, as far as a CPU reproduces them."""
