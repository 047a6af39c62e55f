"""Networks of the figures of nachum24 and daneshmand20, followed layer by layer; never imports `theory`.

x, shape (R, k, n): R replicates, k rows, n data as columns. Without bias a network of these is homogeneous: scale is
free, and is given up at every layer, so that no depth over- or underflows.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.random import Generator

from numerics.chains.walk import by_peak, drawn, last, walk
from numerics.networks import Layer
from numerics.networks.simulation import Floats

DIMENSION = 784
"""Of the Gaussian data, of the size of an MNIST picture."""


def gaussian_data(n: int, size: int, rng: Generator) -> Floats:
    """Gaussian points in R^784, as n rows with the same Gram matrix: (size, n, n).

    The factor R of QR, drawn itself: R_ii is a chi variable of 784 - i degrees (i from 0), and what is above the
    diagonal is normal, all independent (Bartlett).
    """
    rows = np.triu(rng.standard_normal((size, n, n)), 1)
    rows[:, range(n), range(n)] = np.sqrt(rng.chisquare(DIMENSION - np.arange(n), (size, n)))
    return np.asarray(rows)


def along(layer: Layer, x: Floats, depth: int, rng: Generator, *, width: int | None = None) -> Iterator[Floats]:
    """The representations after 0, 1, .., `depth` homogeneous layers, each with its greatest entry scaled to 1.

    width : that of x unless it is given.
    """
    return walk(x, drawn(layer, rng, width=width, rescale=by_peak), depth)


def after(layer: Layer, x: Floats, depth: int, rng: Generator, *, width: int | None = None) -> Floats:
    """The last of `along`."""
    return last(along(layer, x, depth, rng, width=width))


def default_layer(x: Floats, rng: Generator) -> Floats:
    """ReLU of W x + b, W square, weights and biases uniform on +-1/sqrt(width): the default of PyTorch."""
    size, width = x.shape[:2]
    W, b = (rng.uniform(-1, 1, (size, width, columns)) / np.sqrt(width) for columns in (width, 1))
    return np.asarray(np.maximum(W @ x + b, 0))


def singular_values(x: Floats) -> Floats:
    """Over the greatest, descending: (R, min(k, n))."""
    values = np.linalg.svd(x, compute_uv=False)
    return np.asarray(values / values[:, :1])


def active_counts(gram: Floats, draws: int, rng: Generator) -> Floats:
    """Law of the number of points, 0..n, on which a neuron of RC + ReLU is active, from the input's Gram matrix.

    >>> active_counts(np.eye(2), 1000, np.random.default_rng(1)).tolist()
    [0.0, 1.0, 0.0]
    """
    n = len(gram)
    values, vectors = np.linalg.eigh(gram)
    z = (rng.standard_normal((draws, n)) * np.sqrt(np.maximum(values, 0))) @ vectors.T
    active = z > z.mean(axis=1, keepdims=True)
    return np.asarray(np.bincount(active.sum(axis=1), minlength=n + 1) / draws)
