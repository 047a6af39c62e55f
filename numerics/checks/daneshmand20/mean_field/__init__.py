"""Simulations of the claims of `theory.papers.daneshmand20.mean_field`."""
