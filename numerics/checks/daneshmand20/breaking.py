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
    f"1/r = |M|_F^2/d^2 at depth {DEPTH} from Gaussian data, d = N = 8, weights U[0, 2 sqrt 3], gamma = inf and 1/2",
    at=({"d": 8, "gamma": np.inf}, {"d": 8, "gamma": 0.5}),
    notices=0.02,
    bias=Bias(1e-4, "measured", "1 - 1/r of 40,960 networks for each gamma, seed 1, is rounding, at most 1e-15"),
    support=Bounded(1 / 8, 1.0),
    expects=lambda p, cell: 1 / max(float(p), 1e-9),  # r = 0 stays a number, far beyond the support
    layer=Layer(("rs",), weights="positive"),
    block=1024,
    limit_of=("depth",),
)
def inverse_rank(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """|M|_F^2/d^2 at the last layer: (size,)."""
    d = cell["d"]
    step = chain.layer(d, cell["gamma"], layer.weights)
    return np.asarray(chain.moments(chain.after(chain.start(d, d, size, rng), step, DEPTH, rng)).F / d**2)
