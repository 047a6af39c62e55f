"""Simulations of the claims of `theory.papers.daneshmand21.theorem`."""
