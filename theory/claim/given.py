"""All that a claim quantifies over: `Given`, domains by name with a hypothesis that ties them together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, count, islice
from typing import Any

from theory.claim.domains import Choose, Domain

Instance = Mapping[str, Any]

TRIED = 10_000
"""Candidates that are looked at for one more instance which satisfies a hypothesis."""


@dataclass(frozen=True)
class Given:
    """All that a claim quantifies over: domains by name, and a hypothesis that ties them together.

    >>> from itertools import islice
    >>> from theory.claim.domains import Integers
    >>> given = Given({"n": Integers(2), "k": Integers(1)}, lambda at: at["k"] < at["n"], "k < n")
    >>> [(int(at["n"]), int(at["k"])) for at in islice(given.small(), 4)]
    [(2, 1), (3, 1), (3, 2), (4, 1)]
    """

    domains: Mapping[str, Domain] = field(default_factory=dict)
    where: Callable[[Instance], bool] | None = None
    words: str = ""
    letters: Mapping[str, Callable[[Instance], Any]] = field(default_factory=dict)
    """Symbols of the prediction that an instance determines, such as n = len(x)."""

    def at(self, instance: Instance) -> dict[str, Any]:
        """An instance with the letters that it determines."""
        return {**instance, **{name: of(instance) for name, of in self.letters.items()}}

    def __contains__(self, at: object) -> bool:
        return (
            isinstance(at, Mapping)
            and all(name in at and at[name] in domain for name, domain in self.domains.items())
            and (self.where is None or bool(self.where(at)))
        )

    def small(self) -> Iterator[Instance]:
        """Instances, by the greatest place of a value in the list of its domain."""
        names = list(self.domains)
        lists = [_Listed(domain.small()) for domain in self.domains.values()]
        if not names:
            yield {}
            return
        left = TRIED
        for height in count():
            if all(listed.ended(height) for listed in lists):
                return
            for places in _shell(len(names), height):
                left -= 1
                if left < 0:
                    return
                if all(listed.reach(place) for listed, place in zip(lists, places, strict=True)):
                    at = {name: listed[i] for name, listed, i in zip(names, lists, places, strict=True)}
                    if self.where is None or self.where(at):
                        left = TRIED
                        yield at

    def some(self, most: int) -> list[Instance]:
        """The first so many instances."""
        return list(islice(self.small(), most))

    def draw(self, choose: Choose) -> Instance | None:
        """Any instance; None if the hypothesis refuses what was drawn."""
        at = {name: domain.draw(choose) for name, domain in self.domains.items()}
        return at if self.where is None or self.where(at) else None

    def near(self, at: Instance) -> Iterator[Instance]:
        """Instances that differ from one in a single value, which is beside that one's."""
        for name, domain in self.domains.items():
            for value in domain.near(at[name]):
                other = {**at, name: value}
                if self.where is None or self.where(other):
                    yield other

    @property
    def count(self) -> int | None:
        """How many instances there are; None where a domain is infinite."""
        total = 1
        for domain in self.domains.values():
            if domain.count is None:
                return None
            total *= domain.count
        return total if self.where is None else sum(1 for _ in self.small())

    def sizes(self, at: Instance) -> tuple[int, ...]:
        return tuple(domain.size(at[name]) for name, domain in self.domains.items())

    def __str__(self) -> str:
        parts = [f"{name} {domain}".replace(f"{name} .", name) for name, domain in self.domains.items()]
        return "; ".join([*parts, self.words] if self.words else parts)


def described(at: Instance) -> str:
    """An instance in words.

    >>> described({"n": 2, "x": (Fraction(0), Fraction(1, 2))})
    'n = 2, x = (0, 1/2)'
    """
    return ", ".join(f"{name} = {_words(value)}" for name, value in at.items())


def _words(value: Any) -> str:
    return f"({', '.join(map(_words, value))})" if isinstance(value, tuple) else str(value)


def weight(value: Any) -> int:
    """How long an instance is to write: what shrinking makes less.

    >>> weight({"n": 3}) < weight({"n": 12}) < weight({"n": Fraction(12, 7)})
    True
    """
    if isinstance(value, Mapping):
        return sum(map(weight, value.values()))
    if isinstance(value, tuple):
        return 4 + sum(map(weight, value))
    try:
        number = Fraction(int(value.numerator), int(value.denominator))
    except (AttributeError, TypeError):
        return 1
    return abs(number.numerator) + 4 * (number.denominator - 1) + (number < 0) + 1


class _Listed:
    """The beginning of an iterator, kept."""

    def __init__(self, values: Iterator[Any]) -> None:
        self._values, self._known, self._over = values, list[Any](), False

    def reach(self, place: int) -> bool:
        while len(self._known) <= place and not self._over:
            try:
                self._known.append(next(self._values))
            except StopIteration:
                self._over = True
        return place < len(self._known)

    def ended(self, place: int) -> bool:
        return not self.reach(place)

    def __getitem__(self, place: int) -> Any:
        return self._known[place]


def _shell(dimension: int, height: int) -> Iterator[tuple[int, ...]]:
    """Places of that many numbers whose greatest is `height`."""
    if dimension == 1:
        yield (height,)
        return
    for first in range(height):
        for rest in _shell(dimension - 1, height):
            yield (first, *rest)
    yield from ((height, *rest) for rest in _box(dimension - 1, height))


def _box(dimension: int, height: int) -> Iterator[tuple[int, ...]]:
    return iter([()]) if dimension == 0 else chain.from_iterable(_shell(dimension, h) for h in range(height + 1))
