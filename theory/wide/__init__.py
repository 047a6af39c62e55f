"""Layers of infinite width: kernels, Gram maps, rays. Results in `theory.fixed_points`, `theory.spectrum`."""
