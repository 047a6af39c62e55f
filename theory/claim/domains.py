"""For whom a claim speaks: its quantified symbols and objects, each with a domain that is an object.

A domain says whether a value belongs to it, lists the small values, each once up to the symmetries that it is given,
and draws any from choices that somebody else makes (`Choose`): a random generator, or a search that steers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, count, islice
from math import gcd, lcm
from typing import Any, Protocol

from sympy import Integer, Rational, sympify

Choose = Callable[[int, int], int]
"""An integer from the first to the second number, both included."""

FAR = 40
"""Draws of integers without an upper end go so far beyond the least one; of rationals, numerators and denominators."""


WIDE = 10
"""Drawn batches have at most so many points more than the least."""


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


@dataclass(frozen=True)
class Integers:
    """Whole numbers from `least`, to `most` where there is an end.

    >>> 3 in Integers(2), 1 in Integers(2), Rational(5, 2) in Integers(2)
    (True, False, False)
    """

    least: int
    most: int | None = None

    def __str__(self) -> str:
        return f">= {self.least}" if self.most is None else f"= {self.least}, .., {self.most}"

    def __contains__(self, value: object) -> bool:
        try:
            number = Rational(value)
        except (TypeError, ValueError):
            return False
        return bool(number.q == 1 and number >= self.least and (self.most is None or number <= self.most))

    def small(self) -> Iterator[Integer]:
        return map(Integer, count(self.least) if self.most is None else range(self.least, self.most + 1))

    def draw(self, choose: Choose) -> Integer:
        return Integer(choose(self.least, self.least + FAR if self.most is None else self.most))

    def near(self, value: Any) -> Iterator[Integer]:
        found = (value // 2, value - 1, value + 1, 2 * value)
        return (Integer(other) for other in found if other in self and other != value)

    @property
    def count(self) -> int | None:
        return None if self.most is None else max(self.most - self.least + 1, 0)

    def size(self, value: Any) -> int:
        return int(value)


@dataclass(frozen=True)
class Rationals:
    """Rational numbers between two ends, which stand for the real ones there; None: no end.

    `above` and `below` are left out of it; `least` and `most` are in it.

    >>> from itertools import islice
    >>> [str(q) for q in islice(Rationals(above=0, most=1).small(), 6)]
    ['1', '1/2', '1/3', '2/3', '1/4', '3/4']
    """

    above: Any = None
    below: Any = None
    least: Any = None
    most: Any = None

    def __str__(self) -> str:
        low = f"{self.least} <= " if self.least is not None else f"{self.above} < " if self.above is not None else ""
        high = f" <= {self.most}" if self.most is not None else f" < {self.below}" if self.below is not None else ""
        return f"{low}.{high}" if low or high else "any number"

    def __contains__(self, value: object) -> bool:
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
        """Between two ends by denominator; else by |numerator| + denominator."""
        for height in count(1):
            for p, q in self._of_height(height):
                if gcd(p, q) == 1 and Rational(p, q) in self:
                    yield Rational(p, q)

    def _of_height(self, height: int) -> Iterator[tuple[int, int]]:
        low, high = self.ends
        if low is not None and high is not None:
            yield from ((p, height) for p in range(int(low * height) - 1, int(high * height) + 2))
            return
        for q in range(1, height + 1):
            yield (height - q, q)
            if height > q:
                yield (q - height, q)

    @property
    def ends(self) -> tuple[Any, Any]:
        """The two ends, be they in it or not; None where there is none."""
        return (self.above if self.least is None else self.least, self.below if self.most is None else self.most)

    def draw(self, choose: Choose) -> Rational:
        low, high = self.ends
        q = choose(1, FAR)
        for _ in range(64):
            if low is not None and high is not None:
                number = Rational(choose(int(low * q) - 1, int(high * q) + 1), q)
            else:
                number = Rational(low if high is None else high) if (low, high) != (None, None) else Rational(0)
                number += Rational(choose(-FAR, FAR), q)
            if number in self:
                return number
        return next(self.small())

    def near(self, value: Any) -> Iterator[Rational]:
        number = Rational(value)
        step = Rational(1, number.q)
        found = [Rational(round(number * q), q) for q in range(1, int(number.q)) if q <= 12]
        found += [number + step, number - step, number + step / 2, number - step / 2]
        return (other for other in found if other in self and other != number)

    @property
    def count(self) -> int | None:
        return None

    def size(self, value: Any) -> int:
        return 0


@dataclass(frozen=True)
class Values:
    """A few values, one by one.

    >>> 3 in Values(2, 3), Values(2, 3).count
    (True, 2)
    """

    values: tuple[Any, ...]

    def __init__(self, *values: Any) -> None:
        object.__setattr__(self, "values", values)

    def __str__(self) -> str:
        return f"in {{{', '.join(map(str, self.values))}}}"

    def __contains__(self, value: object) -> bool:
        return value in self.values

    def small(self) -> Iterator[Any]:
        return iter(self.values)

    def draw(self, choose: Choose) -> Any:
        return self.values[choose(0, len(self.values) - 1)]

    def near(self, value: Any) -> Iterator[Any]:
        return (other for other in self.values if other != value)

    @property
    def count(self) -> int | None:
        return len(self.values)

    def size(self, value: Any) -> int:
        return int(value) if isinstance(value, int | Integer) else 0


@dataclass(frozen=True)
class Batches:
    """Rows of n rational numbers, which stand for the real ones, as tuples of Fractions.

    Parameters
    ----------
    n : the sizes.
    up_to : symmetries of the statement, of "order" (the points in any order), "shift" and "scale" (positive affine
        maps), "reflection"; one instance of each class is listed. Drawn ones are not brought to that form.
    distinct : whether all points differ. constant : whether all may be equal.

    >>> from itertools import islice
    >>> [tuple(map(int, x)) for x in islice(Batches(Integers(3, 3)).small(), 4)]
    [(0, 0, 1), (0, 1, 2), (0, 1, 3), (0, 1, 4)]
    """

    n: Integers = Integers(2)
    up_to: tuple[str, ...] = ("order", "shift", "scale", "reflection")
    distinct: bool = False
    constant: bool = False

    def __str__(self) -> str:
        kind = "distinct " if self.distinct else "" if self.constant else "not all equal, "
        return f"in Q^n, {kind}n {self.n}"

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, tuple) or len(value) not in self.n:
            return False
        if not all(isinstance(x, int | Fraction | Rational) for x in value):
            return False
        different = len(set(value))
        return (different == len(value) or not self.distinct) and (different > 1 or self.constant)

    def small(self) -> Iterator[tuple[Fraction, ...]]:
        """Whole numbers, by n + greatest entry; one of each class under `up_to`."""
        seen: set[tuple[Fraction, ...]] = set()
        for height in count(1):
            for n in islice(self.n.small(), height):
                top = height - (int(n) - self.n.least)
                if top < 1:
                    continue
                for entries in combinations_with_replacement(range(top + 1), int(n)):
                    row = tuple(map(Fraction, entries))
                    if row in self and (form := self.form(row)) not in seen:
                        seen.add(form)
                        yield form
            if self.n.most is not None and height > 60:
                return

    def form(self, row: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
        """The representative of a batch under the symmetries.

        >>> tuple(map(str, Batches().form(tuple(map(Fraction, (4, 1, 3))))))
        ('0', '1', '3')
        """
        found = [row, tuple(-x for x in row)] if "reflection" in self.up_to else [row]
        return min(map(self._form, found))

    def _form(self, row: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
        if "shift" in self.up_to:
            low = min(row)
            row = tuple(x - low for x in row)
        if "scale" in self.up_to and any(row):
            unit = Fraction(gcd(*(x.numerator for x in row)), lcm(*(x.denominator for x in row)))
            row = tuple(x / unit for x in row)
        return tuple(sorted(row)) if "order" in self.up_to else row

    def draw(self, choose: Choose) -> tuple[Fraction, ...]:
        n = choose(self.n.least, self.n.least + WIDE if self.n.most is None else min(self.n.most, self.n.least + WIDE))
        for _ in range(64):
            row = tuple(Fraction(choose(-FAR, FAR), choose(1, 4)) for _ in range(n))
            if row in self:
                return row
        return tuple(map(Fraction, range(n)))

    def near(self, value: tuple[Fraction, ...]) -> Iterator[tuple[Fraction, ...]]:
        """One point less or doubled, one point moved, all of them rounded."""
        spread = (max(value) - min(value)) or Fraction(1)
        found = [self.form(value), tuple(map(Fraction, map(round, value)))]
        for i, x in enumerate(value):
            rest = value[:i], value[i + 1 :]
            found += [(*rest[0], *rest[1]), (*rest[0], x, *rest[1], x)]
            found += [(*rest[0], x + sign * spread / part, *rest[1]) for sign in (1, -1) for part in (2, 16, 1024)]
        return (other for other in found if other in self and other != value)

    @property
    def count(self) -> int | None:
        return None

    def size(self, value: Any) -> int:
        return len(value)
