"""Layers one after another: chains, gaps, products, exponents; never imports `theory`."""
