"""Layers of infinite width: kernels, Gram maps, rays. Results in `theory.wide.fixed_points`, `theory.wide.spectrum`."""
