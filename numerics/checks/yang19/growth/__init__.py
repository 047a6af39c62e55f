"""Gradients back-propagated through one neuron, one layer and deep networks."""
