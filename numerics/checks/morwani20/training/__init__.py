"""Sampled checks of the protocols of Sections 3 to 5; the simulations import PyTorch when they are run."""
