"""Which relation is judged, at which points; and symbols that cancel."""

from __future__ import annotations

from sympy import Integer, Rational, Symbol, oo

from bninit.api import Integers, Rationals, Twin, Values, k, n, t
from tests.adversarial.making import false, table, true

a = Symbol("a", real=True)
FIVE = {"n": Integers(1, 5)}
STRIP = {"a": Rationals(), "t": Rationals(least=0, most=1)}

table(
    ("n (n - 1)/2 is at most 60, and not 9: `judge` has to know the relation of the claim.",
     lambda at: at.n * (at.n - 1) / 2,
     true("<=", Integer(60), FIVE, by="judge"), false("<=", Integer(9), FIVE, by="judge")),
    ("1/n is above 0, lies in [0, 1], and at 1 not in [0, 99/100].",
     lambda at: 1 / at.n,
     true(">", Integer(0), FIVE, by="judge"),
     true("in", (Integer(0), Integer(1)), FIVE, by="judge"),
     false("in", (Integer(0), Rational(99, 100)), FIVE, by="judge")),
    ("a + t is at most a + 1 for t in [0, 1], and not below at 1: a cancels.",
     lambda at: at.a + at.t,
     true("<=", a + 1, STRIP), true("<=", a + 1, STRIP, symbols=True), false("<", a + 1, STRIP, symbols=True)),
    ("a + t (1 - t) is a: at 0 and at 1.",
     lambda at: at.a + at.t * (1 - at.t), false("=", a, STRIP, symbols=True)),
    ("a + t - t is a; its twins have t.",
     lambda at: at.a + at.t - at.t, true("=", a, STRIP, symbols=True, twins=(Twin(a + t), Twin(a - t)))),
    ("n (n + 1)/2 is at least n, and not n, as it is at 1, nor at most n; and finite.",
     lambda at: at.n * (at.n + 1) / 2,
     false("=", n, {"n": Integers(1)}),
     false("<=", n, {"n": Integers(1)}),
     true(">=", n, {"n": Integers(1)}),
     true("<", oo, {"n": Integers(1)}, open=True)),
    ("k^2 is above 5 just where k >= 3, and not just where k is even.",
     lambda at: bool(at.k**2 > 5),
     true("iff", k >= 3, {"k": Values(1, 2, 3, 4)}), false("iff", k % 2 < 1, {"k": Values(1, 2, 3, 4)})),
    ("t^2 (2 - t) lies between t^2 and t on [0, 1], and not beyond.",
     lambda at: at.t**2 * (2 - at.t) if at.t < 1 else at.t,
     true("in", (t**2, t), {"t": Rationals(least=0, most=1)}),
     false("in", (t**2, t), {"t": Rationals(least=0, most=2)})),
)  # fmt: skip
