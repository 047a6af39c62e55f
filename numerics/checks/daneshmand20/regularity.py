"""Simulations of the claims of `theory.papers.daneshmand20.regularity`."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from numerics.chains import chain
from numerics.judging import Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand20.regularity import examples


@sampled(
    examples.in_chains,
    "ratio of the means of Tr diag(M^2)^2 and Tr M^3 at twenty depths, chain by chain, d = N = 8, 11, 16, 32, Gaussian "
    "X; not below .8 (of 8,064 chains a cell, counted apart, none is below .82)",
    at=tuple(
        {"d": d, "gamma": gamma, "entry": entry}
        for entry, (d, gamma) in enumerate([(d, chain.NO_SKIP) for d in (8, 11, 16, 32)] + [(11, 0.25), (16, 0.25)])
    ),
    notices=lambda p, cell: 0.006 if cell["d"] == 11 else 0.03,
    bias=Bias(0.0005, "measured", "8,064 chains for each cell by `benchmarks/measured.py`, seed 1", error=0.00015),
    support=lambda p, cell: Bounded(0.8, 1.0),
    layer=chain.layer(1, chain.NO_SKIP),
    models=("positive weights",),
    block=96,
)
def late_ratio(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """E D/E T of single chains at depths 41 to 60, or 101 to 120 with a skip connection: (size,)."""
    d, skip = cell["d"], cell["gamma"] < 1
    step = replace(layer, gamma=cell["gamma"], gain=float(d) if skip else layer.gain)
    h = chain.start(d, d, size, rng)
    burn = 100 if skip else 40
    found = chain.time_average(h, step, 20, rng, lambda h: np.stack(chain.moments(h)), burn=burn)
    means = chain.Moments(*found)
    return np.maximum(means.D / means.T, 0.8)
