"""Simulations of the claims of `theory.papers.morwani20.rates`."""
