"""Simulation of chains at gamma = 1/10: r, averaged over depth, against sqrt(d)."""

from __future__ import annotations

import numpy as np

from numerics.chains import chain
from numerics.checks.daneshmand20.rank.setting import TENTH, late
from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand20.rank import along_depth as claims


@sampled(
    claims.order,
    "r in [1, d], d = 4, 8, 16, 32",
    at=tuple({"d": d, "skip": True} for d in (4, 8, 16, 32)),
    notices=0.1,
    support=lambda p, cell: Bounded(1.0, cell["d"]),
    layer=chain.layer(1, TENTH),
    block=32,
)
def mean_r(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    return late(layer, cell, rng, size).r
