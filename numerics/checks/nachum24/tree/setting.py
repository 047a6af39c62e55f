"""Networks of width one, with both signs of every weight."""

from __future__ import annotations

import numpy as np

from numerics.networks import Layer
from numerics.networks.mirrored import mirrored
from numerics.statistics.betting import Floats


def through(layer: Layer, batch: tuple[int, ...], depth: int, rng: np.random.Generator, size: int) -> Floats:
    """Networks of width one on one batch of numbers, both signs of every weight: (2^depth, size, n)."""
    x = np.broadcast_to(np.array([batch], dtype=float), (size, 1, len(batch)))
    for _ in range(depth):
        x = mirrored(layer, x, width=1, rng=rng).reshape(-1, 1, len(batch))  # the last sign comes first
    return x.reshape(-1, size, len(batch))
