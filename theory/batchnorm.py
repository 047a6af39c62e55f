"""The three components of batch normalization as exact maps of one row (one neuron, n data points).

RC recentres, RS rescales, NL is the ReLU; BN = RS after RC. Entries may be ints, Fractions or SymPy numbers
and symbols; results are SymPy expressions. Source: nachum24, Definition 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import Expr, ImmutableMatrix, Max, Rational, eye, ones, sqrt, sympify

Row = tuple[Expr, ...]

NORMALISATIONS = ("biased", "unbiased", "norm")


def degrees(n: int, normalisation: str = "biased") -> int:
    """nu in sigma^2 = |x - mean|^2 / nu: n (biased), n - 1 (unbiased, Bessel), 1 (Euclidean norm).

    After rescaling, |BN(x)|^2 = nu.
    """
    try:
        return {"biased": n, "unbiased": n - 1, "norm": 1}[normalisation]
    except KeyError:
        raise ValueError(f"normalisation {normalisation!r}: wanted one of {', '.join(NORMALISATIONS)}") from None


def _row(x: Sequence[Any]) -> Row:
    row = tuple(sympify(v, strict=True) for v in x)
    if not row:
        raise ValueError("an empty row has no mean: give at least one point")
    return row


def dot(x: Row, y: Row) -> Expr:
    return sum((a * b for a, b in zip(x, y, strict=True)), sympify(0))


def recentre(x: Sequence[Any]) -> Row:
    """RC: x - mean(x), the row times P = I - J/n.

    >>> recentre([0, 1, 5])
    (-2, -1, 3)
    """
    row = _row(x)
    mean = sum(row, sympify(0)) / len(row)
    return tuple(v - mean for v in row)


def rescale(x: Sequence[Any], nu: int | None = None) -> Row:
    """RS: x divided by sqrt(|x|^2 / nu); nu = n (default) makes it the root mean square.

    Raises
    ------
    ValueError
        for a row of zeros, which has no direction to keep.

    >>> rescale([3, 4], nu=1)
    (3/5, 4/5)
    """
    row = _row(x)
    square = dot(row, row)
    if square == 0:
        raise ValueError(f"row {row}: a row of zeros cannot be rescaled; its points must differ (or not all be 0)")
    scale = sqrt(square / (len(row) if nu is None else nu))
    return tuple(v / scale for v in row)


def relu(x: Sequence[Any]) -> Row:
    """NL: the positive part, entry by entry."""
    return tuple(Max(v, 0) for v in _row(x))


def batchnorm(x: Sequence[Any], normalisation: str = "biased") -> Row:
    """BN: recentred, then rescaled to |BN(x)|^2 = nu.

    >>> batchnorm([1, 3])
    (-1, 1)
    """
    return rescale(recentre(x), degrees(len(x), normalisation))


def jacobian(x: Sequence[Any], normalisation: str = "biased") -> ImmutableMatrix:
    """d BN(x)_i / d x_j = (P - y y^T / nu) / sigma with y = BN(x), shape (n, n).

    1/sigma times the orthogonal projector on the complement of span{1, y}: rank n - 2.

    >>> jacobian([-1, 1])
    Matrix([
    [0, 0],
    [0, 0]])
    """
    n = len(x)
    nu = degrees(n, normalisation)
    u = recentre(x)
    y = ImmutableMatrix(rescale(u, nu))
    sigma = sqrt(dot(u, u) / nu)
    projector = eye(n) - ones(n, n) * Rational(1, n)
    return ImmutableMatrix((projector - y * y.T / nu) / sigma)
