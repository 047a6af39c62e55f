"""Spectra of positive matrices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, count
from math import gcd

from sympy import Integer, Rational

from theory.domains.numbers import FAR, Choose, Endless
from theory.term import Shape, Vec, every, variable


@dataclass(frozen=True)
class Spectra(Endless):
    """Positive numbers in ascending order, `least` of them or more; with `distinct` no two are equal.

    >>> from itertools import islice
    >>> [tuple(map(int, l)) for l in islice(Spectra().small(), 4)]
    [(1,), (1, 1), (1, 2), (1, 1, 1)]
    """

    least: int = 1
    distinct: bool = False

    def __str__(self) -> str:
        return f"0 < l_1 {'<' if self.distinct else '<='} .. {'<' if self.distinct else '<='} l_d, d >= {self.least}"

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, tuple) or len(value) < self.least or not all(isinstance(a, Rational) for a in value):
            return False
        return value[0] > 0 and list(value) == sorted(set(value) if self.distinct else value)

    def general(self, name: str) -> Iterator[Shape]:
        """In any order, where they need not be distinct."""
        if not self.distinct:
            d = variable("d", "nat")
            row = Vec.named(name, d)
            yield Shape(row, (d,), (d >= self.least, every(lambda value: value > 0, row)), rows=((name, (d,)),))

    def small(self) -> Iterator[tuple[Rational, ...]]:
        """Whole numbers without a common factor, by d + greatest one."""
        choose = combinations if self.distinct else combinations_with_replacement
        for height in count(self.least + 1):
            for d in range(self.least, height):
                for rest in choose(range(1, height - d + 1), d):
                    if rest[-1] == height - d and gcd(*rest) == 1:
                        yield tuple(map(Integer, rest))

    def draw(self, choose: Choose) -> tuple[Rational, ...]:
        for _ in range(64):
            size = choose(self.least, self.least + 5)
            value = tuple(sorted(Rational(choose(1, FAR), choose(1, 4)) for _ in range(size)))
            if value in self:
                return value
        return tuple(map(Integer, range(1, self.least + 1)))

    def near(self, value: tuple[Rational, ...]) -> Iterator[tuple[Rational, ...]]:
        """One number less, or one moved by a half of it."""
        for i, a in enumerate(value):
            rest = value[:i] + value[i + 1 :]
            for other in (rest, *(tuple(sorted((*rest, b))) for b in (a / 2, a * Rational(3, 2)))):
                if other and other in self:
                    yield other
