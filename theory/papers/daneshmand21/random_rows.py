"""Laws of a random row: exchangeable positive numbers, and squares of directions that are uniform as far as moments of
the second order can tell."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, permutations
from typing import Any

from theory.domains.composite import composite
from theory.domains.numbers import Choose, Integers
from theory.papers.daneshmand21.domains import TWO_ON, Row, numbers_of
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
from theory.term.matrices import inner
from theory.term.named import named
from theory.term.scalar import all_of

LawOfRows = tuple[Row, ...]
"""Finitely many rows, each after its probability."""

MOST = 2
"""So many numbers more than the least has a listed law: the orbits of longer rows are long."""


def columns(law: Any) -> Any:
    """How many numbers the row has."""
    return law.n if isinstance(law, AnyLaw) else len(law[0]) - 1


def share(spectrum: Any, row: Any, i: Any) -> Any:
    """lam_i u_i/sum_j lam_j u_j."""
    return spectrum[i] * row[i] / inner(spectrum, row)


def shares_have_means(spectrum: Any, law: Any) -> Any:
    return every(lambda i: has_mean(law, lambda row: share(spectrum, row, i)), places(size(spectrum)))


@named(
    "F({0}; {1})",
    shape=lambda spectrum, law: (size(spectrum),),
    means="F(λ; law)ᵢ = E[λᵢ wᵢ/⟨λ, w⟩], w of the law",
)
def mean_shares(spectrum: Any, law: Any) -> Any:
    """p = F(lam), the means of the shares."""
    return each(lambda i: mean(law, lambda row: share(spectrum, row, i)), places(size(spectrum)))


def in_any_order(*parts: tuple[Fraction, Row]) -> LawOfRows:
    """The law of rows whose numbers may change places, each of these with its probability."""
    found: dict[Row, Fraction] = {}
    for weight, row in parts:
        orders = set(permutations(row))
        for other in orders:
            found[other] = found.get(other, Fraction(0)) + weight / len(orders)
    return tuple((weight, *row) for row, weight in sorted(found.items()) if weight)


def is_law(law: Any, n: Integers) -> bool:
    """Whether it is a finite law of n rational numbers."""
    rows = isinstance(law, tuple) and bool(law) and all(numbers_of(row, Integers(n.least + 1)) for row in law)
    return rows and len(set(map(len, law))) == 1 and sum(row[0] for row in law) == 1 and min(law)[0] > 0


def _positive(row: Any, different: bool) -> Any:
    at, positive = places(size(row)), every(lambda x: x > 0, row)
    if not different:
        return positive
    apart = every(lambda i: every(lambda j: _either(i == j, row[i] != row[j]), at), at)
    return all_of(positive, apart) if isinstance(positive, Cond) else positive and apart


def _either(a: Any, b: Any) -> Any:
    return a | b if isinstance(a, Cond) else a or b


def _general_law(name: str, n: Integers, different: bool) -> Shape:
    size = variable(f"{name}_count", "nat")
    law = AnyLaw(name, size, lambda row: _positive(row, different))
    return Shape(law, (size,), (size >= n.least, law.conditions, exchangeable(law)), laws=(name,))


def _is_exchangeable(law: Any, n: Integers, different: bool) -> bool:
    return is_law(law, n) and all(bool(_positive(row[1:], different)) for row in law) and bool(exchangeable(law))


def _two_orbits(choose: Choose, n: Integers, different: bool) -> LawOfRows:
    """All orders of a row, or of two rows, as probable."""
    count, weight = n.least + choose(0, MOST), Fraction(choose(0, 4), 5)
    rows = [tuple(accumulate(Fraction(choose(i == 0 or different, 9)) for i in range(count))) for _ in range(2)]
    return in_any_order((1 - weight, rows[0]), (weight, rows[1]))


@composite(
    "a law of n positive numbers that may change places, n {n}",
    has=lambda law, n: _is_exchangeable(law, n, different=False),
    general=lambda name, n: _general_law(name, n, different=False),
    size=columns,
)
def exchangeable_laws(choose: Choose, n: Integers = TWO_ON) -> LawOfRows:
    return _two_orbits(choose, n, different=False)


@composite(
    "a law of n positive, different numbers that may change places, n {n}",
    has=lambda law, n: _is_exchangeable(law, n, different=True),
    general=lambda name, n: _general_law(name, n, different=True),
    size=columns,
)
def exchangeable_laws_of_different(choose: Choose, n: Integers = TWO_ON) -> LawOfRows:
    return _two_orbits(choose, n, different=True)


def of_order_two(law: Any) -> Any:
    """Whether E u_i u_j is that of squares of a uniform direction: 3/(n(n+2)) for i = j, else 1/(n(n+2))."""
    n, at = columns(law), places(columns(law))

    def as_uniform(i: Any, j: Any) -> Any:
        moment = mean(law, lambda u: u[i] * u[j])
        return moment == (1 + 2 * one_if(i == j)) / (n * (n + 2) + Fraction(0))

    return every(lambda i: every(lambda j: as_uniform(i, j), at), at)


def _of_sum_one(u: Any) -> Any:
    positive, one = every(lambda x: x >= 0, u), total(u) == 1
    return all_of(positive, one) if isinstance(positive, Cond) else positive and one


def _general_direction(name: str) -> Shape:
    n = variable(f"{name}_count", "nat")
    law = AnyLaw(name, n, _of_sum_one)
    at = places(n)
    finite = every(lambda i: every(lambda j: has_mean(law, lambda u: u[i] * u[j]), at), at)
    return Shape(law, (n,), (n >= 2, law.conditions, finite, of_order_two(law)), laws=(name,))


@composite(
    "a law of u in Q^n, u >= 0 of sum 1, with E u_i u_j = (1 + 2[i = j])/(n(n+2)), n >= 2",
    has=lambda law: is_law(law, TWO_ON) and all(_of_sum_one(row[1:]) for row in law) and bool(of_order_two(law)),
    general=_general_direction,
    size=columns,
)
def laws_of_directions(choose: Choose) -> LawOfRows | None:
    """All orders of two rows of sum 1, with the probabilities that the mean square wants, if there are any."""
    count = 2 + choose(0, MOST)
    rows = [tuple(Fraction(choose(0, 9)) for _ in range(count)) for _ in range(2)]
    if not all(map(any, rows)):
        return None
    high, low = sorted((tuple(x / sum(row) for x in row) for row in rows), key=lambda row: -sum(x * x for x in row))
    squares = [sum((x * x for x in row), Fraction(0)) for row in (high, low)]
    wanted = Fraction(3, count + 2)
    if not squares[0] > wanted > squares[1]:
        return None
    weight = (wanted - squares[1]) / (squares[0] - squares[1])
    return in_any_order((weight, high), (1 - weight, low))
