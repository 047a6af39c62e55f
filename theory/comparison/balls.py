"""Balls: equal as far as they overlap and are narrow, different if they are disjoint."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy
from flint import acb, arb, ctx, fmpq

from theory.comparison.outcome import HOLDS, Comparison, different, equal, undecided, written
from theory.exact.enclosure import complex_ball
from theory.words import Relation

NARROW = arb("1e-12")
"""A certified equality needs balls narrower than this, relative to 1 + |value|: far below any twin's gap."""


def compare_balls(a: Any, b: Any, relation: Relation, prove: bool = True) -> Comparison:
    """Two balls, or a ball and an exact number."""
    x, y = as_ball(a), as_ball(b)
    if not (x.is_finite() and y.is_finite()):
        return undecided(a, b, "balls, of which one is not finite", prove)
    if relation != "=":
        return _order(x, y, relation, prove)
    if not x.overlaps(y):
        if not prove:
            return different("")
        apart = abs(x - y).lower().str(2, radius=False)
        return different(f"{written(x)} and {written(y)} are disjoint balls, at least {apart} apart")
    radius = _radius(x).max(_radius(y))
    scale = 1 + abs(y).mid()
    if not radius < NARROW * scale:
        return undecided(a, b, f"balls, which overlap, but are {radius.str(2, radius=False)} wide", prove)
    return equal(f"to within {radius.str(2, radius=False)}", radius)


def as_ball(side: Any) -> acb:
    """A number as a ball.

    Raises
    ------
    TypeError
        for what is no number, or has symbols.
    """
    if isinstance(side, arb | acb):
        return acb(side)
    if isinstance(side, int | Fraction) and not isinstance(side, bool):
        return acb(fmpq(side.numerator, side.denominator))
    if isinstance(side, sympy.Expr):
        if side.free_symbols:
            raise TypeError(f"a ball is compared with {written(side)}, which has symbols: enclose it at a point first")
        return complex_ball(side, {}, ctx.dps + 5)
    raise TypeError(f"a ball is compared with {written(side)}, which is no number")


def _radius(x: acb) -> arb:
    return x.real.rad().max(x.imag.rad())


def _order(x: acb, y: acb, relation: Relation, prove: bool) -> Comparison:
    if not (x.imag == 0 and y.imag == 0):
        return undecided(x, y, "an order, which complex numbers do not have", prove)
    gap = x.real - y.real
    sign = 1 if gap > 0 else -1 if gap < 0 else 0 if gap == 0 else None
    if sign is not None:
        if sign in HOLDS[relation]:
            return Comparison("holds", slack=abs(gap).lower())
        return Comparison("violated", f"{written(x)} and {written(y)}" if prove else "")
    if (relation == "<=" and gap <= 0) or (relation == ">=" and gap >= 0):
        return Comparison("holds", slack=arb(0))
    if (relation == "<" and gap >= 0) or (relation == ">" and gap <= 0):
        return Comparison("violated", f"{written(x)} and {written(y)}" if prove else "")
    return undecided(x, y, "balls, which overlap", prove)
