"""Linear networks without normalization."""
