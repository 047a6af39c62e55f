"""Laws of a random row: exchangeable positive numbers, and squares of directions that are uniform as far as moments of
the second order can tell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, count, permutations
from typing import Any

from theory.domains.numbers import Choose, Endless, Integers
from theory.term import (
    AnyLaw,
    Cond,
    Shape,
    each,
    every,
    exchangeable,
    has_mean,
    mean,
    one_if,
    places,
    size,
    total,
    variable,
)
from theory.term.scalar import all_of

LawOfRows = tuple[tuple[Fraction, ...], ...]
"""Finitely many rows, each after its probability."""

TWO_ON = Integers(2)
FOUR = 4
"""The orbits of rows of more numbers are long."""


def columns(law: Any) -> Any:
    """How many numbers the row has."""
    return law.n if isinstance(law, AnyLaw) else len(law[0]) - 1


def share(spectrum: Any, row: Any, i: Any) -> Any:
    """lam_i u_i/sum_j lam_j u_j."""
    return spectrum[i] * row[i] / total(each(lambda a, b: a * b, spectrum, row))


def shares_have_means(spectrum: Any, law: Any) -> Any:
    return every(lambda i: has_mean(law, lambda row: share(spectrum, row, i)), places(size(spectrum)))


def mean_shares(spectrum: Any, law: Any) -> Any:
    """p = F(lam), the means of the shares."""
    return each(lambda i: mean(law, lambda row: share(spectrum, row, i)), places(size(spectrum)))


def orbit(row: tuple[Fraction, ...]) -> list[tuple[Fraction, ...]]:
    return sorted(set(permutations(row)))


def mixed(parts: list[tuple[Fraction, tuple[Fraction, ...]]]) -> LawOfRows:
    """Rows in any order, each orbit with its probability."""
    found: dict[tuple[Fraction, ...], Fraction] = {}
    for weight, row in parts:
        for other in orbit(row):
            found[other] = found.get(other, Fraction(0)) + weight / len(orbit(row))
    return tuple((weight, *row) for row, weight in found.items() if weight)


def rows_by_size(least: int, shortest: int = 2) -> Iterator[tuple[Fraction, ...]]:
    """Ascending rows of n whole numbers from `least` on, n from `shortest` to 4, one of n after one of another."""
    for top in count(max(least, 1)):
        for n in range(shortest, FOUR + 1):
            for row in combinations_with_replacement(range(least, top + 1), n):
                if max(row) == top:
                    yield tuple(map(Fraction, row))


@dataclass(frozen=True)
class Exchangeable(Endless):
    """Laws of n positive numbers that may change places: all orders of a row, or of two rows, are as probable.

    different : whether the numbers are different with probability 1. n : how many there may be.

    >>> next(Exchangeable().small())
    ((Fraction(1, 1), Fraction(1, 1), Fraction(1, 1)),)
    """

    different: bool = False
    n: Integers = TWO_ON

    def __str__(self) -> str:
        return f"a law of n positive{', different' * self.different} numbers that may change places, n {self.n}"

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, tuple)
            and len({len(row) for row in value}) == 1
            and columns(value) in self.n
            and sum(row[0] for row in value) == 1
            and all(bool(self._certain(row[1:])) and row[0] > 0 for row in value)
            and bool(exchangeable(value))
        )

    def _certain(self, row: Any) -> Any:
        at = places(size(row))
        positive = every(lambda x: x > 0, row)
        if not self.different:
            return positive
        apart = every(lambda i: every(lambda j: _either(i == j, row[i] != row[j]), at), at)
        return all_of(positive, apart) if isinstance(positive, Cond) else positive and apart

    def general(self, name: str) -> Iterator[Shape]:
        n = variable(f"{name}_count", "nat")
        law = AnyLaw(name, n, self._certain)
        yield Shape(law, (n,), (n >= self.n.least, law.conditions, exchangeable(law)), laws=(name,))

    def small(self) -> Iterator[LawOfRows]:
        before: tuple[Fraction, ...] | None = None
        for row in rows_by_size(1, self.n.least):
            if self.different and len(set(row)) < len(row):
                continue
            yield mixed([(Fraction(1), row)])
            if before is not None and len(before) == len(row):
                yield mixed([(Fraction(1, 3), before), (Fraction(2, 3), row)])
            before = row

    def draw(self, choose: Choose) -> LawOfRows:
        n = choose(self.n.least, FOUR)
        rows = [tuple(Fraction(choose(1, 9) + 10 * i * self.different) for i in range(n)) for _ in range(2)]
        weight = Fraction(choose(1, 8), 9)
        return mixed([(weight, rows[0]), (1 - weight, rows[1])])

    def near(self, value: LawOfRows) -> Iterator[LawOfRows]:
        """The orders of one of its rows."""
        return (mixed([(Fraction(1), row[1:])]) for row in value[:1] if len(value) > 1)

    def size(self, value: LawOfRows) -> int:
        return len(value[0]) - 1


def _either(a: Any, b: Any) -> Any:
    return a | b if isinstance(a, Cond) else a or b


def of_order_two(law: Any) -> Any:
    """Whether E u_i u_j is that of squares of a uniform direction: 3/(n(n+2)) for i = j, else 1/(n(n+2))."""
    n, at = columns(law), places(columns(law))

    def as_uniform(i: Any, j: Any) -> Any:
        moment = mean(law, lambda u: u[i] * u[j])
        return moment == (1 + 2 * one_if(i == j)) / (n * (n + 2) + Fraction(0))

    return every(lambda i: every(lambda j: as_uniform(i, j), at), at)


@dataclass(frozen=True)
class Directions(Endless):
    """Laws of n numbers u >= 0 of sum 1 with the moments E u_i u_j of squares of a uniform direction.

    >>> law = next(Directions().small())
    >>> law in Directions(), mean(law, lambda u: u[0] ** 2)
    (True, Fraction(3, 8))
    """

    def __str__(self) -> str:
        return "a law of u in Q^n, u >= 0 of sum 1, with E u_i u_j = (1 + 2[i = j])/(n(n+2)), n >= 2"

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, tuple)
            and len({len(row) for row in value}) == 1
            and columns(value) in TWO_ON
            and sum(row[0] for row in value) == 1
            and all(bool(_of_sum_one(row[1:])) and row[0] > 0 for row in value)
            and bool(of_order_two(value))
        )

    def general(self, name: str) -> Iterator[Shape]:
        n = variable(f"{name}_count", "nat")
        law = AnyLaw(name, n, _of_sum_one)
        at = places(n)
        finite = every(lambda i: every(lambda j: has_mean(law, lambda u: u[i] * u[j]), at), at)
        yield Shape(law, (n,), (n >= 2, law.conditions, finite, of_order_two(law)), laws=(name,))

    def small(self) -> Iterator[LawOfRows]:
        """Of two orbits, one with greater squares and one with smaller ones than uniform directions have."""
        for row in rows_by_size(0):
            for other in rows_by_size(0):
                if len(other) == len(row):
                    found = _balanced(row, other)
                    if found:
                        yield found
                if max(other) > max(row):
                    break

    def draw(self, choose: Choose) -> LawOfRows:
        n = choose(2, FOUR)
        rows = [tuple(Fraction(choose(0, 9)) for _ in range(n)) for _ in range(2)]
        wide, even = (tuple(Fraction(i == 0) for i in range(n)), tuple(Fraction(1) for _ in range(n)))
        return _balanced(*rows) or _balanced(wide, rows[1]) or _balanced(wide, even) or ()

    def near(self, value: LawOfRows) -> Iterator[LawOfRows]:
        return iter(())

    def size(self, value: LawOfRows) -> int:
        return len(value[0]) - 1


def _of_sum_one(u: Any) -> Any:
    positive, one = every(lambda x: x >= 0, u), total(u) == 1
    return all_of(positive, one) if isinstance(positive, Cond) else positive and one


def _balanced(row: tuple[Fraction, ...], other: tuple[Fraction, ...]) -> LawOfRows | None:
    """All orders of two rows over their sums, with the probabilities that the mean square wants, if there are any."""
    if not (any(row) and any(other)):
        return None
    parts = [tuple(x / sum(one) for x in one) for one in (row, other)]
    high, low = (sum(x * x for x in part) for part in parts)
    wanted = Fraction(3, len(row) + 2)
    if not high > wanted > low:
        return None
    weight = (wanted - low) / (high - low)
    return mixed([(weight, parts[0]), (1 - weight, parts[1])])
