"""Gradients at the outlier, where one point has escaped."""
