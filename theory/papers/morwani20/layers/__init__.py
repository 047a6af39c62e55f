"""Gradients of a normalised layer, and the equivalent network."""
