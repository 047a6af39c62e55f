"""Matrices: rows of rows, of numbers or terms."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sympy import Expr

from theory.term.named import named
from theory.term.rows import Vec, at_every, each, equal_needed, places, probed, size, total
from theory.term.scalar import Term, constant, nested


@named("⟨{0}, {1}⟩", r"\langle {0},{1}\rangle")
def inner(x: Any, y: Any) -> Any:
    """The sum of the products of the entries of two rows, numbers or terms."""
    return total(each(lambda a, b: a * b, x, y))


def combined(weights: Any, H: Any) -> Any:
    """The sum of the rows of H with these weights.

    >>> combined((1, 2), ((3, 4), (5, 6)))
    (13, 16)
    """
    return each(lambda place: inner(weights, column(H, place)), places(width(H)))


def width(H: Any) -> Any:
    """How many columns there are.

    >>> width(((1, 2, 3), (4, 5, 6)))
    3
    """
    return size(probed("r_", H.entry) if isinstance(H, Vec) else H[0])


def column(H: Any, place: Any) -> Any:
    """One entry of each row."""
    return each(lambda row: row[place], H)


@named("{0} {1}", shape=lambda A, B: (size(A), width(B)))
def product(A: Any, B: Any) -> Any:
    """A B.

    >>> product(((1, 2), (0, 1)), ((3, 4), (5, 6)))
    ((13, 16), (5, 6))
    """
    return each(lambda row: combined(row, B), A)


@named("{0} {0}ᵀ", "{0} {0}^T", shape=lambda H: (size(H), size(H)))
def square(H: Any) -> Any:
    """H H^T.

    >>> square(((1, 2), (0, 1)))
    ((5, 2), (2, 1))
    """
    return each(lambda row: each(lambda other: inner(row, other), H), H)


@named("tr", r"\operatorname{tr}")
def trace(M: Any) -> Any:
    """The sum of the diagonal.

    >>> trace(((5, 2), (2, 1)))
    6
    """
    return total(each(lambda row, place: row[place], M, places(size(M))))


@named("rank", r"\operatorname{rank}")
def rank(H: Any) -> Any:
    """Of rational numbers, or of such times a root for each row, by elimination.

    >>> rank(((1, 2), (2, 4)))
    1
    """
    if isinstance(H, Vec):
        return _of_matrix("rank", H)
    rest, found = [[x if isinstance(x, Expr) else Fraction(x) for x in row] for row in H], 0
    while (led := next((row for row in rest if any(x != 0 for x in row)), None)) is not None:
        place = next(i for i, x in enumerate(led) if x != 0)
        shares = [y / led[place] for y in led]
        rest = [[x - row[place] * share for x, share in zip(row, shares, strict=True)] for row in rest]
        found += 1
    return found


def _of_matrix(op: Any, H: Vec) -> Term:
    columns = width(H)
    depth = nested(probed("r_", lambda row: constant(H[row][Term("index", "c_")])), "rank", "det")
    row, place = Term("index", f"r_{depth}"), Term("index", f"c_{depth}")
    with at_every(row, H.n), at_every(place, columns):
        return Term(op, row, place, H.n, columns, constant(H[row][place]))


@named("det", r"\det")
def determinant(A: Any) -> Any:
    """Of a square matrix, by the first row.

    >>> determinant([[1, 2], [3, 4]])
    -2
    """
    if isinstance(A, Vec):
        equal_needed(A.n, width(A))
        return _of_matrix("det", A)
    if not A:
        return 1
    rest = [[[*row[:j], *row[j + 1 :]] for row in A[1:]] for j in range(len(A))]
    return sum((-1) ** j * A[0][j] * determinant(rest[j]) for j in range(len(A)))
