"""A look into a PyTorch module: what enters its normalisation layers, and gradients there; never imports `theory`."""
