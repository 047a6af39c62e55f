"""Least squares reparametrised by batch normalization: y = gamma x.w/sigma(w), its landscape and descent."""
