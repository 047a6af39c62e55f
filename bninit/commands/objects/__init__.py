"""Exact objects: trees, fixed points, spectra, ranks, expansions."""
