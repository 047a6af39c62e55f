"""The stationary gap of centred and of duplicated data: floors that width does not lower."""

from __future__ import annotations

import numpy as np

from numerics import chain
from numerics.betting import Floats
from numerics.checks.daneshmand21.width import gap_squared, late_mean
from numerics.networks import Layer
from numerics.sampled import Cell, sampled
from theory.papers.daneshmand21 import centred as claims


def scaled(p: tuple[float, float], cell: Cell) -> float:
    """d E V^2 = d floor + constant."""
    return float(cell["d"] * p[0] + p[1])


def off(p: tuple[float, float], q: tuple[float, float], cell: Cell) -> float:
    return abs(scaled(q, cell) - scaled(p, cell))


@sampled(
    claims.centred_stationary,
    "d V^2 with centred rows, mean over layers 12 to 42: n = 3, 5 at d = 32, 96",
    at=({"n": 3, "d": 32, "cut": (5.2, 7.2)}, {"n": 5, "d": 96, "cut": (5.2, 7.6)}),
    notices=0.12,
    scale=lambda p, cell: p[1],
    expects=scaled,
    deviation=off,
    layer=Layer(("rc", "rs"), gain=1.0),
    models=("no centring",),
    block=128,
)
def centred_gap(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    h = rng.standard_normal((size, cell["d"], cell["n"]))
    return np.asarray(cell["d"] * late_mean(layer, h, rng, gap_squared))


@sampled(
    claims.dependent_stationary,
    "d V^2 with one column twice, equal bit by bit, mean over layers 12 to 42: n = 3, 4, r = n - 1, d = 32, 64",
    at=({"n": 3, "r": 2, "d": 32, "cut": (5.2, 7.2)}, {"n": 4, "r": 3, "d": 64, "cut": (5.2, 7.6)}),
    notices=0.12,
    scale=lambda p, cell: p[1],
    expects=scaled,
    deviation=off,
    layer=Layer(("rs",), gain=1.0),
    block=128,
)
def duplicated_gap(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    h = chain.start(cell["d"], cell["r"], size, rng)
    h = np.concatenate([h, h[..., :1]], axis=-1)
    return np.asarray(cell["d"] * late_mean(layer, h, rng, gap_squared))
