"""Initialisations of the sources, by laws of the weights and by the batch; NumPy alone, never imports `theory`.

All give the layers of R networks as (W, b, gamma, beta) with gamma = 1 and beta = 0, for `nets.mlp.placed`. By law:

- `default`: W, b uniform on [-a, a], a = d^(-1/2), as `torch.nn.Linear`; d is the input width of the layer.
- `he`: W normal with variance 2/d, b = 0.

By the batch: `orthogonalised`, layer by layer. Source: daneshmand21, equation (6) and appendix E.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
from numpy.random import Generator

from numerics.training.backprop import Floats, Parameters
from numerics.training.backprop import initial as he


def default(widths: Sequence[int], replicates: int, rng: Generator) -> list[Parameters]:
    """Uniform on [-a, a], a = d^(-1/2).

    >>> [layer.W.shape for layer in default((3, 5, 2), 4, np.random.default_rng(0))]
    [(4, 5, 3), (4, 2, 5)]
    """
    found = []
    for d, m in pairwise(widths):
        a = d**-0.5
        b = rng.uniform(-a, a, (replicates, m, 1))
        found.append(Parameters(rng.uniform(-a, a, (replicates, m, d)), b, np.ones_like(b), np.zeros_like(b)))
    return found


LAWS: dict[str, Callable[[Sequence[int], int, Generator], list[Parameters]]] = {
    "default": default,
    "he": he,
}


def frames(replicates: int, m: int, r: int, rng: Generator) -> Floats:
    """Haar: (R, m, r) with orthonormal columns, or rows where m < r."""
    Q, upper = np.linalg.qr(rng.standard_normal((replicates, max(m, r), min(m, r))))
    Q = Q * np.sign(np.diagonal(upper, axis1=-2, axis2=-1))[:, None, :]
    return np.asarray(Q if m >= r else np.swapaxes(Q, -1, -2))


def orthogonalised(
    widths: Sequence[int], X: Floats, rng: Generator, *, power: float = 0.5, sliced: bool = False
) -> list[Parameters]:
    """W = c V' S^(-power) U^T of H = U S V^T, for each layer in turn; the last layer is by `he`.

    H is what the layers before make of the batch X, (R, d, n), and W H = c V' S^(1-power) V^T: with power 1/2 singular
    values become their roots (equation (6)), with power 1 all are alike. V' has orthonormal columns, which the
    appendix slices from V: then it has not (daneshmand21.iteration.sliced). On the complement of the columns of
    H, which the batch does not see, W is that of `he`; directions in which a singular value is below rounding count
    as its part.

    Parameters
    ----------
    widths : all of them, of the data first.
    sliced : whether V' is the first m rows of V; it needs n >= m.
    """
    layers = he(widths, len(X), rng)
    H = np.asarray(X, dtype=float)
    for place, layer in enumerate(layers[:-1]):
        U, s, Vt = np.linalg.svd(H, full_matrices=False)
        m, d = layer.W.shape[-2:]
        n, r = H.shape[-1], s.shape[-1]
        if sliced and n < m:
            raise ValueError(f"layer {place + 1}: a frame of {m} rows is sliced from V of {n}: take as many points")
        if not sliced and m < r:
            raise ValueError(f"layer {place + 1}: {m} neurons cannot keep rank {r} orthogonal: take as many neurons")
        frame = np.swapaxes(Vt, -1, -2)[:, :m] if sliced else frames(len(H), m, r, rng)
        seen = s > s[:, :1] * max(H.shape[-2:]) * np.finfo(float).eps
        weight = np.where(seen, np.where(seen, s, 1.0) ** -power, 0.0)
        step = (frame * weight[:, None, :]) @ np.swapaxes(U, -1, -2)
        sizes = [np.linalg.norm(part, axis=(-2, -1))[:, None, None] for part in (H, step @ H)]
        W = step * (np.sqrt(2 * m / d) * sizes[0] / sizes[1]) + layer.W
        W -= (layer.W @ (U * seen[:, None, :])) @ np.swapaxes(U, -1, -2)
        layers[place] = layer._replace(W=W)
        H = np.maximum(W @ H, 0)
    return layers
