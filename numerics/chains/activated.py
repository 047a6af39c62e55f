"""The chain Q' = BN(W F(Q)) with an activation F (daneshmand21, appendix F); never imports `theory`.

Rows of BN have length 1, and M = Q^T Q/d, for Q of d rows and n columns, has trace 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import numpy as np
from numpy.random import Generator

from numerics.chains.walk import walk
from numerics.networks import Layer
from numerics.networks.simulation import Floats

CHAIN = Layer(("rs",), gain=1.0)

ACTIVATIONS: dict[str, Callable[[Floats], Floats]] = {
    "identity": lambda x: x,
    "relu": lambda x: np.maximum(x, 0.0),
    "tanh": np.tanh,
    "sin": np.sin,
    "shifted tanh": lambda x: np.tanh(x) + 1,
}


def grams(
    layer: Layer, name: str, n: int, d: int, rng: Generator, size: int, burn: int = 16, seen: int = 8
) -> Iterator[Floats]:
    """M of the chain from orthonormal columns, after `burn`, burn + 3, .. layers: (size, n, n), `seen` times."""
    unit = 1 / np.sqrt(n)  # RS leaves rows of length sqrt(n)
    start = np.broadcast_to(np.eye(n), (size, n, n))
    states = walk(start, lambda h: unit * layer(ACTIVATIONS[name](h), width=d, rng=rng), burn + 3 * seen - 2)
    for h in islice(states, burn, None, 3):
        yield np.swapaxes(h, -1, -2) @ h / d


def spread(layer: Layer, name: str, n: int, d: int, rng: Generator, size: int, chains: int = 2) -> Floats:
    """d |M - M'|^2/2 of independent chains, whose mean is d E|M - E M|^2; mean over pairs and layers: (size,)."""
    runs = grams(layer, name, n, d, rng, size * chains, burn=10)
    # the mean of |a - b|^2/2 over pairs is the sum of squares about the mean over chains - 1
    each = [np.asarray(M.reshape(size, chains, n, n).var(axis=1, ddof=1).sum((-1, -2))) for M in runs]
    return np.asarray(d * np.mean(each, axis=0))
