"""Sizes for statements about growing batches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from sympy import Integer

from theory.domains.numbers import Integers


@dataclass(frozen=True)
class FarOut(Integers):
    """Whole numbers, those listed being the least ones and, in turn, powers of ten below the power `last`.

    `falling` : the greatest power first.

    >>> from itertools import islice
    >>> [int(n) for n in islice(FarOut(4).small(), 6)]
    [4, 10, 5, 100, 6, 1000]
    """

    last: int = 15
    falling: bool = False

    def small(self) -> Iterator[Integer]:
        powers = [10**place for place in range(len(str(self.least)), self.last)]
        powers = powers[::-1] if self.falling else powers
        for size in count(self.least):
            if size not in powers:
                yield Integer(size)
            place = size - self.least
            if place < len(powers):
                yield Integer(powers[place])


def digits_at(size: int) -> int:
    """Digits for cluster angles of order 1/n, and distances of order n^-3 from the symmetric ray."""
    return 20 + 8 * len(str(size))
