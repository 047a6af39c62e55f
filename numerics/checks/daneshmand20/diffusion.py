"""Simulations of the chain at small width: one layer without skip connection at d = 2, stationarity on the plane.

All layers are RS(x + gamma W x), or RS(W x), of unit weights; rows of x have mean square 1, so x x^T/N = M.
"""

from __future__ import annotations

from math import log, pi, sqrt

import numpy as np
from sympy import Rational

from numerics import chain
from numerics.betting import Bounded, Floats, Variance
from numerics.networks import Layer
from numerics.sampled import BOOLEAN, Cell, sampled
from theory.papers.daneshmand20 import diffusion_planar as small
from theory.papers.daneshmand20 import diffusion_rank_one as low
from theory.papers.daneshmand20 import diffusion_width_two as wide

SINES = (Rational(3, 5), Rational(5, 13))


def squared_correlation(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """rho'^2 after one layer on two rows of correlation sqrt(1 - s^2): (size,)."""
    s = float(cell["s"])
    x = sqrt(2) * np.array([[1.0, 0.0], [sqrt(1 - s * s), s]])
    y = layer(np.broadcast_to(x, (size, 2, 2)), width=2, rng=rng)
    return np.asarray(np.square((y[:, 0] * y[:, 1]).mean(axis=-1)))


sampled(
    wide.mean_square,
    "mean of rho'^2 after one Gaussian layer, s = 3/5 and 5/13",
    at=tuple({"s": s} for s in SINES),
    notices=0.05,
    support=BOOLEAN,
    layer=Layer(("rs",), gain=2),
    models=("positive weights",),
)(squared_correlation)


@sampled(
    wide.kesten,
    "P((y'-1)/y <= t) after one Gaussian layer, (s, t) = (3/5, 4/3), (5/13, 1/4)",
    at=({"s": SINES[0], "t": Rational(4, 3)}, {"s": SINES[1], "t": Rational(1, 4)}),
    notices=0.06,
    support=BOOLEAN,
    layer=Layer(("rs",), gain=2),
    models=("positive weights",),
)
def step_below(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Whether (y' - 1)/y = s^2 rho'^2/(1 - rho'^2) is at most t: (size,)."""
    square = squared_correlation(layer, cell, rng, size)
    return np.asarray(float(cell["s"]) ** 2 * square <= float(cell["t"]) * (1 - square), dtype=float)


def _log_det_variance(cell: Cell) -> float:
    # log sin^2 of a uniform angle has variance pi^2/3; log q lies within log((1+rho)/(1-rho)), twice and independent
    rho = sqrt(1 - float(cell["s"]) ** 2)
    return (pi / sqrt(3) + sqrt(2) / 2 * log((1 + rho) / (1 - rho))) ** 2


@sampled(
    wide.log_det_drift,
    "mean of log det M' - log det M over one Gaussian layer, s = 3/5 and 5/13",
    at=tuple({"s": s} for s in SINES),
    notices=0.4,
    scale=lambda p, cell: 1.0,
    support=lambda p, cell: Variance(_log_det_variance(cell)),
    layer=Layer(("rs",), gain=2),
    models=("positive weights",),
)
def log_det_change(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """log det M' - log det M: (size,)."""
    left = np.maximum(1 - squared_correlation(layer, cell, rng, size), 1e-16)
    return np.asarray(np.log(left) - 2 * log(float(cell["s"])))


def planar_gram(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """|M|_F^2 after 200 layers from d i.i.d. uniform rows on the circle: (size,)."""
    angle = 2 * pi * rng.random((size, cell["d"]))
    x = sqrt(2) * np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    return chain.moments(chain.after(x, layer, 200, rng)).F


@sampled(
    small.arcsine_means,
    "E|M|_F^2 after 200 layers of gamma = 1/20 from the arcsine law, d = 2",
    at=({"d": 2, "entry": 0},),
    notices=0.06,
    support=Bounded(2.0, 4.0),
    layer=Layer(("rs",), gain=2, gamma=1 / 20),
    models=("positive weights",),
)
def planar_squares(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """|M|_F^2: (size,)."""
    return planar_gram(layer, cell, rng, size)


def _agm(a: float, b: float) -> float:
    if not (a > 0 and b > 0):
        return float("nan")
    for _ in range(8):
        a, b = (a + b) / 2, sqrt(a * b)
    return a


@sampled(
    small.planar_rank_three,
    "E r after 200 layers of gamma = 1/20 from uniform rows on the circle, d = 3",
    at=({"d": 3},),
    notices=0.12,
    support=Bounded(1.0, 2.0),
    expects=lambda p, cell: 9 / _agm(*p),
    deviation=lambda p, q, cell: abs(9 / _agm(*q) - 9 / _agm(*p)),
    layer=Layer(("rs",), gain=3, gamma=1 / 20),
    models=("positive weights",),
)
def planar_effective_rank(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """r = d^2/|M|_F^2: (size,)."""
    return np.asarray(cell["d"] ** 2 / planar_gram(layer, cell, rng, size))


@sampled(
    low.without_skip,
    "mean log growth of the sine between two rows 10^-6 apart, one Laplace layer",
    at=({"entry": 2},),
    notices=0.25,
    scale=lambda p, cell: 1.0,
    support=Variance(36.0),  # the note
    layer=Layer(("rs",), weights="laplace", gain=2),
    models=("positive weights",),
)
def sine_growth(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """log(|sin phi'|/sin phi) between the rows: (size,)."""
    angle = 1e-6
    x = sqrt(2) * np.array([[1.0, 0.0], [np.cos(angle), np.sin(angle)]])
    y = layer(np.broadcast_to(x, (size, 2, 2)), width=2, rng=rng) / sqrt(2)
    sine = np.abs(y[:, 0, 0] * y[:, 1, 1] - y[:, 0, 1] * y[:, 1, 0])
    return np.asarray(np.log(np.maximum(sine, 1e-30)) - log(np.sin(angle)))
