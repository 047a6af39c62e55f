"""Simulations of the mean map from one eigenvalue against equal others."""

from __future__ import annotations

import numpy as np
from sympy import Rational

from numerics.checks.daneshmand21.mean_map.setting import LINEAR, WIDTH, share
from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Floats, NonNegative
from theory.papers.daneshmand21.mean_map import one_against


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
    one_against.even,
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
    """(size,)"""
    return share(layer, [cell["r"] ** 2] + [Rational(1)] * (cell["n"] - 1), rng, size)
