"""Domains with lists of their own: what somebody has found comes first, and an index goes far in a few steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sympy import Integer

from theory.calls import helpful
from theory.domains.numbers import Choose, Domain, Integers


@dataclass(frozen=True)
class Preceded:
    """A domain, listed with some of its values before the others.

    Parameters
    ----------
    domain : what it is. first : values of it.

    >>> from itertools import islice
    >>> from theory.domains.numbers import Integers
    >>> [int(n) for n in islice(Preceded(Integers(2), (70,)).small(), 3)], 1 in Preceded(Integers(2), (70,))
    ([70, 2, 3], False)
    """

    domain: Domain
    first: tuple[Any, ...]

    def __post_init__(self) -> None:
        for value in self.first:
            if value not in self.domain:
                raise ValueError(f"{value} is not in the domain ({self.domain}): leave it out")

    def __str__(self) -> str:
        return str(self.domain)

    def __contains__(self, value: object) -> bool:
        return value in self.domain

    def small(self) -> Iterator[Any]:
        yield from self.first
        yield from (value for value in self.domain.small() if value not in self.first)

    def draw(self, choose: Choose) -> Any:
        return self.domain.draw(choose)

    def near(self, value: Any) -> Iterator[Any]:
        return self.domain.near(value)

    @property
    def count(self) -> int | None:
        return self.domain.count

    def size(self, value: Any) -> int:
        return self.domain.size(value)


@helpful
@dataclass(frozen=True)
class Index(Integers):
    """Whole numbers along which a sequence goes to its limit; only those of `listed` are listed.

    >>> [int(m) for m in Index(1, listed=(1, 16, 256)).small()], 17 in Index(1, listed=(1, 16, 256))
    ([1, 16, 256], True)
    """

    listed: tuple[int, ...] = ()

    def small(self) -> Iterator[Integer]:
        return map(Integer, self.listed)

    def draw(self, choose: Choose) -> Integer:
        return Integer(choose(self.least, max(self.listed)))

    def near(self, value: Any) -> Iterator[Integer]:
        return (other for other in super().near(value) if other <= max(self.listed))
