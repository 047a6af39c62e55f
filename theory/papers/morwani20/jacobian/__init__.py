"""The Jacobian of batch normalization and of other normalisations."""
