"""Simulations for Morwani's notes on batch normalization."""
