"""Gradients and descent; never imports `theory`."""
