"""Rank: what a random layer does to the dimension of a batch."""
