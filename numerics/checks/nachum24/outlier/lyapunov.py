"""Simulations of the growth of the outlier's norms from layer to layer."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
from sympy import Integer

from numerics.checks.nachum24.outlier.setting import growth, inverse_alpha, sizes, two_clusters
from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Floats, Variance
from theory.notation import alpha
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


INVARIANT = 2 * alpha(Integer(4))


@sampled(
    claims.gain_over_depth,
    "mean of log(|d_L|^2/|d_0|^2)/L at depth 1,000, (n, k, m) = (4, 1, 8), gain 2 alpha, and at depth 40, (5, 2, 8), "
    "gain 2",
    at=({"n": 4, "k": 1, "m": 8, "L": 1000, "g": INVARIANT}, {"n": 5, "k": 2, "m": 8, "L": 40, "g": 2}),
    notices=0.1,
    # log R is independent and identically distributed over the layers
    support=lambda p, cell: Variance(float(log_growth_variance(*sizes(cell))) / cell["L"]),
    expects=lambda p, cell: p + float(log_growth(*sizes(cell))),
    block=128,
)
def log_of_growth_over_depth(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """log(|d_L|^2/|d_0|^2)/L: (size,). Scales are taken out after each layer, which is homogeneous."""
    scaled = replace(layer, gain=float(cell["g"]), sampler="explicit")  # of a few weights: faster here
    x, total = two_clusters(cell["n"], cell["k"], size), np.zeros(size)
    for _ in range(cell["L"]):
        before = np.square(x[:, :, 0] - x[:, :, -1]).sum(axis=1)
        x = scaled(x, width=cell["m"], rng=rng)
        after = np.square(x[:, :, 0] - x[:, :, -1]).sum(axis=1)
        total += np.log(np.maximum(after, 1e-100) / np.maximum(before, 1e-100))
        x = x / np.maximum(np.abs(x).max(axis=(1, 2), keepdims=True), 1e-100)
    return np.asarray(total / cell["L"])
