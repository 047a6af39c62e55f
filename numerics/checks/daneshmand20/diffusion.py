"""Simulations of the claims of `theory.papers.daneshmand20.diffusion`."""

from __future__ import annotations

from math import log, pi, sqrt

import numpy as np
from sympy import Rational

from numerics.chains import chain
from numerics.judging import Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats, Variance
from theory.papers.daneshmand20.diffusion import exponents as low
from theory.papers.daneshmand20.diffusion import width_two as wide

PAIRS = 32


def squared_sines(layer: Layer, sine: float, rng: np.random.Generator, size: int) -> Floats:
    """sin^2 of the angles between neighbours after one layer on two rows at an angle of this sine: (size, PAIRS)."""
    x = sqrt(2) * np.array([[1.0, 0.0], [sqrt(1 - sine * sine), sine]])
    y = layer(np.broadcast_to(x, (size, 2, 2)), width=2 * PAIRS, rng=rng) / sqrt(2)
    one, other = y[:, ::2], y[:, 1::2]
    return np.asarray(np.square(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]))


WITHOUT_SKIP = Layer(("rs",), gain=2)


def effective_rank_at(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """r(H_L) from two rows at an angle of sine s: (size,)."""
    sine = float(cell["s"])
    x = sqrt(2) * np.array([[1.0, 0.0], [sqrt(1 - sine * sine), sine]])
    return chain.effective_rank(chain.after(np.broadcast_to(x, (size, 2, 2)), layer, int(cell["L"]), rng))


@sampled(
    wide.collapse,
    "chains of width two, orthogonal rows and s = 3/5 at the start, L = 1, 4, 16",
    at=({"L": 1, "s": 1}, {"L": 4, "s": Rational(3, 5)}, {"L": 16, "s": 1}),
    notices=0.2,
    support=Bounded(0.0, 1.0),
    layer=WITHOUT_SKIP,
)
def excess(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """r(H_L) - 1: (size,)."""
    return np.asarray(effective_rank_at(layer, cell, rng, size) - 1)


@sampled(
    wide.bounded_away,
    "chains of width two, orthogonal rows at the start, L = 16",
    at=({"L": 16, "s": 1},),
    notices=0.02,
    support=Bounded(1.0, 2.0),
    layer=WITHOUT_SKIP,
)
def effective_rank(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """r(H_L): (size,)."""
    return effective_rank_at(layer, cell, rng, size)


@sampled(
    wide.walk_maximum,
    "walks of L = 1, 4, 16 steps log c^2",
    at=({"L": 1}, {"L": 4}, {"L": 16}),
    notices=0.05,
    support=Bounded(0.0, 1.0),
)
def lowered(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """exp(-max(0, S_1, .., S_L)): (size,)."""
    steps = 2 * np.log(np.abs(rng.standard_cauchy((size, int(cell["L"])))))
    return np.asarray(np.exp(-np.maximum(steps.cumsum(axis=1).max(axis=1), 0.0)))


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


@sampled(
    low.without_skip,
    f"mean log growth of the sine between two rows 10^-6 apart, {PAIRS} pairs of rows of one Laplace layer",
    at=({"entry": 2},),
    notices=0.15,
    bias=Bias(1e-4, "proved", "the angle is 10^-6, and the growth is of first order in it: rank-one-without-skip"),
    support=Variance((1 + sqrt(2)) ** 2 * pi**3 / 24 / PAIRS),  # the note
    layer=Layer(("rs",), weights="laplace", gain=2),
    models=("positive weights",),
    block=8192,
)
def sine_growth(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """log(|sin phi'|/sin phi) between the rows: (size,)."""
    sine = 1e-6
    return np.asarray(np.log(squared_sines(layer, sine, rng, size)).mean(axis=1) / 2 - log(sine))
