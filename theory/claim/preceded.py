"""A domain whose list begins with instances that somebody has found: no list of small ones reaches them soon."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from theory.claim.domains import Choose, Domain


@dataclass(frozen=True)
class Preceded:
    """A domain, listed with some of its values before the others.

    Parameters
    ----------
    domain : what it is. first : values of it.

    >>> from itertools import islice
    >>> from theory.claim.domains import Integers
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
