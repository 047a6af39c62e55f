"""Domains of matrices with orthonormal rows, and of matrices with the symmetric inverse root of M M^T."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mat

from theory.domains.composite import composite
from theory.domains.general import general_rows, symmetric
from theory.domains.numbers import Choose
from theory.orthogonality.stationary import identity
from theory.papers.daneshmand21.domains import ONE_ON, TWO_ON, Matrix, a_size, is_matrix
from theory.term import Shape, Vec, every, one_if, places, size, variable
from theory.term.matrices import inner, product, square


def frame(size: int, rows: int, choose: Choose = lambda low, high: high) -> Matrix:
    """Orthonormal rational rows, (rows, size): of Cayley's transform of a skew matrix of integers.

    >>> frame(2, 1)
    ((Fraction(-4, 5), Fraction(3, 5)),)
    """
    skew = fmpq_mat(size, size)
    for i in range(size):
        for j in range(i):
            skew[i, j] = choose(-1, 2 + (i + j) % 2)
            skew[j, i] = -skew[i, j]
    one = identity(size)
    return _rows((one - skew) * (one + skew).inv())[:rows]


def _rows(M: fmpq_mat) -> Matrix:
    return tuple(tuple(Fraction(int(x.p), int(x.q)) for x in row) for row in M.tolist())


def is_orthonormal(B: Any) -> Any:
    return every(lambda i, x: every(lambda j, y: inner(x, y) == one_if(i == j), places(size(B)), B), places(size(B)), B)


def _general_frame(name: str) -> Shape:
    found = general_rows(name, 1, 2)
    r, n = found.variables
    return replace(found, conditions=(*found.conditions, r <= n, is_orthonormal(found.value)))


@composite(
    "r orthonormal rows of Q^n, n >= 2", has=lambda B: is_matrix(B) and bool(is_orthonormal(B)), general=_general_frame
)
def orthonormal_rows(choose: Choose) -> Matrix:
    """Matrices B with B B^T = I."""
    n = a_size(choose, TWO_ON, 5)
    return frame(n, choose(1, n), choose)


def _inverse(S: Any, M: Any) -> Any:
    whole, at = product(product(S, S), square(M)), places(size(M))
    return every(lambda i: every(lambda j: whole[i][j] == one_if(i == j), at), at)


def _general_whitened(name: str) -> Shape:
    d, n = variable(f"d_{name}", "nat"), variable(f"n_{name}", "nat")
    S, M = Vec.named("S", d, d), Vec.named("M", d, n)
    rows = (("S", (d, d)), ("M", (d, n)))
    return Shape((S, M), (d, n), (d >= 1, n >= 2, *symmetric(S, d), _inverse(S, M)), rows=rows)


def _is_whitened(value: Any) -> bool:
    S, M = value if isinstance(value, tuple) and len(value) == 2 else ((), ())
    if not (is_matrix(S, columns=ONE_ON) and is_matrix(M)):
        return False
    return len(S) == len(M) and tuple(zip(*S, strict=True)) == S and bool(_inverse(S, M))


@composite(
    "(S, M), M of d rows in Q^n, n >= 2, S symmetric, S^2 M M^T = I",
    has=_is_whitened,
    general=_general_whitened,
    size=lambda pair: len(pair[1][0]),
)
def whitened_pairs(choose: Choose) -> tuple[Matrix, Matrix] | None:
    """S and M = S^-1 Q for orthonormal rows Q and a symmetric invertible S, so that S M = Q."""
    n = a_size(choose, TWO_ON, 4)
    d = choose(1, n)
    S = fmpq_mat(d, d)
    for i in range(d):
        for j in range(i + 1):
            S[i, j] = S[j, i] = choose(-3, 3) + 4 * (i == j)
    Q = fmpq_mat([[fmpq(x.numerator, x.denominator) for x in row] for row in frame(n, d, choose)])
    return (_rows(S), _rows(S.inv() * Q)) if S.det() != 0 else None
