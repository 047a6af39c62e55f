"""One linear layer with a skip connection and rescaling, H -> RS(H + gamma W H), for explicit matrices, exactly.

daneshmand20, eqs. (1) and (2) without recentring. H has d rows (neurons) and N columns (data); matrices are sequences
of rows whose entries are ints, Fractions, SymPy expressions or balls. Rescaling takes square roots, so what is exact of
it is the pair (H + gamma W H, mean square of each row), and of M = H H^T/N after it the squared entries with their
signs. gamma = oo is the layer without skip connection, H -> RS(W H).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any

from sympy import oo

Rows = Sequence[Sequence[Any]]
Matrix = tuple[tuple[Any, ...], ...]


class ZeroRowError(ZeroDivisionError):
    """A row of H + gamma W H is zero: rescaling it is 0/0, and M+ is not defined."""


def times(A: Rows, B: Rows) -> Matrix:
    """The product A B.

    >>> times([[1, 2]], [[3], [4]])
    ((11,),)
    """
    columns = list(zip(*B, strict=True))
    return tuple(tuple(_dot(row, column) for column in columns) for row in A)


def _dot(a: Iterable[Any], b: Iterable[Any]) -> Any:
    terms = [x * y for x, y in zip(a, b, strict=True)]
    return sum(terms[1:], terms[0])


def mixing(W: Rows, gamma: Any) -> Matrix:
    """I + gamma W, or W itself at gamma = oo.

    >>> mixing([[1, 2], [3, 4]], 1)
    ((2, 2), (3, 5))
    """
    if gamma == oo:
        return tuple(map(tuple, W))
    return tuple(tuple(int(i == j) + gamma * w for j, w in enumerate(row)) for i, row in enumerate(W))


def moment(H: Rows) -> Matrix:
    """M = H H^T / N; with Fraction entries exact, and so it is with integers."""
    N = len(H[0])
    return tuple(tuple(entry * Fraction(1, N) for entry in row) for row in times(H, list(zip(*H, strict=True))))


def layer(H: Rows, W: Rows, gamma: Any) -> tuple[Matrix, tuple[Any, ...]]:
    """(Z, q) with Z = H + gamma W H and q_i the mean square of row i: RS(Z)_ij = Z_ij/sqrt(q_i).

    >>> layer([[1, 1], [1, -1]], [[0, 1], [1, 0]], 1)
    (((2, 0), (2, 0)), (Fraction(2, 1), Fraction(2, 1)))
    """
    Z = times(mixing(W, gamma), H)
    return Z, tuple(_dot(row, row) * Fraction(1, len(row)) for row in Z)


def covariance(M: Rows, W: Rows, gamma: Any) -> Matrix:
    """C = (I + gamma W) M (I + gamma W)^T: the M of H + gamma W H, before rescaling; O(d^3).

    >>> covariance([[1, 0], [0, 1]], [[1, 2], [0, 0]], 1)
    ((8, 2), (2, 1))
    """
    A, p = _whole(mixing(W, gamma))
    M, q = _whole(M)
    C = times(times(A, M), list(zip(*A, strict=True)))
    if p is None and q is None:
        return C
    share = Fraction(1, (p or 1) ** 2 * (q or 1))
    return tuple(tuple(entry * share for entry in row) for row in C)


def _whole(A: Rows) -> tuple[Rows, int | None]:
    """(q A, q) with whole entries where A has Fractions, or Fractions and integers, alone; else (A, None).

    Integers are multiplied many times as fast as Fractions.
    """
    entries = [entry for row in A for entry in row]
    if all(isinstance(e, int) for e in entries) or not all(isinstance(e, int | Fraction) for e in entries):
        return A, None
    q = lcm(*(e.denominator for e in entries))
    return tuple(tuple(e.numerator * (q // e.denominator) for e in row) for row in A), q


def squares(C: Rows) -> Matrix:
    """Squared entries of M+, C_ij^2/(C_ii C_jj).

    Raises
    ------
    ZeroRowError
        where C_ii = 0.

    >>> squares([[2, 1], [1, 1]])
    ((Fraction(1, 1), Fraction(1, 2)), (Fraction(1, 2), Fraction(1, 1)))
    """
    refuse_zero_rows(C)
    C, _ = _whole(C)  # the scale cancels
    return tuple(tuple(_over(C[i][j] ** 2, C[i][i] * C[j][j]) for j in range(len(C))) for i in range(len(C)))


def signed_squares(C: Rows) -> Matrix:
    """sgn(M+_ij) (M+_ij)^2: determines M+, and is rational where C is; numbers only.

    >>> signed_squares([[2, -1], [-1, 1]])[0][1]
    Fraction(-1, 2)
    """
    found = squares(C)
    return tuple(
        tuple(-square if C[i][j] < 0 else square for j, square in enumerate(row)) for i, row in enumerate(found)
    )


def correlation(C: Rows) -> Matrix:
    """M+ = C_ij/sqrt(C_ii C_jj) in balls (`arb` entries), unit diagonal exact."""
    refuse_zero_rows(C)
    roots = [C[i][i].sqrt() for i in range(len(C))]
    return tuple(
        tuple(C[i][j] / (roots[i] * roots[j]) if i != j else type(roots[i])(1) for j in range(len(C)))
        for i in range(len(C))
    )


def refuse_zero_rows(C: Rows) -> None:
    """Raise `ZeroRowError` where some C_ii = 0."""
    for i in range(len(C)):
        if C[i][i] == 0:
            raise ZeroRowError(f"row {i} of H + gamma W H is zero: rescaling is undefined")


def _over(a: Any, b: Any) -> Any:
    return Fraction(a, b) if isinstance(a, int) and isinstance(b, int) else a / b


def rank_one(s: Sequence[int]) -> Matrix:
    """M = s s^T: the correlation matrices of rank one are these, 2^(d-1) of them, as s and -s give the same.

    >>> rank_one((1, -1))
    ((1, -1), (-1, 1))
    """
    return tuple(tuple(a * b for b in s) for a in s)


def sign_vectors(d: int) -> Iterator[tuple[int, ...]]:
    """All s in {-1, 1}^d with s_1 = 1: one for each correlation matrix of rank one.

    >>> list(sign_vectors(2))
    [(1, 1), (1, -1)]
    """
    return ((1, *rest) for rest in product((1, -1), repeat=d - 1))


def identity(d: int) -> Matrix:
    """I with int entries."""
    return tuple(tuple(int(i == j) for j in range(d)) for i in range(d))
