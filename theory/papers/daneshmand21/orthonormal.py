"""Orthonormal rows, and matrices with the symmetric inverse root of M M^T."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, count
from typing import Any

from flint import fmpq, fmpq_mat

from theory.domains.general import general_rows, symmetric
from theory.domains.numbers import Choose, Endless, Integers
from theory.orthogonality.stationary import identity
from theory.papers.daneshmand21.domains import Matrices, Matrix
from theory.term import Shape, Vec, every, one_if, places, size, variable
from theory.term.matrices import inner, product, square

ONE_ON = Integers(1)


@dataclass(frozen=True)
class AnyColumns(Matrices):
    """Matrices of one column or more, no row 0; of one column few are listed."""

    columns: Integers = ONE_ON

    def small(self) -> Iterator[Matrix]:
        one = (Fraction(1),)
        return chain([(one,), (one, one)], Matrices().small())


@cache
def frame(size: int, rows: int) -> Matrix:
    """Orthonormal rational rows, (rows, size): of Cayley's transform of a skew matrix of integers."""
    skew = fmpq_mat(size, size)
    for i in range(size):
        for j in range(i):
            skew[i, j], skew[j, i] = 1 + (i + 2 * j) % 3, -1 - (i + 2 * j) % 3
    one = identity(size)
    return _rows((one - skew) * (one + skew).inv())[:rows]


def _rows(M: fmpq_mat) -> Matrix:
    return tuple(tuple(Fraction(int(x.p), int(x.q)) for x in row) for row in M.tolist())


def is_orthonormal(B: Any) -> Any:
    return every(lambda i, x: every(lambda j, y: inner(x, y) == one_if(i == j), places(size(B)), B), places(size(B)), B)


@dataclass(frozen=True)
class Frames(Endless):
    """r orthonormal rows of n entries, r <= n, n >= 2.

    >>> next(Frames().small())
    ((Fraction(-3, 5), Fraction(4, 5)),)
    """

    def __str__(self) -> str:
        return "r orthonormal rows of Q^n, n >= 2"

    def __contains__(self, value: object) -> bool:
        return value in Matrices() and bool(is_orthonormal(value))

    def general(self, name: str) -> Iterator[Shape]:
        found = general_rows(name, 1, 2)
        r, n = found.variables
        conditions = (*found.conditions, r <= n, is_orthonormal(found.value))
        yield Shape(found.value, found.variables, conditions, rows=found.rows)

    def small(self) -> Iterator[Matrix]:
        return (frame(n, r) for n in count(2) for r in range(1, n + 1))

    def draw(self, choose: Choose) -> Matrix:
        n = choose(2, 6)
        return frame(n, choose(1, n))

    def near(self, value: Matrix) -> Iterator[Matrix]:
        """One row less."""
        return iter([value[1:]] if len(value) > 1 else [])


@dataclass(frozen=True)
class Whitened(Endless):
    """Pairs (S, M): d rows M of n >= 2 numbers, and S, symmetric, with S S M M^T = I.

    >>> [len(M) for _, M in (next(Whitened().small()), Whitened().draw(max))]
    [1, 6]
    """

    def __str__(self) -> str:
        return "= (S, M), M of d rows in Q^n, n >= 2, S symmetric, S^2 M M^T = I"

    def __contains__(self, value: object) -> bool:
        if not (isinstance(value, tuple) and len(value) == 2 and value[1] in Matrices() and value[0]):
            return False
        S, M = value
        return bool(tuple(zip(*S, strict=True)) == S and _inverse(S, M))

    def general(self, name: str) -> Iterator[Shape]:
        d, n = variable(f"d_{name}", "nat"), variable(f"n_{name}", "nat")
        S, M = Vec.named(f"S_{name}", d, d), Vec.named(name, d, n)
        rows = ((f"S_{name}", (d, d)), (name, (d, n)))
        yield Shape((S, M), (d, n), (d >= 1, n >= 2, *symmetric(S, d), _inverse(S, M)), rows=rows)

    def small(self) -> Iterator[tuple[Matrix, Matrix]]:
        return (_of(Q, code) for code, Q in enumerate(Frames().small()))

    def draw(self, choose: Choose) -> tuple[Matrix, Matrix]:
        return _of(Frames().draw(choose), choose(0, 9))

    def near(self, value: tuple[Matrix, Matrix]) -> Iterator[tuple[Matrix, Matrix]]:
        """Twice M."""
        yield tuple(tuple(x / 2 for x in row) for row in value[0]), tuple(tuple(2 * x for x in row) for row in value[1])

    def size(self, value: tuple[Matrix, Matrix]) -> int:
        return len(value[1][0])


def _inverse(S: Any, M: Any) -> Any:
    whole, at = product(product(S, S), square(M)), places(size(M))
    return every(lambda i: every(lambda j: whole[i][j] == one_if(i == j), at), at)


def _of(Q: Matrix, code: int) -> tuple[Matrix, Matrix]:
    d = len(Q)
    S = fmpq_mat([[fmpq(1 + (i == j) * (2 + (i + code) % 3), 1 + code % 2) for j in range(d)] for i in range(d)])
    return _rows(S), _rows(S.inv() * fmpq_mat([[fmpq(x.numerator, x.denominator) for x in row] for row in Q]))
