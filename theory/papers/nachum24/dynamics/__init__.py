"""Infinite-width dynamics."""
