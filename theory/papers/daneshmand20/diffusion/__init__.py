"""The diffusion limit, small width, and states of low rank."""
