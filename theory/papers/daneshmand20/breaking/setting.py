"""A layer of positive weights, in exact numbers; positive matrices, and data of full row rank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import Any

from flint import fmpq

from theory.claim import Locator
from theory.domains.numbers import Choose, Endless, Integers
from theory.exact.rationals import to_sympy
from theory.markov.hilbert_metric import spread
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.domains import FAR, Entries, exact
from theory.papers.daneshmand20.layers import TWO_ON, Grids, shapes
from theory.term import Shape, Vec, every, places, some, variable

BREAKING = Locator(DANESHMAND20, 'section 4, "Breaking batch normalization"')


def positive_layer(size: int, depth: int) -> list[list[int]]:
    """Explicit weights from 1..7."""
    return [[1 + ((i + 2) ** (depth + 1) + 3 * j * (depth + 1) + i * j) % 7 for j in range(size)] for i in range(size)]


def condition(X: Entries) -> fmpq | None:
    """Tr XX^T Tr (XX^T)^(-1), at least the squared ratio of the extreme singular values; None below full row rank."""
    G = exact(X) * exact(X).transpose()
    if G.det() == 0:
        return None
    inverse = G.inv()
    return sum((G[i, i] for i in range(len(X))), fmpq(0)) * sum((inverse[i, i] for i in range(len(X))), fmpq(0))


@dataclass(frozen=True)
class PositivePair:
    """Two positive rows of unknown length, and their greatest cross ratio x_k y_l/(x_l y_k)."""

    x: Any
    y: Any
    greatest: Any


def cross_ratio(H: Any) -> Any:
    """The greatest cross ratio of two rows."""
    return H.greatest if isinstance(H, PositivePair) else to_sympy(spread(*H))


def pair_of(H: Any) -> tuple[Any, Any]:
    """The two rows."""
    return (H.x, H.y) if isinstance(H, PositivePair) else tuple(H)


@dataclass(frozen=True)
class Positives(Endless):
    """Matrices of positive rational numbers for the real ones, as tuples of rows.

    Every second one listed is ((t, 1), (1, t), (1 + u, 1), (1, 1 + u)), with small u, of the sizes that fit.

    >>> from itertools import islice
    >>> [[list(map(str, row)) for row in A] for A in islice(Positives(Integers(2)).small(), 1)]
    [[['2', '1'], ['1', '2']]]
    """

    rows: Integers
    columns: Integers = TWO_ON

    def __str__(self) -> str:
        return f"a positive matrix over Q, {self.rows} rows"

    def __contains__(self, value: object) -> bool:
        return value in Grids(self.rows, self.columns) and all(x > 0 for row in value for x in row)  # type: ignore[attr-defined]

    def general(self, name: str) -> Iterator[Shape]:
        if (self.rows.least, self.rows.most, self.columns.most) != (2, 2, None):
            return
        n, q = variable("n", "nat"), variable("q")
        x, y = Vec.named("x", n), Vec.named("y", n)
        ratios = [lambda k, l: x[k] * y[l] <= q * (x[l] * y[k]), lambda k, l: x[k] * y[l] == q * (x[l] * y[k])]
        there = places(n)
        greatest = (
            every(lambda k: every(lambda l: ratios[0](k, l), there), there),
            some(lambda k: some(lambda l: ratios[1](k, l), there), there),
        )
        positive = (every(lambda v: v > 0, x), every(lambda v: v > 0, y))
        known = (n >= self.columns.least, *positive, *greatest)
        yield Shape(PositivePair(x, y, q), (n, q), known, rows=(("x", (n,)), ("y", (n,))))

    def small(self) -> Iterator[Entries]:
        sizes = shapes(self.rows, self.columns)
        for code in count():
            t, u = Fraction(2 + code % 5), Fraction(1, 1 + code)
            sharp = ((t, 1), (1, t), (1 + u, 1), (1, 1 + u))[: self.rows.least]
            yield tuple(tuple(Fraction(x) for x in row) for row in sharp)
            rows, columns = next(sizes)
            below = (1 + code % 3) * (11 if code % 4 == 3 else 1)
            yield tuple(
                tuple(
                    Fraction(1 + ((code + 2) * (i + 1) ** 2 + (j + code) ** 2 * (i + 2)) % 11, below)
                    for j in range(columns)
                )
                for i in range(rows)
            )

    def draw(self, choose: Choose) -> Entries:
        plain = Grids(self.rows, self.columns).draw(choose)
        return tuple(tuple(abs(x) + Fraction(1, choose(1, FAR)) for x in row) for row in plain)

    def near(self, value: Entries) -> Iterator[Entries]:
        return (other for other in Grids(self.rows, self.columns).near(value) if other in self)


def full_row_rank(at: Mapping[str, Any]) -> bool:
    return condition(at["X"]) is not None
