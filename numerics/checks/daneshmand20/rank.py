"""Simulations of the chain RS(W H): means over depth of r, one sample for each chain.

Every chain starts at its own Gaussian X of full rank. The first layers are not counted; what is left of the start is
below 1% at d = 4, 16 and 32.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from numerics import chain
from numerics.betting import Bounded, Floats
from numerics.networks import Layer
from numerics.sampled import Cell, sampled
from theory.papers.daneshmand20 import rank_time_averages as claims

LAYER = chain.layer(1, chain.NO_SKIP)  # without skip the size of the weights is immaterial


def late_mean(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Mean of min(r, cap) over the depths after `burn`, up to `depth`: (size,)."""
    d = cell["d"]
    burn = cell["burn"]

    def capped(h: Floats) -> Floats:
        return np.minimum(chain.moments(h).r, cell["cap"])

    return chain.time_average(chain.start(d, d, size, rng), layer, cell["depth"] - burn, rng, capped, burn=burn)


sampled(
    claims.time_average,
    "depths 41 to 100 of chains with d = 4, 16, 32, N = d; r above 2 sqrt(d) (never met) counts as 2 sqrt(d)",
    at=tuple(
        {"d": d, "depth": 100, "burn": 40, "cap": 2 * d**0.5, "entry": entry} for entry, d in enumerate((4, 16, 32))
    ),
    notices=0.1,
    bias=0.005,
    support=lambda p, cell: Bounded(1.0, cell["cap"]),
    layer=LAYER,
    models=("positive weights",),
    block=64,
)(late_mean)

sampled(
    claims.nonzero_mean,
    "depths 41 to 120 of chains with positive weights, d = N = 8",
    at=({"d": 8, "depth": 120, "burn": 40, "cap": 8.0},),
    notices=0.2,
    support=Bounded(1.0, 8.0),
    layer=replace(LAYER, weights="positive"),
    block=512,
)(late_mean)

sampled(
    claims.width_two,
    "depths 101 to 300 of chains with d = N = 2",
    at=({"d": 2, "depth": 300, "burn": 100, "cap": 2.0},),
    notices=0.1,
    support=Bounded(1.0, 2.0),
    layer=LAYER,
    block=512,
)(late_mean)
