"""One residual layer at small gamma, from a given correlation matrix."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from numerics.networks import Layer
from numerics.statistics.betting import Floats


def after(layer: Layer, M: Floats, size: int, rng: np.random.Generator) -> Floats:
    """The correlation matrix after one layer with weights of unit variance: (size, d, d)."""
    d = len(M)
    h = np.broadcast_to(np.sqrt(d) * np.linalg.cholesky(M), (size, d, d))
    h = replace(layer, gain=float(d))(h, width=d, rng=rng)
    return np.asarray(h @ h.swapaxes(1, 2) / d)
