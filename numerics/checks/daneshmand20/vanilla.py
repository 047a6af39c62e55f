"""Simulations of the claims of `theory.papers.daneshmand20.vanilla`."""

from __future__ import annotations

import numpy as np
from sympy import Rational

from numerics.chains.products import last_turn, log_growth, vanilla
from numerics.chains.walk import by_peak, drawn, last, walk
from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats, Variance
from theory.markov.products import log_volume_variance
from theory.papers.daneshmand20.vanilla import exponents, limits, products

LAYERS, DRAWS = 16, 16

HALF, THREE_TENTHS, ONE = Rational(1, 2), Rational(3, 10), Rational(1)


def strength(cell: Cell) -> float:
    return float(cell["g"]) if "g" in cell else np.inf


def growth(layer: Layer, cell: Cell, rng: np.random.Generator, size: int, k: int) -> Floats:
    """Mean log growth of the first k directions: (size, k)."""
    return log_growth(vanilla(cell["d"], strength(cell), layer.weights), cell["d"], k, LAYERS, size, rng)


def variance(cell: Cell, k: int) -> float:
    """Of the mean over the layers of the log growth of the k-volume."""
    return float(log_volume_variance(cell["d"], k, cell.get("g"))) / LAYERS


@sampled(
    exponents.ginibre_exponents,
    f"products of {LAYERS} Gaussian matrices, (d, k) = (4, 1), (4, 4); one product is one sample",
    at=({"d": 4, "k": 1}, {"d": 4, "k": 4}),
    notices=0.05,
    # log R_kk is half the log of a chi-square with d - k + 1 degrees: like |A_1| in dimension d - k + 1
    support=lambda p, cell: Variance(float(log_volume_variance(cell["d"] - cell["k"] + 1, 1)) / LAYERS),
    models=("positive weights",),
)
def exponent(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Growth of direction k: (size,)."""
    return growth(layer, cell, rng, size, cell["k"])[:, -1]


@sampled(
    exponents.ginibre_gap,
    f"products of {LAYERS} Gaussian matrices, d = 2: growth of the first direction less that of the second",
    at=({"d": 2},),
    notices=0.05,
    # the two are independent, with d and d - 1 degrees of freedom
    support=lambda p, cell: Variance(
        float(log_volume_variance(cell["d"], 1) + log_volume_variance(cell["d"] - 1, 1)) / LAYERS
    ),
    models=("positive weights",),
)
def gap(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Gap of the first two directions: (size,)."""
    found = growth(layer, cell, rng, size, 2)
    return np.asarray(found[:, 0] - found[:, 1])


@sampled(
    exponents.top_exponent,
    f"products of {LAYERS} layers, d = 2 at gamma = 1 and d = 4 at gamma = 3/10",
    at=({"d": 2, "g": ONE, "entry": 0}, {"d": 4, "g": THREE_TENTHS, "entry": 1}),
    notices=0.05,
    support=lambda p, cell: Variance(variance(cell, 1)),
    models=("positive weights",),
)
def top(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Growth of the first direction: (size,)."""
    return growth(layer, cell, rng, size, 1)[:, 0]


@sampled(
    exponents.planar,
    f"products of {LAYERS} layers, d = 2, gamma = 1/2 and 2: growth of areas",
    at=({"d": 2, "g": HALF}, {"d": 2, "g": 2 * ONE}),
    notices=0.07,
    support=lambda p, cell: Variance(variance(cell, 2)),
    models=("positive weights",),
)
def area(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Growth of the area: (size,)."""
    return np.asarray(growth(layer, cell, rng, size, 2).sum(axis=1))


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


def product_of(d: int, gamma: float, weights: str, depth: int, rng: np.random.Generator, size: int) -> Floats:
    """Products of so many layers, up to a factor: (size, d, d)."""
    start = np.broadcast_to(np.eye(d), (size, d, d))
    return last(walk(start, drawn(vanilla(d, gamma, weights), rng, rescale=by_peak), depth))


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
    """sin(M e_1, M e_2)^(1/4), which is no less than (s_2/s_1)^(1/4): (size,)."""
    M = product_of(2, 1 / 4, "rademacher", int(cell["L"]), rng, size)
    area = np.prod(np.linalg.svd(M, compute_uv=False), axis=1)
    return np.asarray((area / np.prod(np.linalg.norm(M, axis=1), axis=1)) ** 0.25)


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
    M = product_of(cell["d"], np.inf, layer.weights, int(cell["L"]), rng, size)
    found = np.linalg.svd(M, compute_uv=False)
    return np.asarray(np.sqrt(found[:, 1] / found[:, 0]))
