"""Domains of one point or of none, values that are none, and hypotheses that nothing meets."""

from __future__ import annotations

from flint import arb
from sympy import Integer, Rational, Symbol, log, nan, oo, zoo

from bninit.api import Batches, Integers, Rationals, Values, n, t
from tests.adversarial.making import false, table, true

a = Symbol("a", real=True)
FEW = {"n": Integers(1, 4)}
THIRD = Rational(1, 3)
NEXT_TO_NOTHING = {"t": Rationals(least=THIRD, most=THIRD + Rational(1, 10**12))}
FORTY_FIVE = {"a": Values(Integer(0), Rational(1, 10**45))}

table(
    ("t is 0 on [0, 0] and 1/3 on [1/3, 1/3], and at least, but not at most, on [1/3, 1/3 + 10^-12].",
     lambda at: at.t,
     true("=", Integer(0), {"t": Rationals(least=0, most=0)}),
     false("=", Integer(1), {"t": Rationals(least=0, most=0)}),
     true("=", THIRD, {"t": Rationals(least=THIRD, most=THIRD)}),
     true(">=", THIRD, NEXT_TO_NOTHING),
     false("<=", THIRD, NEXT_TO_NOTHING)),
    ("n + n is 2 n for one and for large n; not 2 n + 1, though of no n from 5 to 4, nor of n >= 1 below 1.",
     lambda at: at.n + at.n,
     true("=", 2 * n, {"n": Values(3)}),
     true("=", 2 * n, {"n": Integers(10**30, 10**30 + 2)}),
     true("<=", Integer(10), {"n": Integers(5, 5)}),
     false("=", 2 * n + 1, {"n": Integers(5, 4)}),
     false("=", 2 * n + 1, {"n": Integers(1)}, where=lambda at: at["n"] < 1, words="n < 1")),
    ("nan is at most 5.",
     lambda at: nan, false("<=", Integer(5), FEW)),
    ("nan is n.",
     lambda at: arb.nan(), false("=", n, FEW)),
    ("0 +- infinity is at most 5.",
     lambda at: arb(0, arb.pos_inf()), false("<=", Integer(5), FEW, kind="certified")),
    ("5 +- 1 is 5.",
     lambda at: arb(5, 1), false("=", Integer(5), FEW, kind="certified")),
    ("1/0 is at least 5.",
     lambda at: zoo, false(">=", Integer(5), FEW)),
    ("n/n is 1 for n from 1 on, and not from 0 on.",
     lambda at: at.n / at.n, false("=", Integer(1), {"n": Integers(0, 4)}), true("=", Integer(1), FEW)),
    ("log t is at most 0 on [0, 1], where it has no value at 0, and 1 at the other end is more.",
     lambda at: log(at.t) if at.t < 1 else Integer(1), false("<=", Integer(0), {"t": Rationals(least=0, most=1)})),
    ("log t is at most 0 on (0, 1], and at 1 not below.",
     lambda at: log(at.t),
     true("<=", Integer(0), {"t": Rationals(above=0, most=1)}),
     false("<", Integer(0), {"t": Rationals(above=0, most=1)})),
    ("a - a is 0 for a = 0 and for infinity.",
     lambda at: at.a - at.a, false("=", Integer(0), {"a": Values(Integer(0), oo)})),
    ("a (a - 10^-45) is 0 for a in {0, 10^-45}.",
     lambda at: at.a * (at.a - Rational(1, 10**45)), true("=", Integer(0), FORTY_FIVE)),
    ("a is 0 for a in {0, 10^-45}.",
     lambda at: arb(int(at.a.p)) / int(at.a.q), false("=", Integer(0), FORTY_FIVE, kind="certified")),
    ("1/3 is at most t on [1/3, 1/3 + 10^-12].",
     lambda at: Rational(1, 3), true("<=", t, NEXT_TO_NOTHING)),
)  # fmt: skip


@true("=", Integer(0), {"x": Batches(Integers(1, 1), constant=True)})
@false("<=", Integer(1), {"x": Batches(Integers(1, 3), constant=True)})
def a_batch_of_one(at):
    "The variance of one point is 0, and of a batch not at most 1."
    mean = Rational(sum(at.x).numerator, sum(at.x).denominator) / len(at.x)
    return sum((Rational(x.numerator, x.denominator) - mean) ** 2 for x in at.x) / len(at.x)
