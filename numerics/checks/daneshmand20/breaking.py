"""Simulations of networks with BN whose weights have one sign (section 4: U[0, 2a])."""

from __future__ import annotations

import numpy as np

from numerics import chain
from numerics.betting import Bounded, Floats
from numerics.networks import Layer
from numerics.sampled import Cell, sampled
from theory.papers.daneshmand20 import breaking as claims

DEPTH = 32


@sampled(
    claims.collapse,
    f"r at depth {DEPTH} from Gaussian data, d = N = 8, weights U[0, 2 sqrt 3], gamma = inf and 1/2",
    at=({"d": 8, "gamma": np.inf}, {"d": 8, "gamma": 0.5}),
    notices=0.05,
    support=Bounded(1.0, 8.0),
    expects=lambda p, cell: float(p),
    layer=Layer(("rs",), weights="positive"),
)
def effective_rank(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """r = d^2/|M|_F^2 at the last layer: (size,)."""
    d = cell["d"]
    step = chain.layer(d, cell["gamma"], layer.weights)
    return chain.moments(chain.after(chain.start(d, d, size, rng), step, DEPTH, rng)).r
