"""Simulations of the claims of `theory.papers.daneshmand20.one_step`."""
