"""Bounds on intervals, box by box: attained at an end or inside, missed in a narrow place, chosen by Python's `max`."""

from __future__ import annotations

from flint import arb, fmpq
from sympy import Integer, Rational, cos, log, pi, sqrt

import bninit.api as api
from bninit.api import Rationals, enclose, t
from tests.adversarial.making import false, table, true

CENTRE = fmpq(707, 1000)
UNIT = {"t": Rationals(least=0, most=1)}
FEW = {"kind": "certified", "boxes": 60}
MANY = {"kind": "certified", "boxes": 500}


def narrow_peak(at):
    """1 - 10^6 (t - 707/1000)^2: above 3/4 on an interval of length 1/1000."""
    return 1 - 10**6 * (enclose(t, {"t": at.t}) - CENTRE) ** 2


table(
    ("t is at most the end of an interval (balls that round up leave it), strictly if that is left out.",
     lambda at: enclose(t, {"t": at.t}),
     true("<=", Integer(1), UNIT, **FEW),
     false("<", Integer(1), UNIT, **FEW),
     true("<", Integer(1), {"t": Rationals(least=0, below=1)}, **FEW),
     true("<=", Rational(1, 3), {"t": Rationals(least=0, most=Rational(1, 3))}, open=True, **FEW),
     false("<=", Integer(1), {"t": Rationals(least=0, most=1 + Rational(1, 10**20))}, **FEW)),
    ("cos(pi - t) is at most 1 on [0, pi].",
     lambda at: enclose(cos(pi - t), {"t": at.t}), true("<=", Integer(1), {"t": Rationals(least=0, most=pi)}, **FEW)),
    ("t^2 lies in [0, 1] for t in [0, 1].",
     lambda at: enclose(t**2, {"t": at.t}), true("in", (Integer(0), Integer(1)), UNIT, **FEW)),
    ("t (1 - t) is at most 1/4 on [0, 1], attained at 1/2.",
     lambda at: enclose(t * (1 - t), {"t": at.t}),
     true("<=", Rational(1, 4), UNIT, **MANY),
     true("<", Rational(26, 100), UNIT, **MANY),
     false("<", Rational(1, 4), UNIT, **MANY)),
    ("t (2 c - t) is at most c^2 - 10^-12 on [0, 1]: only close to c = 707/1000 it is more.",
     lambda at: enclose(t * (Rational(1414, 1000) - t), {"t": at.t}),
     false("<=", Rational(707, 1000) ** 2 - Rational(1, 10**12), UNIT, cases=True, **MANY)),
    ("max(1/2, a narrow peak) is at most 3/4: Python's max takes its first argument where it cannot tell.",
     lambda at: max(arb(1) / 2, narrow_peak(at)), false("<=", Rational(3, 4), UNIT, **MANY)),
    ("The greater of 1/2 and a narrow peak is at most 3/4, by `sorted`.",
     lambda at: sorted([arb(1) / 2, narrow_peak(at)])[1], false("<=", Rational(3, 4), UNIT, **MANY)),
    ("1/2, and 1/2 more where a narrow peak is above 0, by int(..) of a comparison.",
     lambda at: arb(1) / 2 + int(narrow_peak(at) > 0) * arb(1) / 2, false("<=", Rational(3, 4), UNIT, **MANY)),
    ("max(1/2, a narrow peak) is at most 1, and not 3/4, by `greater`.",
     lambda at: api.greater(arb(1) / 2, narrow_peak(at)),
     true("<=", Integer(1), UNIT, open=True, **FEW), false("<=", Rational(3, 4), UNIT, **MANY)),
    ("A narrow peak is at most 3/4, its argument cut to the middle of each box.",
     lambda at: 1 - 10**6 * (arb(enclose(t, {"t": at.t}).mid()) - CENTRE) ** 2,
     false("<=", Rational(3, 4), UNIT, **MANY)),
    ("sqrt(t) is below t + 26/100 on [0, 1], the gap is 1/4 at most; and not below t + 1/100.",
     lambda at: enclose(sqrt(t), {"t": at.t}),
     false("<", t + Rational(1, 100), UNIT, **MANY), true("<", t + Rational(26, 100), UNIT, open=True, **FEW)),
    ("log t is at most t - 1 on [1/2, 2], with equality at 1: with 10^-30 less it is false at 1 alone.",
     lambda at: enclose(log(t), {"t": at.t}),
     true("<=", t - 1, {"t": Rationals(least=Rational(1, 2), most=2)}, **MANY),
     false("<=", t - 1 - Rational(1, 10**30), {"t": Rationals(least=Rational(1, 2), most=2)}, **MANY)),
    ("t is at most 1/2 on [0, 1]: the left side is 0 where it gets a ball, and t where it gets a number.",
     lambda at: arb(0) if isinstance(at.t, arb) else arb(fmpq(int(at.t.p), int(at.t.q))) * (1 if at.t.q > 50 else 0),
     false("<=", Rational(1, 2), UNIT, cases=True, **MANY)),
    ("t (1 - t) is at most 1/4 on [0, 1], by the value alone.",
     lambda at: at.t * (1 - at.t), true("<=", Rational(1, 4), UNIT, **FEW), false("<", Rational(1, 4), UNIT, **FEW)),
    ("t u is at most 1 on the unit square, and not for u in [0, 2].",
     lambda at: at.t * at.u,
     true("<=", Integer(1), {"t": Rationals(least=0, most=1), "u": Rationals(least=0, most=1)}, **MANY),
     false("<=", Integer(1), {"t": Rationals(least=0, most=1), "u": Rationals(least=0, most=2)}, **MANY)),
)  # fmt: skip


@false("<=", Rational(3, 4), UNIT, **MANY)
def a_branch_of_if_on_balls(at):
    "A narrow peak where it is positive, else 0, is at most 3/4: an undecided `if` reads as no."
    height = narrow_peak(at)
    if height > 0:
        return height
    return arb(0)


@false("<=", Rational(3, 4), UNIT, **MANY)
def a_branch_of_and_on_balls(at):
    "A step of a narrow peak by `and`."
    peak = narrow_peak(at)
    return (peak > arb(1) / 2 and peak) or arb(1) / 2


@true("<=", Integer(1), UNIT, open=True, **FEW)
@true(">=", Rational(1, 2), UNIT, open=True, **FEW)
def greatest_by_greater(at):
    "max(t, 1 - t) is at most 1 on [0, 1], attained at both ends, and at least 1/2, attained at a kink."
    s = enclose(t, {"t": at.t})
    return api.greater(s, 1 - s)
