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

__all__ = ["beside", "combined", "contrasts", "namespace", "to_numpy", "triangular"]

Floats = NDArray[np.float64]
Array = Any

INDEPENDENT = {"float64": 1e-6, "float32": 1e-3}
"""Least squared sine, of a column to the span of those before it, at which Cholesky's factor of the Gram matrix
is trusted: rounding of the Gram matrix then moves no direction by more than about 1e-9 (1e-3) of itself."""


def namespace(x: Array) -> Any:
    """The functions for an array: NumPy's own, without detour, or those of its library."""
    return np if isinstance(x, np.ndarray) else array_namespace(x)


@cache
def contrasts(n: int) -> Floats:
    """Orthonormal columns, (n, n-1), that span what RC leaves of a row (Helmert's matrix without its constant)."""
    turn = np.tril(np.ones((n, n)), -1).T - np.diag(np.arange(n))
    basis = (turn / np.sqrt(np.square(turn).sum(axis=0) + (np.arange(n) == 0)))[:, 1:]
    basis.flags.writeable = False
    return np.asarray(basis)


WEAK = 1e-3
"""Squared sine below which a pivot is weak: one alone does no harm, but a second one may let its rounding grow."""


def triangular(x: Array, basis: Floats | None = None, gram: Array | None = None) -> tuple[Array, Array]:
    """Upper triangular R with R^T R = (X T)^T X T, for X of shape (B, m, n), m >= n, T = `basis`, (n, p), or 1.

    Also, shape (B,), whether the columns of X T are far from dependent: then no two columns of X are equal.
    `gram` is X^T X in float64 where it is known. Float64 whatever X is. O(B m n^2).
    """
    xp = namespace(x)
    limit = INDEPENDENT["float64" if x.dtype == xp.float64 else "float32"]
    if gram is None:
        with np.errstate(over="ignore", invalid="ignore"):  # squares out of range are for QR
            gram = xp.astype(xp.matrix_transpose(x) @ x, xp.float64)
    total = xp.linalg.trace(gram)[:, None]
    turn = None if basis is None else beside(basis, gram)
    if turn is not None:
        gram = turn.T @ gram @ turn
    lower, found = _cholesky(gram)
    size, pivots = xp.linalg.diagonal(gram), xp.linalg.diagonal(lower) ** 2
    least = size if turn is None else xp.maximum(size, 0.1 * total)  # T mixes columns of all sizes, and their rounding
    free = found & (pivots > limit * least).all(axis=-1) & xp.isfinite(size).all(axis=-1)
    several = free & ((pivots < WEAK * least).sum(axis=-1) > 1)  # rounding may grow by each of them
    if bool(several.any()):
        free[several] = _growth(lower[several]) < 1 / limit
    upper = xp.matrix_transpose(lower)
    if bool(free.all()):
        return upper, free
    wide = xp.astype(x[~free], xp.float64)
    upper = xp.asarray(upper, copy=True)
    upper[~free] = xp.linalg.qr(wide if turn is None else wide @ turn)[1]
    return upper, free


def combined(factors: Array) -> Array:
    """One triangular factor, (n, n), of the rows of C of them, shape (C, n, n), taken in their order."""
    xp = namespace(factors)
    return xp.linalg.qr(factors.reshape(-1, factors.shape[-1]))[1] if len(factors) > 1 else factors[0]


def _cholesky(gram: Array) -> tuple[Array, Array]:
    """Lower Cholesky factors of (B, n, n), and for which they exist; the others are of no meaning."""
    xp = namespace(gram)
    if not isinstance(gram, np.ndarray):
        lower, info = xp.linalg.cholesky_ex(gram)
        return lower, info == 0
    try:
        return np.linalg.cholesky(gram), np.ones(len(gram), dtype=bool)
    except np.linalg.LinAlgError:  # says of none which
        found = _definite(gram)
        lower = np.zeros_like(gram)
        try:
            lower[found] = np.linalg.cholesky(gram[found])
        except np.linalg.LinAlgError:  # several weak pivots, which LAPACK rounds otherwise: one by one
            for i in np.flatnonzero(found):
                found[i] = _succeeds(gram[i])
            lower[found] = np.linalg.cholesky(gram[found])
        return lower, found


def _succeeds(gram: Floats) -> bool:
    try:
        np.linalg.cholesky(gram)
    except np.linalg.LinAlgError:
        return False
    return True


def _growth(lower: Array) -> Array:
    """By how much elimination may let rounding grow, (B,): the product of the greatest squared multipliers."""
    xp = namespace(lower)
    multipliers = xp.abs(lower) / xp.linalg.diagonal(lower)[:, None, :]
    return xp.prod(xp.max(multipliers, axis=-2), axis=-1) ** 2


def _definite(gram: Floats) -> NDArray[np.bool_]:
    """Which of (B, n, n) have no pivot that would be distrusted, by elimination in all at once."""
    rest, found = gram.copy(), np.isfinite(gram).all(axis=(-1, -2))
    least = 0.1 * INDEPENDENT["float64"] * np.diagonal(gram, axis1=-2, axis2=-1)
    for j in range(gram.shape[-1]):
        pivot = rest[:, j, j]
        found &= pivot > least[:, j]
        column = rest[:, j + 1 :, j]  # the lower triangle, as in LAPACK
        rest[:, j + 1 :, j + 1 :] -= column[:, :, None] * (column / np.where(found, pivot, 1.0)[:, None])[:, None]
    return np.asarray(found)


def beside(small: NDArray[Any], x: Array) -> Array:
    """A NumPy array as one of the library and device of x."""
    return small if isinstance(x, np.ndarray) else namespace(x).asarray(np.array(small), device=x.device)


def to_numpy(x: Array) -> NDArray[Any]:
    """An array of any library and device as NumPy's."""
    return x if isinstance(x, np.ndarray) else np.asarray(x.cpu())
