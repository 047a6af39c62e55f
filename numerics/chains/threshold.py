"""Which directions the chain H -> RS(W H) keeps: exponents of H along its own columns, and of one more direction.

H, shape (R, d, n), Gaussian weights. Scale is free: RS fixes the rows. Floats separate no direction below 1e-16 of the
largest, so that H is carried along as an orthonormal frame and what that is multiplied by.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from numerics.chains.walk import growth, walk
from numerics.networks.factors import triangular

Floats = NDArray[np.float64]


def column_exponents(h: Floats, layers: int, rng: Generator, *, burn: int = 0) -> Floats:
    """Lyapunov exponents of H_l, (R, n), from the largest: log singular values of H_l grow like these per layer.

    By the QR factors of `_layers`; O(d n^2) a layer.

    >>> from numerics.chains.chain import start
    >>> rng = np.random.default_rng(1)
    >>> found = column_exponents(start(4, 2, 3, rng), 200, rng)
    >>> found.shape, bool((abs(found) < 0.1).all())
    ((3, 2), True)
    """
    found = growth((step.upper for step in _layers(h, burn, layers, rng)), layers)
    return np.asarray(found - np.log(h.shape[1]) / 2)  # rows of root mean square 1, and A as large as H


def transversal(h: Floats, layers: int, rng: Generator, *, burn: int = 0, draws: int = 2) -> Floats:
    """Mean over layers of log (1/d)|P D s|^2, (R,): how an infinitesimal eigenvalue of H^T H beside the others grows.

    The rows t_k of W h have length |t_k|, D = diag(1/|t_k|) (with tr h^T h = 1), s is normal and independent, and P
    projects along the columns of D W h. `draws` vectors s are averaged in each layer, each with x - 1 taken off log x
    for x = |P D s|^2/tr(P D^2), whose mean is 1; O(d n^2) a layer.

    >>> from numerics.chains.chain import start
    >>> rng = np.random.default_rng(1)
    >>> found = transversal(start(3, 1, 5, rng), 2000, rng)
    >>> bool(abs(found.mean() - 1.17448) < 0.25)
    True
    """
    size, d = h.shape[:2]
    total = np.zeros(size)
    for step in _layers(h, burn, layers, rng):
        moved = rng.standard_normal((size, d, draws)) / step.lengths
        frame = np.linalg.solve(np.swapaxes(step.upper, 1, 2), np.swapaxes(step.columns, 1, 2))
        expected = ((1 - np.square(frame).sum(axis=1)) / np.square(step.lengths[..., 0])).sum(axis=1)
        x = (np.square(moved).sum(axis=1) - np.square(frame @ moved).sum(axis=1)) / expected[:, None]
        total += (np.log(x) - x).mean(axis=-1) + 1 + np.log(expected / d)
    return total / layers


class _Step(NamedTuple):
    """Of a layer: columns that span those of D W h, (R, d, n), their QR factor, (R, n, n), |t_k|, (R, d, 1), and A."""

    columns: Floats
    upper: Floats
    lengths: Floats
    A: Floats


def _layers(h: Floats, burn: int, layers: int, rng: Generator) -> Iterator[_Step]:
    """The layers from h, (R, d, n), d >= n, after the first `burn`.

    h = Q A, Q with orthonormal columns, so that W h = G A with G = W Q of independent entries, (d, n), rows t_k of W h
    with tr A^T A = 1, and D G = Q' R for the next Q' and A' = R A. D G is well-conditioned whatever h has become.
    """

    def push(step: _Step) -> _Step:
        A = step.A / np.sqrt(np.square(step.A).sum(axis=(1, 2), keepdims=True))
        G = rng.standard_normal(h.shape)
        t = G @ A
        lengths = np.sqrt(np.einsum("rij,rij->ri", t, t))[..., None]
        G /= lengths
        upper, _ = triangular(G)
        return _Step(G, upper, lengths, upper @ A)

    upper = np.asarray(np.linalg.qr(h, mode="r"))
    return islice(walk(_Step(h, upper, np.ones((*h.shape[:2], 1)), upper), push, burn + layers), burn + 1, None)
