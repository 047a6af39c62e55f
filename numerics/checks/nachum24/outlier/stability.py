"""Simulations of dispersion inside the cluster, merging columns, and absorption at finite width and at width one."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np

from numerics.checks.nachum24.tree.setting import through
from numerics.judging import BOOLEAN, Bias, Cell, sampled
from numerics.networks import Layer
from numerics.networks.mirrored import mirrored
from numerics.networks.observables import distinct_columns
from numerics.statistics.betting import Bounded, Floats, Variance
from theory.notation import alpha
from theory.papers.nachum24.outlier import stability as claims
from theory.papers.nachum24.outlier.stability import absorption_width_one
from theory.tree import Tree

EPSILON = 2.0**-20
"""Size of the perturbation; the limit eps -> 0 is missed by a relative error of order n eps, far below the margin."""


def _variance(p: float, cell: Cell) -> Variance:
    """Of the mean over m neurons of a - p b, a = 2 g^2 [t < 0], b = 2 ((n-1)^2 t_+^2 + t_-^2)/n^2; g, t independent."""
    n, m = cell["n"], cell["m"]
    square = 6 + 6 * p**2 * ((n - 1) ** 4 + 1) / n**4 - 2 * p * 2 / n**2
    return Variance(1.01 * square / m)


@sampled(
    claims.dispersion,
    "mean of |delta'|^2/|delta|^2 - predicted |d'|^2/|d|^2 at gain 2, eps = 2^-20, (n, m) = (5, 64), (10, 64)",
    at=({"n": 5, "m": 64}, {"n": 10, "m": 64}),
    notices=0.05,
    support=_variance,
    expects=lambda p, cell: 0.0,
    scale=1.0,  # the mean of the first term
    bias=Bias(1.2e-5, "proved", "nachum24/outlier.md#dispersion: at most (4/pi)(n-1) eps + eps, n <= 10"),
    statistic=lambda raw, p: raw[:, 0] - p * raw[:, 1],
    deviation=lambda p, q, cell: abs(q - p) / float(alpha(cell["n"])),
    models=("no centring",),
    limit_of=("epsilon",),
)
def spreading(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Growth of the squared distance inside the cluster, and of |d|^2: (size, 2)."""
    n = cell["n"]
    batch = np.tile(np.array([[1.0], [-1.0]]), (1, n))  # x_c
    batch[:, 0] = (3.0, 1.0)  # x_o, d = (2, 2)
    batch[:, 1] += EPSILON * np.array([1.0, -1.0])  # delta, orthogonal to d
    x = layer(np.broadcast_to(batch, (size, 2, n)), width=cell["m"], rng=rng)
    spread = np.square((x[:, :, 1] - x[:, :, 2]) / EPSILON).sum(axis=1) / 2
    apart = np.square(x[:, :, 0] - x[:, :, 2]).sum(axis=1) / 8
    return np.stack([spread, apart], axis=1)


@sampled(
    claims.merging,
    "some two columns of a regular triangle, m = 1, 2: share of the signs of the rows of W at which they merge",
    at=({"m": 1}, {"m": 2}),
    notices=0.05,
    support=BOOLEAN,
    models=("leaky slope",),
)
def some_two_merge(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Share, over all signs of the m rows, of some two of the three columns being equal: (size,)."""
    angles = 2 * np.pi * np.arange(3) / 3
    triangle = np.array([np.cos(angles) + 2.0, np.sin(angles) + 1.0])  # off the origin: centring has work to do
    x = mirrored(layer, np.broadcast_to(triangle, (size, 2, 3)), width=cell["m"], rng=rng)
    pairs = x == np.roll(x, 1, axis=-1)  # (2, size, m, 3), the sign of W first
    patterns = product((0, 1), repeat=cell["m"])
    merged = [np.all([pairs[s, :, row] for row, s in enumerate(signs)], axis=0).any(axis=-1) for signs in patterns]
    return np.asarray(np.mean(merged, axis=0))


@sampled(
    claims.two_clusters,
    "distinct columns left: n = 4, m = 1 after 40 layers; n = 3, m = 2 after 240, with and without rescaling",
    at=(
        {"n": 4, "m": 1, "L": 40, "components": ("rc", "nl")},
        {"n": 3, "m": 2, "L": 240, "components": ("rc", "nl")},
        {"n": 3, "m": 2, "L": 240, "components": ("rc", "rs", "nl")},
    ),
    notices=0.05,
    bias=Bias(6e-4, "proved", "nachum24/outlier.md#two-clusters: P(Bin(240, 1/36) < 1) < .0012 of one column in 2"),
    support=lambda p, cell: Bounded(1.0, cell["n"]),
    models=("leaky slope",),
    block=224,
    limit_of=("depth",),
)
def columns_left(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Number of distinct columns after L layers from Gaussian data: (size,)."""
    shaped = replace(layer, components=cell["components"])
    x = rng.standard_normal((size, cell["n"], cell["n"]))
    for _ in range(cell["L"]):
        x = shaped(x, width=cell["m"], rng=rng)
        x /= np.abs(x).max(axis=(1, 2), keepdims=True)  # homogeneous: scale is free, and must not underflow
    return distinct_columns(x).astype(float)


@sampled(
    absorption_width_one,
    "networks of width one, Gaussian weights, on (0,1,3,4,9): mean over both signs of every weight",
    at=tuple({"L": L, "u": Tree((0, 1, 3, 4, 9)).unstable_leaves(L), "batch": (0, 1, 3, 4, 9)} for L in (3, 4)),
    notices=0.05,
    support=BOOLEAN,
    models=("no centring", "leaky slope"),
    block=1024,
)
def still_three_values(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Share of the signs of the weights at which three or more columns differ at depth L: shape (size,)."""
    x = through(layer, cell["batch"], cell["L"], rng, size)
    return np.asarray((distinct_columns(x[:, :, None]) > 2).mean(axis=0))
