"""Simulations for Daneshmand, Kohler, Bach, Hofmann, Lucchi: batch normalization as a Markov chain."""
