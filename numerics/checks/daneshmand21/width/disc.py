"""Simulations of one layer of the linear chain on two data: a step on the disc."""

from __future__ import annotations

import math

import numpy as np
from sympy import Rational

from numerics.checks.daneshmand21.width.setting import RS, gap_squared
from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand21.width import disc


@sampled(
    disc.mean_square,
    "mean of |z'|^2 = 2 V^2 after one Gaussian layer: |z| = 3/5 at d = 3, 12/13 at d = 2",
    at=({"d": 3, "s": Rational(4, 5)}, {"d": 2, "s": Rational(5, 13)}),
    notices=0.05,
    support=Bounded(0.0, 1.0),
    layer=RS,
    models=("positive weights",),
)
def disc_step(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """|z'|^2 = 2 V^2 from eigenvalues (1 +- |z|)/2: (size,)."""
    length = math.sqrt(1 - float(cell["s"]) ** 2)
    h = np.diag(np.sqrt([(1 + length) / 2, (1 - length) / 2]))
    return 2 * gap_squared(layer(np.broadcast_to(h, (size, 2, 2)), width=cell["d"], rng=rng))
