"""Chains at a small gamma near their stationary scale, and means over their depth.

A chain goes through layers without skip first, which bring it near that scale in fewer steps than 1/gamma^2.
"""

from __future__ import annotations

import numpy as np

from numerics.chains import chain
from numerics.judging import Cell
from numerics.networks import Layer
from numerics.statistics.betting import Floats

TENTH = 0.1


def late(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> chain.Moments:
    """Means over depth of F, T, D and r of single chains of this layer, each (size,)."""
    d, free = cell["d"], chain.layer(cell["d"], chain.NO_SKIP, layer.weights)
    h = chain.after(chain.start(d, d, size, rng), free, 40, rng)

    def observe(h: Floats) -> Floats:
        return np.stack(chain.moments(h))

    if cell["skip"]:
        slow = chain.layer(d, layer.gamma, layer.weights)
        return chain.Moments(*chain.time_average(h, slow, 100, rng, observe, burn=100, every=5))
    return chain.Moments(*chain.time_average(h, free, 20, rng, observe))
