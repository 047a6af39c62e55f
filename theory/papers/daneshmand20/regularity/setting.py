"""The law on the circle: correlation matrices of equal angles and the means over them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import factorial
from typing import Any

from sympy import Expr, Integer, Matrix, Rational, Symbol

from theory.claim import Locator
from theory.markov import invariants
from theory.markov.blocks import Blocks
from theory.markov.residual import Rows, times
from theory.papers.daneshmand20 import DANESHMAND20
from theory.term import each, size, total
from theory.term.matrices import inner


def circle_law(size: int) -> Iterator[tuple[int, Matrix]]:
    """Pairs (weight, M) with the F, T, D in the mean of d rows i.i.d. uniform on the circle.

    These are trigonometric polynomials of degree at most 2 in the doubled angle of each row, so the mean over the
    three lines at 60 degrees, whose correlations are 1 and -1/2 up to sign, is exact.
    """
    for first in range(size + 1):
        for second in range(size + 1 - first):
            counts = (first, second, size - first - second)
            lines = [line for line, count in enumerate(counts) for _ in range(count)]
            weight = factorial(size) // (factorial(counts[0]) * factorial(counts[1]) * factorial(counts[2]))
            yield weight, Matrix(size, size, lambda i, j, at=lines: 1 if at[i] == at[j] else Rational(-1, 2))


def circle_means(size: int) -> tuple[Expr, Expr, Expr]:
    """(E F, E T, E D) of d rows i.i.d. uniform on the circle."""
    total = [Integer(0)] * 3
    for weight, M in circle_law(size):
        total = [x + weight * y for x, y in zip(total, invariants(M), strict=True)]
    F, T, D = (x / Integer(3) ** size for x in total)
    return F, T, D


def leading(eigenvalue: Expr, width: Expr) -> Expr:
    """alpha of equal correlations with this leading eigenvalue, all others equal: (sum l^2)^2/(d sum l^3)."""
    rest = (width - eigenvalue) / (width - 1)
    square = eigenvalue**2 + (width - 1) * rest**2
    return square**2 / (width * (eigenvalue**3 + (width - 1) * rest**3))


def excess(M: Rows) -> list[Any]:
    """(M^3)_ii - ((M^2)_ii)^2 of each row, by powers of M; exact, on numbers or symbols.

    >>> excess(((1, 0), (0, 1)))
    [0, 0]
    """
    square = times(M, M)
    cube = times(square, M)
    return [cube[i][i] - square[i][i] ** 2 for i in range(len(M))]


def traces(M: Rows) -> tuple[Any, Any]:
    """(Tr M^3, Tr diag(M^2)^2), by powers of M."""
    square = times(M, M)
    cube = times(square, M)
    return sum(cube[i][i] for i in range(len(M))), sum(square[i][i] ** 2 for i in range(len(M)))


def spread(M: Any) -> Any:
    """Tr diag(M^2)^2 - |M|_F^4/d, of a symmetric matrix."""
    rows = each(lambda row: inner(row, row), M)
    return inner(rows, rows) - Fraction(1) * total(rows) * total(rows) / size(M)


def row_excess(M: Any, i: Any) -> Any:
    """(M^3)_ii - ((M^2)_ii)^2 of a symmetric matrix, by the products of its rows."""
    square = each(lambda row: inner(M[i], row), M)  # row i of M^2
    return inner(square, M[i]) - square[i] * square[i]


def blocks(first: int, second: int, off: Any = 1) -> Rows:
    """A block of ones, and one of diagonal 1 with `off` beside it: a direct sum.

    >>> blocks(1, 2, 5)
    ((1, 0, 0), (0, 1, 5), (0, 5, 1))
    """
    size = range(first + second)

    def entry(i: int, j: int) -> Any:
        if (i < first) != (j < first):
            return 0
        return 1 if i == j or i < first else off

    return tuple(tuple(entry(i, j) for j in size) for i in size)


def of_blocks(M: Blocks) -> tuple[Any, Any, Any]:
    """(|M|_F^2, Tr M^3, Tr diag(M^2)^2), by powers of a matrix whose blocks may have symbolic sizes."""
    square = M @ M
    return square.trace(), (square @ M).trace(), square.trace(2)


LEMMA_10 = Locator(DANESHMAND20, "Lemma 10")
CORRELATION = ("M is a correlation matrix: positive semidefinite, unit diagonal",)
rho = Symbol("rho", real=True)  # a correlation
