"""Relations beyond equality and order: within an interval, and on the way to a limit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy
from flint import acb, arb

from theory.comparison.balls import as_ball
from theory.comparison.kinds import plain
from theory.comparison.outcome import Comparison, undecided, written
from theory.words import Near, Relation

Compare = Callable[[Any, Any, Relation], Comparison]


def between(computed: Any, claimed: Any, compare: Compare) -> Comparison:
    """Whether a number lies in the closed interval from the first number to the second.

    Raises
    ------
    TypeError
        for anything else than two ends.
    """
    ends = plain(claimed)
    if not (isinstance(ends, tuple) and len(ends) == 2):
        raise TypeError(f"relation 'in' wants two numbers, the ends of an interval; got {written(claimed)}")
    found = [compare(computed, ends[0], ">="), compare(computed, ends[1], "<=")]
    worst = next((one for one in found if one.no), None) or next((one for one in found if not one.yes), None)
    slacks = [one.slack for one in found if one.slack is not None]
    return worst or Comparison("holds", slack=slacks[0].min(slacks[1]) if len(slacks) == 2 else None)


def towards(computed: Any, limit: Any, compare: Compare) -> Comparison:
    """Whether a member of a sequence is as near to its limit as its bound says; a value by itself has to be the limit.

    A bound that is negative bounds nothing, and decides nothing.

    >>> from theory.comparison import compare
    >>> compare(Near(3, 1), 2, "->").verdict, compare(Near(3, 1), 1, "->").verdict, compare(3, 3, "->").verdict
    ('holds', 'violated', 'equal')
    """
    if not isinstance(computed, Near):
        return compare(computed, limit, "=")
    if isinstance(computed.value, tuple | list):
        bounds = computed.bound if isinstance(computed.bound, tuple | list) else [computed.bound] * len(computed.value)
        parts = [Near(*pair) for pair in zip(computed.value, bounds, strict=True)]
        found = [towards(part, one, compare) for part, one in zip(parts, limit, strict=True)]
        return next((one for one in found if one.no), None) or next((o for o in found if not o.yes), None) or found[-1]
    value, bound, goal = plain(computed.value), plain(computed.bound), plain(limit)
    if not compare(bound, 0, ">=").yes:
        return undecided(bound, 0, "the bound, which has to be a number, and not negative")
    if isinstance(value, arb | acb) or isinstance(goal, arb | acb):
        return compare(abs(as_ball(value) - as_ball(goal)), bound, "<=")
    return compare(sympy.Abs(sympy.sympify(value) - sympy.sympify(goal)), bound, "<=")


def relative(member: Near, limit: Any) -> arb | None:
    """The greatest bound of an entry relative to the limit; of an entry whose limit is 0, the bound itself.

    >>> from sympy import Integer
    >>> relative(Near((3, 5), (1, 2)), (Integer(2), Integer(0))).str(3)
    '2.00'
    """
    found = None
    bounds, goals = (
        plain(side) if isinstance(plain(side), tuple) else (plain(side),) for side in (member.bound, limit)
    )
    for bound, goal in zip(bounds, goals, strict=True):
        size, by = abs(as_ball(goal)), as_ball(bound).real
        share = by / size if size > 0 else by
        found = share if found is None else found.max(share)
    return found
