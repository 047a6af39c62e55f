"""Simulations of what refutes uniqueness: r by starting rank."""

from __future__ import annotations

import numpy as np

from numerics.chains import chain
from numerics.judging import Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand20.uniqueness import claims as uniqueness


@sampled(
    uniqueness.strata,
    "r at layer 16 from Gaussian starts of rank 2 and 4, d = 16; between layers 16 and 240 it was seen to move by less "
    "than .002",
    at=({"d": 16, "k": 2, "entry": 0}, {"d": 16, "k": 4, "entry": 1}),
    notices=0.03,
    bias=Bias(0.001, "measured", "64,512 chains for each cell by `benchmarks/measured.py`, seed 1", error=0.0004),
    support=lambda p, cell: Bounded(1.0, cell["k"]),
    layer=chain.layer(16, chain.NO_SKIP),
    models=("positive weights",),
    block=1024,
)
def r_by_rank(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    h = chain.after(chain.start(cell["d"], cell["k"], size, rng), layer, 16, rng)
    return chain.moments(h).r
