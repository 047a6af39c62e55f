"""Signs of a rational function of one symbol on an interval or at integers, by exact isolation of real roots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Expr, Integer, Poly, Rational, Symbol, fraction, together
from sympy.polys.polyerrors import BasePolynomialError

FAR = 10_000
"""Integers that are looked at one by one, up to the last root."""


@dataclass(frozen=True)
class Interval:
    """Real numbers between two rational ends (None: no end), or the integers among them."""

    low: Any = None
    high: Any = None
    low_in: bool = True
    high_in: bool = True
    integers: bool = False


def attained(e: Expr, symbol: Symbol, where: Interval) -> frozenset[int] | None:
    """The signs of e on an interval; None where it is no rational function, has a pole there, or roots too far out.

    >>> from sympy import Symbol
    >>> x = Symbol("x", real=True)
    >>> sorted(attained(x**2 - 2 * x + 1, x, Interval(0)))
    [0, 1]
    >>> sorted(attained((x**2 - 2) / (x + 1), x, Interval(2))), attained(1 / x, x, Interval(0))
    ([1], None)
    >>> sorted(attained(4 * x**2 - 8 * x + 3, x, Interval(0, integers=True)))
    [-1, 1]
    """
    if where.low is not None and where.high is not None and not where.low < where.high:
        return None
    try:
        top, bottom = (Poly(part, symbol, domain="QQ") for part in fraction(together(e)))
    except BasePolynomialError:
        return None
    if top.is_zero:
        return frozenset({0})
    return _at_integers(top, bottom, where) if where.integers else _on_reals(top, bottom, where)


def _on_reals(top: Poly, bottom: Poly, where: Interval) -> frozenset[int] | None:
    ends = [end for end, there in ((where.low, where.low_in), (where.high, where.high_in)) if there and end is not None]
    if any(bottom.eval(end) == 0 for end in ends) or _inside(bottom, where):
        return None
    roots = _inside(top, where)
    found = {0} if roots or any(top.eval(end) == 0 for end in ends) else set()
    here = _sign_somewhere(top, bottom, where)
    return frozenset(found | ({1, -1} if any(multiplicity % 2 for _, multiplicity in roots) else {here}))


def _inside(poly: Poly, where: Interval) -> list[tuple[tuple[Any, Any], int]]:
    """Isolating intervals of the roots strictly between the ends, with multiplicities."""
    for end in (where.low, where.high):
        while end is not None and poly.degree() > 0 and poly.eval(end) == 0:
            poly = poly.quo(Poly(poly.gen - end, poly.gen, domain="QQ"))
    return list(poly.intervals(inf=where.low, sup=where.high)) if poly.degree() > 0 else []


def _sign_somewhere(top: Poly, bottom: Poly, where: Interval) -> int:
    """The sign at a point between the ends that is no root: there are more points than roots."""
    for i in range(1, top.degree() + bottom.degree() + 2):
        if where.low is not None and where.high is not None:
            x = where.low + (where.high - where.low) * Rational(1, i + 1)
        else:
            x = where.low + i if where.low is not None else (where.high or 0) - i
        value = top.eval(x) * bottom.eval(x)
        if value != 0:
            return 1 if value > 0 else -1
    raise AssertionError("a polynomial has more roots than its degree")


def _at_integers(top: Poly, bottom: Poly, where: Interval) -> frozenset[int] | None:
    """One by one up to the last root, and beyond it by one more."""
    if where.low is None:
        return None
    first = int(where.low) + (not where.low_in)
    spans = [*top.intervals(inf=first), *bottom.intervals(inf=first)] if top.degree() + bottom.degree() > 0 else []
    last = max((int(span[1]) + 1 for span, _ in spans), default=first)
    last = last if where.high is None else min(max(last, first), int(where.high))
    if last - first > FAR:
        return None
    found = set()
    for i in range(first, max(last, first) + 1):
        a, b = top.eval(Integer(i)), bottom.eval(Integer(i))
        if b == 0:
            return None
        found.add(0 if a == 0 else 1 if a * b > 0 else -1)
    return frozenset(found)
