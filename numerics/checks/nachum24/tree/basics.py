"""Simulations of the tree: networks of width one."""

from __future__ import annotations

import numpy as np

from numerics.checks.nachum24.tree.setting import through
from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.nachum24.tree.basics import width_one
from theory.tree import Tree

SIGNS = Layer(("rc", "nl"), weights="rademacher", gain=1.0)


@sampled(
    width_one,
    "entries of the mean Gram matrix of networks of width one, weights +-1, on (0,1,5), (0,1,3) and (0,2,3): mean over "
    "both signs of every weight",
    at=tuple(
        {"L": L, "batch": batch, "entry": entry, "g": Tree(batch).gram(L)[entry]}
        for L, batch, entry in ((3, (0, 1, 5), (2, 2)), (2, (0, 1, 3), (0, 1)), (4, (0, 2, 3), (0, 0)))
    ),
    notices=0.05,
    support=lambda p, cell: Bounded(0.0, float(max(cell["batch"]) - min(cell["batch"])) ** 2 / 2 ** cell["L"]),
    layer=SIGNS,
    models=("no centring", "leaky slope"),
)
def mean_gram(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Mean of x_i x_j at depth L over the signs of the weights: shape (size,)."""
    x = through(layer, cell["batch"], cell["L"], rng, size)
    i, j = cell["entry"]
    return np.asarray((x[..., i] * x[..., j]).mean(axis=0))
