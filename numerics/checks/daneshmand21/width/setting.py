"""The linear chain with rescaling at finite width: its gap, a start near its stationary law, and late means."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from numerics.chains import chain
from numerics.networks import Layer
from numerics.statistics.betting import Floats

RS = Layer(("rs",), gain=1.0)


def gap_squared(h: Floats) -> Floats:
    """V^2 = |C|_F^2/(tr C)^2 - 1/n = 1/r - 1/n, C = H^T H: (R, d, n) to (R,)."""
    return np.asarray(1 / chain.effective_rank(h) - 1 / h.shape[-1])


def stationary_start(d: int, n: int, size: int, rng: np.random.Generator) -> Floats:
    """Independent uniform rows, so few that E V^2 is about the stationary one: by 1/(1 - (n/(n+2))^2) fewer than d."""
    return chain.start(round(d * (1 - (n / (n + 2)) ** 2)), n, size, rng)


def late_mean(
    layer: Layer,
    h: Floats,
    width: int,
    rng: np.random.Generator,
    observe: Callable[[Floats], Floats],
    *,
    burn: int = 4,
    layers: int = 30,
) -> Floats:
    """Mean of an observable over `layers` layers after `burn` + 1 others, nearly stationary already: (R,)."""
    return chain.time_average(layer(h, width=width, rng=rng), layer, layers, rng, observe, burn=burn)
