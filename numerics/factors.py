"""Small factors of tall blocks: F with F^T F = X^T X, on NumPy or PyTorch arrays.

The Gram matrix of a block and its Cholesky factor cost a fifth of a QR decomposition, but lose every direction
below sqrt(eps); so each matrix is asked how near to dependent its columns are, and QR is kept for those that need it.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from array_api_compat import array_namespace
from numpy.typing import NDArray

__all__ = ["beside", "centring", "combined", "to_numpy", "triangular"]

Floats = NDArray[np.float64]
Array = Any

INDEPENDENT = {"float64": 1e-6, "float32": 1e-3}
"""Least squared sine, of a column to the span of those before it, at which Cholesky's factor of the Gram matrix
is trusted: rounding of the Gram matrix then moves no direction by more than about 1e-9 (1e-3) of itself."""


@cache
def centring(n: int) -> Floats:
    """Orthogonal (n, n) matrix whose last column is constant: the others span the rows that RC leaves (Helmert)."""
    turn = np.tril(np.ones((n, n)), -1).T - np.diag(np.arange(n))
    turn[:, 0] = 1.0
    turn = np.roll(turn / np.sqrt(np.square(turn).sum(axis=0)), -1, axis=1)
    turn.flags.writeable = False
    return turn


def triangular(x: Array, turn: Floats | None = None, gram: Array | None = None) -> tuple[Array, Array]:
    """Upper triangular R, (B, n, n), with R^T R = (X T)^T X T, for X of shape (B, m, n), m >= n, T = `turn`.

    Also, shape (B,), whether the columns of X T are far from dependent: then no two columns of X are equal.
    `gram` is X^T X in float64 where it is known. Float64 whatever X is. O(B m n^2).
    """
    xp = array_namespace(x)
    limit = INDEPENDENT["float64" if x.dtype == xp.float64 else "float32"]
    if gram is None:
        with np.errstate(over="ignore", invalid="ignore"):  # squares out of range are for QR
            gram = xp.astype(xp.matrix_transpose(x) @ x, xp.float64)
    basis = None if turn is None else beside(turn, gram)
    if basis is not None:
        gram = basis.T @ gram @ basis
    lower, found = _cholesky(gram)
    size = xp.linalg.diagonal(gram)
    free = found & ~(xp.linalg.diagonal(lower) ** 2 <= limit * size).any(axis=-1) & xp.isfinite(size).all(axis=-1)
    upper = xp.matrix_transpose(lower)
    if bool(free.all()):
        return upper, free
    wide = xp.astype(x[~free], xp.float64)
    upper = xp.asarray(upper, copy=True)
    upper[~free] = xp.linalg.qr(wide if basis is None else wide @ basis)[1]
    return upper, free


def combined(factors: Array) -> Array:
    """One triangular factor, (n, n), of the rows of C of them, shape (C, n, n), taken in their order."""
    xp = array_namespace(factors)
    return xp.linalg.qr(factors.reshape(-1, factors.shape[-1]))[1] if len(factors) > 1 else factors[0]


def _cholesky(gram: Array) -> tuple[Array, Array]:
    """Lower Cholesky factors of (B, n, n), and for which they exist; the others are of no meaning."""
    xp = array_namespace(gram)
    if not isinstance(gram, np.ndarray):
        lower, info = xp.linalg.cholesky_ex(gram)
        return lower, info == 0
    try:
        return np.linalg.cholesky(gram), np.ones(len(gram), dtype=bool)
    except np.linalg.LinAlgError:
        if len(gram) == 1:
            return np.zeros_like(gram), np.zeros(1, dtype=bool)
        parts = [_cholesky(part) for part in np.array_split(gram, 2)]
        lower, found = zip(*parts, strict=True)
        return np.concatenate(lower), np.concatenate(found)


def beside(small: NDArray[Any], x: Array) -> Array:
    """A NumPy array as one of the library and device of x."""
    return small if isinstance(x, np.ndarray) else array_namespace(x).asarray(np.array(small), device=x.device)


def to_numpy(x: Array) -> NDArray[Any]:
    """An array of any library and device as NumPy's."""
    return x if isinstance(x, np.ndarray) else np.asarray(x.cpu())
