"""How gradients grow in wide networks with BN, and the symmetric fixed points that this rests on."""
