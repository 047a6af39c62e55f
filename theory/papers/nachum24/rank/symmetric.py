"""For whom independent-half speaks: independent columns, and laws of a row of weights that its negative has, too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, product
from typing import Any

from theory.batchnorm import relu
from theory.domains.general import general_rows
from theory.domains.numbers import Choose, Endless
from theory.term import AnyLaw, Shape, each, has_mean, mean, one_if, places, size, symmetric, variable
from theory.term.matrices import column, inner, rank, width
from theory.term.scalar import TRUE, Cond, all_of

Rows = tuple[tuple[int, ...], ...]
LawOfRows = tuple[tuple[Fraction, ...], ...]
"""Finitely many rows, each after its probability."""


@dataclass(frozen=True)
class Independent(Endless):
    """Matrices of whole numbers with independent columns, at most three rows."""

    def __str__(self) -> str:
        return "a matrix with independent columns"

    def __contains__(self, value: object) -> bool:
        return isinstance(value, tuple) and 1 <= len(value[0]) <= len(value) <= 3 and rank(value) == len(value[0])

    def general(self, name: str) -> Iterator[Shape]:
        yield general_rows(name, 1, 1)  # that columns are independent is more than is used

    def small(self) -> Iterator[Rows]:
        for top in count(1):
            for rows, columns in ((1, 1), (2, 2), (2, 1), (3, 2), (3, 3)):
                for step, entries in enumerate(product(range(top, -top - 1, -1), repeat=rows * columns)):
                    X = tuple(entries[i * columns : (i + 1) * columns] for i in range(rows))
                    if step % (1 + rows * columns) == 0 and top in map(abs, entries) and X in self:
                        yield X

    def draw(self, choose: Choose) -> Rows:
        k = choose(1, 3)
        X = tuple(tuple(choose(-4, 4) for _ in range(choose(1, k) if k == 1 else 2)) for _ in range(k))
        return X if X in self else ((1,),)

    def near(self, value: Rows) -> Iterator[Rows]:
        return (other for i in range(len(value)) if (other := value[:i] + value[i + 1 :]) and other in self)


@dataclass(frozen=True)
class Symmetric(Endless):
    """Laws of a row of k numbers that are those of its negative, k at most 3 where they are listed."""

    def __str__(self) -> str:
        return "a law of a row w that -w has, too"

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, tuple)
            and len({len(row) for row in value}) == 1
            and sum(row[0] for row in value) == 1
            and all(row[0] > 0 for row in value)
            and bool(symmetric(value))
        )

    def general(self, name: str) -> Iterator[Shape]:
        k = variable(f"{name}_count", "nat")
        law = AnyLaw(name, k, lambda _: TRUE)
        yield Shape(law, (k,), (law.conditions, symmetric(law)), laws=(name,))

    def small(self) -> Iterator[LawOfRows]:
        for top in count(2):
            for k in (2, 3, 1):
                first, second = (tuple(top**i + shift * (-1) ** i for i in range(k)) for shift in (1, 2))
                yield _both(((Fraction(1), first),))
                yield _both(((Fraction(1, top), first), (1 - Fraction(1, top), second)))

    def draw(self, choose: Choose) -> LawOfRows:
        k, share = choose(1, 3), Fraction(choose(1, 8), 9)
        rows = [tuple(choose(-9, 9) for _ in range(k)) for _ in range(2)]
        return _both(((share, rows[0]), (1 - share, rows[1])))

    def near(self, value: LawOfRows) -> Iterator[LawOfRows]:
        return (_both(((Fraction(1), row[1:]),)) for row in value[:1] if len(value) > 2)

    def size(self, value: LawOfRows) -> int:
        return len(value[0]) - 1


def _both(parts: tuple[tuple[Fraction, tuple[Any, ...]], ...]) -> LawOfRows:
    """Each row and its negative, half as probable."""
    found: dict[tuple[Fraction, ...], Fraction] = {}
    for share, row in parts:
        for sign in (1, -1):
            turned = tuple(Fraction(sign * x) for x in row)
            found[turned] = found.get(turned, Fraction(0)) + share / 2
    return tuple((share, *row) for row, share in found.items())


def before(X: Any, w: Any) -> Any:
    """w.x_i, all i."""
    return each(lambda place: inner(w, column(X, place)), places(width(X)))


def combined(X: Any, u: Any, w: Any) -> Any:
    """f_u(w)."""
    return inner(u, relu(before(X, w)))


def events(X: Any, u: Any) -> tuple[Any, ...]:
    """f_u(w) != 0, f_e(w) != 0, w.Xu = 0 and w.x_1 = 0 as numbers 0 and 1, e = e_1."""
    return (
        lambda w: one_if(combined(X, u, w) != 0),
        lambda w: one_if(relu(before(X, w))[0] != 0),
        lambda w: one_if(inner(u, before(X, w)) == 0),
        lambda w: one_if(before(X, w)[0] == 0),
    )


def is_met(at: Any) -> Any:
    """Sizes agree, the events have a probability, and that of the last two is 0."""
    X, u, law = at["X"], at["u"], at["law"]
    if size(u) != width(X) or _places_of(law) != size(X):
        return False
    found = events(X, u)
    known = [*(has_mean(law, event) for event in found), *(mean(law, event) == 0 for event in found[2:])]
    return all_of(*known) if isinstance(known[0], Cond) else all(known)


def _places_of(law: Any) -> Any:
    return law.n if isinstance(law, AnyLaw) else len(law[0]) - 1


def chances(X: Any, u: Any, law: Any) -> tuple[Any, Any]:
    """P(f_u(w) != 0) and that of u = e_1."""
    first, second = events(X, u)[:2]
    return mean(law, first), mean(law, second)
