"""Simulations of the claims of `theory.papers.nachum24.figures`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from sympy import Rational

from numerics.chains import chain
from numerics.chains.deep import after, default_layer, gaussian_data, singular_values
from numerics.chains.walk import last, walk
from numerics.judging import BOOLEAN, Bias, Cell, sampled
from numerics.networks import Layer, observables
from numerics.statistics.betting import Bounded, Floats
from theory.papers.nachum24 import figures as claims
from theory.papers.nachum24.figures import POINTS, TOLERANCE, WIDTH


def deep(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Gram matrices after `depth` layers from Gaussian data: (size, n, n)."""
    data = gaussian_data(cell["n"], size, rng)
    shaped = replace(layer, components=tuple(c for c in cell["components"] if c in layer.components))
    return observables.gram(after(shaped, data, cell["depth"], rng, width=cell["m"]))


BN, RMS, RC = ("rc", "rs", "nl"), ("rs", "nl"), ("rc", "nl")

LATE_WIDTH = Bias(
    0.0085,
    "extrapolated",
    "1.63/m and 2.11/m of the claimed cosines, fitted to widths 64, 128, 256 (12,000, 8,000, 5,000 networks each)",
    error=0.0004,
)

ESCAPE = Bias(
    0.005,
    "measured",
    "12 and 14 of 3,000 networks, n = 20, default_rng([17, 0..29]), and 5 of 5,000, n = 5, [17, 0..49], were otherwise",
    error=0.004,
)


@sampled(
    claims.layer_30,
    "mean cosine between points at layer 30, n = 9, width 256, truncated to [1/5, 1/3] and [2/5, 3/5], whose limit is "
    "that of the cosine itself",
    at=(
        {"n": 9, "m": 256, "depth": 30, "components": BN, "entry": 0, "between": (1 / 5, 1 / 3)},
        {"n": 9, "m": 256, "depth": 30, "components": RMS, "entry": 1, "between": (2 / 5, 3 / 5)},
    ),
    notices=0.05,
    bias=LATE_WIDTH,
    support=lambda p, cell: Bounded(*cell["between"]),
    layer=Layer(BN),
    models=("no centring",),
    block=40,
    limit_of=("width",),
)
def mean_cosine(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Mean over pairs of points, truncated to the interval of the cell, one number per network: (size,)."""
    cosines = observables.cosines(deep(layer, cell, rng, size))
    pairs = np.triu_indices(cell["n"], 1)
    return np.asarray(np.clip(cosines[:, pairs[0], pairs[1]].mean(axis=1), *cell["between"]))


# A good 2 s at level standard: a point takes 50 layers to escape, and a probability to within .09 some 1,000 networks.
@sampled(
    claims.escape,
    "whether a point has escaped after 50 layers: n = 20, width 128, without and with rescaling; n = 5, width 400",
    at=(
        {"n": 20, "m": 128, "depth": 50, "components": RC, "entry": 0},
        {"n": 20, "m": 128, "depth": 50, "components": BN, "entry": 1},
        {"n": 5, "m": 400, "depth": 50, "components": RC, "entry": 2},
    ),
    notices=0.18,
    scale=1.0,
    bias=ESCAPE,
    support=BOOLEAN,
    layer=Layer(BN),
    models=("no centring",),
    block=64,
)
def has_escaped(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """1 where the longest point is more than twice as long as the mean of the others: (size,)."""
    return np.asarray(observables.escaped(deep(layer, cell, rng, size)) >= 0, dtype=float)


# Some 1 s: 192 networks of 100 layers.
@sampled(
    claims.escaped_angle,
    "mean cosine of the longest point to the others after 100 layers of width 128, n = 20, cut to [0, 1/4]",
    at=({"n": 20, "m": 128, "depth": 100, "components": RC},),
    notices=0.008,
    support=lambda p, cell: Bounded(0.0, 0.25),
    layer=Layer(BN),
    models=("no centring",),
    block=32,
)
def escaped_cosine(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Mean over the others, cut to the interval, one number per network: (size,)."""
    return np.asarray(np.clip(observables.cos_outlier_cluster(deep(layer, cell, rng, size)), 0.0, 0.25))


@sampled(
    claims.inactive_half,
    "fraction of zeros after 5 layers of width 50, n = 10",
    at=({"n": 10, "m": 50, "depth": 5},),
    notices=0.04,
    support=BOOLEAN,
    models=("leaky slope",),
    block=512,
)
def fraction_of_zeros(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Fraction of entries that are exactly 0: (size,)."""
    x = chain.after(rng.standard_normal((size, cell["n"], cell["n"])), layer, cell["depth"], rng, width=cell["m"])
    return np.asarray((x == 0).mean(axis=(1, 2)))


def _tails(n: int, tau: Rational) -> dict[str, Rational]:
    """To 30 digits."""
    return {letter.name: Rational(str(tail.evalf(30))) for letter, tail in claims.gaussian_tails(n, tau).items()}


@sampled(
    claims.small_activations,
    "one layer of width 64 on the outlier configuration, n = 10, tau = 1/3",
    at=({"n": 10, "m": 64, "tau": Rational(1, 3), **_tails(10, Rational(1, 3))},),
    notices=0.04,
    support=BOOLEAN,
    models=("no centring",),
    block=1024,
)
def fraction_small(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Fraction of activations below tau times the standard deviation of w.d: (size,)."""
    n, m = cell["n"], cell["m"]
    batch = np.tile(np.array([[1.0], [-1.0]]), (1, n))
    batch[:, 0] = (3.0, 1.0)  # d = (2, 2)
    x = layer(np.broadcast_to(batch, (size, 2, n)), width=m, rng=rng)
    deviation = np.sqrt(8.0 * layer.gain / m)
    return np.asarray((x < float(cell["tau"]) * deviation).mean(axis=(1, 2)))


def _share(p: Any, cell: Cell) -> float:
    kept = p[cell["entry"]] / POINTS
    return float(1 - kept if cell.get("lost") else kept)


@sampled(
    claims.numerical_rank,
    "float32 rank over 32, or what is left of that, at least 1/2; 32 Gaussian points in R^64, width 64: He, "
    "BN at layer 30, default weights and bias at 20",
    at=(
        {"entry": 0, "depth": 30, "components": ("nl",), "bias": False},
        {"entry": 1, "depth": 30, "components": BN, "bias": False},
        {"entry": 2, "depth": 20, "components": ("nl",), "bias": True, "lost": True},
    ),
    notices=0.1,
    support=Bounded(0.5, 1.0),
    expects=_share,
    layer=Layer(BN),
    block=40,
)
def rank_share(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Share of singular values above the tolerance of float32, or not above it: (size,)."""
    n, f = POINTS, WIDTH
    x = rng.standard_normal((size, f, n))
    if cell["bias"]:
        x = last(walk(x, lambda x: default_layer(x, rng), cell["depth"]))
    else:
        x = after(replace(layer, components=cell["components"]), x, cell["depth"], rng)
    kept = (singular_values(x) > float(TOLERANCE)).mean(axis=1)
    return np.asarray(np.maximum(1 - kept if cell.get("lost") else kept, 0.5))
