"""Figures that a CPU reproduces."""
