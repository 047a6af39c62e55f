"""Simulations of the claims of `theory.papers.daneshmand21.mean_map`."""

from __future__ import annotations

import numpy as np
from sympy import Rational

from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Floats, NonNegative
from theory.papers.daneshmand21.mean_map import closed_forms

WIDTH = 64

LINEAR = Layer(("rs",), gain=float(WIDTH))


def share(layer: Layer, eigenvalues: list[Rational], rng: np.random.Generator, size: int, count: int = 1) -> Floats:
    """Sum of the first `count` diagonal entries of C_{l+1} for C_l = diag(eigenvalues), one for each network: (size,).

    Rescaled rows have mean square 1. Without rescaling the mean would be that of C_l.
    """
    n = len(eigenvalues)
    factor = np.diag(np.sqrt([float(n * e / sum(eigenvalues)) for e in eigenvalues]))
    h = layer(np.broadcast_to(factor, (size, n, n)).copy(), width=WIDTH, rng=rng)
    return np.asarray(np.square(h[:, :, :count]).sum(axis=2).mean(axis=1) / n)


SHARE = NonNegative(1 / (4 * WIDTH))
"""A mean over independent rows, each in [0, 1] under rescaling."""


@sampled(
    closed_forms.two_eigenvalues,
    f"networks of width {WIDTH} on two data of correlation (a - b)/(a + b)",
    at=(
        {"a": Rational(16, 25), "b": Rational(9, 25), "entry": 0},
        {"a": Rational(1, 10), "b": Rational(9, 10), "entry": 0},
        {"a": Rational(9, 10), "b": Rational(1, 10), "entry": 1},
    ),
    notices=0.02,
    support=SHARE,
    layer=LINEAR,
    models=("no rescaling",),
    block=1024,
)
def two_data(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    return share(layer, [cell[name] for name in ("ab" if cell["entry"] == 0 else "ba")], rng, size)


@sampled(
    closed_forms.of_pairs,
    f"networks of width {WIDTH} on four data, eigenvalues in two pairs",
    at=({"x": Rational(9), "y": Rational(1)}, {"x": Rational(1), "y": Rational(4)}),
    notices=0.02,
    support=SHARE,
    layer=LINEAR,
    models=("no rescaling",),
    block=1024,
)
def two_pairs(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    return share(layer, [cell[name] for name in "xxyy"], rng, size, count=2)


def row_bound(first: Rational, n: int) -> float:
    """Bound of the variance of Y = a g_1^2/(a g_1^2 + S), a = `first`, S = g_2^2 + .. + g_n^2, a number in [0, 1].

    At most 1/4; at most E Y <= a E 1/S = a/(n-3); at most E Y^2 <= 3 a^2 E 1/S^2 = 3 a^2/((n-3)(n-5)).
    """
    a, bounds = float(first), [0.25]
    if n > 3:
        bounds.append(a / (n - 3))
    if n > 5:
        bounds.append(3 * a**2 / ((n - 3) * (n - 5)))
    return min(bounds)


@sampled(
    closed_forms.even,
    f"networks of width {WIDTH} on n = 2, 4, 6 data, one eigenvalue four times, or a ninth of, the others",
    at=tuple(
        {"r": r, "n": n, "entry": place} for place, n in enumerate((2, 4, 6)) for r in (Rational(2), Rational(1, 3))
    ),
    notices=0.04,
    support=lambda p, cell: NonNegative(row_bound(cell["r"] ** 2, cell["n"]) / WIDTH),
    layer=LINEAR,
    models=("no rescaling",),
    block=1024,
)
def one_and_others(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    return share(layer, [cell["r"] ** 2] + [Rational(1)] * (cell["n"] - 1), rng, size)
