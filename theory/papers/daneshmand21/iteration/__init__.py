"""Iterative orthogonalisation."""
