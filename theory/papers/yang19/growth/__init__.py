"""How fast squared gradients grow from layer to layer."""
