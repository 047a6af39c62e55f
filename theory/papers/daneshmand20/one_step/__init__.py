"""One layer in the mean."""
