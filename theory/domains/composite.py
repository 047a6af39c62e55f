"""Domains made of choices: a function makes a value, another tells whether a value belongs. Lists, draws and steps of a
search are made from the two."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, wraps
from inspect import signature
from itertools import count, islice, pairwise, zip_longest
from math import isqrt
from typing import Any

from sympy import Integer, Rational

from theory.domains.numbers import MANY, Choose, once, refuse_terms
from theory.term import Shape

FAR_EACH = 7
"""The k-th listed value takes one of the 1 + sqrt k simplest at each choice; every seventh takes any."""

REFUSED = 2_000
"""So many values in turn that do not belong, or are there already, end a list."""


@dataclass(frozen=True)
class Recipe:
    """What a composite domain is made from; see `composite`."""

    make: Callable[..., Any]
    words: str
    has: Callable[..., bool]
    general: Callable[..., Shape] | None
    abstract: Callable[..., Iterator[Shape]] | None
    size: Callable[[Any], int]


@dataclass(frozen=True)
class Composite:
    """A domain by its recipe and the recipe's parameters."""

    recipe: Recipe
    parameters: tuple[tuple[str, Any], ...]

    def __str__(self) -> str:
        return self.recipe.words.format(**dict(self.parameters))

    def __contains__(self, value: object) -> bool:
        refuse_terms(value, self)
        return bool(self.recipe.has(value, **dict(self.parameters)))

    @property
    def count(self) -> int | None:
        return None

    def size(self, value: Any) -> int:
        return int(self.recipe.size(value))

    def made(self, choose: Choose) -> Any:
        """A value by choices; None where what is made does not belong."""
        value = self.recipe.make(choose, **dict(self.parameters))
        return value if value is not None and value in self else None

    def small(self) -> Iterator[Any]:
        """Values made of simple choices first, then of any that slowly grow; of each dozen the sizes in turn."""
        found = self._listed()
        while dozen := list(islice(found, 12)):
            by_size: dict[int, list[Any]] = {}
            for value in dozen:
                by_size.setdefault(self.size(value), []).append(value)
            for turn in zip_longest(*(by_size[size] for size in sorted(by_size))):
                yield from (value for value in turn if value is not None)

    def _listed(self) -> Iterator[Any]:
        seen: set[Any] = set()
        missed = 0
        for k in count():
            value = _kth(self, k)
            if value is not None and value not in seen:
                missed = 0
                seen.add(value)
                yield value
            elif (missed := missed + 1) > REFUSED:
                return

    def draw(self, choose: Choose) -> Any:
        drawn = (self.made(choose) for _ in range(MANY))
        found = next((value for value in drawn if value is not None), None)
        return next(self.small()) if found is None else found

    def near(self, value: Any) -> Iterator[Any]:
        """Values that belong and differ in one place: a number moved, an item dropped, repeated or exchanged."""
        return (other for other in once(beside(value)) if other != value and other in self)

    def general(self, name: str) -> Iterator[Shape]:
        if self.recipe.general is not None:
            yield self.recipe.general(name, **dict(self.parameters))

    def abstract(self, name: str, most: int) -> Iterator[Shape]:
        if self.recipe.abstract is not None:
            yield from self.recipe.abstract(name, most, **dict(self.parameters))
        else:
            yield from self.general(name)


def composite(
    words: str,
    has: Callable[..., bool],
    general: Callable[..., Shape] | None = None,
    abstract: Callable[..., Iterator[Shape]] | None = None,
    size: Callable[[Any], int] = len,
) -> Callable[[Callable[..., Any]], Callable[..., Composite]]:
    """A kind of domains, from a function that makes a value by choices.

    Parameters
    ----------
    words : what a value is, after its letter; `{d}` stands for the parameter d. has : whether a value belongs.
    general : a value of which nothing else is known, by its name, as a `Shape` of terms. abstract : such values of each
    size up to a number. size : what tells values of different sizes apart.

    The function takes `choose` (an integer between two, both included), then parameters with defaults, which the other
    functions take, too. It may give None, or a value that does not belong: then others are chosen.

    >>> from itertools import islice
    >>> @composite("two numbers that sum to {total}", has=lambda pair, total: sum(pair) == total)
    ... def pairs(choose, total=1):
    ...     first = choose(-9, 9)
    ...     return first, total - first
    >>> list(islice(pairs().small(), 4)), str(pairs(total=5)), (2, 3) in pairs(total=5)
    ([(0, 1), (1, 0), (-1, 2), (4, -3)], 'two numbers that sum to 5', True)
    """

    def enter(make: Callable[..., Any]) -> Callable[..., Composite]:
        recipe = Recipe(make, words, has, general, abstract, size)
        whole = signature(make)
        taken = whole.replace(parameters=list(whole.parameters.values())[1:])

        @wraps(make)
        def domain(*positional: Any, **parameters: Any) -> Composite:
            bound = taken.bind(*positional, **parameters)
            bound.apply_defaults()
            return Composite(recipe, tuple(bound.arguments.items()))

        domain.__signature__ = taken  # type: ignore[attr-defined]  # without `choose`
        return domain

    return enter


@lru_cache(10_000)
def _kth(domain: Composite, k: int) -> Any:
    return domain.made(simple(k))


def simple(k: int) -> Choose:
    """Choices of the k-th value of a list: the simplest ones for k = 0, then others by a congruential generator.

    >>> [simple(k)(2, 40) for k in range(20)]
    [2, 3, 2, 2, 4, 4, 25, 3, 3, 4, 2, 3, 4, 12, 3, 4, 6, 5, 3, 5]
    """
    state = k * 0x9E3779B97F4A7C15 + (k > 0)

    def choose(low: int, high: int) -> int:
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        most = high - low
        if k % FAR_EACH != FAR_EACH - 1:
            most = min(most, isqrt(k))
        return _simplest(low, high, (state >> 33) % (most + 1))

    return choose


def _simplest(low: int, high: int, place: int) -> int:
    """The integers of a range by size, 0, 1, -1, 2, ..; from the end nearer to 0 where 0 is not in it."""
    if low >= 0:
        return low + place
    if high <= 0:
        return high - place
    both = 2 * min(-low, high)
    if place > both:
        return place - both // 2 if high > -low else both // 2 - place
    return (place + 1) // 2 * (1 if place % 2 else -1)


def beside(value: Any) -> Iterator[Any]:
    """What differs from a value in one place, whatever it belongs to."""
    if isinstance(value, tuple):
        again = (lambda parts: type(value)(*parts)) if hasattr(value, "_fields") else tuple
        yield from map(again, _beside_items(value, fixed=hasattr(value, "_fields")))
    elif isinstance(value, int | Integer):
        whole = Integer if isinstance(value, Integer) else int
        yield from (whole(n) for n in (value // 2, value - 1, value + 1, -value, 2 * value))
    elif isinstance(value, Fraction | Rational):
        number = Rational if isinstance(value, Rational) else Fraction
        yield from (number(round(value)), value + 1, value - 1, value / 2, -value, 2 * value)
        yield from (value + number(sign, 2**k) for k in (3, 10) for sign in (1, -1))


def _beside_items(items: tuple[Any, ...], fixed: bool) -> Iterator[tuple[Any, ...]]:
    if not fixed and items:
        yield from (items[:i] + items[i + 1 :] for i in range(len(items)))
        yield (*items, items[-1])
        if _rows(items):  # a column, or a column with its row
            less = tuple(row[:-1] for row in items)
            more = tuple((*row, row[-1]) for row in items)
            yield from (less, more, less[:-1], (*more, more[-1]))
        yield from ((*items[:i], b, a, *items[i + 2 :]) for i, (a, b) in enumerate(pairwise(items)) if a != b)
        numbers = all(isinstance(x, int | Fraction | Rational) for x in items)
        if numbers:  # their sum stays
            yield from ((*items[:i], a + 1, b - 1, *items[i + 2 :]) for i, (a, b) in enumerate(pairwise(items)))
    for i, item in enumerate(items):  # rows stay as long as the others
        changed = (other for other in beside(item) if not _rows(items) or len(other) == len(item))
        yield from ((*items[:i], other, *items[i + 1 :]) for other in changed)


def _rows(items: tuple[Any, ...]) -> bool:
    """Whether they are two or more rows of one length."""
    return len(items) > 1 and all(isinstance(row, tuple) for row in items) and len(set(map(len, items))) == 1
