"""Simulations of the claims of `theory.papers.daneshmand21.centred`."""

from __future__ import annotations

import numpy as np

from numerics.chains import chain
from numerics.checks.daneshmand21.setting import dimension, over_width, truncated_square
from numerics.checks.daneshmand21.width import gap_squared, late_mean
from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand21 import centred as claims


def scaled(p: tuple[float, float], cell: Cell) -> float:
    """Limit of E min(d V^2, d floor + top): above the floor a multiple of chi^2_N, N that of r data."""
    return float(cell["d"] * p[0] + truncated_square(p[1], dimension(cell["r"]), cell["top"]))


def range_of(p: tuple[float, float], cell: Cell) -> Bounded:
    """V^2 >= 1/r - 1/n at rank r (row-space), and a mean that is more than `most` above that is truncated."""
    least = cell["d"] * (1 / cell["r"] - 1 / cell["n"])
    return Bounded(least, least + cell["most"])


def truncated_gap(layer: Layer, h: Floats, cell: Cell, rng: np.random.Generator) -> Floats:
    """min(d V^2, d (1/r - 1/n) + top), mean over layers 13 to 42: (size,). Below the floor are mutated models alone."""
    ends = range_of((0.0, 0.0), cell)
    top = ends.lo + cell["top"]
    found = late_mean(layer, h, cell["d"], rng, lambda h: np.clip(cell["d"] * gap_squared(h), ends.lo, top), burn=11)
    return np.minimum(found, ends.hi)


@sampled(
    claims.centred_stationary,
    "min(d V^2, d floor + top) with centred rows, mean over layers 13 to 42: n = 3, 5 at d = 32, 96, top = 3, 4; at "
    "most 1.5, 2.6 above the floor",
    at=({"n": 3, "r": 2, "d": 32, "top": 3.0, "most": 1.5}, {"n": 5, "r": 4, "d": 96, "top": 4.0, "most": 2.6}),
    notices=0.1,
    bias=over_width({3: (0.219, 0.012), 5: (0.88, 0.05)}),
    support=range_of,
    scale=lambda p, cell: p[1],
    expects=scaled,
    layer=Layer(("rc", "rs"), gain=1.0),
    models=("no centring",),
    block=96,
    limit_of=("width",),
)
def centred_gap(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    return truncated_gap(layer, rng.standard_normal((size, cell["d"], cell["n"])), cell, rng)


@sampled(
    claims.dependent_stationary,
    "min(d V^2, d floor + top) with one column twice, equal bit by bit, mean over layers 13 to 42: n = 3, 4, "
    "r = n - 1, d = 32, 64, top = 3, 4; at most 1.5, 2.4 above the floor",
    at=({"n": 3, "r": 2, "d": 32, "top": 3.0, "most": 1.5}, {"n": 4, "r": 3, "d": 64, "top": 4.0, "most": 2.4}),
    notices=0.1,
    bias=over_width({3: (0.21, 0.02), 4: (0.52, 0.06)}),
    support=range_of,
    scale=lambda p, cell: p[1],
    expects=scaled,
    layer=Layer(("rs",), gain=1.0),
    block=96,
    limit_of=("width",),
)
def duplicated_gap(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    # above 2 s of CPU at level standard: 42 layers, and equal columns are looked for after each
    h = chain.start(cell["d"], cell["r"], size, rng)
    return truncated_gap(layer, np.concatenate([h, h[..., :1]], axis=-1), cell, rng)
