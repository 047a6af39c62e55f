"""The large-d law of the chain."""
