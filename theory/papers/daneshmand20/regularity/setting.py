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
from theory.papers.daneshmand20.domains import drift_of, sums
from theory.term import each, one_if, places, size, total
from theory.term.matrices import inner
from theory.term.named import named


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


@named("(({0})³)₁₁ − ((({0})²)₁₁)²", r"(({0})^3)_{{11}}-((({0})^2)_{{11}})^2")
def first_excess(M: Rows) -> Any:
    """(M^3)_11 - ((M^2)_11)^2, by powers of M; exact, on numbers or symbols.

    >>> first_excess(((1, 0), (0, 1)))
    0
    """
    square = times(M, M)
    return times(square, M)[0][0] - square[0][0] ** 2


@named("‖{0}‖²", r"\|{0}\|_F^2")
def squared_norm(M: Any) -> Any:
    return sums(M)[0]


@named("tr(({0})³)", r"\operatorname{{tr}}(({0})^3)")
def cubes(M: Any) -> Any:
    return sums(M)[1]


@named("tr(diag(({0})²)²)", r"\operatorname{{tr}}(\operatorname{{diag}}(({0})^2)^2)")
def squared_rows(M: Any) -> Any:
    return sums(M)[2]


@named("δ({0})", r"\delta({0})", means="δ(M) = 2 d² − 2 ‖M‖² − 8 tr(M³) + 8 tr(diag(M²)²)")
def delta(M: Any) -> Any:
    """2 d^2 - 2 |M|_F^2 - 8 Tr M^3 + 8 Tr diag(M^2)^2, as in Lemma 7."""
    return drift_of(M)


@named("(tr(diag(({0})²)²) − ‖{0}‖⁴/d)", r"(\operatorname{{tr}}(\operatorname{{diag}}(({0})^2)^2)-\|{0}\|_F^4/d)")
def spread(M: Any) -> Any:
    """Tr diag(M^2)^2 - |M|_F^4/d, of a symmetric matrix."""
    rows = each(lambda row: inner(row, row), M)
    return inner(rows, rows) - Fraction(1) * total(rows) * total(rows) / size(M)


def row_excess(M: Any, i: Any) -> Any:
    """(M^3)_ii - ((M^2)_ii)^2 of a symmetric matrix, by the products of its rows."""
    square = each(lambda row: inner(M[i], row), M)  # row i of M^2
    return inner(square, M[i]) - square[i] * square[i]


@named(
    "J({0}) ⊕ J({1})",
    r"J_{{{0}}}\oplus J_{{{1}}}",
    shape=lambda p, q: (p + q, p + q),
    means="J(k) the k × k matrix of ones",
)
def two_blocks(p: Any, q: Any) -> Any:
    """Two blocks of ones, of these sizes, as a direct sum.

    >>> two_blocks(1, 2)
    ((1, 0, 0), (0, 1, 1), (0, 1, 1))
    """
    first = each(lambda i: one_if(i < p), places(p + q))
    return each(lambda x: each(lambda y: x * y + (1 - x) * (1 - y), first), first)


@named(
    "J({0}) ⊕ S({1})",
    r"J_{{{0}}}\oplus S_{{{1}}}",
    shape=lambda p, q: (p + q, p + q),
    means="J(k) the k × k matrix of ones; S(k) = (k I − J(k))/(k − 1)",
)
def block_and_simplex(p: Any, q: Any) -> Any:
    """A block of p ones beside the Gram matrix of a simplex frame of q rows, (q I - 11^T)/(q - 1)."""
    there = places(p + q)
    first, off = each(lambda i: one_if(i < p), there), Fraction(-1) / (q - 1)

    def entry(i: Any, x: Any, j: Any, y: Any) -> Any:
        return x * y + (1 - x) * (1 - y) * (off + (1 - off) * one_if(i == j))

    return each(lambda i, x: each(lambda j, y: entry(i, x, j, y), there, first), there, first)


@named("(1 − {0}) I + {0} 11ᵀ", r"(1-{0})I+{0}\,11^\top", shape=lambda rho, d: (d, d))
def equal_correlations(rho: Any, d: Any) -> Any:
    return each(lambda i: each(lambda j: rho + (1 - rho) * one_if(i == j), places(d)), places(d))


def of_blocks(M: Blocks) -> tuple[Any, Any, Any]:
    """(|M|_F^2, Tr M^3, Tr diag(M^2)^2), by powers of a matrix whose blocks may have symbolic sizes."""
    square = M @ M
    return square.trace(), (square @ M).trace(), square.trace(2)


LEMMA_10 = Locator(DANESHMAND20, "Lemma 10")
rho = Symbol("rho", real=True)  # a correlation
