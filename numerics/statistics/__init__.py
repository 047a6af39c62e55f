"""Decisions from samples, with error rates; never imports `theory`."""
