"""For whom claims on rows speak: indicators of sets, and layers of rows such as the leaves of a depth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, pairwise, product
from typing import Any

from sympy import Rational

from theory.domains.numbers import Choose, Endless
from theory.papers.nachum24.tree.setting import Trees, leaves
from theory.term import Cond, Shape, Vec, every, some, variable


@dataclass(frozen=True)
class Indicators(Endless):
    """1_S of a set S of places, neither empty nor all n >= 2 of them: rows of zeros and ones.

    >>> from itertools import islice
    >>> list(islice(Indicators().small(), 3)), (1, 1) in Indicators()
    ([(0, 1), (1, 0), (0, 0, 1)], False)
    """

    def __str__(self) -> str:
        return "in {0, 1}^n, not all equal, n >= 2"

    def __contains__(self, value: object) -> bool:
        return isinstance(value, tuple) and set(value) == {0, 1}

    def small(self) -> Iterator[tuple[int, ...]]:
        return (row for n in count(2) for row in product((0, 1), repeat=n) if row in self)

    def draw(self, choose: Choose) -> tuple[int, ...]:
        row = tuple(choose(0, 1) for _ in range(choose(2, 12)))
        return row if row in self else (0, *row[1:-1], 1)

    def near(self, value: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        found = [(*value[:i], *value[i + 1 :]) for i in range(len(value))]
        found += [(*value[:i], 1 - s, *value[i + 1 :]) for i, s in enumerate(value)]
        return (row for row in found if row in self)

    def general(self, name: str) -> Iterator[Shape]:
        n = variable("n", "nat")
        row = Vec.named(name, n)
        conditions = (every(lambda e: (e == 0) | (e == 1), row), Cond("varies", name, n))
        yield Shape(row, (n,), conditions, rows=((name, (n,)),))


Rows = tuple[tuple[Fraction, ...], ...]
DEEP = Trees()


@dataclass(frozen=True)
class Layers(Endless):
    """One or more rows of n numbers; listed and drawn are the leaves of trees at a depth.

    >>> from itertools import islice
    >>> [[list(map(str, v)) for v in rows] for rows in islice(Layers().small(), 2)]
    [[['0', '1']], [['0', '0', '1']]]
    """

    def __str__(self) -> str:
        return "rows of n numbers, such as the leaves of a depth"

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, tuple)
            and all(isinstance(v, tuple) and v for v in value)
            and len({len(v) for v in value}) == 1
            and all(isinstance(e, int | Fraction | Rational) for v in value for e in v)
        )

    def small(self) -> Iterator[Rows]:
        return (tuple(leaves(x, depth)) for x, depth in DEEP.small())

    def draw(self, choose: Choose) -> Rows:
        x, depth = DEEP.draw(choose)
        return tuple(leaves(x, depth))

    def near(self, value: Rows) -> Iterator[Rows]:
        """Fewer rows, an entry moved."""
        half = len(value) // 2
        found = [value[:half], value[half:]] if half else []
        for i, e in enumerate(value[0]):
            for step in (1, -1, Fraction(1, 8)):
                found.append(((*value[0][:i], e + step, *value[0][i + 1 :]), *value[1:]))
        return iter(found)

    def general(self, name: str) -> Iterator[Shape]:
        rows, n = variable("rows", "nat"), variable("n", "nat")
        conditions: tuple[Any, ...] = (rows >= 1, n >= 1)
        yield Shape(Vec.named(name, rows, n), (rows, n), conditions, rows=((name, (rows, n)),))


@dataclass(frozen=True)
class Gaps(Endless):
    """(x, a, b), a < b: a batch and an interval with no number of x inside, one at a or below and one at b or above.

    >>> from itertools import islice
    >>> [[list(map(str, x)), str(a), str(b)] for x, a, b in islice(Gaps().small(), 2)]
    [[['0', '1'], '0', '1'], [['0', '1'], '1/3', '2/3']]
    """

    def __str__(self) -> str:
        return "= (x, a, b), a < b with numbers of x on both sides and none between"

    def __contains__(self, value: object) -> bool:
        if not (isinstance(value, tuple) and len(value) == 3 and isinstance(value[0], tuple)):
            return False
        x, a, b = value
        return a < b and all(e <= a or e >= b for e in x) and min(x) <= a and max(x) >= b

    def small(self) -> Iterator[tuple[Any, ...]]:
        for x, _ in DEEP.small():
            yield from self._of(x)

    def draw(self, choose: Choose) -> tuple[Any, ...]:
        found = list(self._of(DEEP.draw(choose)[0]))
        return found[choose(0, len(found) - 1)]

    def near(self, value: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        return (gap for gap in self._of(value[0]) if gap != value)

    def size(self, value: tuple[Any, ...]) -> int:
        return len(value[0])

    @staticmethod
    def _of(x: tuple[Fraction, ...]) -> Iterator[tuple[Any, ...]]:
        """Between neighbours, the whole of it and its inner third."""
        for a, b in pairwise(sorted(set(x))):
            yield x, a, b
            yield x, (2 * a + b) / 3, (a + 2 * b) / 3

    def general(self, name: str) -> Iterator[Shape]:
        n, a, b = variable("n", "nat"), variable("a"), variable("b")
        x = Vec.named(name, n)
        sides = every(lambda e: (e <= a) | (e >= b), x), some(lambda e: e <= a, x), some(lambda e: e >= b, x)
        yield Shape((x, a, b), (n, a, b), (a < b, *sides), rows=((name, (n,)),))
