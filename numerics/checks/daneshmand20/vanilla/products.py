"""Simulations of the two greatest singular values of long products."""

from __future__ import annotations

import numpy as np
from sympy import Rational

from numerics.chains.products import vanilla
from numerics.chains.walk import by_peak, drawn, last, walk
from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand20.vanilla import products


def ratio(d: int, gamma: float, weights: str, depth: int, rng: np.random.Generator, size: int) -> Floats:
    """s_2/s_1 of products of so many layers: (size,)."""
    step = vanilla(d, gamma, weights)
    start = np.broadcast_to(np.eye(d), (size, d, d))
    found = np.linalg.svd(last(walk(start, drawn(step, rng, rescale=by_peak), depth)), compute_uv=False)
    return np.asarray(found[:, 1] / found[:, 0])


KAPPA = Rational(992, 1000)
"""Above the maximum over directions of weights +-1 at gamma = 1/4 (a test)."""


@sampled(
    products.rank_one_in_the_mean,
    "products of 64 and 256 layers, weights +-1, gamma = 1/4",
    at=({"L": 64, "kappa": KAPPA}, {"L": 256, "kappa": KAPPA}),
    notices=0.3,
    support=Bounded(0.0, 1.0),
)
def fourth_root(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(s_2/s_1)^(1/4): (size,)."""
    return np.asarray(ratio(2, 1 / 4, "rademacher", int(cell["L"]), rng, size) ** 0.25)


@sampled(
    products.gaussian_rank_one,
    "products of Gaussian matrices, (d, L) = (2, 4), (2, 8), (3, 24)",
    at=({"d": 2, "L": 4}, {"d": 2, "L": 8}, {"d": 3, "L": 24}),
    notices=0.3,
    support=Bounded(0.0, 1.0),
    block=2048,
)
def square_root(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(s_2/s_1)^(1/2): (size,)."""
    return np.asarray(np.sqrt(ratio(cell["d"], np.inf, layer.weights, int(cell["L"]), rng, size)))
