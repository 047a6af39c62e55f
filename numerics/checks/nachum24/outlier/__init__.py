"""Simulations of the claims of `theory.papers.nachum24.outlier`."""
