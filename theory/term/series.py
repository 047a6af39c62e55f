"""Numbers c_0 + c_1 t + .. + c_k t^k, of which all later powers are forgotten: derivatives by t at t = 0.

A function that computes with +, -, *, / and roots is differentiated by running it on these, be the coefficients SymPy's
numbers or terms.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any


class Series:
    """Coefficients from that of 1 on, as many as are kept.

    >>> x = Series(5, 1, 0)
    >>> (x * x).coefficients, ((x * x) / x).coefficients
    ((25, 10, 1), (5.0, 1.0, 0.0))
    """

    __slots__ = ("coefficients",)

    def __init__(self, *coefficients: Any) -> None:
        self.coefficients = coefficients

    def __getitem__(self, power: int) -> Any:
        return self.coefficients[power]

    def __eq__(self, other: object) -> Any:
        """Whether the numbers at t = 0 are equal."""
        return self[0] == (other[0] if isinstance(other, Series) else other)

    __hash__ = None  # type: ignore[assignment]

    def __neg__(self) -> Series:
        return Series(*(-c for c in self.coefficients))

    def __add__(self, other: Any) -> Series:
        if isinstance(other, Series):
            return Series(*(a + b for a, b in zip(self.coefficients, other.coefficients, strict=True)))
        return Series(self[0] + other, *self.coefficients[1:])

    __radd__ = __add__

    def __sub__(self, other: Any) -> Series:
        return self.__add__(-other)

    def __rsub__(self, other: Any) -> Series:
        return self.__neg__().__add__(other)

    def __mul__(self, other: Any) -> Series:
        if not isinstance(other, Series):
            return Series(*(c * other for c in self.coefficients))
        return Series(*(_convolved(self, other, power) for power in range(len(self.coefficients))))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Series:
        if not isinstance(other, Series):
            return Series(*(c / other for c in self.coefficients))
        found: list[Any] = []
        for power, c in enumerate(self.coefficients):
            known = [found[i] * other[power - i] for i in range(power)]
            found.append((c - sum(known[1:], known[0]) if known else c) / other[0])
        return Series(*found)

    def __pow__(self, exponent: int) -> Series:
        """A whole power from 1 on."""
        return reduce(Series.__mul__, [self] * exponent)

    def root(self, of_a_number: Callable[[Any], Any]) -> Series:
        """The square root, where that of c_0 is known and not 0."""
        found = [of_a_number(self[0])]
        for power in range(1, len(self.coefficients)):
            square = sum(found[i] * found[power - i] for i in range(1, power))
            found.append((self[power] - square) / (2 * found[0]))
        return Series(*found)


def _convolved(a: Series, b: Series, power: int) -> Any:
    parts = [a[i] * b[power - i] for i in range(power + 1)]
    return sum(parts[1:], parts[0])
