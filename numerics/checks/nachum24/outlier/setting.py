"""One layer of RC + ReLU (and RS) on two clusters.

At gain 2 the mean square of d shrinks by 1/alpha; predictions made at gain 2 alpha are carried over by that factor
(claim `invariance`), which no simulation knows of.
"""

from __future__ import annotations

import numpy as np

from numerics.judging import Cell
from numerics.networks import Layer
from numerics.statistics.betting import Floats
from theory.notation import alpha

OUTLIER, CLUSTER = np.array([3.0, 1.0]), np.array([1.0, -1.0])


SQUARE = float(np.sum((OUTLIER - CLUSTER) ** 2))  # |d|^2


def two_clusters(n: int, k: int, size: int) -> Floats:
    """k copies of one point and n - k of another, for every network: (size, 2, n)."""
    batch = np.column_stack([OUTLIER] * k + [CLUSTER] * (n - k))
    return np.broadcast_to(batch, (size, *batch.shape))


def images(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> tuple[Floats, Floats]:
    """x_o' and x_c' after one layer: (size, m) each."""
    x = layer(two_clusters(cell["n"], cell["k"], size), width=cell["m"], rng=rng)
    return x[:, :, 0], x[:, :, -1]


def squares(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """|x_o'|^2 and |x_c'|^2 in units of |d|^2: (size, 2)."""
    return np.stack([np.square(x).sum(axis=1) for x in images(layer, cell, rng, size)], axis=1) / SQUARE


def growth(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """|d'|^2/|d|^2: (size,)."""
    x_o, x_c = images(layer, cell, rng, size)
    return np.asarray(np.square(x_o - x_c).sum(axis=1) / SQUARE)


def sizes(cell: Cell) -> tuple[int, int, int]:
    return cell["n"], cell["k"], cell["m"]


def inverse_alpha(cell: Cell) -> float:
    return float(1 / alpha(cell["n"], cell["k"]))
