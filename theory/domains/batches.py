"""Batches: rows of n rational numbers, up to the symmetries that a claim names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, count
from math import gcd, lcm

from sympy import Rational

from theory.calls import helpful
from theory.domains.numbers import FAR, MANY, Choose, Endless, Integers, between, once, refuse_terms, sizes

Row = tuple[Fraction, ...]

AFFINE = ("order", "shift", "scale", "reflection")
"""All symmetries that a statement on batches may have."""

FROM_TWO = Integers(2)

_SHIFTS = tuple(Fraction(p, q) for p, q in ((-1, 1), (1, 3), (5, 1), (-7, 2), (0, 1), (-40, 1), (1, 1024)))
_SCALES = tuple(Fraction(p, q) for p, q in ((1, 1), (1, 2), (3, 1), (5, 7), (1, 1024), (2**20, 1)))


@helpful
@dataclass(frozen=True)
class Batches(Endless):
    """Rows of n rational numbers, which stand for the real ones, as tuples of Fractions.

    Of each class under the named symmetries one batch is listed, and in between batches that are reordered, shifted,
    scaled and reflected: they would show that the statement lacks a symmetry. Without names every second batch is such.

    Parameters
    ----------
    n : the sizes.
    up_to : symmetries of the statement, of "order" (the points in any order), "shift" and "scale" (positive affine
        maps), "reflection".
    distinct : whether all points differ. constant : whether all may be equal.

    >>> from itertools import islice
    >>> [tuple(map(int, x)) for x in islice(Batches(Integers(3, 3), AFFINE).small(), 5)]
    [(0, 0, 1), (0, 1, 2), (-1, -2, -1), (0, 1, 3), (0, 1, 4)]
    """

    n: Integers = FROM_TWO
    up_to: tuple[str, ...] = ()
    distinct: bool = False
    constant: bool = False

    def __post_init__(self) -> None:
        sizes(self.n, "n")
        if isinstance(self.up_to, str):
            raise TypeError(f"up_to is {self.up_to!r}: wanted a tuple, ({self.up_to!r},)")
        for name in self.up_to:
            if name not in AFFINE:
                raise ValueError(f"{name!r} is no symmetry of batches: name some of {', '.join(AFFINE)}")

    def __str__(self) -> str:
        kind = "distinct " if self.distinct else "" if self.constant else "not all equal, "
        return f"in Q^n, {kind}n {self.n}"

    def __contains__(self, value: object) -> bool:
        refuse_terms(value, self)
        if not isinstance(value, tuple) or len(value) not in self.n:
            return False
        if not all(isinstance(x, int | Fraction | Rational) for x in value):
            return False
        return self._fits(value)

    def _fits(self, row: Row) -> bool:
        different = len(set(row))
        return (different == len(row) or not self.distinct) and (different > 1 or self.constant)

    def small(self) -> Iterator[Row]:
        """Whole numbers by n + greatest entry, images of them in between, and a larger batch after each twentieth."""
        if self.n.most is not None and self.n.most < (1 if self.constant else 2):
            return
        known: list[Row] = []
        every = 3 if len(set(self.up_to)) == len(AFFINE) else 1
        images = (moved(known[place // 2 % len(known)], place) for place in count())
        yield from once(between(between(self._forms(known), images, 2, every), self._larger(), 12, 20))

    def _forms(self, known: list[Row]) -> Iterator[Row]:
        """One of each class, as far as entries of 60; they are noted down."""
        for height in count(1) if self.n.most is None else range(1, 60):
            for n in (n for n in range(self.n.least, self.n.least + height) if n in self.n and n > 0):
                top = height - (n - self.n.least) + max(n - 2, 0) * self.distinct
                for row in self._between(n, top):
                    if self._fits(row) and row == form(row):
                        known.append(row)
                        yield row

    def _between(self, n: int, top: int) -> Iterator[Row]:
        """Sorted whole numbers, the first 0 and the last `top`; before the first of them the constant batch."""
        if self.constant and (n == 1 or not self.distinct) and top == 1:
            yield (Fraction(0),) * n
        choice = combinations(range(1, top), n - 2) if self.distinct else None
        if n > 1:
            for rest in choice or combinations_with_replacement(range(top + 1), n - 2):
                yield tuple(map(Fraction, (0, *rest, top)))

    def _larger(self) -> Iterator[Row]:
        """Of some sizes in turn, each kind of `structured` batch, every other one moved as others are."""
        sizes = [
            n
            for n in (self.n.least + more for more in (8, 38, 16, 4, 12, 24))
            if n in self.n and n <= (self.n.far or n)
        ]
        for place in count() if sizes else ():
            row = structured(sizes[place % len(sizes)], place)
            if self._fits(row):
                yield moved(row, place) if place % 2 else row

    def draw(self, choose: Choose) -> Row:
        n = int(self.n.draw(choose))
        for _ in range(MANY):
            kind = choose(0, 3)
            if kind == 0:
                row = moved(structured(n, choose(0, 3)), choose(0, 10**4))
            elif kind == 1:
                few = [Fraction(choose(-FAR, FAR), choose(1, 4)) for _ in range(choose(2, 4))]
                row = tuple(few[choose(0, len(few) - 1)] for _ in range(n))
            else:
                row = tuple(Fraction(choose(-FAR, FAR), choose(1, 4)) for _ in range(n))
            if row in self:
                return row
        return tuple(map(Fraction, range(n)))

    def near(self, value: Row) -> Iterator[Row]:
        """One point less, twice or more, one moved, all of them rounded, twice as many.

        >>> [" ".join(map(str, row)) for row in Batches().near(tuple(map(Fraction, (1, 2, 4))))][:4]
        ['0 1 3', '1 2 4 2 3 5', '1 2 4 1 2 4', '1 2 4 7/3']
        """
        spread = (max(value) - min(value)) or Fraction(1)
        found = [form(value), tuple(map(Fraction, map(round, value))), (*value, *(x + spread / 3 for x in value))]
        found += [(*value, *value), (*value, sum(value, Fraction(0)) / len(value)), (*value, max(value) + spread)]
        for i, x in enumerate(value):
            rest = value[:i], value[i + 1 :]
            found += [(*rest[0], *rest[1]), (*value, x)]
            found += [(*rest[0], x + sign * spread / part, *rest[1]) for sign in (1, -1) for part in (2, 16, 1024)]
        return (other for other in found if other in self and other != value)


def form(row: Row) -> Row:
    """The representative of a batch under all symmetries: whole numbers without a common divisor, from 0, sorted.

    >>> tuple(map(str, form(tuple(map(Fraction, (4, 1, 3))))))
    ('0', '1', '3')
    """
    low, high = min(row), max(row)
    moves: tuple[list[Fraction], ...] = [x - low for x in row], [high - x for x in row]
    unit = Fraction(gcd(*(x.numerator for x in moves[0])), lcm(*(x.denominator for x in moves[0]))) or Fraction(1)
    return min(tuple(sorted(x / unit for x in from_0)) for from_0 in moves)


def moved(row: Row, code: int) -> Row:
    """An image of a batch under one map of each kind: reordered, scaled, reflected in every other one, shifted.

    >>> tuple(map(str, moved(tuple(map(Fraction, (0, 1, 3))), 0)))
    ('-2', '-4', '-1')
    """
    start = (code + 1) % len(row)
    scale = _SCALES[code // 2 % len(_SCALES)] * (1 if code % 2 else -1)
    shift = _SHIFTS[code % len(_SHIFTS)] + code // 84
    turned = row[start:] + row[:start]
    return tuple(scale * x + shift for x in (turned[::-1] if code % 3 == 2 else turned))


def structured(n: int, code: int) -> Row:
    """n points: one against the others, two clusters, evenly spaced, or geometric.

    >>> [tuple(map(int, structured(4, code))) for code in range(4)]
    [(0, 0, 0, 1), (0, 0, 1, 1), (0, 1, 2, 3), (1, 2, 4, 8)]
    """
    rows = (
        lambda i: i == n - 1,
        lambda i: 2 * i >= n,
        lambda i: i,
        lambda i: 2**i,
    )
    return tuple(Fraction(int(rows[code % len(rows)](i))) for i in range(n))
