"""Experiments of Sections 3 to 5."""
