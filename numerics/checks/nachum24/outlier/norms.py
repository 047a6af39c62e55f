"""Simulations of the outlier's norms: their law, variance, growth and what rescaling makes of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from numerics.checks.nachum24.outlier.setting import growth, images, inverse_alpha, sizes, squares
from numerics.judging import Cell, Law, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats, Variance
from theory.papers.nachum24.outlier import norms
from theory.wide.outlier import squared_deviation_variance


def chi_square_mixture(scale: float, m: int) -> Law:
    """Law of (2/m) scale chi^2_N, N ~ Bin(m, 1/2), with its atom at 0."""
    from scipy import stats  # slow to import, and `bninit show` needs it not

    degrees = np.arange(1, m + 1)
    weights = stats.binom.pmf(degrees, m, 0.5)

    def continuous(x: Floats) -> Floats:
        inside = np.maximum(x, 0)[:, None] * m / (2 * scale) if scale > 0 else np.full((len(x), 1), np.inf)
        # the atom of 2^-m is added by the callers; rounding must not push the sum over 1
        below = (weights * stats.chi2.cdf(inside, degrees)).sum(axis=1)
        return np.asarray(np.minimum(below, 1 - 0.5**m))

    return Law(
        lambda x: continuous(np.asarray(x)) + 0.5**m * (np.asarray(x) >= 0),
        lambda x: continuous(np.asarray(x)) + 0.5**m * (np.asarray(x) > 0),
    )


def _distance(p: Any, q: Any, cell: Cell) -> float:
    """Kolmogorov distance of two claimed laws, on a grid: a lower bound."""
    a, b = p[cell["entry"]], q[cell["entry"]]
    x = np.linspace(0, 8 * a, 400)
    laws = (chi_square_mixture(scale, cell["m"]) for scale in (a, max(b, 0.0)))
    first, second = (law.cdf(x) for law in laws)
    return float(np.max(np.abs(np.asarray(first) - np.asarray(second))))


@sampled(
    norms.norm_law,
    "whole laws of |x_o'|^2 and |x_c'|^2, atom included, by Dvoretzky-Kiefer-Wolfowitz; (n, k, m) = (4, 1, 3)",
    at=({"n": 4, "k": 1, "m": 3, "entry": 0}, {"n": 4, "k": 1, "m": 3, "entry": 1}),
    notices=0.05,
    support=lambda p, cell: None,
    expects=lambda p, cell: chi_square_mixture(max(p[cell["entry"]], 0.0), cell["m"]),
    deviation=_distance,
    models=("no centring",),
)
def one_square(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """|x_o'|^2 or |x_c'|^2 over |d|^2: (size,)."""
    return squares(layer, cell, rng, size)[:, cell["entry"]]


@sampled(
    norms.norm_variance,
    "mean of (|d'|^2/|d|^2 alpha - 1)^2, (n, k, m) = (5, 1, 12), (4, 2, 12)",
    at=({"n": 5, "k": 1, "m": 12}, {"n": 4, "k": 2, "m": 12}),
    notices=0.1,
    support=lambda p, cell: Variance(float(squared_deviation_variance(*sizes(cell)))),
    models=("no centring",),
)
def squared_deviation(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(R - 1)^2 for R = |d'|^2/|d|^2 over its mean, 1/alpha: (size,)."""
    return np.asarray((growth(layer, cell, rng, size) / inverse_alpha(cell) - 1) ** 2)


@sampled(
    norms.rescaled_norms,
    "mean of |x_o'|^2/m and |x_c'|^2/m under RC + RS + ReLU, biased and unbiased; n = 5, k = 1, m = 20",
    at=(
        {"n": 5, "k": 1, "m": 20, "nu": 5, "ddof": 0, "entry": 0, "N_plus": 1, "N_minus": 1},
        {"n": 5, "k": 1, "m": 20, "nu": 5, "ddof": 0, "entry": 1, "N_plus": 1, "N_minus": 1},
        {"n": 5, "k": 1, "m": 20, "nu": 4, "ddof": 1, "entry": 0, "N_plus": 1, "N_minus": 1},
    ),
    notices=0.05,
    # post-BN squares are at most n - 1, or (n-1)^2/n after Bessel, 1/(n-1) in the cluster; no centring: n
    support=lambda p, cell: Bounded(0.0, 8.0 if cell["entry"] == 0 else 1 / (cell["n"] - 1)),
    expects=lambda p, cell: p[cell["entry"]] / 2,
    layer=Layer(("rc", "rs", "nl")),
    models=("no centring", "n - 1 variance"),
)
def rescaled(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """|x_o'|^2/m or |x_c'|^2/m: (size,)."""
    switched = replace(layer, ddof=layer.ddof ^ cell["ddof"])
    return np.asarray(np.square(images(switched, cell, rng, size)[cell["entry"]]).mean(axis=1))
