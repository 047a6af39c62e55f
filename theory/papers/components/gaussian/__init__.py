"""Gaussian moments of the ReLU."""
