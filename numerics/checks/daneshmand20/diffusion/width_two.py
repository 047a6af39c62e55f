"""Simulations of one layer without skip connection at width two, RS(W x)."""

from __future__ import annotations

from math import log, pi, sqrt

import numpy as np
from sympy import Rational

from numerics.checks.daneshmand20.diffusion.setting import PAIRS, squared_sines
from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats, Variance
from theory.papers.daneshmand20.diffusion import width_two as wide

SINES = (Rational(3, 5), Rational(5, 13))


MEAN_OF_PAIRS = Bounded(0.0, 1.0, variance=1 / 4 / PAIRS)
"""Of `PAIRS` independent numbers in [0, 1]."""


@sampled(
    wide.mean_square,
    f"mean of rho'^2 over {PAIRS} pairs of rows of one Gaussian layer, s = 3/5 and 5/13",
    at=tuple({"s": s} for s in SINES),
    notices=0.02,
    support=MEAN_OF_PAIRS,
    layer=Layer(("rs",), gain=2),
    models=("positive weights",),
    block=512,
)
def squared_correlation(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    return np.asarray(1 - squared_sines(layer, float(cell["s"]), rng, size).mean(axis=1))


@sampled(
    wide.kesten,
    f"P((y'-1)/y <= t), share of {PAIRS} pairs of rows of one Gaussian layer, (s, t) = (3/5, 4/3), (5/13, 1/4)",
    at=({"s": SINES[0], "t": Rational(4, 3)}, {"s": SINES[1], "t": Rational(1, 4)}),
    notices=0.02,
    support=MEAN_OF_PAIRS,
    layer=Layer(("rs",), gain=2),
    models=("positive weights",),
    block=512,
)
def step_below(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Share with (y' - 1)/y = s^2 rho'^2/(1 - rho'^2) at most t: (size,)."""
    left = squared_sines(layer, float(cell["s"]), rng, size)
    return np.asarray((float(cell["s"]) ** 2 * (1 - left) <= float(cell["t"]) * left).mean(axis=1))


def _log_det_variance(cell: Cell) -> float:
    # log sin^2 of a uniform angle has variance pi^2/3; log q lies within log((1+rho)/(1-rho)), twice and independent
    rho = sqrt(1 - float(cell["s"]) ** 2)
    return (pi / sqrt(3) + sqrt(2) / 2 * log((1 + rho) / (1 - rho))) ** 2 / PAIRS


@sampled(
    wide.log_det_drift,
    f"mean of log det M' - log det M over {PAIRS} pairs of rows of one Gaussian layer, s = 3/5 and 5/13",
    at=tuple({"s": s} for s in SINES),
    notices=0.05,
    support=lambda p, cell: Variance(_log_det_variance(cell)),
    layer=Layer(("rs",), gain=2),
    models=("positive weights",),
    block=4096,
)
def log_det_change(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """log det M' - log det M: (size,)."""
    sine = float(cell["s"])
    return np.asarray(np.log(squared_sines(layer, sine, rng, size)).mean(axis=1) - 2 * log(sine))
