"""Figures 1 and 2 of the slides."""
