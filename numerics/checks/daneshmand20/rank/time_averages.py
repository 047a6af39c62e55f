"""Simulations of the chain RS(W H): means over depth of r, one sample for each chain.

Every chain starts at its own Gaussian X of full rank. The first layers are not counted.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from numerics.chains import chain
from numerics.judging import Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand20.rank import time_averages as claims

LAYER = chain.layer(1, chain.NO_SKIP)  # without skip the size of the weights is immaterial


def late_mean(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Mean of min(r, cap) over the depths after `burn`, up to `depth`, truncated to `between`: (size,)."""
    d = cell["d"]
    burn = cell["burn"]

    def capped(h: Floats) -> Floats:
        return np.minimum(chain.moments(h).r, cell["cap"])

    found = chain.time_average(chain.start(d, d, size, rng), layer, cell["depth"] - burn, rng, capped, burn=burn)
    return np.asarray(np.clip(found, *cell["between"]))


def between(predicted: object, cell: Cell) -> Bounded:
    """The ends of the samples. Of 8,000 chains for each cell of `time_average`, counted at these ends, none is at one:
    they lie in [1.10, 2.14], [2.67, 4.00], [4.19, 5.74] (generators default_rng([101, cell]))."""
    return Bounded(*cell["between"])


sampled(
    claims.time_average,
    "min(r, 3 sqrt(d)/2), depths 41 to 60 of chains with d = 4, 16, 32, N = d; their mean is truncated to [1, 2.6], "
    "[2, 4.8], [3.2, 6.8]",
    at=tuple(
        {"d": d, "depth": 60, "burn": 40, "cap": 1.5 * d**0.5, "entry": entry, "between": ends}
        for entry, (d, ends) in enumerate(((4, (1.0, 2.6)), (16, (2.0, 4.8)), (32, (3.2, 6.8))))
    ),
    notices=lambda p, cell: 0.1 if cell["d"] == 32 else 0.05,
    bias=Bias(0.003, "measured", "8,064 chains for each cell by `benchmarks/measured.py`, seed 1", error=0.0009),
    support=between,
    layer=LAYER,
    models=("positive weights",),
    block=80,
)(late_mean)


sampled(
    claims.nonzero_mean,
    "depths 21 to 40 of chains with positive weights, d = N = 8; a mean above 3.5 counts as that",
    at=({"d": 8, "depth": 40, "burn": 20, "cap": 8.0, "between": (1.0, 3.5)},),
    notices=0.1,
    support=between,
    layer=replace(LAYER, weights="positive"),
    block=64,
)(late_mean)


sampled(
    claims.width_two,
    "depths 101 to 300 of chains with d = N = 2",
    at=({"d": 2, "depth": 300, "burn": 100, "cap": 2.0, "between": (1.0, 2.0)},),
    notices=0.02,
    support=between,
    layer=LAYER,
    block=64,
)(late_mean)
