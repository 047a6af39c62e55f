"""Products of random layers: growth of volumes, and the direction that a vector takes.

Never imports `theory`. A step is a `Layer` without components, x -> x + gamma W x, or W x for gamma = inf. Vectors are
orthonormalised after every layer, so that no depth overflows and no direction is lost to rounding.
"""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from numerics.chains.walk import by_column, drawn, factors, growth, last, walk
from numerics.networks import Layer

Floats = NDArray[np.float64]


def vanilla(d: int, gamma: float, weights: str = "gaussian") -> Layer:
    """H + gamma W H with d x d weights of unit variance (daneshmand20, eq. (6)); gamma = inf is W H."""
    return Layer((), weights=weights, gain=float(d), gamma=gamma)


def log_growth(step: Layer, d: int, k: int, layers: int, size: int, rng: Generator) -> Floats:
    """Mean over `layers` of log |R_ii|, i = 1..k, of QR along `size` independent products, (size, k).

    The frame starts at the first k unit vectors. Rows tend to the first k Lyapunov exponents as `layers` grows.
    O(size layers d^2 k).
    """
    frame = np.broadcast_to(np.eye(d, k), (size, d, k))
    return growth(factors(frame, drawn(step, rng), layers), layers)


def last_turn(step: Layer, d: int, layers: int, size: int, rng: Generator, draws: int = 1) -> Floats:
    """sin^2 of the angle between the images of one vector after `layers` and after one layer more, (size,).

    Its mean over so many independent draws of that one layer, given the others.
    """
    x = np.zeros((size, d, 1))
    x[:, 0] = 1.0
    before = np.repeat(last(walk(x, drawn(step, rng, rescale=by_column), layers)), draws, axis=0)
    after = step(before, width=d, rng=rng)
    along = (before * after).sum(axis=1)
    across = np.square(after - along[..., None] * before).sum(axis=(1, 2))
    return np.asarray((across / np.square(after).sum(axis=(1, 2))).reshape(size, draws).mean(axis=1))
