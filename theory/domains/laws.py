"""Laws of a row of numbers: any at all that has some properties, and finite ones that have just these.

In general a law is a positive linear functional, the mean, on functions of the row that have one (`AnyLaw`). What is
shown of it holds for every probability with these properties, Gaussian ones among them. Those that are listed and drawn
have finitely many rows, each after its probability.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, TypeAlias

from theory.domains.composite import composite
from theory.domains.numbers import Choose
from theory.term import (
    AnyLaw,
    Shape,
    entries,
    every,
    has_mean,
    independent,
    larger,
    mean,
    number,
    one_if,
    places,
    symmetric,
    variable,
)
from theory.term.means import shares_of
from theory.term.scalar import TRUE

Rows: TypeAlias = tuple[tuple[Fraction, ...], ...]
"""Finitely many rows, each after its probability."""
OfLaw: TypeAlias = Callable[[Any], Any]
"""What a law may have: a condition of any law, true or false of a finite one."""
WEIGHTS = "a law of m weights w, m >= 1, "


def power(law: Any, p: int, i: Any) -> Any:
    """E w_i^p, i a place."""
    return mean(law, lambda w: number(w[i]) ** p)


def _positive_parts(p: int) -> OfLaw:
    """Whether max(w_i, 0)^p has a mean, for every i."""
    return lambda law: every(lambda i: has_mean(law, lambda w: larger(number(w[i]), 0) ** p), places(entries(law)))


def of_one_variance(law: Any) -> Any:
    """Whether E w_i^2 is one positive number for all i."""
    one = power(law, 2, 0)
    return (one > 0) & every(lambda i: power(law, 2, i) == one, places(entries(law)))


def of_normal_fourth_moments(law: Any) -> Any:
    """Whether E w_i^4 = 3 (E w_i^2)^2 for all i."""
    return every(lambda i: power(law, 4, i) == 3 * power(law, 2, i) ** 2, places(entries(law)))


def any_law(name: str, *known: OfLaw) -> Shape:
    """Any law of a row of m numbers, m >= 1, of which so much is known."""
    m = variable("m", "nat")
    law = AnyLaw(name, m, lambda _: TRUE)
    return Shape(law, (m,), (m >= 1, law.conditions, *(one(law) for one in known)), laws=(name,))


def is_law(law: Any, *known: OfLaw) -> bool:
    """Whether it is a finite law of rows of one length of rational numbers, with these properties."""
    rows = isinstance(law, tuple) and bool(law) and all(isinstance(row, tuple) and len(row) > 1 for row in law)
    if not rows or len(set(map(len, law))) > 1:
        return False
    numbers = all(isinstance(x, int | Fraction) for row in law for x in row)
    shares = [row[0] for row in law]
    return numbers and min(shares) > 0 and sum(shares) == 1 and all(bool(one(law)) for one in known)


def joined(*of_entries: Rows) -> Rows:
    """The law of independent entries, from their laws."""
    drawn = product(*of_entries)
    return tuple((prod((share for share, _ in row), start=Fraction(1)), *(x for _, x in row)) for row in drawn)


def is_centred(law: Any) -> Any:
    """Whether each number of the row has the mean 0."""
    return every(lambda k: has_value(law, lambda w: number(w[k]), 0), places(entries(law)))


def is_white(law: Any) -> Any:
    """Whether E w_k w_l is 1 for k = l and else 0."""
    at = places(entries(law))
    return every(lambda k: every(lambda l: has_value(law, lambda w: number(w[k]) * w[l], one_if(k == l)), at), at)


def has_value(law: Any, of: Callable[[Any], Any], value: Any) -> Any:
    """Whether a function of the row has a mean, and it is this."""
    return has_mean(law, of) & (mean(law, of) == value)


def drawn_shares(choose: Choose, count: int) -> list[Fraction]:
    """Probabilities of so many rows: each has one to four parts of the whole."""
    parts = [Fraction(choose(1, 4)) for _ in range(count)]
    return [part / sum(parts) for part in parts]


def merged(rows: Iterable[tuple[Fraction, ...]]) -> Rows:
    """A law without rows that come twice."""
    return tuple((share, *row) for row, share in shares_of(rows).items())


def _size(choose: Choose) -> Fraction:
    return Fraction(choose(1, 9), choose(1, 4))


def _both_signs(*sizes: tuple[Fraction, Fraction]) -> Rows:
    """Of sizes of a number, each before its probability, the law with fair signs."""
    return merged((p / 2, s * x) for x, p in sizes for s in (1, -1))


def _any_symmetric(name: str) -> Shape:
    k = variable(f"{name}_count", "nat")
    law = AnyLaw(name, k, lambda _: TRUE)
    return Shape(law, (k,), (law.conditions, symmetric(law)), laws=(name,))


@composite(
    "a law of a row w that -w has, too",
    has=lambda law: (
        isinstance(law, tuple)
        and len({len(row) for row in law}) == 1
        and len(law[0]) > 1
        and sum(row[0] for row in law) == 1
        and all(row[0] > 0 for row in law)
        and bool(symmetric(law))
    ),
    general=_any_symmetric,
    size=lambda law: len(law[0]) - 1,
)
def symmetric_laws(choose: Choose) -> Rows:
    """Up to three rows of integers, and their negatives, half as probable; each row after its probability."""
    k, many = choose(1, 3), choose(1, 3)
    weights = [Fraction(choose(1, 8)) for _ in range(many)]
    found: dict[tuple[Fraction, ...], Fraction] = {}
    for weight in weights:
        row = tuple(Fraction(choose(-9, 9)) for _ in range(k))
        for turned in (row, tuple(-x for x in row)):
            found[turned] = found.get(turned, Fraction(0)) + weight / (2 * sum(weights))
    return tuple((share, *row) for row, share in found.items())


EVEN: tuple[OfLaw, ...] = (symmetric, _positive_parts(2), of_one_variance)


@composite(
    WEIGHTS + "that -w has, too, with E w_i² one positive number",
    has=lambda law: is_law(law, *EVEN),
    general=lambda name: any_law(name, *EVEN),
    size=entries,
)
def even_laws(choose: Choose) -> Rows:
    """Independent weights of two sizes; weights that differ in their signs alone; one weight beside zeros."""
    kind, share = choose(0, 2), Fraction(choose(1, 4), 4)
    m = choose(1, 3 if kind else 2)
    one = _both_signs((_size(choose), share), *([] if share == 1 else [(_size(choose), 1 - share)]))
    if kind == 0:
        return joined(*[one] * m)
    signs = [1 - 2 * choose(0, 1) for _ in range(m)]
    if kind == 1:
        return tuple((p, *(s * x for s in signs)) for p, x in one)
    return merged((p / m, *(x * (i == j) for j in range(m))) for i in range(m) for p, x in one)


NORMAL: tuple[OfLaw, ...] = (
    symmetric,
    independent,
    _positive_parts(2),
    _positive_parts(4),
    of_one_variance,
    of_normal_fourth_moments,
)
"""What is used of independent centred normal weights of one variance."""


@composite(
    WEIGHTS + "independent, that -w has, too, with E w_i² one positive number and E w_i⁴ = 3 (E w_i²)² as of normal w",
    has=lambda law: is_law(law, *NORMAL),
    general=lambda name: any_law(name, *NORMAL),
    size=entries,
)
def normal_laws(choose: Choose) -> Rows | None:
    """Weights of one or two sizes or 0, with the probabilities that the moments want, if there are any."""
    a, more = _size(choose), choose(0, 3)
    m = choose(1, 2 if more else 3)
    low, high = a**2, (a + Fraction(more, 2)) ** 2
    variance = (low + Fraction(choose(1, 3), 4) * (high - low)) / 3
    if more:
        first = variance * (high - 3 * variance) / (low * (high - low))
        second = variance * (3 * variance - low) / (high * (high - low))
        sizes = [(a, first), (a + Fraction(more, 2), second)]
    else:
        sizes = [(a, Fraction(1, 3))]
    rest = 1 - sum((p for _, p in sizes), Fraction(0))
    if rest < 0:
        return None
    one = merged((p, x) for p, x in (*_both_signs(*sizes), (rest, Fraction(0))) if p)
    return joined(*[one] * m)
