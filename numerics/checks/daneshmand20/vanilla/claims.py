"""Simulations of linear networks without normalization: products of I + gamma W along depth.

With Gaussian weights the growth of k-volumes in successive layers is i.i.d. whatever the frame, so means over layers
have no bias at any depth, and a variance that theory knows: `log_volume_variance` over the number of layers.
"""

from __future__ import annotations

import numpy as np

from numerics.chains.products import log_growth, vanilla
from numerics.checks.daneshmand20.vanilla.setting import HALF, LAYERS, ONE, THREE_TENTHS, strength
from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Floats, Variance
from theory.markov.products import log_volume_variance
from theory.papers.daneshmand20.vanilla import claims


def growth(layer: Layer, cell: Cell, rng: np.random.Generator, size: int, k: int) -> Floats:
    """Mean log growth of the first k directions: (size, k)."""
    return log_growth(vanilla(cell["d"], strength(cell), layer.weights), cell["d"], k, LAYERS, size, rng)


def variance(cell: Cell, k: int) -> float:
    """Of the mean over the layers of the log growth of the k-volume."""
    return float(log_volume_variance(cell["d"], k, cell.get("g"))) / LAYERS


@sampled(
    claims.ginibre_exponents,
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
    claims.ginibre_gap,
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
    claims.top_exponent,
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
    claims.planar,
    f"products of {LAYERS} layers, d = 2, gamma = 1/2 and 2: growth of areas",
    at=({"d": 2, "g": HALF}, {"d": 2, "g": 2 * ONE}),
    notices=0.07,
    support=lambda p, cell: Variance(variance(cell, 2)),
    models=("positive weights",),
)
def area(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Growth of the area: (size,)."""
    return np.asarray(growth(layer, cell, rng, size, 2).sum(axis=1))
