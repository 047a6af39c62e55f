"""How wide: directions that survive, and the spectrum at d of order n^2."""
