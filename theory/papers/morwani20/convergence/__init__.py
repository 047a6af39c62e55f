"""Least squares: the learning rates that converge."""
