"""For whom the claims on data speak: matrices H of d rows and N columns, rational ones for the real ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count, cycle, islice, product
from typing import Any

from sympy import Rational

from theory.domains.general import general_rows
from theory.domains.matrices import fewer
from theory.domains.numbers import Choose, Endless, Integers, between, once
from theory.papers.daneshmand20.domains import FAR, Entries
from theory.papers.daneshmand20.layers import listed, not_zero
from theory.term import Shape, each, some, total
from theory.term.matrices import inner, square, trace, width

FROM_ONE = Integers(1)

OF_EACH = 10
"""Matrices listed of each shape and greatest entry."""

LARGER = ((5, 7), (0, 9), (9, 0), (4, 4), (2, 11))
"""Rows and columns, counted from the least, of larger ones in between."""


def diagonal(size: int, columns: int) -> Entries:
    """Ones on the diagonal of a matrix of this shape."""
    return tuple(tuple(Fraction(int(i == j)) for j in range(columns)) for i in range(size))


@dataclass(frozen=True)
class Data(Endless):
    """Matrices H != 0 with rational entries, as tuples of rows; of small H and -H one is listed.

    >>> from itertools import islice
    >>> [[list(map(str, row)) for row in H] for H in islice(Data(Integers(2), Integers(2)).small(), 1)]
    [[['1', '0'], ['0', '1']]]
    """

    d: Integers = FROM_ONE
    N: Integers = FROM_ONE

    def __str__(self) -> str:
        return f"a matrix over Q, not 0, d {self.d}, N {self.N}"

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, tuple)
            and len(value) in self.d
            and all(isinstance(row, tuple) and len(row) == len(value[0]) and len(row) in self.N for row in value)
            and all(isinstance(x, int | Fraction | Rational) for row in value for x in row)
            and any(x for row in value for x in row)
        )

    def general(self, name: str) -> Iterator[Shape]:
        if self.d.most is None and self.N.most is None:
            found = general_rows(name, self.d.least, self.N.least)
            yield replace(found, conditions=(*found.conditions, some(not_zero, found.value)))

    def small(self) -> Iterator[Entries]:
        """By the shape and the greatest entry: of each first [I 0] or its transpose, then a few, evenly chosen; in
        between larger ones, their first entry that is not 0 of either sign."""
        return once(between(self._plain(), self._larger(), 8, 10))

    def _larger(self) -> Iterator[Entries]:
        for place, (rows, columns) in enumerate(islice(cycle(LARGER), 20 * len(LARGER))):
            d, N = self.d.least + rows, self.N.least + columns
            H = tuple(tuple((-1) ** place * x for x in row) for row in listed(place, d, N))
            if H in self:
                yield H

    def _plain(self) -> Iterator[Entries]:
        for height in count(1):
            for d in islice(self.d.small(), height):
                for N in islice(self.N.small(), height):
                    top = height - (int(d) - self.d.least) - (int(N) - self.N.least)
                    if top > 0:
                        yield from self._of(int(d), int(N), top)

    @staticmethod
    def _of(d: int, N: int, top: int) -> Iterator[Entries]:
        first = diagonal(d, N)
        if top == 1:
            yield first
        values, seen = 2 * top + 1, {first}
        half = values ** (d * N) // 2  # the number of 0 .. 0; its first entry that is not 0 is positive beyond
        for place in range(OF_EACH):
            number = half + 1 + (2 * place + 1) * (half - 1) // (2 * OF_EACH)
            entries = [number // values**k % values - top for k in reversed(range(d * N))]
            if max(map(abs, entries)) < top:
                entries[place % (d * N)] = top
            H = tuple(tuple(map(Fraction, entries[i * N : i * N + N])) for i in range(d))
            if H not in seen:
                seen.add(H)
                yield H

    def draw(self, choose: Choose) -> Entries:
        d, N = (int(to.draw(choose)) for to in (self.d, self.N))
        H = tuple(tuple(Fraction(choose(-FAR, FAR), choose(1, FAR)) for _ in range(N)) for _ in range(d))
        return H if H in self else diagonal(d, N)

    def near(self, value: Entries) -> Iterator[Entries]:
        """A row or a column less, or more, an entry moved."""
        found = [value[:i] + value[i + 1 :] for i in fewer(len(value))]
        found += [(*value, tuple(2 * x for x in value[0])), tuple((*row, row[0]) for row in value)]
        found += [tuple(row[:j] + row[j + 1 :] for row in value) for j in fewer(len(value[0]))]
        for i, j in product(fewer(len(value)), fewer(len(value[0]))):
            for x in (Fraction(0), value[i][j] + 1, value[i][j] - 1, value[i][j] / 2, -value[i][j]):
                found.append(
                    tuple(tuple(x if (i, j) == (a, b) else y for b, y in enumerate(row)) for a, row in enumerate(value))
                )
        return (H for H in found if H and H[0] and value != H and H in self)


def moment(H: Any) -> Any:
    """M = H H^T/N, of numbers, terms or series of them."""
    return each(lambda row: each(lambda x: x / width(H), row), square(H))


def effective_rank_of(H: Any) -> Any:
    """r(H) = Tr(M)^2/|M|_F^2 of those."""
    M = moment(H)
    return trace(M) ** 2 / total(each(lambda row: inner(row, row), M))
