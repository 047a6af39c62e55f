"""Gradients at the outlier, by back-propagation."""
