"""How near a value comes to its bound, relative to the two."""

from __future__ import annotations

from typing import Any

import sympy
from flint import arb

from theory.comparison.balls import as_ball
from theory.comparison.kinds import plain
from theory.words import Relation

ORDERS: tuple[Relation, ...] = ("<=", "<", ">=", ">", "in")
"""Relations whose predicted numbers are bounds."""


def relative_slack(computed: Any, claimed: Any, relation: Relation) -> tuple[arb | None, ...]:
    """For each bound |bound - value| / max(|bound|, |value|), rounded up; for each end of an interval its distance from
    the value in widths of the interval. 0 where the bound is attained.

    None where there is no such number: the bound is 0 and the value is not, a side is infinite or has symbols.

    >>> [float(part) for part in relative_slack(3, 4, "<=") + relative_slack(1, (0, 5), "in")]
    [0.25, 0.2, 0.8]
    >>> relative_slack(sympy.Symbol("n"), 1, ">="), relative_slack(2, 0, ">")
    ((None,), (None,))
    """
    value, bound = plain(computed), plain(claimed)
    if relation == "in":
        return _of_interval(value, *bound)
    pairs = zip(*(side if isinstance(side, tuple) else (side,) for side in (value, bound)), strict=False)
    return tuple(_of_bound(*map(_ball, pair)) for pair in pairs)


def _of_interval(value: Any, low: Any, high: Any) -> tuple[arb | None, ...]:
    x, a, b = map(_ball, (value, low, high))
    if x is None or a is None or b is None:
        return (None, None)
    return tuple(_over(abs(x - end), b - a) for end in (a, b))


def _of_bound(value: arb | None, bound: arb | None) -> arb | None:
    if value is None or bound is None or (bound == 0 and value != 0):
        return None
    return _over(abs(bound - value), abs(bound).max(abs(value)))


def _over(part: arb, whole: arb) -> arb | None:
    if part == 0:
        return arb(0)
    found = (part / whole).upper()
    return found if found.is_finite() else None


def _ball(side: Any) -> arb | None:
    if isinstance(side, bool | str) or (isinstance(side, sympy.Expr) and side.free_symbols):
        return None
    try:
        found = as_ball(side)
    except (TypeError, ZeroDivisionError, OverflowError):  # infinite, or no number
        return None
    return found.real if found.is_finite() and found.imag == 0 else None
