"""Gradients of the last layer, and of the rank bound."""
