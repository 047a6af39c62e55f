"""Which directions the chain H -> RS(W H) keeps: exponents of H along its own columns, and of one more direction.

H, shape (R, d, n), Gaussian weights. Scale is free: RS fixes the rows. Floats separate no direction below 1e-16 of the
largest, so that a frame is carried along and made orthonormal at every layer.
"""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from numerics.networks import Layer

Floats = NDArray[np.float64]


def column_exponents(h: Floats, layers: int, rng: Generator, *, burn: int = 0) -> Floats:
    """Lyapunov exponents of H_l, (R, n), from the largest: log singular values of H_l grow like these per layer.

    QR of an orthonormal frame of the n columns; O(d^2 n) a layer, W itself being drawn, for d rows.

    >>> from numerics import chain
    >>> rng = np.random.default_rng(1)
    >>> found = column_exponents(chain.start(4, 2, 3, rng), 200, rng)
    >>> found.shape, bool((abs(found) < 0.1).all())
    ((3, 2), True)
    """
    size, d, n = h.shape
    frame, total = np.linalg.qr(h)[0], np.zeros((size, n))
    for done in range(burn + layers):
        both = rng.standard_normal((size, d, d)) @ np.concatenate([h, frame], axis=-1)
        both /= np.sqrt(np.square(both[..., :n]).mean(axis=-1, keepdims=True))
        h = both[..., :n]
        frame, upper = np.linalg.qr(both[..., n:])
        if done >= burn:
            total += np.log(np.abs(np.diagonal(upper, axis1=-2, axis2=-1)))
    return total / layers


def transversal(h: Floats, step: Layer, layers: int, rng: Generator, *, burn: int = 0, draws: int = 4) -> Floats:
    """Mean over layers of log (1/d)|P D s|^2, (R,): how an infinitesimal eigenvalue of H^T H beside the others grows.

    The rows t_k of W h have length |t_k|, D = diag(1/|t_k|) (with tr h^T h = 1), s is normal and independent, and P
    projects along the columns of D W h. `draws` vectors s are averaged in each layer; O(d n^2) a layer.

    >>> from numerics import chain
    >>> rng = np.random.default_rng(1)
    >>> found = transversal(chain.start(3, 1, 5, rng), chain.layer(3, np.inf), 2000, rng)
    >>> bool(abs(found.mean() - 1.17448) < 0.25)
    True
    """
    size, d = h.shape[:2]
    plain = Layer((), weights=step.weights, gain=float(d))
    total = np.zeros(size)
    for done in range(burn + layers):
        trace = np.sqrt(np.square(h).sum(axis=(1, 2), keepdims=True))
        t = plain(h / trace, width=d, rng=rng)
        length = np.sqrt(np.square(t).sum(axis=-1, keepdims=True))
        h = t / length
        if done >= burn:
            moved = rng.standard_normal((size, d, draws)) / length
            frame = np.linalg.qr(h)[0]
            moved -= frame @ (np.swapaxes(frame, 1, 2) @ moved)
            total += np.log(np.square(moved).sum(axis=1) / d).mean(axis=-1)
    return total / layers
