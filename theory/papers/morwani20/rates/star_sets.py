"""Data with (H*)^+, or with the ends of the spectrum of H*: in general these are variables of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from sympy import Integer, sqrt

from theory.batchnorm import dot
from theory.exact.expressions import Undefined
from theory.least_squares.critical import star
from theory.least_squares.problem import Problem
from theory.papers.morwani20.data import Data, DataSets, second_moments
from theory.papers.morwani20.ends import OnAxes
from theory.term import Shape, Vec, each, every, places, size, variable
from theory.term.matrices import product


def star_matrix(data: Data) -> Any:
    """H* = H - g g^T/(u.Hu), row by row, of rows of terms."""
    square, g = data.form(data.u, data.u), data.g
    return each(lambda row, a: each(lambda h, b: h - a * b / square, row, g), second_moments(data), g)


def star_pinv(data: Data) -> Any:
    """The Moore-Penrose inverse of H*, row by row."""
    if isinstance(data.A, Vec):
        return Vec.named("X", data.A.n, data.A.n)
    return tuple(map(tuple, star(Problem.of(data.H, data.g)).pinv().tolist()))


@dataclass(frozen=True)
class StarSets(DataSets):
    """Data sets; in general with a matrix X of which Penrose's four equations with H* are known, as (H*)^+ has them."""

    def general(self, name: str) -> Iterator[Shape]:
        for shape in super().general(name):
            M, X = star_matrix(shape.value), star_pinv(shape.value)
            MX, XM = product(M, X), product(X, M)
            known = (_same(product(MX, M), M), _same(product(XM, X), X), _symmetric(MX), _symmetric(XM))
            yield replace(shape, conditions=(*shape.conditions, *known), rows=(*shape.rows, ("X", (X.n, X.n))))


def _same(A: Any, B: Any) -> Any:
    return every(lambda a, b: every(lambda x, y: x == y, a, b), A, B)


def _symmetric(A: Any) -> Any:
    at = places(size(A))
    return every(lambda i: every(lambda j: A[i][j] == A[j][i], at), at)


def star_ends(data: Data) -> tuple[Any, Any]:
    """The least and the greatest eigenvalue of H* that are not 0, d = 2 or 3; of rows of terms two that are named."""
    if isinstance(data.A, Vec):
        return variable("least"), variable("greatest")
    M = star(Problem.of(data.H, data.g))
    if M.det() != 0:
        raise Undefined("0 is no eigenvalue of H*")
    minors = (M.trace() ** 2 - (M * M).trace()) / 2
    gap = sqrt(M.trace() ** 2 - 4 * minors) if M.rows == 3 else Integer(0)
    return (M.trace() - gap) / 2, (M.trace() + gap) / 2


@dataclass(frozen=True)
class StarOnAxes(OnAxes):
    """Data on axes; in general any two eigenvalues of H*, not 0, take the places of the least and the greatest."""

    def general(self, name: str) -> Iterator[Shape]:
        for shape in super().general(name):
            data = shape.value.data
            found = []
            for value, row in zip(star_ends(data), ("e", "f"), strict=True):
                found += [value != 0, *_eigenvector(star_matrix(data), value, Vec.named(row, data.A.n))]
            yield replace(
                shape,
                variables=(*shape.variables, *star_ends(data)),
                conditions=(*shape.conditions, *found),
                rows=(*shape.rows, ("e", (data.A.n,)), ("f", (data.A.n,))),
            )


def _eigenvector(M: Any, value: Any, e: Any) -> tuple[Any, Any]:
    return dot(e, e) > 0, every(lambda row, entry: dot(row, e) == value * entry, M, e)
