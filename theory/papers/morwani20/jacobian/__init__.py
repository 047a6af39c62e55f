"""Claims of one group; its note is in `proofs_notes`, its simulations in `numerics.checks`."""
