"""What is measured on a batch of representations: Gram matrix, norms, cosines, escaped point, rank.

Arrays carry any number of leading axes (replicates).  X has shape (..., m, n): m coordinates, n data as
columns.  G has shape (..., n, n).  Observables of direction are free of the scale of G.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "ESCAPE_RATIO", "Observed", "Rank", "cos_cluster", "cos_outlier_cluster", "cosines", "distinct_columns", "escaped",
    "first_equal", "gram", "norm_ratio", "norms", "outlier", "rank", "ties",
]  # fmt: skip

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

#: a point counts as escaped when its norm exceeds this multiple of the mean norm of the others
ESCAPE_RATIO = 2.0


def gram(x: Floats) -> Floats:
    """X^T X, shape (..., n, n), of X, shape (..., m, n); symmetric bit by bit."""
    g: Floats = np.swapaxes(x, -1, -2) @ x
    return (g + np.swapaxes(g, -1, -2)) / 2


def norms(g: Floats) -> Floats:
    """Euclidean norms sqrt(G_ii), shape (..., n); a diagonal entry below zero by rounding counts as zero."""
    return np.asarray(np.sqrt(np.maximum(np.diagonal(g, axis1=-2, axis2=-1), 0.0)))


def cosines(g: Floats) -> Floats:
    """Cosines G_ij / sqrt(G_ii G_jj), shape (..., n, n), clipped to [-1, 1].

    The cosine of a zero vector with any vector, itself included, is 0 by definition.

    >>> cosines(np.array([[4.0, 2.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 0.0]])).tolist()
    [[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 0.0]]
    """
    length = norms(g)
    unit = np.divide(1.0, length, out=np.zeros_like(length), where=length > 0)
    return np.asarray(np.clip(unit[..., :, None] * g * unit[..., None, :], -1.0, 1.0))


def outlier(g: Floats) -> Ints:
    """Index of the point of largest norm, shape (...); the least index where several share it."""
    return np.asarray(np.argmax(norms(g), axis=-1), dtype=np.int64)


def norm_ratio(g: Floats) -> Floats:
    """Largest norm / mean norm of the other points, shape (...).

    inf where all others are zero and the largest is not; 1 where every point is zero (nothing escapes).

    >>> norm_ratio(np.diag([1.0, 81.0, 1.0])), norm_ratio(np.diag([0.0, 4.0]))
    (array(9.), array(inf))
    """
    length = norms(g)
    largest = length.max(axis=-1)
    others = (length.sum(axis=-1) - largest) / (length.shape[-1] - 1)
    # the sum less the largest may leave rounding where all others are zero
    others = np.where(np.count_nonzero(length, axis=-1) <= 1, 0.0, others)
    ratio = np.where(largest > 0, np.inf, 1.0)
    return np.asarray(np.divide(largest, others, out=ratio, where=others > 0))


def escaped(g: Floats) -> Ints:
    """Index of the outlier where `norm_ratio` > 2, else -1; shape (...)."""
    return np.where(norm_ratio(g) > ESCAPE_RATIO, outlier(g), -1)


def _others(g: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    cos = cosines(g)
    return cos, np.arange(g.shape[-1]) != outlier(g)[..., None]


def cos_outlier_cluster(g: Floats) -> Floats:
    """Mean cosine between the point of largest norm and the n - 1 others, shape (...)."""
    cos, other = _others(g)
    row = np.take_along_axis(cos, outlier(g)[..., None, None], axis=-2)[..., 0, :]
    return np.asarray((row * other).sum(axis=-1) / (g.shape[-1] - 1))


def cos_cluster(g: Floats) -> Floats:
    """Mean pairwise cosine of the n - 1 points other than the one of largest norm; 1 when n = 2 (no pair)."""
    cos, other = _others(g)
    n = g.shape[-1]
    if n == 2:
        return np.ones(g.shape[:-2])
    pairs = other[..., :, None] & other[..., None, :] & ~np.eye(n, dtype=bool)
    return np.asarray((cos * pairs).sum(axis=(-1, -2)) / ((n - 1) * (n - 2)))


class Rank(NamedTuple):
    """A rank in floating point, which is a convention and not a theorem: shown only with its tolerance.

    `rank` = number of singular values > `tolerance`; `kept` is the least of those and `dropped` the largest
    of the rest (0 where there is none).  All three are relative to the largest singular value; shapes (...).
    """

    rank: Ints
    tolerance: Floats
    kept: Floats
    dropped: Floats


def rank(x: Floats, tolerance: float | None = None) -> Rank:
    """Numerical rank of X, shape (..., m, n); tolerance max(m, n) eps by default, relative to the largest.

    >>> found = rank(np.array([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]))
    >>> int(found.rank), float(found.kept), bool(found.dropped < found.tolerance)
    (1, 1.0, True)
    """
    peak = np.abs(x).max(axis=(-1, -2), keepdims=True)
    scaled = x / np.where(peak > 0, peak, 1.0)  # a subnormal batch keeps its singular values
    values = np.linalg.svd(scaled, compute_uv=False)
    values = values / np.where(values[..., :1] > 0, values[..., :1], 1.0)
    least = max(x.shape[-2:]) * float(np.finfo(float).eps) if tolerance is None else tolerance
    found = np.asarray(np.count_nonzero(values > least, axis=-1))
    padded = np.concatenate([values, np.zeros_like(values[..., :1])], axis=-1)  # index -1 and min(m, n): 0
    kept, dropped = (np.take_along_axis(padded, i[..., None], -1)[..., 0] for i in (found - 1, found))
    return Rank(found, np.full(values.shape[:-1], least), kept, dropped)


@dataclass(frozen=True, eq=False)
class Observed:
    """Of R networks, at one layer.

    The Gram matrix of replicate r is exp(log_scale[r]) * gram[r]; gram has trace n, or is 0 where every neuron is
    inactive.  Shapes: gram (R, n, n), the others (R,).  columns : how many are distinct.
    """

    gram: Floats
    log_scale: Floats
    norm_ratio: Floats
    cos_outlier_cluster: Floats
    cos_cluster: Floats
    escaped: Ints
    rank: Ints
    rank_tolerance: Floats
    rank_kept: Floats
    rank_dropped: Floats
    columns: Ints

    @classmethod
    def of(cls, x: Floats, exponent: Ints, columns: Ints, tolerance: float) -> Observed:
        """Of 2^exponent X, X of shape (R, m, n); the rank is that at the tolerance."""
        shift = np.frexp(np.abs(x).max(axis=(-1, -2)))[1].astype(np.int64)
        x = np.ldexp(x, -shift[:, None, None])
        g = gram(x)
        mean_square = np.trace(g, axis1=-2, axis2=-1) / g.shape[-1]
        mean_square = np.where(mean_square > 0, mean_square, 1.0)
        g = g / mean_square[:, None, None]
        log_scale = 2 * np.log(2.0) * (exponent + shift) + np.log(mean_square)
        seen = norm_ratio(g), cos_outlier_cluster(g), cos_cluster(g), escaped(g)
        return cls(g, log_scale, *seen, *rank(x, tolerance), columns)

    @classmethod
    def together(cls, parts: Sequence[Observed]) -> Observed:
        """The networks of all parts, in their order."""
        names = [field.name for field in fields(cls)]
        return cls(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in names})


FEW = 2**15
"""Pairs of entries that are compared at once: for so few, calls cost the most."""


def first_equal(x: Floats) -> Ints:
    """For every column the least index of a column equal to it bit by bit (0.0 = -0.0), shape (..., n).

    Columns are compared by their bytes, in the replicates in which two agree in their first row.

    >>> first_equal(np.array([[1.0, 0.0, 1.0, -0.0], [2.0, 0.0, 2.0, 0.0]])).tolist()
    [0, 1, 0, 1]
    """
    if x.ndim > 2 and len(x) and not any(x.strides[:-2]):  # one replicate, broadcast
        return np.tile(first_equal(x[(0,) * (x.ndim - 2)]), (*x.shape[:-2], 1))
    if not x.shape[-2]:
        return np.zeros((*x.shape[:-2], x.shape[-1]), dtype=np.int64)
    words = _words(x)
    result = np.tile(np.arange(x.shape[-1]), (len(words), 1))
    some = _agreeing(words)
    if words.size * x.shape[-1] <= FEW and some.size:
        same = (words[..., None] == words[..., None, :]).all(axis=1)
        return np.asarray(same.argmax(axis=-1)).reshape(*x.shape[:-2], x.shape[-1])
    columns = np.ascontiguousarray(np.swapaxes(words[some], -1, -2)).view(f"V{8 * x.shape[-2]}")[..., 0]
    for r, keys in zip(some, columns.tolist(), strict=True):
        seen: dict[bytes, int] = {}
        result[r] = [seen.setdefault(key, j) for j, key in enumerate(keys)]
    return result.reshape(*x.shape[:-2], x.shape[-1])


def _words(x: Floats) -> NDArray[np.uint64]:
    """The bits of the entries, (replicates, m, n)."""
    return (np.asarray(x, dtype=np.float64) + 0.0).reshape(-1, *x.shape[-2:]).view(np.uint64)  # -0.0 + 0.0 = 0.0


def _agreeing(words: NDArray[np.uint64]) -> Ints:
    """The replicates in which two columns agree in their first row."""
    first = np.sort(words[:, 0], axis=-1)
    return np.flatnonzero((first[:, 1:] == first[:, :-1]).any(axis=-1))


def ties(x: Floats) -> Ints | None:
    """`first_equal`, or None where no replicate has equal columns."""
    if x.shape[-2] and not _agreeing(_words(x[..., :1, :])).size:
        return None
    first = first_equal(x)
    return None if (first == np.arange(x.shape[-1])).all() else first


def distinct_columns(x: Floats) -> Ints:
    """Exact number of distinct columns (as floats), shape (...)."""
    return np.asarray(np.count_nonzero(first_equal(x) == np.arange(x.shape[-1]), axis=-1))
