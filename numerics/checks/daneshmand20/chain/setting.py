"""The chain M of width two from rank one, weights uniform."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from numerics.chains import chain
from numerics.judging import Cell
from numerics.networks import Layer
from numerics.statistics.betting import Floats


def uniform(cell: Cell, layer: Layer) -> Layer:
    """The layer at gamma B = `cell["gB"]`, the weights being uniform on [-B, B], B = sqrt(3)."""
    return replace(layer, gamma=cell["gB"] / math.sqrt(3))


def correlation_after(layer: Layer, layers: int, size: int, rng: np.random.Generator) -> Floats:
    """M_12 after so many layers of width two from H = (1, 1), that is from M_12 = 1: (size,)."""
    h = chain.after(np.ones((size, 2, 1)), layer, layers, rng)
    return np.asarray(h[:, 0, 0] * h[:, 1, 0])
