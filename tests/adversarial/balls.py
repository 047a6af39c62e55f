"""Balls that are cut to points, compared by Python, or asked for a truth value that they do not have."""

from __future__ import annotations

from flint import arb, fmpq
from sympy import Integer, Rational, exp, log, sqrt

import bninit.api as api
from bninit.api import Integers, Rationals, enclose, n, t
from tests.adversarial.making import false, table, true

TINY = Rational(1, 10**40)
VERY_TINY = Rational(1, 10**400)
FEW = {"n": Integers(1, 4)}
TWELVE = {"n": Integers(1, 12)}
LINE = {"t": Rationals(least=-2, most=2)}

table(
    ("1 + 10^-40 is 1, by the ten digits that a ball prints.",
     lambda at: arb(enclose(1 + TINY, {}).str(10, radius=False)), false("=", Integer(1), FEW, kind="certified")),
    ("The floor of 2 - 10^-400 is 2, by the middle of a ball.",
     lambda at: enclose(2 - VERY_TINY, {}).mid().floor(), false("=", Integer(2), FEW, kind="certified")),
    ("3/2 is the root of 2, by a ball about it that is wide enough.",
     lambda at: arb(1.5, 0.1), false("=", sqrt(2), FEW, kind="certified")),
    ("sqrt(n)^2 > 3 just where n > 3: bool(..) of a comparison that is undecided at 3 reads as no. So n^2/n >= 3 does.",
     lambda at: bool(enclose(sqrt(at.n), {}) ** 2 >= 3), false("iff", n > 3, {"n": Integers(1, 8)}, kind="certified")),
    ("n^2 > 9 just where n > 3, and not where n >= 3.",
     lambda at: bool(at.n**2 > 9),
     true("iff", n > 3, {"n": Integers(1, 8)}), false("iff", n >= 3, {"n": Integers(1, 8)})),
    ("sqrt n is above 19/10 just where n >= 4.",
     lambda at: bool(arb(int(at.n)).sqrt() > arb(19) / 10),
     true("iff", n >= 4, {"n": Integers(1, 8)}, kind="certified")),
    ("max(2, (sqrt n)^2) is at most 2 for n to 30, by Python's max.",
     lambda at: max(arb(2), arb(fmpq(2)) + (arb(int(at.n)).sqrt() ** 2 - int(at.n)) + fmpq(1, 10**60)),
     false("<=", Integer(2), {"n": Integers(1, 30)}, kind="certified")),
    ("1/2^n + 1 + 1/2 + .. + 1/2^n is at most 2: it is 2.",
     lambda at: sum((arb(1) / 2**i for i in range(int(at.n) + 1)), arb(0)) + arb(1) / 2 ** int(at.n),
     true("<=", Integer(2), TWELVE, kind="certified"), false("<", Integer(2), TWELVE, kind="certified")),
    ("max(3, (1 + 1/n)^n) is at most 3, and not below, by `greater`.",
     lambda at: api.greater(3, (1 + arb(1) / int(at.n)) ** int(at.n)),
     true("<=", Integer(3), TWELVE, kind="certified"), false("<", Integer(3), TWELVE, kind="certified")),
    ("1{sqrt n - 3/2 > 0} is 1 for n >= 4, by `one_if`.",
     lambda at: api.one_if(arb(int(at.n)).sqrt() - fmpq(3, 2)),
     true("=", Integer(1), {"n": Integers(4, 12)}, kind="certified")),
    ("10^-40 - log(1/2) is log 2, but for the term that was added.",
     lambda at: -enclose(log(Rational(1, 2)) - TINY, {}, 80),
     true("=", log(2) + TINY, FEW, kind="certified"), false("=", log(2), FEW, kind="certified")),
    ("1 + t is at most e^t, with equality at 0, so that with 10^-30 more it is not.",
     lambda at: enclose(1 + t, {"t": at.t}, 60),
     true("<=", exp(t), LINE, kind="certified"), false("<=", exp(t) - Rational(1, 10**30), LINE, kind="certified")),
    ("(1 + 1/n)^n lies in [2, 3], at 2 for n = 1.",
     lambda at: (1 + arb(fmpq(1, int(at.n)))) ** int(at.n),
     true("in", (Integer(2), Integer(3)), TWELVE, kind="certified")),
    ("log 2 + 10^-40 - log 2 is below 10^-39, and not below 10^-41.",
     lambda at: enclose(log(2) + TINY, {}, 80) - enclose(log(2), {}, 80),
     true("<", Rational(1, 10**39), FEW, kind="certified"), false("<", Rational(1, 10**41), FEW, kind="certified")),
)  # fmt: skip
