"""Data with the Moore-Penrose inverse of H*, which in general is a matrix of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from theory.least_squares.critical import star
from theory.least_squares.problem import Problem
from theory.papers.morwani20.data import Data, DataSets, second_moments
from theory.term import Shape, Vec, each, every, places, size
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
