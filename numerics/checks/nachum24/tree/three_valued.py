"""Simulations of the three-valued map from its invariant law."""

from __future__ import annotations

from typing import Any

import numpy as np

from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.nachum24.tree.three_valued import three_valued_exponent


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
