"""What a fixed point with an escaped point does to gradients: with recentring and ReLU, and with full BN."""
