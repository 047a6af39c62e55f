"""Simulations for Daneshmand, Joudaki, Bach: batch normalization orthogonalizes representations."""
