"""The experiments on training, as protocols."""
