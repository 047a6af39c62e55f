"""The generator of the gamma -> 0 diffusion by its definition: one weight at a time, to second order.

E g(M+) = g(M) + gamma^2 (L g)(M) + .. for independent centred weights of unit variance, so L g is the sum over the
entries W_ab = w of the coefficient of w^2 in g(M+). What depends on w is a series up to w^2; numbers are Fractions or
SymPy expressions, and exact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

from flint import fmpq
from sympy import BlockMatrix, Determinant, Expr, Identity, Matrix, Symbol, ZeroMatrix

from theory.primitive import primitive
from theory.term import Series


def in_w(value: Any, first: Any = 0, second: Any = 0) -> Series:
    """value + first w + second w^2, with what comes after left out."""
    return Series(value, first, second)


def log_bend(x: Series) -> Any:
    """The coefficient of w^2 of the logarithm."""
    slope = x[1] / x[0]
    return x[2] / x[0] - slope * slope / 2


def _none(square: Series) -> Series:
    return in_w(Fraction(1))


@primitive("rs", _none)
def length(square: Series) -> Series:
    """The square root of the squared length of a row that was 1 before it moved: what rescaling divides by."""
    if square[0] != 1:
        raise ValueError(f"a row of squared length {square[0]}: wanted rows of length 1")
    return in_w(Fraction(1), square[1] / 2, (square[2] - square[1] * square[1] / 4) / 2)


def rescaled(x: Sequence[Any], other: Sequence[Any], along: Any, square: Any) -> list[Series]:
    """(x + w other)/|x + w other|, entry by entry, for a row of length 1: `along` is <x, other>, `square` |other|^2."""
    norm = length(in_w(1, 2 * along, square))
    back = in_w(1, -norm[1], norm[1] * norm[1] - norm[2])
    return [in_w(value, first) * back for value, first in zip(x, other, strict=True)]


def _exact(A: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """With Fractions for integers, whose quotients would be rounded."""
    return [[Fraction(x) if isinstance(x, int) else x for x in row] for row in A]


def _moved(M: Sequence[Sequence[Any]], a: int, b: int) -> Series:
    """The length of row a after W = w e_a e_b^T: the root of 1 + 2 M_ab w + w^2, or (1 + w)^2 for b = a."""
    return length(in_w(M[a][a], 2 * M[a][b], M[b][b]))


def generated(M: Sequence[Sequence[Any]], of: Callable[[list[list[Series]]], Any]) -> Any:
    """L g at a correlation matrix M; `of` takes M+ as series in w and gives the coefficient of w^2 of g(M+).

    >>> from fractions import Fraction
    >>> M = ((1, Fraction(1, 2)), (Fraction(1, 2), 1))
    >>> generated(M, lambda moved: moved[0][1][2])    # -3 rho (1 - rho^2)
    Fraction(-9, 8)
    """
    M = _exact(M)
    size, total = range(len(M)), 0
    for a, b in product(size, repeat=2):
        norm = _moved(M, a, b)
        rows = [[in_w(M[i][j]) for j in size] for i in size]
        for j in size:
            if j != a:
                rows[a][j] = rows[j][a] = in_w(M[a][j], M[b][j]) / norm
        rows[a][a] = in_w(M[a][a], 2 * M[a][b], M[b][b]) / (norm * norm)
        total += of(rows)
    return total


def log_volume_growth(X: Sequence[Sequence[Any]], M: Sequence[Sequence[Any]]) -> Any:
    """L log det(X^T X) where the rows of X move and are rescaled along with those of H, M = H H^T: X+ = D (I + w W) X.

    >>> from fractions import Fraction
    >>> log_volume_growth(((Fraction(1),), (Fraction(1),)), ((1, 1), (1, 1)))
    Fraction(0, 1)
    """
    X, M = _exact(X), _exact(M)
    size, columns, total = range(len(X)), range(len(X[0])), 0
    gram = [[sum(row[i] * row[j] for row in X) for j in columns] for i in columns]
    for a, b in product(size, repeat=2):
        norm, others = _moved(M, a, b), [[gram[i][j] - X[a][i] * X[a][j] for j in columns] for i in columns]
        row = [in_w(X[a][j], X[b][j]) / norm for j in columns]
        total += log_bend(determinant_of([[row[i] * row[j] + others[i][j] for j in columns] for i in columns]))
    return total


def determinant_of(A: list[list[Any]]) -> Any:
    """By Gauss elimination; the leading minors may not vanish, as in a positive definite matrix."""
    rest, found = A, 1
    while rest:
        pivot = rest[0][0]
        found = pivot * found
        rest = [[row[j] - row[0] * rest[0][j] / pivot for j in range(1, len(rest))] for row in rest[1:]]
    return found


def _in_two(value: Any, by_u: Any = 0, by_v: Any = 0) -> Series:
    """value + by_u u + by_v v, u^2 = v^2 = 0: in f of such the coefficient of u v, [1][1], is a second derivative."""
    zero = fmpq(0)  # integers would be divided with rounding
    return Series(Series(zero + value, zero + by_v), Series(zero + by_u, zero))


def adjoint_of_powers(M: Sequence[Sequence[Any]]) -> tuple[Any, Any, Any]:
    """(A, B, C) with (L* det^s)(M)/det(M)^s = A + B s + C s(s - 1)/2, for an invertible M with entries in QQ of FLINT.

    L f is the sum over the weights w = W_ab of the coefficient of w^2 of f(M + w m + w^2 n + ..), so L* p is that of
    (1/2) sum d_i d_j (m_i m_j p) - sum d_i (n_i p), i and j over the entries of row a.
    """
    size, found = range(len(M)), [0, 0, 0]
    start = determinant_of([list(row) for row in M])
    for a in size:
        others = [j for j in size if j != a]
        for i, j in combinations_with_replacement(others, 2):
            at = [[_in_two(x) for x in row] for row in M]
            for place, step in ((i, _in_two(0, by_u=1)), (j, _in_two(0, by_v=1))):
                at[a][place] = at[a][place] + step
                at[place][a] = at[a][place]
            excess = determinant_of(at) / start - 1
            flow, drift = _in_two(0), _in_two(0)
            for b in size:
                moved = rescaled([at[a][c] for c in (i, j)], [at[b][c] for c in (i, j)], at[a][b], 1)
                flow, drift = flow + moved[0][1] * moved[1][1], drift + moved[0][2]
            for order, share in enumerate((_in_two(1), excess, excess * excess)):
                found[order] += (flow * share)[1][1] / (2 if i == j else 1)
                found[order] -= (drift * share)[1][0] if i == j else 0
    return found[0], found[1], found[2]


def determinant_beside(rows: Matrix) -> Expr:
    """Of a matrix that is `rows` in some rows and columns, and the identity in others, of any number."""
    size, others = rows.rows, Symbol("others", integer=True, positive=True)
    zeros = ZeroMatrix(size, others)
    return Determinant(BlockMatrix([[rows.as_immutable(), zeros], [zeros.T, Identity(others)]])).doit()
