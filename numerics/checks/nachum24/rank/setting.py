"""Ranks in exact arithmetic, of layers whose Gaussian weights are rounded to integers."""

from __future__ import annotations

import numpy as np
from flint import fmpz_mat

from numerics.networks import Layer
from numerics.networks.simulation import Ints
from numerics.statistics.betting import Floats

SCALE = 2**16  # weights are rounded to multiples of 2^-16; a tie at 0 has probability below 1e-5


def exact_ranks(W: Ints, points: Ints, layer: Layer) -> Floats:
    """rank relu(WX) of each network, exact: (size,). W (size, m, k) and X (k, n) are integers."""
    z = W @ points
    slope = 0 if layer.activation == "relu" else 1  # leaky: 10 relu(z) - relu(-z), an integer again
    active = np.where(z > 0, z, 0) * (10 if slope else 1) + slope * np.minimum(z, 0)
    return np.array([fmpz_mat(rows.tolist()).rank() for rows in active], dtype=float)
