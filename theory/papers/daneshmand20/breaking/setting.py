"""What the claims on breaking BN share: positive weights, pairs of positive rows, and the condition of a matrix."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from flint import fmpq
from sympy import Expr

from theory.claim import Locator
from theory.domains.composite import composite
from theory.domains.numbers import Choose, Integers
from theory.exact.rationals import to_sympy
from theory.markov.hilbert_metric import spread
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.domains import exact
from theory.papers.daneshmand20.matrices import TWO_ON, Entries
from theory.term import Shape, Vec, every, places, some, variable

BREAKING = Locator(DANESHMAND20, 'section 4, "Breaking batch normalization"')


def positive_layer(size: int, depth: int) -> list[list[int]]:
    """Explicit weights from 1..7."""
    return [[1 + ((i + 2) ** (depth + 1) + 3 * j * (depth + 1) + i * j) % 7 for j in range(size)] for i in range(size)]


def _positive(*rows: tuple[Fraction, ...]) -> bool:
    return len({len(row) for row in rows}) == 1 and all(x > 0 for row in rows for x in row)


@composite(
    "a positive matrix over Q, {rows} rows",
    has=lambda A, rows: isinstance(A, tuple) and len(A) in rows and len(A[0]) >= 2 and _positive(*A),
)
def positive_matrices(choose: Choose, rows: Integers = TWO_ON) -> Entries:
    """Matrices of positive numbers, of two columns or more."""
    size, columns = int(rows.draw(choose)), choose(2, 6)
    return tuple(tuple(Fraction(choose(1, 12), choose(1, 12)) for _ in range(columns)) for _ in range(size))


class Pair(NamedTuple):
    """Two positive rows of one length."""

    x: Any
    y: Any

    @property
    def greatest(self) -> Expr:
        """The greatest cross ratio x_k y_l/(x_l y_k)."""
        return to_sympy(spread(self.x, self.y))


@dataclass(frozen=True)
class AnyPair:
    """Two positive rows of unknown length, and their greatest cross ratio."""

    x: Any
    y: Any
    greatest: Any


def _any_pair(_: str) -> Shape:
    n, q = variable("n", "nat"), variable("q")
    x, y = Vec.named("x", n), Vec.named("y", n)
    ratios = [lambda k, l: x[k] * y[l] <= q * (x[l] * y[k]), lambda k, l: x[k] * y[l] == q * (x[l] * y[k])]
    there = places(n)
    known = (
        n >= 2,
        every(lambda v: v > 0, x),
        every(lambda v: v > 0, y),
        every(lambda k: every(lambda l: ratios[0](k, l), there), there),
        some(lambda k: some(lambda l: ratios[1](k, l), there), there),
    )
    return Shape(AnyPair(x, y, q), (n, q), known, rows=(("x", (n,)), ("y", (n,))))


@composite(
    ". = (x, y), positive rows of one length n >= 2, of greatest cross ratio q",
    has=lambda H: isinstance(H, Pair) and len(H.x) >= 2 and _positive(*H),
    general=_any_pair,
    size=lambda H: len(H.x),
)
def positive_pairs(choose: Choose) -> Pair:
    """Two rows of positive numbers."""
    return Pair(*positive_matrices(Integers(2, 2)).draw(choose))


def condition(X: Entries) -> fmpq | None:
    """Tr XX^T Tr (XX^T)^(-1), at least the squared ratio of the extreme singular values; None below full row rank."""
    G = exact(X) * exact(X).transpose()
    if G.det() == 0:
        return None
    inverse = G.inv()
    return sum((G[i, i] for i in range(len(X))), fmpq(0)) * sum((inverse[i, i] for i in range(len(X))), fmpq(0))
