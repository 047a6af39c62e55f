"""Simulations of the claims of `theory.papers.daneshmand20.training`."""
