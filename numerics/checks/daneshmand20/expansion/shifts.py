"""Simulations of one residual layer at small gamma: the leading eigenvalue.

The exact mean over all sign matrices is 0.0016 below the two terms of the claim, and the margin covers that.
"""

from __future__ import annotations

import numpy as np
from sympy import Rational

from numerics.checks.daneshmand20.expansion.setting import after
from numerics.judging import Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand20.expansion import shifts


@sampled(
    shifts.leading_eigenvalue,
    "mean of the leading eigenvalue, sign matrices, d = 3, gamma = 1/10, epsilon = 1/5",
    at=({"d": 3, "epsilon": Rational(1, 5)},),
    notices=0.01,
    bias=Bias(0.0016, "proved", "the exact mean over the 512 sign matrices is .0015 below the two terms"),
    scale=lambda p, cell: 1.0,
    support=Bounded(1.0, 3.0),
    expects=lambda p, cell: 2.6 + 0.01 * p,
    layer=Layer(("rs",), weights="rademacher", gamma=0.1),
    models=("positive weights",),
)
def leading(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """lambda_1(M+): (size,)."""
    d, small = cell["d"], float(cell["epsilon"])
    M = (1 - small) * np.ones((d, d)) + small * np.eye(d)
    return np.asarray(np.linalg.eigvalsh(after(layer, M, size, rng))[:, -1])
