"""Points at the symmetric fixed points, and moments of what direction makes of gradients there."""

from __future__ import annotations

import numpy as np

from numerics.networks import Layer
from numerics.statistics.betting import Floats
from theory.wide.gradient_growth import gradient_growth

BN, BN_RELU = Layer(("rc", "rs"), gain=1.0), Layer(("rc", "rs", "nl"), gain=1.0)
MODELS = ("no centring", "no rescaling")


def kappa(n: int) -> float:
    """Cosine of the symmetric fixed point of BN + ReLU."""
    rho = -1 / (n - 1)
    return float((np.sqrt(1 - rho * rho) + (np.pi - np.arccos(rho)) * rho) / np.pi)


def points(n: int, activated: bool) -> Floats:
    """Columns with the symmetric Gram matrix Q of a layer's output, one row of Q^(1/2) a dimension: (n, n)."""
    P = np.eye(n) - 1 / n
    if not activated:
        return np.asarray(P * np.sqrt(n / (n - 1)))
    c = kappa(n)
    return np.asarray(np.sqrt((1 - c) / 2) * P + np.sqrt((1 + (n - 1) * c) / 2) / n)


def spread(n: int, activated: bool) -> float:
    """q = Q_11 - Q_12."""
    return (1 - kappa(n)) / 2 if activated else n / (n - 1)


def share(n: int, activated: bool) -> float:
    """E s, s = sigma^2 |dL/dx|^2/|delta|^2, which lies in [0, 1] and depends on the direction of x alone."""
    growth = float(gradient_growth(n, "relu" if activated else "identity"))
    return growth * spread(n, activated) * (n - 3) / n
