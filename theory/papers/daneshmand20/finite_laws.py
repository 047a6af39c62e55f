"""Laws of a row that takes finitely many values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from theory.domains.general import general_rows
from theory.domains.numbers import Choose, Endless, Integers
from theory.papers.daneshmand20.domains import FAR, Entries
from theory.papers.daneshmand20.frames import Frames
from theory.papers.daneshmand20.layers import ONE_ON, TWO_ON, Grids, not_zero
from theory.term import Shape, Vec, each, every, one_if, places, total
from theory.term.matrices import column


@dataclass(frozen=True)
class Weighted:
    """Rows with their probabilities."""

    shares: Any
    rows: Any


@dataclass(frozen=True)
class Laws(Endless):
    """Laws of a row of k entries, never 0: tuples of rows, each after its probability.

    Parameters
    ----------
    isotropic : only those with E u u^T = I/k.

    >>> from itertools import islice
    >>> [len(law) for law in islice(Laws(isotropic=True).small(), 3)]
    [4, 6, 8]
    """

    isotropic: bool = False
    k: Integers = TWO_ON

    def __str__(self) -> str:
        kind = " with E u u^T = I/k" if self.isotropic else ""
        return f"a law of finitely many rows u of Q^k, k {self.k}, not 0{kind}"

    def __contains__(self, value: object) -> bool:
        if value not in Grids(ONE_ON, Integers(self.k.least + 1)):
            return False
        p, rows = shares(value), atoms(value)
        return bool(
            min(p) > 0 and sum(p) == 1 and all(map(any, rows)) and (not self.isotropic or is_isotropic(p, rows))
        )

    def general(self, name: str) -> Iterator[Shape]:
        found = general_rows(name, 1, self.k.least)
        m, U = found.variables[0], found.value
        p = Vec.named(f"p_{name}", m)
        known = (every(lambda x: x > 0, p), total(p) == 1, every(not_zero, U))
        yield replace(
            found,
            value=Weighted(p, U),
            conditions=(*found.conditions, *known, *((is_isotropic(p, U),) if self.isotropic else ())),
            rows=(*found.rows, (f"p_{name}", (m,))),
        )

    def small(self) -> Iterator[Entries]:
        """Two bases in turn, or rows of grids, with probabilities of two sizes."""
        if self.isotropic:
            bases = Frames(self.k, square=True).small()
            yield from (_mixed(P, _cycled(P), code) for code, P in enumerate(bases))
            return
        for code, rows in enumerate(Grids(ONE_ON, self.k).small()):
            yield _weighted([row if any(row) else (Fraction(1),) * len(row) for row in rows], code)

    def draw(self, choose: Choose) -> Entries:
        if self.isotropic:
            of_plane = Frames(Integers(2, 2), square=True)
            return _mixed(of_plane.draw(choose), of_plane.draw(choose), choose(0, FAR))
        rows = Grids(ONE_ON, self.k).draw(choose)
        return _weighted([row if any(row) else (Fraction(1),) * len(row) for row in rows], choose(0, FAR))

    def near(self, value: Entries) -> Iterator[Entries]:
        """All rows of the other sign."""
        yield tuple((row[0], *(-x for x in row[1:])) for row in value)


def shares(law: Any) -> Any:
    return law.shares if isinstance(law, Weighted) else column(law, 0)


def atoms(law: Any) -> Any:
    return law.rows if isinstance(law, Weighted) else tuple(row[1:] for row in law)


def mean_of(law: Any, value: Any) -> Any:
    """The mean of a function of the row."""
    return total(each(lambda p, row: p * value(row), shares(law), atoms(law)))


def is_isotropic(p: Any, rows: Any) -> Any:
    """Whether the mean of u_i u_j is 1/k for i = j, else 0."""
    first = rows[0]
    k = first.n if isinstance(first, Vec) else len(first)

    def second(i: Any, j: Any) -> Any:
        return total(each(lambda share, u: share * (u[i] * u[j]), p, rows))

    there = places(k)
    return every(lambda i: every(lambda j: k * second(i, j) == one_if(i == j), there), there)


def _cycled(P: Entries) -> Entries:
    """The rows with their entries moved on by one: another basis."""
    return tuple((row[-1], *row[:-1]) for row in P)


def _mixed(P: Entries, Q: Entries, code: int) -> Entries:
    """Rows of P with probability 1/(2 + code % 3) together, evenly, else rows of Q."""
    first = Fraction(1, 2 + code % 3)
    return tuple((part / len(P), *row) for part, rows in ((first, P), (1 - first, Q)) for row in rows)


def _weighted(rows: list[tuple[Fraction, ...]], code: int) -> Entries:
    sizes = [Fraction(1 + (code + i) % 3) for i in range(len(rows))]
    return tuple((size / sum(sizes), *row) for size, row in zip(sizes, rows, strict=True))
