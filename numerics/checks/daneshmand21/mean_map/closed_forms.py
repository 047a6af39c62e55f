"""Simulations of the mean map's closed forms: two data, and two pairs of equal eigenvalues."""

from __future__ import annotations

import numpy as np
from sympy import Rational

from numerics.checks.daneshmand21.mean_map.setting import LINEAR, WIDTH, share
from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Floats, NonNegative
from theory.papers.daneshmand21.mean_map import closed_forms

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
    """(size,)"""
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
    """(size,)"""
    return share(layer, [cell[name] for name in "xxyy"], rng, size, count=2)
