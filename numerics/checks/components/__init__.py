"""Simulations of claims on the components themselves."""
