"""Breaking BN: weights of one sign."""
