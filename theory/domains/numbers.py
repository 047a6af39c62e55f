"""Domains of symbols and objects: numbers, and what every domain can do.

A domain says whether a value belongs to it, lists the small values, each once up to the symmetries that it is given,
and draws any from choices that somebody else makes (`Choose`): a random generator, or a search that steers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from heapq import heapify, heappop, heappush
from itertools import chain, count, islice
from math import gcd
from typing import Any, Protocol

from sympy import Expr, Integer, Rational, floor, sympify

from theory.calls import helpful
from theory.term import Cond, Term, Vec

Choose = Callable[[int, int], int]
"""An integer from the first to the second number, both included."""

FAR = 40
"""Drawn numerators and denominators are at most that, before they are scaled by a power of two."""

LATER = (8, 16, 12, 40, 24)
"""Sizes, counted from the least, that lists have early, between the first ones."""

POWERS = (10, 40, 3, 20, 5, 30)
"""Exponents of two that lists of rationals have early: they come so near to an end, and so far from 0."""

NEAR_ONE = (Rational(3, 2), Rational(3, 4), Rational(2, 3), Rational(5, 4))
"""Values between small integers that lists without two ends have early."""

MANY = 40
"""Draws that are made for one value of a domain; then it is one that is listed."""


def size_drawn(choose: Choose, least: int = 0, most: int | None = None) -> int:
    """A size: within 8 of the least two times in three, beyond 8 * 2^k once in 3^k times.

    >>> size_drawn(lambda low, high: high, 2)
    10
    """
    top = 8
    while top < 2**24 and choose(0, 2) == 0:
        top *= 2
    return choose(least, least + top if most is None else min(most, least + top))


def between(values: Iterator[Any], others: Iterator[Any], first: int, every: int) -> Iterator[Any]:
    """Values with one of the others after the first few, and then after each so many; the rest of either at the end.

    >>> "".join(between(iter("abcdefg"), iter("XYZ"), 2, 3))
    'abXcdeYfgZ'
    """
    taken = list(islice(values, first))
    while taken:
        yield from taken
        yield from islice(others, 1)
        taken = list(islice(values, every))
    yield from others


def once(values: Iterator[Any]) -> Iterator[Any]:
    """Each of them once."""
    seen: set[Any] = set()
    for value in values:
        if value not in seen:
            seen.add(value)
            yield value


def refuse_terms(value: object, domain: object) -> None:
    """What is not known of a term is no "no".

    Raises
    ------
    TypeError : for a term, or a value made of some.
    """
    if isinstance(value, tuple | list):
        for part in value:
            refuse_terms(part, domain)
    elif isinstance(value, Term | Cond | Vec):
        raise TypeError(f"whether {value} is one of {domain} cannot be told of a term: compare it (<=, ==) instead")


def sizes(given: object, name: str) -> None:
    """
    Raises
    ------
    TypeError : for what is no domain of whole numbers.
    """
    if not isinstance(given, Integers):
        some = f", such as Integers({given})" if isinstance(given, int) else ""
        raise TypeError(f"{name} is {given!r}: wanted the sizes as a domain{some}")


class Domain(Protocol):
    """Values that a symbol or an object of a claim may take."""

    def __contains__(self, value: object) -> bool:
        """Whether a value belongs to it."""

    def small(self) -> Iterator[Any]:
        """All values, or without end, the small ones first."""

    def draw(self, choose: Choose) -> Any:
        """Any value, by choices."""

    def near(self, value: Any) -> Iterator[Any]:
        """Values beside one, simpler ones among them, for a search step by step."""

    @property
    def count(self) -> int | None:
        """How many values there are; None for infinitely many."""

    def size(self, value: Any) -> int:
        """What tells instances of different sizes apart: n itself, the length of a batch, 0 of a number."""


class Endless:
    """A domain without end, whose values are as large as they are long."""

    @property
    def count(self) -> int | None:
        return None

    def size(self, value: Any) -> int:
        return len(value)


@helpful
@dataclass(frozen=True)
class Integers:
    """Whole numbers from `least`, to `most` where there is an end.

    Parameters
    ----------
    far : lists, draws and neighbours go at most so far, for left sides whose cost grows fast.

    >>> 3 in Integers(2), 1 in Integers(2), Rational(5, 2) in Integers(2)
    (True, False, False)
    >>> [int(n) for n in islice(Integers(1).small(), 12)], [int(n) for n in Integers(1, 9).small()]
    ([1, 2, 3, 4, 5, 6, 9, 7, 8, 10, 11, 12], [1, 2, 3, 4, 5, 6, 9, 7, 8])
    """

    least: int
    most: int | None = None
    far: int | None = None

    def __post_init__(self) -> None:
        for name, end in (("least", self.least), ("most", self.most), ("far", self.far)):
            if not isinstance(end, int | Integer | None) or (end is None and name == "least"):
                raise TypeError(f"{name} is {end!r}: wanted a whole number, as Integers(2) for 2, 3, ..")

    def __str__(self) -> str:
        if self.most is None:
            return f">= {self.least}"
        return f"= {self.least}" if self.most == self.least else f"= {self.least}, .., {self.most}"

    def __contains__(self, value: object) -> bool:
        refuse_terms(value, self)
        try:
            number = Rational(value)
        except (TypeError, ValueError):
            return False
        return bool(number.q == 1 and number >= self.least and (self.most is None or number <= self.most))

    @property
    def _last(self) -> int | None:
        """The greatest that is listed or drawn."""
        return min((end for end in (self.most, self.far) if end is not None), default=None)

    def small(self) -> Iterator[Integer]:
        """One by one; after the first six the last one, and some that are greater, in between."""
        last = self._last
        ordered = iter(count(self.least) if last is None else range(self.least, last + 1))
        later = (n for n in (*(() if last is None else (last,)), *(self.least + more for more in LATER))
                 if n >= self.least and (last is None or n <= last))  # fmt: skip
        return map(Integer, once(between(ordered, later, 6, 10)))

    def draw(self, choose: Choose) -> Integer:
        last = self._last
        if last is not None and choose(0, 3) == 0:
            return Integer(choose(self.least, last))
        return Integer(size_drawn(choose, self.least, last))

    def near(self, value: Any) -> Iterator[Integer]:
        last = self._last
        found = dict.fromkeys((value // 2, value - 1, value + 1, value + abs(value) // 4, 2 * value))
        return (Integer(n) for n in found if n in self and n != value and (last is None or n <= last))

    @property
    def count(self) -> int | None:
        return None if self.most is None else max(self.most - self.least + 1, 0)

    def size(self, value: Any) -> int:
        return int(value)


@helpful
@dataclass(frozen=True)
class Rationals:
    """Rational numbers between two ends, which stand for the real ones there; None: no end.

    `above` and `below` are left out of it; `least` and `most` are in it. Lists and draws come as near to an end as
    2^-`far`, and go as far from 0 as 2^`far`: less for left sides that are slow, or decide nothing, there.

    >>> from itertools import islice
    >>> [str(q) for q in islice(Rationals(above=0, most=1).small(), 6)]
    ['1', '1/2', '1/3', '1/1024', '2/3', '1/4']
    """

    above: Any = None
    below: Any = None
    least: Any = None
    most: Any = None
    far: int = FAR

    def __str__(self) -> str:
        low = f"{self.least} <= " if self.least is not None else f"{self.above} < " if self.above is not None else ""
        high = f" <= {self.most}" if self.most is not None else f" < {self.below}" if self.below is not None else ""
        return f"{low}.{high}" if low or high else "any number"

    def __contains__(self, value: object) -> bool:
        refuse_terms(value, self)
        try:
            number = sympify(value, strict=True)
            return bool(
                number.is_extended_real
                and number.is_finite
                and (self.above is None or number > self.above)
                and (self.below is None or number < self.below)
                and (self.least is None or number >= self.least)
                and (self.most is None or number <= self.most)
            )
        except (TypeError, ValueError):
            return False

    def small(self) -> Iterator[Rational]:
        """Between two ends these first, then by denominator, else by |numerator| + denominator; in between those at a
        distance of 2^-k from an end, and +-2^k where there is none."""
        if self.count is not None:
            yield from (sympify(self.ends[0]),) * self.count
            return
        low, high = self.ends
        if low is not None and high is not None:
            plain = (Rational(x) for x in by_denominator(*_around(low, high)))
        else:
            plain = (Rational(p, q) for height in count(1) for p, q in self._of_height(height) if gcd(p, q) == 1)
        later = (x for k in self._powers() for x in self._by_power(k) if x in self)
        closed = (sympify(end) for end in (self.least, self.most) if end is not None and None not in self.ends)
        early = () if None not in self.ends else NEAR_ONE
        found = between(
            (x for x in chain((x for x in closed if x.is_Rational), plain) if x in self),
            (x for x in early if x in self),
            3,
            1,
        )
        yield from once(between(once(found), later, 3, 6))

    def _powers(self) -> Iterator[int]:
        low, high = self.ends
        around_0 = low is not None and high is not None and low < 0 < high
        # beside a number inside an interval a function may differ as beside an end: as near as may be, at once
        yield from (k for k in (sorted(POWERS, reverse=True) if around_0 else POWERS) if k <= self.far)
        yield from count(1) if self.far == FAR else range(1, self.far + 1)

    def _by_power(self, k: int) -> Iterator[Rational]:
        """At most 2^-k from each end, inside; +-2^k towards no end, and +-2^-k."""
        low, high = self.ends
        small = Rational(1, 2**k)
        beside_0 = (small, -small) if low is None or low < 0 else ()
        if low is not None and high is not None:
            yield from beside_0
        if low is not None:
            yield _beside(low, k) + small
        if high is not None:
            yield -_beside(-sympify(high), k) - small
        if high is None:
            yield Rational(2**k)
        if low is None:
            yield -Rational(2**k)
        if low is None or high is None:
            yield from beside_0

    def _of_height(self, height: int) -> Iterator[tuple[int, int]]:
        low, high = self.ends
        start = 0 if low is None and high is None else int(floor(low if high is None else high))
        for q in range(1, height + 1):
            yield (height - q + start * q, q)
            if height > q:
                yield (q - height + start * q, q)

    @property
    def ends(self) -> tuple[Any, Any]:
        """The two ends, be they in it or not; None where there is none."""
        return (self.above if self.least is None else self.least, self.below if self.most is None else self.most)

    def draw(self, choose: Choose) -> Rational:
        """Any rational of a few digits, times a power of two, towards an end or away from it."""
        if self.count is not None:
            return next(self.small())
        low, high = (None if end is None else _beside(end) for end in self.ends)
        for _ in range(MANY):
            q, power = choose(1, FAR), choose(0, 2)
            scale = Rational(2) ** (
                choose(-self.far, 0 if low is not None and high is not None else self.far) if not power else 0
            )
            if low is not None and high is not None:
                share = Rational(choose(0, q), q) * scale
                number = low + share * (high - low) if choose(0, 1) else high - share * (high - low)
            else:
                start = 0 if low is None and high is None else low if high is None else high
                number = start + Rational(choose(-FAR, FAR), q) * scale
            if number in self:
                return number
        return next(self.small())

    def near(self, value: Any) -> Iterator[Rational]:
        """Simpler ones, a step to either side, half and twice of it, half the way to each end, and an end."""
        number = Rational(value)
        step = Rational(1, number.q)
        found = [Rational(round(number * q), q) for q in range(1, min(int(number.q), 13))]
        found += [number + step, number - step, number + step / 2, number - step / 2, number / 2, 2 * number, -number]
        for end in (_beside(end) for end in self.ends if end is not None):
            found += [(number + end) / 2, 2 * number - end, end]
        return (other for other in dict.fromkeys(found) if other in self and other != number)

    @property
    def count(self) -> int | None:
        """0 and 1 of an interval that is empty or a point; None otherwise."""
        low, high = self.ends
        if low is None or high is None or low < high:
            return None
        return int(low == high and self.least is not None and self.most is not None)

    def size(self, value: Any) -> int:
        return 0


def _around(low: Any, high: Any) -> tuple[Fraction, Fraction]:
    """The interval itself, if its ends are rational; else one that is wider by at most 2^-199."""
    ends = _beside(low, 200), -_beside(-sympify(high), 200)
    return Fraction(int(ends[0].p), int(ends[0].q)), Fraction(int(ends[1].p), int(ends[1].q))


def by_denominator(low: Fraction, high: Fraction) -> Iterator[Fraction]:
    """The rational numbers of a closed interval by denominator, of one denominator in order; each by a search of as
    many steps as it has digits, however short the interval is.

    >>> [str(x) for x in islice(by_denominator(Fraction(1, 3), Fraction(1, 2)), 5)]
    ['1/2', '1/3', '2/5', '3/7', '3/8']
    """
    left: list[tuple[int, Fraction, tuple[Fraction, Fraction] | None]] = [(x.denominator, x, None) for x in {low, high}]
    if low < high:
        left.append(_simplest(low, high))
    heapify(left)
    while left:
        _, x, around = heappop(left)
        yield x
        if around:
            heappush(left, _simplest(around[0], x))
            heappush(left, _simplest(x, around[1]))


def _simplest(low: Fraction, high: Fraction) -> tuple[int, Fraction, tuple[Fraction, Fraction]]:
    """The first strictly between two numbers, by denominator and then in order, after its denominator, before them."""
    found = _between(low, high)
    return found.denominator, found, (low, high)


def _between(low: Fraction, high: Fraction | None) -> Fraction:
    """By continued fractions: the next whole number, or else what is found turned over; `high` None: no end."""
    whole = low.numerator // low.denominator
    if high is None or whole + 1 < high:
        return Fraction(whole + 1)
    return whole + 1 / _between(1 / (high - whole), 1 / (low - whole) if low > whole else None)


def _beside(end: Any, k: int = 64) -> Rational:
    """An end, if it is rational; else a number less than it by at most 2^-k, which is a multiple of that."""
    exact: Expr = sympify(end)
    return Rational(exact) if exact.is_rational else Rational(floor(exact * 2**k), 2**k)


@dataclass(frozen=True)
class Values:
    """A few values, one by one.

    >>> 3 in Values(2, 3), Values(2, 3).count, Values(2, 3).size(3), Values("a").size("a")
    (True, 2, 3, 0)
    """

    values: tuple[Any, ...]

    def __init__(self, *values: Any) -> None:
        object.__setattr__(self, "values", values)

    def __str__(self) -> str:
        return f"in {{{', '.join(map(str, self.values))}}}"

    def __contains__(self, value: object) -> bool:
        return value in self.values

    def small(self) -> Iterator[Any]:
        return once(iter(self.values))

    def draw(self, choose: Choose) -> Any:
        return self.values[choose(0, len(self.values) - 1)]

    def near(self, value: Any) -> Iterator[Any]:
        return (other for other in self.values if other != value)

    @property
    def count(self) -> int | None:
        return len(set(self.values))

    def size(self, value: Any) -> int:
        return int(value) if isinstance(value, int | Integer) else 0
