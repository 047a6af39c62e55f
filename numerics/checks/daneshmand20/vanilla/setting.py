"""Sizes and strengths of the simulated linear networks without normalization."""

from __future__ import annotations

import numpy as np
from sympy import Rational

from numerics.judging import Cell

LAYERS, DRAWS = 16, 16


HALF, THREE_TENTHS, ONE = Rational(1, 2), Rational(3, 10), Rational(1)


def strength(cell: Cell) -> float:
    return float(cell["g"]) if "g" in cell else np.inf
