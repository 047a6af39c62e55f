"""The contrast without batch normalization."""
