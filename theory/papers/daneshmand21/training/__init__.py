"""Training: a start from orthogonal representations in the place of batch normalization."""
