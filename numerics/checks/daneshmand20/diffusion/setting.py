"""One layer without skip connection, RS(W x), in pairs of rows.

Rows of x have mean square 1, so x x^T/N = M. The rows of a layer are i.i.d. given the one before, so that any two rows
of a wide layer are a layer of width two: one sample is the mean over the disjoint pairs of a layer of 2 `PAIRS` rows.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from numerics.networks import Layer
from numerics.statistics.betting import Floats

PAIRS = 32


def squared_sines(layer: Layer, sine: float, rng: np.random.Generator, size: int) -> Floats:
    """sin^2 of the angles between neighbours after one layer on two rows at an angle of this sine: (size, PAIRS)."""
    x = sqrt(2) * np.array([[1.0, 0.0], [sqrt(1 - sine * sine), sine]])
    y = layer(np.broadcast_to(x, (size, 2, 2)), width=2 * PAIRS, rng=rng) / sqrt(2)
    one, other = y[:, ::2], y[:, 1::2]
    return np.asarray(np.square(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]))
