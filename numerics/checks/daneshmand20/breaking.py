"""Simulations of the claims of `theory.papers.daneshmand20.breaking`."""

from __future__ import annotations

import numpy as np

from numerics.chains import chain
from numerics.judging import Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand20.breaking import positive_weights

DEPTH = 32


@sampled(
    positive_weights.collapse,
    f"1 - 1/r at depth {DEPTH} from Gaussian data, d = N = 8, weights U[0, 2 sqrt 3], gamma = inf and 1/2: eta is 0",
    at=({"d": 8, "gamma": np.inf, "c": 1, "eta": 0}, {"d": 8, "gamma": 0.5, "c": 1, "eta": 0}),
    notices=0.02,
    bias=Bias(1e-4, "measured", "1 - 1/r of 40,960 networks for each gamma, seed 1, is rounding, at most 1e-15"),
    support=Bounded(0.0, 7 / 8),
    layer=Layer(("rs",), weights="positive"),
    block=1024,
    limit_of=("depth",),
)
def inverse_rank(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """1 - |M|_F^2/d^2 at the last layer: (size,)."""
    d = cell["d"]
    step = chain.layer(d, cell["gamma"], layer.weights)
    found = chain.moments(chain.after(chain.start(d, d, size, rng), step, DEPTH, rng)).F / d**2
    return np.asarray(np.maximum(1 - found, 0.0))
