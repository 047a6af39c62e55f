"""The linear chain with rescaling at finite width: one layer from a given spectrum, and the stationary gap."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import numpy as np
from sympy import Rational

from numerics import chain
from numerics.betting import Bounded, Floats
from numerics.networks import Layer
from numerics.sampled import Cell, sampled
from theory.certify import decimal, precision
from theory.orthogonality.mean_map import gap, mean_map
from theory.papers.daneshmand21 import width as one
from theory.papers.daneshmand21 import width_disc as disc
from theory.papers.daneshmand21 import width_stationary as stationary
from theory.rationals import to_sympy

RS = Layer(("rs",), gain=1.0)


def gap_squared(h: Floats) -> Floats:
    """V^2 = |C|_F^2/(tr C)^2 - 1/n = 1/r - 1/n, C = H^T H: (R, d, n) to (R,)."""
    return np.asarray(1 / chain.effective_rank(h) - 1 / h.shape[-1])


def one_step_cell(n: int, d: int, *spectrum: int) -> Cell:
    """V^2 of the mean map, certified to 15 digits, and V^2 of the spectrum itself."""
    total = sum(spectrum)
    own = sum(Fraction(e, total) ** 2 for e in spectrum) - Fraction(1, n)
    with precision(40):
        mapped = Rational(decimal(gap(mean_map(spectrum)) ** 2, 15))
    return {"n": n, "d": d, "v2": mapped, "u2": to_sympy(own), "spectrum": spectrum}


@sampled(
    one.one_step,
    "mean of V^2 after one layer: eigenvalues (7, 2, 1)/10 at d = 4, (16, 9)/25 at d = 2, (1, 1, 1, 5)/8 at d = 8",
    at=(one_step_cell(3, 4, 7, 2, 1), one_step_cell(2, 2, 16, 9), one_step_cell(4, 8, 1, 1, 1, 5)),
    notices=0.06,
    support=lambda p, cell: Bounded(0.0, 1 - 1 / cell["n"]),
    layer=RS,
    models=("positive weights",),
)
def after_one_layer(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """V^2 from H_0 = sqrt(Lam) R, R orthogonal, drawn: (size,)."""
    n = cell["n"]
    turn, _ = np.linalg.qr(rng.standard_normal((n, n)))
    h = np.sqrt(np.array(cell["spectrum"], dtype=float))[:, None] * turn
    return gap_squared(layer(np.broadcast_to(h, (size, n, n)), width=cell["d"], rng=rng))


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


def late_mean(layer: Layer, h: Floats, rng: np.random.Generator, observe: Callable[[Floats], Floats]) -> Floats:
    """Mean of an observable after layers 12 to 42, nearly stationary already: (R,)."""
    return chain.time_average(h, layer, 31, rng, observe, burn=11)


@sampled(
    stationary.stationary_gap,
    "d V^2, mean over layers 12 to 42: n = 2, 4, 8 at d = 32, 96, 192; the next order is 1/288, 1/77, 1/60 of it",
    at=(
        {"n": 2, "d": 32, "cut": (0.0, 1.8)},
        {"n": 4, "d": 96, "cut": (0.4, 2.4)},
        {"n": 8, "d": 192, "cut": (1.4, 3.6)},
    ),
    notices=0.1,
    bias=0.017,
    layer=RS,
    block=128,
)
def scaled_gap(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    h = chain.start(cell["d"], cell["n"], size, rng)
    return np.asarray(cell["d"] * late_mean(layer, h, rng, gap_squared))


@sampled(
    stationary.mean_gap,
    "sqrt(d) V, mean over layers 12 to 42: n = 2, 4 at d = 32, 64; the finite d moves it by less than 1 per cent",
    at=({"n": 2, "d": 32, "cut": (0.2, 1.3)}, {"n": 4, "d": 64, "cut": (0.6, 1.7)}),
    notices=0.08,
    bias=0.008,
    layer=RS,
    block=128,
)
def scaled_root(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    h = chain.start(cell["d"], cell["n"], size, rng)
    return math.sqrt(cell["d"]) * late_mean(layer, h, rng, lambda h: np.sqrt(gap_squared(h)))


@sampled(
    stationary.memory,
    "d <X', X> - k d |X|^2, mean over layers 12 to 42: n = 2, 4 at d = 32, 64; the finite d moves it by about .01",
    at=({"n": 2, "d": 32, "unit": 2 / 3}, {"n": 4, "d": 64, "unit": 1.35}),
    notices=0.15,
    bias=0.018,
    scale=lambda p, cell: cell["unit"],
    expects=lambda p, cell: 0.0,
    deviation=lambda p, q, cell: abs(q - p) * cell["unit"],
    statistic=lambda raw, p: raw[:, 0] - p * raw[:, 1],
    support=lambda p, cell: Bounded(-3 * cell["unit"] * max(p, 0.0), 3 * cell["unit"] * (1 - min(p, 0.0))),
    layer=RS,
    block=128,
)
def lagged(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """d <X_(l+1), X_l> and d |X_l|^2, X = C - I/n: (size, 2)."""
    d, n = cell["d"], cell["n"]
    h = chain.after(chain.start(d, n, size, rng), layer, 12, rng)
    X = []
    for _ in range(31):
        X.append(np.swapaxes(h, -1, -2) @ h / (d * n) - np.eye(n) / n)
        h = layer(h, width=d, rng=rng)
    products = [[(b * a).sum((-1, -2)), (a * a).sum((-1, -2))] for a, b in pairwise(X)]
    return np.asarray(np.clip(d * np.mean(products, axis=0).T, 0.0, 3 * cell["unit"]))
