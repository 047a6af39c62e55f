"""Gradients through a layer, and through its depth."""
