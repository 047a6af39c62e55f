"""Antithetic layers: the activations of W and of -W, which has the same law, side by side; never imports `theory`.

A mean over mirrored networks is the mean over networks, with less noise; the pair is one sample.
"""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from numerics.networks.layer import WEIGHTS, Floats, Layer
from numerics.networks.normals import standardised


def mirrored(layer: Layer, x: Floats, *, width: int, rng: Generator) -> Floats:
    """One draw W of the layer for each replicate, and -W: (R, k, n) to (2, R, m, n).

    W itself is drawn, and z = W X is a sum over the k rows of X, entry by entry, so that columns that are equal bit
    by bit stay so: for small k, and without a skip connection.

    >>> pair = mirrored(Layer(("nl",)), np.ones((1, 1, 2)), width=3, rng=np.random.default_rng(1))
    >>> pair.shape, bool((pair.prod(axis=0) == 0).all()), bool((pair.sum(axis=0) > 0).all())
    ((2, 1, 3, 2), True, True)
    """
    if layer.skip:
        raise ValueError(f"gamma = {layer.gamma}: X + W X and X - W X are no antithetic pair; take gamma = inf")
    size = np.abs(x).max(axis=(-1, -2))[:, None]
    if "rc" in layer.components:  # it commutes with W
        x = x - x[..., :1]
        x -= x.mean(axis=-1, keepdims=True)
    layer.divides(width)
    W = WEIGHTS[layer.weights](rng, (len(x), width, x.shape[-2]))
    W = (W if layer.standardised is None else standardised(W, layer.standardised)) * layer.strength(width)
    z = W[:, :, 0, None] * x[:, None, 0, :]
    for row in range(1, x.shape[-2]):
        z += W[:, :, row, None] * x[:, None, row, :]
    reference = layer.strength(width) * np.sqrt(x.shape[-2]) * size
    return np.stack([layer.finish(-z, None, None, reference), layer.finish(z, None, None, reference)][::-1])
