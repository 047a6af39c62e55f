"""Gaussian approximation of W_l H_l."""
