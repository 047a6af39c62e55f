"""Simulations of the claims of `theory.papers.daneshmand20.regularity`."""

from __future__ import annotations

import numpy as np

from numerics.chains import chain
from numerics.judging import Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand20.regularity import examples


@sampled(
    examples.in_chains,
    "ratio of the means of Tr diag(M^2)^2 and Tr M^3 at depths 41 to 60, chain by chain, d = N = 8 and 16, Gaussian X; "
    "not below .8 (of 8,064 chains a cell, counted apart, none is below .84)",
    at=({"d": 8, "entry": 0}, {"d": 16, "entry": 1}),
    notices=0.03,
    bias=Bias(0.0005, "measured", "16,128 chains for each cell by `benchmarks/measured.py`, seed 1", error=0.0001),
    support=lambda p, cell: Bounded(0.8, 1.0),
    layer=chain.layer(1, chain.NO_SKIP),  # without skip the size of the weights is immaterial
    models=("positive weights",),
    block=96,
)
def late_ratio(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """E D/E T of single chains at depths 41 to 60: (size,)."""
    d = cell["d"]
    h = chain.start(d, d, size, rng)
    found = chain.time_average(h, layer, 20, rng, lambda h: np.stack(chain.moments(h)), burn=40)
    means = chain.Moments(*found)
    return np.maximum(means.D / means.T, 0.8)
