"""Simulation layer: random networks, sequential statistics, and the sampled check of each claim."""
