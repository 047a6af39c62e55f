"""Simulations beside Theorem 1 as corrected: the mean squared gap on the event, and the induction step."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from sympy import Rational

from numerics.checks.daneshmand21.width.setting import RS, gap_squared
from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand21.theorem import corrected as claims


def cell_of(d: int, layers: int, alpha: Rational, *spectrum: int) -> Cell:
    """From H_0 of this spectrum over its sum."""
    n, total = len(spectrum), sum(spectrum)
    square = sum(Fraction(e, total) ** 2 for e in spectrum) - Fraction(1, n)
    return {"n": n, "d": d, "l": layers, "alpha": alpha, "v2": Rational(square), "spectrum": spectrum}


@sampled(
    claims.corrected,
    "E[V(H_(l+1))^2; A_l], n = 2, 3, 4 and d = 8, 32, 64, l = 2, 3, 4, alpha a half to a third of 1/n",
    at=(
        cell_of(8, 2, Rational(1, 4), 3, 1),
        cell_of(32, 3, Rational(1, 8), 3, 2, 1),
        cell_of(64, 4, Rational(1, 12), 4, 3, 2, 1),
    ),
    notices=0.04,
    support=lambda p, cell: Bounded(0.0, 1 - 1 / cell["n"]),
    layer=RS,
    block=96,
)
def on_event(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """V(H_(l+1))^2 where lam_min(C_k) >= alpha for k = 1..l, 0 elsewhere: (size,)."""
    h, inside = along_event(layer, cell, rng, size)
    return np.where(inside, gap_squared(h), 0.0)


def along_event(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> tuple[Floats, Floats]:
    """H_(l+1), and whether A_l has come about, from a start of the cell's spectrum in any frame."""
    n = cell["n"]
    turn, _ = np.linalg.qr(rng.standard_normal((n, n)))
    start = np.sqrt(np.array(cell["spectrum"], dtype=float))[:, None] * turn
    h = np.broadcast_to(start, (size, n, n))
    inside = np.ones(size, dtype=bool)
    for _ in range(cell["l"]):
        inside &= least(h) >= float(cell["alpha"])
        h = layer(h, width=cell["d"], rng=rng)
    return h, inside


def least(h: Floats) -> Floats:
    """lam_min of C = H^T H over its trace: (size,)."""
    lam = np.linalg.eigvalsh(np.swapaxes(h, -1, -2) @ h)
    return np.asarray(lam[:, 0] / lam.sum(axis=1))


@sampled(
    claims.additive,
    "E[V(H_(l+1)); A_l] from I/n, n = 2, 4 and d = 8, 256, l = 3, 60",
    at=(cell_of(8, 3, Rational(1, 4), 1, 1), cell_of(256, 60, Rational(3, 20), 1, 1, 1, 1)),
    notices=0.04,
    support=lambda p, cell: Bounded(0.0, (1 - 1 / cell["n"]) ** 0.5),
    layer=RS,
    block=48,
)
def gap_on_event(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """V(H_(l+1)) where A_l has come about, 0 elsewhere: (size,)."""
    h, inside = along_event(layer, cell, rng, size)
    return np.where(inside, np.sqrt(np.maximum(gap_squared(h), 0.0)), 0.0)


def start_of(d: int, mapped: tuple[Rational, ...], *spectrum: int) -> Cell:
    """A spectrum, in units of its sum, with its image by the mean map."""
    n, low = len(spectrum), Rational(min(spectrum), sum(spectrum))
    return {"n": n, "d": d, "low": low, "s2": sum(p**2 for p in mapped), "spectrum": spectrum}


@sampled(
    claims.one_layer,
    "E[1/n - lam_min(C')|H]: eigenvalues (16, 9), (1, 1, 1) and (4, 1, 1, 1), d = 32, 64, 64",
    at=(
        start_of(32, (Rational(4, 7), Rational(3, 7)), 16, 9),
        start_of(64, (Rational(1, 3),) * 3, 1, 1, 1),
        start_of(64, (Rational(4, 9), *(Rational(5, 27),) * 3), 4, 1, 1, 1),
    ),
    notices=0.04,
    support=lambda p, cell: Bounded(0.0, 1 / cell["n"]),
    layer=RS,
    block=512,
)
def distance_of_least(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """1/n - lam_min(C'): (size,)."""
    root = np.diag(np.sqrt(np.array(cell["spectrum"], dtype=float)))
    h = layer(np.broadcast_to(root, (size, *root.shape)), width=cell["d"], rng=rng)
    return np.asarray(np.clip(1 / cell["n"] - least(h), 0.0, 1 / cell["n"]))
