"""Bounds with equality somewhere, in balls and exactly; and bounds that fail there by next to nothing."""

from __future__ import annotations

from flint import arb
from sympy import Integer, Rational, Symbol, exp, log, pi, sin, sqrt

from bninit.api import Batches, Integers, Rationals, batchnorm, enclose, n, t
from tests.adversarial.making import false, table, true

s = Symbol("s", positive=True)
TINY = Rational(1, 10**30)
TWENTY = {"n": Integers(1, 20)}
ROWS = {"x": Batches(Integers(2, 4))}
LENGTH = {"n": lambda at: len(at["x"])}
POSITIVE = {"s": Rationals(above=0)}
CHORD = {"t": Rationals(least=0, most=Rational(3, 2))}
LINE = {"t": Rationals(least=-1, most=1)}

table(
    ("1 + log n/3 is at most sqrt n for n to 20, with equality at 1.",
     lambda at: 1 + enclose(log(at.n) / 3, {}, 60),
     true("<=", sqrt(n), TWENTY, kind="certified"), false("<=", sqrt(n) - TINY, TWENTY, kind="certified")),
    ("The greatest squared entry after BN is at most n - 1, with equality where all but one are equal.",
     lambda at: max(z**2 for z in batchnorm(at.x)),
     true("<=", n - 1, ROWS, letters=LENGTH),
     false("<", n - 1, ROWS, letters=LENGTH),
     false("<=", n - 1 - TINY, ROWS, letters=LENGTH)),
    ("2 at n = 2, else 1, is at most n/(n - 1), and not below.",
     lambda at: Integer(2) if at.n == 2 else Integer(1),
     true("<=", n / (n - 1), {"n": Integers(2)}), false("<", n / (n - 1), {"n": Integers(2)})),
    ("1 + log s is at most s for s > 0, with equality at 1.",
     lambda at: enclose(1 + log(s), {"s": at.s}),
     true("<=", s, POSITIVE, kind="certified"), false("<", s, POSITIVE, kind="certified")),
    ("sin t is at least 2 t/pi on [0, 3/2], with equality at 0.",
     lambda at: enclose(sin(t), {"t": at.t}, 60),
     true(">=", 2 * t / pi, CHORD, kind="certified"), false(">=", 2 * t / pi + TINY, CHORD, kind="certified")),
    ("log e^t = t, and not t + 10^-30.",
     lambda at: enclose(log(exp(t)), {"t": at.t}, 60),
     true("=", t, {"t": Rationals(least=0, most=3)}, kind="certified"),
     false("=", t + TINY, {"t": Rationals(least=0, most=3)}, kind="certified")),
    ("(3 t - 1)^2 is at least 0, with equality at 1/3.",
     lambda at: (3 * at.t - 1) ** 2,
     true(">=", Integer(0), LINE, symbols=True), false(">", Integer(0), LINE, symbols=True)),
    ("(2 t^2 - 1)^2 is above 0 for the real t in [-1, 1]: 0 at sqrt(1/2).",
     lambda at: (2 * at.t**2 - 1) ** 2, false(">", Integer(0), LINE, symbols=True, cases=True)),
    ("1/n is at most 1 and at least 1/3 for n to 3, in balls that are not exact; and not above.",
     lambda at: arb(1) / int(at.n),
     true("<=", Integer(1), {"n": Integers(1, 3)}, kind="certified"),
     true(">=", Rational(1, 3), {"n": Integers(1, 3)}, kind="certified", open=True),
     false(">", Rational(1, 3), {"n": Integers(1, 3)}, kind="certified")),
)  # fmt: skip
