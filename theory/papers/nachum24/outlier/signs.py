"""Weights that are positive or negative with probability 1/2 each, and symmetric ones, of finitely many values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, count
from typing import Any

from sympy import Rational

from theory.domains.numbers import Choose, Endless
from theory.papers.nachum24.outlier.setting import LAWS
from theory.term import Shape, Vec, each, every, one_if, over_layers, total, variable
from theory.tree import positive


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


Pairs = tuple[tuple[Fraction, Fraction], ...]


@dataclass(frozen=True)
class Symmetric(Endless):
    """Laws of a weight w ~ -w: pairs (w, p) for +w and -w with probability p/2 each.

    Attributes
    ----------
    variance_one : whether E w^2 = 1; then a w may be 0, and else none is.

    >>> from itertools import islice
    >>> [[tuple(map(str, pair)) for pair in law] for law in islice(Symmetric(True).small(), 2)]
    [[('1', '1')], [('0', '3/4'), ('2', '1/4')]]
    """

    variance_one: bool = False

    def __str__(self) -> str:
        kind = "variance 1" if self.variance_one else "weights other than 0"
        return f"a symmetric law of finitely many values and {kind}: each w >= 0 with the probability of +w and -w"

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, tuple)
            and all(isinstance(pair, tuple) and len(pair) == 2 and pair[0] >= 0 and pair[1] > 0 for pair in value)
            and sum(p for _, p in value) == 1
            and (sum(w * w * p for w, p in value) == 1 if self.variance_one else all(w for w, _ in value))
        )

    def general(self, name: str) -> Iterator[Shape]:
        size = variable(f"q_{name}", "nat")
        w, p = Vec.named(name, size), Vec.named(f"p_{name}", size)
        known = [every(lambda e: e >= 0 if self.variance_one else e > 0, w), every(lambda e: e > 0, p), total(p) == 1]
        if self.variance_one:
            known.append(total(each(lambda value, share: share * value**2, w, p)) == 1)
        yield Shape(Law(w, p), (size,), tuple(known), rows=((name, (size,)), (f"p_{name}", (size,))))

    def small(self) -> Iterator[Pairs]:
        yield ((Fraction(1), Fraction(1)),)
        for step in count(2):
            yield from (self._around(w, step) for w in (range(step) if self.variance_one else (1,)))

    def draw(self, choose: Choose) -> Pairs:
        return self._around(choose(0, 3) if self.variance_one else choose(1, 3), choose(4, 9))

    def near(self, value: Pairs) -> Iterator[Pairs]:
        """Weights of one size alone."""
        return (law for law in [((Fraction(1), Fraction(1)),)] if law != value)

    def _around(self, below: int, above: int) -> Pairs:
        """Two sizes; with variance 1 one below 1 and one above it, or 0."""
        if not self.variance_one:
            return (Fraction(below), Fraction(1, 3)), (Fraction(above, 2), Fraction(2, 3))
        low, high = Fraction(below, below + 1), Fraction(above)
        share = (high**2 - 1) / (high**2 - low**2)
        return (low, share), (high, 1 - share)


def over_networks(law: Any, observe: Callable[[Any], Any], x: Any, depth: Any) -> Any:
    """The mean of what is observed of the output of a network of width one, RC then ReLU in each of its layers.

    Parameters
    ----------
    law : of the weights, independent ones: one of `Symmetric`.
    """

    def layer(after: Callable[[Any], Any], v: Any) -> Any:
        def both(w: Any, p: Any) -> Any:
            return p * sum(after(positive(each(lambda e, a=a: a * e, v))) for a in (w, -w)) / 2

        return total(each(both, values(law), shares(law)))

    return over_layers(layer, depth, observe, x)
