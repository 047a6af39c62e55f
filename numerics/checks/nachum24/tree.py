"""Simulations of the tree: networks of width one, and the three-valued map from its invariant law."""

from __future__ import annotations

from typing import Any

import numpy as np

from numerics.judging import BOOLEAN, Cell, sampled
from numerics.networks import Layer
from numerics.networks.mirrored import mirrored
from numerics.networks.observables import distinct_columns
from numerics.statistics.betting import Bounded, Floats
from theory.papers.nachum24.outlier.stability import absorption_width_one
from theory.papers.nachum24.tree.basics import width_one
from theory.papers.nachum24.tree.three_valued import three_valued_exponent
from theory.tree import Tree

SIGNS = Layer(("rc", "nl"), weights="rademacher", gain=1.0)


def through(layer: Layer, batch: tuple[int, ...], depth: int, rng: np.random.Generator, size: int) -> Floats:
    """Networks of width one on one batch of numbers, both signs of every weight: (2^depth, size, n)."""
    x = np.broadcast_to(np.array([batch], dtype=float), (size, 1, len(batch)))
    for _ in range(depth):
        x = mirrored(layer, x, width=1, rng=rng).reshape(-1, 1, len(batch))  # the last sign comes first
    return x.reshape(-1, size, len(batch))


@sampled(
    width_one,
    "entries of the mean Gram matrix of networks of width one, weights +-1, on (0,1,5), (0,1,3) and (0,2,3): mean over "
    "both signs of every weight",
    at=(
        {"L": 3, "batch": (0, 1, 5), "entry": (2, 2)},
        {"L": 2, "batch": (0, 1, 3), "entry": (0, 1)},
        {"L": 4, "batch": (0, 2, 3), "entry": (0, 0)},
    ),
    notices=0.05,
    support=lambda p, cell: Bounded(0.0, float(max(cell["batch"]) - min(cell["batch"])) ** 2 / 2 ** cell["L"]),
    expects=lambda p, cell: p * float(Tree(cell["batch"]).gram(cell["L"])[cell["entry"]]),
    layer=SIGNS,
    models=("no centring", "leaky slope"),
)
def mean_gram(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Mean of x_i x_j at depth L over the signs of the weights: shape (size,)."""
    x = through(layer, cell["batch"], cell["L"], rng, size)
    i, j = cell["entry"]
    return np.asarray((x[..., i] * x[..., j]).mean(axis=0))


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


def _sides(p: Any, cell: Cell) -> Bounded:
    """The unstable side of a split has relative length in [1/n, 1 - 1/n]."""
    n = cell["k"] + cell["j"] + cell["l"]
    return Bounded(-float(np.log(n)), float(np.log1p(-1 / n)))


@sampled(
    three_valued_exponent,
    "20 steps of the three-valued map from a uniform logit, (k, j, l) = (1,1,1), (2,3,4), (1,8,1)",
    at=({"k": 1, "j": 1, "l": 1}, {"k": 2, "j": 3, "l": 4}, {"k": 1, "j": 8, "l": 1}),
    notices=0.04,
    support=_sides,
)
def after_twenty_steps(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """log of the relative length of the unstable side at step 20: shape (size,); no network is involved."""
    k, j, l = cell["k"], cell["j"], cell["l"]
    n = k + j + l
    logit = rng.uniform(np.log(l / (k + j)), np.log((l + j) / k), size)
    t = (n / (1 + np.exp(-logit)) - l) / j
    for _ in range(20):
        m = (j * t + l) / n
        below = t < m
        kept = np.where(below, m, 1 - m)
        t = np.clip(np.where(below, t / m, (t - m) / (1 - m)), 0.0, 1.0)  # rounding may leave [0, 1]
    return np.asarray(np.log(kept))
