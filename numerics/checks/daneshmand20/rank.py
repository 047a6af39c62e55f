"""Simulations of the claims of `theory.papers.daneshmand20.rank`."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from numerics.chains import chain
from numerics.judging import Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand20.rank import along_depth, stationary

TENTH = 0.1


def late(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> chain.Moments:
    """Means over depth of F, T, D and r of single chains of this layer, each (size,)."""
    d, free = cell["d"], chain.layer(cell["d"], chain.NO_SKIP, layer.weights)
    h = chain.after(chain.start(d, d, size, rng), free, 40, rng)

    def observe(h: Floats) -> Floats:
        return np.stack(chain.moments(h))

    if cell["skip"]:
        slow = chain.layer(d, layer.gamma, layer.weights)
        return chain.Moments(*chain.time_average(h, slow, 100, rng, observe, burn=100, every=5))
    return chain.Moments(*chain.time_average(h, free, 20, rng, observe))


@sampled(
    along_depth.order,
    "r in [1, d], d = 4, 8, 16, 32",
    at=tuple({"d": d, "skip": True} for d in (4, 8, 16, 32)),
    notices=0.1,
    support=lambda p, cell: Bounded(1.0, cell["d"]),
    layer=chain.layer(1, TENTH),
    models=("positive weights",),
    block=32,
)
def mean_r(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    return late(layer, cell, rng, size).r


LOWEST = -3
"""delta is truncated to this times d^2 from below. Of 4,096 chains of each cell, counted apart (default_rng([211, 0])),
none is below -1.7 d^2."""


def of_drift(predicted: object, cell: Cell) -> Bounded:
    """delta = 2 d^2 - 2 F - 8 (T - D), F >= d and D <= T."""
    d = cell["d"]
    return Bounded(LOWEST * d**2, 2.0 * d**2 - 2.0 * d)


def drift(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """delta of Lemma 7, averaged over depth and truncated: (size,)."""
    found = late(layer, cell, rng, size)
    change: Floats = np.maximum(2 * cell["d"] ** 2 - 2 * found.F - 8 * (found.T - found.D), LOWEST * cell["d"] ** 2)
    return change


sampled(
    stationary.drift_at_tenth,
    "d = 4 and 8, gamma = 1/10",
    at=({"d": 4, "skip": True}, {"d": 8, "skip": True}),
    notices=0.3,
    support=of_drift,
    layer=chain.layer(1, TENTH),
    block=256,
)(drift)


sampled(
    stationary.drift_without_skip,
    "d = 16, gamma = oo, depths 41 to 60",
    at=({"d": 16, "skip": False},),
    notices=0.3,
    support=of_drift,
    layer=chain.layer(1, chain.NO_SKIP),
    block=64,
)(drift)

LAYER = chain.layer(1, chain.NO_SKIP)  # without skip the size of the weights is immaterial


def late_mean(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Mean of min(r, cap) over the depths after `burn`, up to `depth`, truncated to `between`: (size,)."""
    d = cell["d"]
    burn = cell["burn"]

    def capped(h: Floats) -> Floats:
        return np.minimum(chain.moments(h).r, cell["cap"])

    found = chain.time_average(chain.start(d, d, size, rng), layer, cell["depth"] - burn, rng, capped, burn=burn)
    return np.asarray(np.clip(found, *cell["between"]))


def between(predicted: object, cell: Cell) -> Bounded:
    """The ends of the samples. Of 8,000 chains for each cell of `time_average`, counted at these ends, none is at one:
    they lie in [1.10, 2.14], [2.67, 4.00], [4.19, 5.74] (generators default_rng([101, cell]))."""
    return Bounded(*cell["between"])


sampled(
    along_depth.time_average,
    "min(r, 3 sqrt(d)/2), depths 41 to 60 of chains with d = 4, 16, 32, N = d; their mean is truncated to [1, 2.6], "
    "[2, 4.8], [3.2, 6.8]",
    at=tuple(
        {"d": d, "depth": 60, "burn": 40, "cap": 1.5 * d**0.5, "entry": entry, "between": ends}
        for entry, (d, ends) in enumerate(((4, (1.0, 2.6)), (16, (2.0, 4.8)), (32, (3.2, 6.8))))
    ),
    notices=lambda p, cell: 0.1 if cell["d"] == 32 else 0.05,
    bias=Bias(0.003, "measured", "8,064 chains for each cell by `benchmarks/measured.py`, seed 1", error=0.0009),
    support=between,
    layer=LAYER,
    models=("positive weights",),
    block=80,
)(late_mean)


sampled(
    along_depth.nonzero_mean,
    "depths 21 to 40 of chains with positive weights, d = N = 8; a mean above 3.5 counts as that",
    at=({"d": 8, "depth": 40, "burn": 20, "cap": 8.0, "between": (1.0, 3.5)},),
    notices=0.1,
    support=between,
    layer=replace(LAYER, weights="positive"),
    block=64,
)(late_mean)


sampled(
    along_depth.width_two,
    "depths 101 to 300 of chains with d = N = 2",
    at=({"d": 2, "depth": 300, "burn": 100, "cap": 2.0, "between": (1.0, 2.0)},),
    notices=0.02,
    support=between,
    layer=LAYER,
    block=64,
)(late_mean)
