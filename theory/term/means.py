"""Means over a law of rows: of finitely many rows, or any law at all, of which only what makes it a mean is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from theory.term.paths import needed, needed_for_all
from theory.term.rows import DRAWN, Vec, probed
from theory.term.scalar import TRUE, Cond, Term, constant, nested, rows_in


@dataclass(frozen=True)
class AnyLaw:
    """A law of a row of n numbers: the functions of the row that have a mean, a space with the constants, and their
    mean, which is linear, 1 of 1, and positive of what is positive. Of the row itself `known` says what is certain.

    That holds for integrals by any probability; what is shown of these means is shown for all of those.
    """

    name: str
    n: Term
    known: Callable[[Vec], Cond]

    @property
    def conditions(self) -> Cond:
        """That it is one, as a hypothesis."""
        return Cond("law", self.term, Term("var", f"{DRAWN}0", "row"), self.known(Vec.named(f"{DRAWN}0", self.n)))

    @property
    def term(self) -> Term:
        """Its name in a term."""
        return Term("var", self.name, "law")


@dataclass(frozen=True)
class Normal(AnyLaw):
    """The law of n independent standard normal numbers, of which `theory.statement.facts` says what is known."""

    @property
    def term(self) -> Term:
        """Its name in a term, and how many numbers there are."""
        return Term("var", self.name, "law", self.n)


def normal(n: Any) -> Any:
    """Independent standard normal numbers, as a law of rows of n: means over it are what a statement says, and no way
    to compute them.

    >>> mean(normal(2), lambda g: g[0] * g[1])
    mean(normal: w_0: (w_0[0] * w_0[1]))
    """
    return Normal("normal", constant(n), lambda row: TRUE)


def mean(law: Any, observe: Callable[[Any], Any]) -> Any:
    """The mean of a function of the row: over any law, or over rows that each stand after their probability.

    >>> from fractions import Fraction
    >>> mean(((Fraction(1, 3), 2, 0), (Fraction(2, 3), 5, 1)), lambda row: row[0])
    Fraction(4, 1)
    >>> from theory.term.scalar import variable
    >>> mean(AnyLaw("u", variable("n", "nat"), lambda row: row[0] > 0), lambda row: 2 * row[1])
    mean(u: w_0: (w_0[1] * 2))
    """
    if isinstance(law, AnyLaw):
        seen = _observed(law, observe)
        if isinstance(law, Normal):
            needed(Cond("has mean", law.term, *seen))
        return Term("mean", law.term, *seen)
    found = [share * observe(row) for share, *row in law]
    return sum(found[1:], found[0])


def entries(law: Any) -> Any:
    """How many numbers the row has.

    >>> entries(((1, 2, 0, 5),))
    3
    """
    return law.n if isinstance(law, AnyLaw) else len(law[0]) - 1


def has_mean(law: Any, observe: Callable[[Any], Any]) -> Any:
    """Whether a function of the row has a mean: all that there is over finitely many rows."""
    return Cond("has mean", law.term, *_observed(law, observe)) if isinstance(law, AnyLaw) else True


def exchangeable(law: Any) -> Any:
    """Whether any two entries of the row may change places without a change of the law."""
    if isinstance(law, AnyLaw):
        return Cond("exchangeable", law.term, law.n)
    shares = shares_of(law)
    return all(
        shares.get((*row[:i], row[i + 1], row[i], *row[i + 2 :])) == share
        for row, share in shares.items()
        for i in range(len(row) - 1)
    )


def independent(law: Any) -> Any:
    """Whether the entries of the row are independent: means of products of functions of one entry each are products."""
    if isinstance(law, AnyLaw):
        return Cond("independent", law.term, law.n)
    shares = shares_of(law)
    of_entries = [shares_of((share, row[i]) for row, share in shares.items()) for i in range(entries(law))]
    rows = product(*(((x, share) for (x,), share in one.items()) for one in of_entries))
    return all(shares.get(tuple(x for x, _ in row), 0) == prod(share for _, share in row) for row in rows)


def shares_of(law: Iterable[Any]) -> dict[tuple[Any, ...], Any]:
    """The share of each row; one that is listed twice has both.

    >>> shares_of([(1, "a"), (2, "b"), (3, "a")])
    {('a',): 4, ('b',): 2}
    """
    shares: dict[tuple[Any, ...], Any] = {}
    for share, *row in law:
        shares[tuple(row)] = shares.get(tuple(row), 0) + share
    return shares


def symmetric(law: Any) -> Any:
    """Whether the negative of the row has the row's law."""
    if isinstance(law, AnyLaw):
        return Cond("symmetric", law.term)
    shares = shares_of(law)
    return all(shares.get(tuple(-x for x in row)) == share for row, share in shares.items())


def sign_symmetric(law: Any) -> Any:
    """Whether any one entry of the row may be its negative without a change of the law."""
    if isinstance(law, AnyLaw):
        return Cond("sign symmetric", law.term, law.n)
    shares = shares_of(law)
    return all(
        shares.get((*row[:i], -row[i], *row[i + 1 :])) == share
        for row, share in shares.items()
        for i in range(len(row))
    )


def rotated(law: AnyLaw, d: Term) -> Cond:
    """Whether the law of d points in the plane, at the places i and d + i of a row, is the same if one point is turned
    about 0 by any angle, as that of independent points that are uniform on circles."""
    return Cond("rotated", law.term, d)


def _observed(law: AnyLaw, observe: Callable[[Any], Any]) -> tuple[Term, Term]:
    inner = probed(DRAWN, lambda index: constant(observe(Vec.named(index.args[0], law.n))))
    row = Term("var", f"{DRAWN}{nested(inner, 'mean')}", "row")
    drawn = Vec.named(row.args[0], law.n)

    def for_all_drawn(need: Cond) -> Cond:
        if row.args[0] not in rows_in(need):
            return need
        return Cond("all rows", row, Cond("->", law.known(drawn), need))

    with needed_for_all(for_all_drawn):
        return row, constant(observe(drawn))
