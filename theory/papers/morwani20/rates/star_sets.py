"""Data with (H*)^+, or with the ends of the spectrum of H*: in general these are variables of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from sympy import ImmutableMatrix, Integer, sqrt

from theory.batchnorm import dot
from theory.domains.numbers import Choose
from theory.exact.expressions import Undefined
from theory.least_squares.critical import star
from theory.least_squares.problem import Problem
from theory.papers.morwani20.data import Data, DataSets, crossed, second_moments
from theory.papers.morwani20.ends import Ended, OnAxes
from theory.term import Shape, Vec, all_rows, each, every, places, size, variable
from theory.term.matrices import product

MOST = 3
"""Dimensions of which the spectrum of H* is exact."""


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
    if M.rows == 2:
        return M.trace(), M.trace()
    minors = (M.trace() ** 2 - (M * M).trace()) / 2
    gap = sqrt(M.trace() ** 2 - 4 * minors)
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


@dataclass(frozen=True)
class BetweenEnds(OnAxes):
    """Data on three axes, u an eigenvector of H for the eigenvalue between the two others.

    In general u is one for any eigenvalue between the ends of the spectrum of H, and those of H* are known by their
    eigenvectors, and by its form on what is orthogonal to u.
    """

    def __str__(self) -> str:
        return f"{super().__str__()}, Hu = l u with lambda_min < l < lambda_max"

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, Ended) or value not in OnAxes():
            return False
        data, low, high = value
        u = ImmutableMatrix(data.u)
        middle = (data.H * u)[0] / u[0] if u[0] else (data.H * u).norm() / u.norm()
        return bool(data.H * u == middle * u and low < middle < high and len(data.A) == MOST)

    def _drawn(self, choose: Choose, far: int) -> Ended | None:
        m = sorted({Integer(choose(1, far + MOST)) for _ in range(MOST)})
        if len(m) < MOST:
            return None
        A, axes = crossed(m, choose(0, 3))
        rows, w = tuple(map(tuple, A)), tuple(Integer(choose(-far, far)) for _ in m)
        off = [Integer(choose(-far, far)) for _ in m]  # both of a pair of data, so that E x off = 0
        scale = choose(1, far)
        y = [scale * dot(tuple(axes.col(1)), column) + off[i // 2] for i, column in enumerate(zip(*A, strict=True))]
        value = Ended(Data(rows, tuple(y), w, w), m[0] ** 2 / MOST, m[-1] ** 2 / MOST)
        return value if value in self else None

    def general(self, name: str) -> Iterator[Shape]:
        for shape in super().general(name):
            data, low, high = shape.value
            H, M, u, between = second_moments(data), star_matrix(data), data.u, variable("between")
            ends, (least, greatest) = {"e": low, "f": high}, star_ends(data)
            found = [low < between, between < high, _eigenvector(H, between, u)[1]]
            for row, value in ends.items():
                found += _eigenvector(H, value, Vec.named(row, data.A.n))
            for row, value in (("p", least), ("q", greatest)):
                found += [value != 0, *_eigenvector(M, value, Vec.named(row, data.A.n))]
            yield replace(
                shape,
                variables=(*shape.variables, between, least, greatest),
                conditions=(*shape.conditions, *found, *_across(M, u, least, greatest)),
                rows=(*shape.rows, *((row, (data.A.n,)) for row in "efpq")),
            )


def _across(M: Any, u: Any, least: Any, greatest: Any) -> tuple[Any, Any]:
    """What the form of M is between, on rows orthogonal to u."""

    def part(z: Any) -> Any:
        share = dot(z, u) / dot(u, u)
        return each(lambda a, b: a - share * b, z, u)

    def form(z: Any) -> Any:
        return dot(z, each(lambda row: dot(row, z), M))

    return (
        all_rows(u.n, lambda z: least * dot(part(z), part(z)) <= form(part(z))),
        all_rows(u.n, lambda z: form(part(z)) <= greatest * dot(part(z), part(z))),
    )
