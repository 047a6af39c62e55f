"""M = H H^T/N and r(H) of data; correlation matrices, their sums of Lemma 7, and the drift; one layer by definition."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from flint import fmpq, fmpq_mat
from sympy import Expr, oo

from theory.batchnorm import Row, dot, rescale
from theory.domains import matrices
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers
from theory.exact.rationals import rational, to_sympy
from theory.markov.residual import Rows, layer
from theory.papers.daneshmand20.matrices import Entries
from theory.term import Vec, each, size, total
from theory.term.matrices import combined, inner, square, trace, width
from theory.term.named import named


def moment(H: Any) -> Any:
    """M = H H^T/N, of numbers, terms or series of them."""
    return each(lambda row: each(lambda x: x / width(H), row), square(H))


@named("r({0})", means="r(H) = Tr(M)²/‖M‖²_F, M = HHᵀ/N")
def effective_rank_of(H: Any) -> Any:
    """Of those."""
    M = moment(H)
    return trace(M) ** 2 / total(each(lambda row: inner(row, row), M))


SIZES = Integers(2, far=10)


def exact(M: Entries) -> fmpq_mat:
    """The matrix over QQ in FLINT."""
    return fmpq_mat([[fmpq(x.numerator, x.denominator) for x in row] for row in M])


def sums(M: Any) -> tuple[Any, Any, Any]:
    """(|M|_F^2, Tr M^3, Tr diag(M^2)^2) of a symmetric matrix, by the products of its rows."""
    return _sums(M) if isinstance(M, Vec) else _sums_of_numbers(M)


def _sums(M: Any) -> tuple[Any, Any, Any]:
    square = each(lambda row: each(lambda other: inner(row, other), M), M)
    rows = each(lambda row: inner(row, row), M)
    return total(rows), total(each(inner, square, M)), inner(rows, rows)


_sums_of_numbers = cache(_sums)


@named("δ({0})", r"\delta({0})", means="δ(M) = 2d² − 2‖M‖²_F − 8 Tr M³ + 8 Tr diag(M²)²")
def drift_of(M: Any) -> Any:
    """Of Lemma 7."""
    F, T, D = sums(M)
    return 2 * size(M) * size(M) - 2 * F - 8 * T + 8 * D


@named("Tr {0}³", r"\operatorname{{Tr}}{0}^3")
def trace_of_cube(M: Any) -> Any:
    return sums(M)[1]


@named("Tr diag({0}²)²", r"\operatorname{{Tr}}\operatorname{{diag}}({0}^2)^2")
def trace_of_squares(M: Any) -> Any:
    return sums(M)[2]


def filled(size: int, entries: dict[tuple[int, int], Any]) -> Any:
    """The symmetric matrix of unit diagonal with these entries above it."""
    return tuple(
        tuple(Fraction(1) if a == b else entries[min(a, b), max(a, b)] for b in range(size)) for a in range(size)
    )


def correlation_matrices(d: Integers = SIZES) -> Preceded:
    """Correlation matrices, two of each of the first three sizes before the others: of unequal rows from d = 3 on."""
    sizes = [size for size in range(d.least, d.least + 3) if size in d]
    first = [{(0, 1): Fraction(1, 2)}, {(0, 1): Fraction(1, 2), (0, -1): Fraction(-1, 3)}]
    return Preceded(matrices.Correlations(d), tuple(_with(size, entries) for entries in first for size in sizes))


def _with(size: int, entries: dict[tuple[int, int], Fraction]) -> Entries:
    """The correlation matrix with these entries above the diagonal, and 0 elsewhere; -1 is the last column."""
    at = dict.fromkeys(combinations(range(size), 2), Fraction(0))
    return filled(size, at | {(i, j % size): x for (i, j), x in entries.items()})  # type: ignore[no-any-return]


CORRELATIONS = correlation_matrices()


def mixed_row(H: Any, W: Any, i: Any, skip: Any = 1, gamma: Any = 1) -> Any:
    """Row i of skip H + gamma W H, of numbers or terms: skip = 0 leaves W H, as at gamma = oo."""
    return each(lambda h, w: skip * h + gamma * w, H[i], combined(W[i], H))


def listed(code: int, rows: int, columns: int) -> Entries:
    """A matrix of that number: entries -5, .., 5 over 1, 2 or 3, by squares modulo 11."""
    return tuple(
        tuple(
            Fraction(((code + 3) * (i + 1) ** 2 + (2 * j + code) ** 2 * (i + 2) + j) % 11 - 5, 1 + code % 3)
            for j in range(columns)
        )
        for i in range(rows)
    )


def signs_of(bits: Any, size: int) -> tuple[int, ...]:
    """Signs of rows by the binary digits of a number, + for 0."""
    return tuple(-1 if int(bits) >> i & 1 else 1 for i in range(size))


def after(H: Rows, W: Rows, gamma: Any) -> list[Row]:
    """RS(H + gamma W H), row by row, or RS(W H) for gamma = oo.

    Raises
    ------
    ValueError : where a row is 0.
    """
    return [rescale([to_sympy(z) for z in row]) for row in moved(H, W, gamma)]


def moved(H: Rows, W: Rows, gamma: Any) -> Rows:
    """H + gamma W H, or W H, before rescaling."""
    return layer(H, W, oo if gamma == oo else rational(gamma))[0]


def cosine(rows: Sequence[Row], i: int, j: int) -> Expr:
    """M_ij of rescaled rows."""
    return dot(rows[i], rows[j]) / len(rows[i])


def defined(H: Rows, W: Rows, gamma: Any) -> bool:
    """Whether no row of H + gamma W H is 0."""
    return all(map(any, moved(H, W, gamma)))
