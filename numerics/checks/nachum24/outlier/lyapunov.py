"""Simulations of the growth of the outlier's norms from layer to layer."""

from __future__ import annotations

from functools import cache

import numpy as np

from numerics.checks.nachum24.outlier.setting import growth, inverse_alpha, sizes
from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Floats, Variance
from theory.papers.nachum24.outlier import lyapunov as claims
from theory.wide.outlier import log_growth, log_growth_variance


@cache
def _integral(n: int, k: int, m: int) -> float:
    """The Frullani integral alone, without the shift that the claim predicts."""
    return float(log_growth(n, k, m)) - float(np.log(2 / (m * ((n - k) ** 2 + k**2))))


@sampled(
    claims.lyapunov,
    "mean of log(|d'|^2/|d|^2) at gain 2, (n, k, m) = (3, 1, 10), (10, 3, 4)",
    at=({"n": 3, "k": 1, "m": 10, "s": 1}, {"n": 10, "k": 3, "m": 4, "s": 1}),  # centring shows best at n = 3
    notices=0.05,
    support=lambda p, cell: Variance(float(log_growth_variance(*sizes(cell)))),
    expects=lambda p, cell: _integral(*sizes(cell)) + p[1] + float(np.log(inverse_alpha(cell))),
    models=("no centring",),
)
def log_of_growth(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """log(|d'|^2/|d|^2): (size,). Without centring d' may vanish; then a number far below all others."""
    return np.asarray(np.log(np.maximum(growth(layer, cell, rng, size), 1e-100)))
