"""Simulations of the claims of `theory.papers.nachum24.tree`."""

from __future__ import annotations

from typing import Any

import numpy as np

from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.networks.mirrored import mirrored
from numerics.statistics.betting import Bounded, Floats
from theory.papers.nachum24.tree.three_valued import three_valued_exponent


def after_layers(layer: Layer, batch: tuple[int, ...], depth: int, rng: np.random.Generator, size: int) -> Floats:
    """Networks of width one on one batch of numbers, both signs of every weight: (2^depth, size, n)."""
    x = np.broadcast_to(np.array([batch], dtype=float), (size, 1, len(batch)))
    for _ in range(depth):
        x = mirrored(layer, x, width=1, rng=rng).reshape(-1, 1, len(batch))  # the last sign comes first
    return x.reshape(-1, size, len(batch))


def _sides(p: Any, cell: Cell) -> Bounded:
    """The unstable side of a split has relative length in [1/n, 1 - 1/n]."""
    n = cell["k"] + cell["j"] + cell["l"]
    return Bounded(-float(np.log(n)), float(np.log1p(-1 / n)))


@sampled(
    three_valued_exponent,
    "20 layers of width one from a uniform logit, along the signs that keep three values; (k, j, l) = (1,1,1), "
    "(2,3,4), (1,8,1)",
    at=({"k": 1, "j": 1, "l": 1}, {"k": 2, "j": 3, "l": 4}, {"k": 1, "j": 8, "l": 1}),
    notices=0.04,
    support=_sides,
    layer=Layer(("rc", "nl"), weights="rademacher", gain=1.0),
)
def after_twenty_layers(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """log of the length of the interval that holds t at layer 20, relative to that at layer 19: shape (size,)."""
    k, j, l = cell["k"], cell["j"], cell["l"]
    n = k + j + l
    logit = rng.uniform(np.log(l / (k + j)), np.log((l + j) / k), size)
    t = (n / (1 + np.exp(-logit)) - l) / j
    kept = np.ones(size)
    for _ in range(20):
        x = np.concatenate([np.zeros((size, k)), np.repeat(t[:, None], j, axis=1), np.ones((size, l))], axis=1)
        both = mirrored(layer, x[:, None], width=1, rng=rng)[:, :, 0]
        first, middle, last = both[..., 0], both[..., k], both[..., -1]
        three = (middle != first) & (middle != last)
        sign = np.where(three[0], 0, 1), np.arange(size)  # rounding may leave two values at either sign: then any
        kept = np.abs(last - first)[sign]
        t = np.clip(np.abs(middle - first)[sign] / kept, 0.0, 1.0)
    return np.asarray(np.log(kept))
