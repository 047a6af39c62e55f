"""Simulations of the direction of a long product of I + gamma W, which goes on turning."""

from __future__ import annotations

import numpy as np
from sympy import Rational

from numerics.chains.products import last_turn, vanilla
from numerics.chains.walk import by_peak, drawn, last, walk
from numerics.checks.daneshmand20.vanilla.setting import DRAWS, ONE, THREE_TENTHS, strength
from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand20.vanilla import limits, products


@sampled(
    limits.direction,
    f"step of the direction at depth 8, mean over {DRAWS} draws of the last layer, d = 2 at gamma = 1 and d = 4 at "
    "gamma = 3/10",
    at=({"d": 2, "g": ONE, "entry": 0}, {"d": 4, "g": THREE_TENTHS, "entry": 1}),
    notices=0.03,
    support=Bounded(0.0, 1.0, variance=1 / 4 / DRAWS),  # Gaussian weights turn every direction alike
    models=("positive weights",),
    block=2048,
)
def turn(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Mean of sin^2 of the angle of the last step: (size,)."""
    return last_turn(vanilla(cell["d"], strength(cell), layer.weights), cell["d"], 8, size, rng, draws=DRAWS)


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
