"""Weights that are positive or negative with probability 1/2 each, of finitely many values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, count
from typing import Any

from sympy import Rational

from theory.claim.domains import Choose, Endless
from theory.papers.nachum24.outlier.setting import LAWS
from theory.term import Shape, Vec, each, every, one_if, total, variable


@dataclass(frozen=True)
class Law:
    """Values with their probabilities, of unknown number."""

    values: Any
    shares: Any


@dataclass(frozen=True)
class Signed(Endless):
    """Laws of a weight that is never 0, and positive with probability 1/2: pairs (w, probability).

    >>> next(Signed().small())
    ((1, 1/2), (-1, 1/2))
    """

    def __str__(self) -> str:
        return "a law of finitely many numbers other than 0, positive and negative with probability 1/2 each"

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, tuple)
            and all(isinstance(pair, tuple) and len(pair) == 2 and pair[0] != 0 and pair[1] > 0 for pair in value)
            and sum(p for _, p in value) == 1
            and sum(p for w, p in value if w > 0) == Rational(1, 2)
        )

    def general(self, name: str) -> Iterator[Shape]:
        size = variable(f"q_{name}", "nat")
        w, p = Vec.named(name, size), Vec.named(f"p_{name}", size)
        above = total(each(lambda value, share: share * one_if(value > 0), w, p))
        known = (every(lambda e: e != 0, w), every(lambda e: e > 0, p), total(p) == 1, above == Rational(1, 2))
        yield Shape(Law(w, p), (size,), known, rows=((name, (size,)), (f"p_{name}", (size,))))

    def small(self) -> Iterator[tuple[tuple[Any, Any], ...]]:
        return chain(LAWS, (_uneven(2, step) for step in count(3)))

    def draw(self, choose: Choose) -> tuple[tuple[Any, Any], ...]:
        return _uneven(choose(1, 5), choose(6, 9))

    def near(self, value: tuple[tuple[Any, Any], ...]) -> Iterator[tuple[tuple[Any, Any], ...]]:
        """With all signs changed."""
        yield tuple((-w, p) for w, p in value)


def _uneven(a: int, b: int) -> tuple[tuple[Any, Any], ...]:
    quarter = Rational(1, 4)
    return ((Rational(a), quarter), (Rational(b), quarter), (Rational(-1, b), Rational(1, 2)))


def values(law: Any) -> Any:
    return law.values if isinstance(law, Law) else tuple(w for w, _ in law)


def shares(law: Any) -> Any:
    return law.shares if isinstance(law, Law) else tuple(p for _, p in law)
