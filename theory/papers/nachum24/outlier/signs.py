"""Laws of a weight with finitely many values: positive and negative as often, or symmetric."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sympy import Rational

from theory.domains.composite import composite
from theory.domains.numbers import Choose
from theory.term import Cond, Shape, Vec, each, every, one_if, over_layers, total, variable
from theory.tree import positive

Pairs = tuple[tuple[Any, Any], ...]


@dataclass(frozen=True)
class Law:
    """Values with their probabilities, of unknown number."""

    values: Any
    shares: Any


def values(law: Any) -> Any:
    return law.values if isinstance(law, Law) else tuple(w for w, _ in law)


def shares(law: Any) -> Any:
    return law.shares if isinstance(law, Law) else tuple(p for _, p in law)


def _is_law(value: object) -> bool:
    pairs = isinstance(value, tuple) and all(isinstance(pair, tuple) and len(pair) == 2 for pair in value)
    return pairs and all(p > 0 for _, p in value) and sum(p for _, p in value) == 1  # type: ignore[attr-defined]


def _general(name: str, of_values: Callable[[Any], Cond], *of_both: Callable[[Any, Any], Cond]) -> Shape:
    """A law of which is known what each value is, that probabilities are positive and sum to 1, and more of both."""
    size = variable(f"q_{name}", "nat")
    w, p = Vec.named(name, size), Vec.named(f"p_{name}", size)
    known = (every(of_values, w), every(lambda e: e > 0, p), total(p) == 1, *(known(w, p) for known in of_both))
    return Shape(Law(w, p), (size,), known, rows=((name, (size,)), (f"p_{name}", (size,))))


def _above(w: Any, p: Any) -> Cond:
    found: Cond = total(each(lambda value, share: share * one_if(value > 0), w, p)) == Rational(1, 2)
    return found


@composite(
    "a law of finitely many numbers other than 0, positive and negative with probability 1/2 each",
    has=lambda law: _is_law(law) and all(w for w, _ in law) and 2 * sum(p for w, p in law if w > 0) == 1,
    general=lambda name: _general(name, lambda e: e != 0, _above),
)
def signed_laws(choose: Choose) -> Pairs:
    """Pairs (w, probability), one to three of either sign."""

    def half(sign: int) -> Pairs:
        often = [choose(1, 9) for _ in range(choose(1, 3))]
        return tuple((Rational(sign * choose(1, 9), choose(1, 4)), Rational(q, 2 * sum(often))) for q in often)

    return half(1) + half(-1)


WORDS = "a symmetric law of finitely many values and {}: each w >= 0 with the probability of +w and -w"


@composite(
    WORDS.format("weights other than 0"),
    has=lambda law: _is_law(law) and all(w > 0 for w, _ in law),
    general=lambda name: _general(name, lambda e: e > 0),
)
def symmetric_laws(choose: Choose) -> Pairs:
    """Laws of w ~ -w, w never 0: pairs (w, p) for +w and -w with probability p/2 each.

    >>> [tuple(map(str, pair)) for pair in next(symmetric_laws().small())]
    [('1', '1')]
    """
    often = [choose(1, 9) for _ in range(choose(1, 2))]
    return tuple((Fraction(choose(1, 9), choose(1, 4)), Fraction(q, sum(often))) for q in often)


def _variance(w: Any, p: Any) -> Any:
    return total(each(lambda value, share: share * value**2, w, p))


@composite(
    WORDS.format("variance 1"),
    has=lambda law: _is_law(law) and all(w >= 0 for w, _ in law) and _variance(values(law), shares(law)) == 1,
    general=lambda name: _general(name, lambda e: e >= 0, lambda w, p: _variance(w, p) == 1),
)
def symmetric_laws_of_variance_one(choose: Choose) -> Pairs:
    """The same with E w^2 = 1: w is 1, or of one size below 1, perhaps 0, and one above it."""
    low, high = Fraction(choose(0, 3), 4), Fraction(choose(4, 20), 4)
    share = (high**2 - 1) / (high**2 - low**2)
    return ((low, share), (high, 1 - share)) if share else ((high, Fraction(1)),)


def over_networks(law: Any, observe: Callable[[Any], Any], x: Any, depth: Any) -> Any:
    """The mean of what is observed of a network of width one, RC then ReLU, weights of a symmetric law."""

    def layer(after: Callable[[Any], Any], v: Any) -> Any:
        def both(w: Any, p: Any) -> Any:
            return p * sum(after(positive(each(lambda e, a=a: a * e, v))) for a in (w, -w)) / 2

        return total(each(both, values(law), shares(law)))

    return over_layers(layer, depth, observe, x)
