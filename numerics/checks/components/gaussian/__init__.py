"""Simulations of the claims of `theory.papers.components.gaussian`."""
