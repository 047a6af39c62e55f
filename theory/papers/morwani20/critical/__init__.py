"""Least squares with batch normalisation: gradients, invariances, stationary points."""
