"""Products of domains, in which a factor never takes the value that matters."""

from __future__ import annotations

from sympy import Abs, Integer, Rational, symbols

from bninit.api import Batches, Integers, Rationals, Values, d, k, n, r
from tests.adversarial.making import false, table, true

a, b, c = symbols("a b c", real=True)
SHORT = Batches(Integers(2, 3))
EXPONENTS = {"x": SHORT, "p": Values(1, Rational(3, 2), 2), "k": Integers(1, 3)}
RATES = dict.fromkeys("abc", Rationals(above=0))
FOUR = {"n": Integers(1), "k": Integers(1), "d": Integers(1), "r": Integers(0)}
CUBE = dict.fromkeys("abc", Values(0, 1))
PAIR = dict.fromkeys("ab", Rationals(least=0))
ORDERED = {"where": lambda at: at["a"] <= at["b"], "words": "a <= b"}
SQUARE = {"n": Integers(0, 9), "k": Integers(0, 9)}

table(
    ("2 p is at most 4, and not 3, for batches x, p in {1, 3/2, 2}, k = 1, 2, 3.",
     lambda at: 2 * at.p, false("<=", Integer(3), EXPONENTS), true("<=", Integer(4), EXPONENTS)),
    ("1 for c <= 2, and c beyond: is at most 1, for rates a, b, c > 0.",
     lambda at: at.c if at.c > 2 else Integer(1), false("<=", Integer(1), RATES)),
    ("(a + b)/(a + b + c) is at most 1 for a, b, c > 0.",
     lambda at: (at.a + at.b) / (at.a + at.b + at.c), true("<=", Integer(1), RATES)),
    ("No rate lies strictly between 1/2 and 3/2, except 1.",
     lambda at: int(any(Rational(1, 2) < rate < Rational(3, 2) and rate != 1 for rate in (at.a, at.b, at.c))),
     false("<=", Integer(0), dict.fromkeys("abc", Rationals(least=0)))),
    ("n + k + d + r, and one more from d = 9 on, is at most n + k + d + r.",
     lambda at: at.n + at.k + at.d + at.r + (1 if at.d >= 9 else 0),
     false("<=", n + k + d + r, FOUR), true("<=", n + k + d + r + 1, FOUR)),
    ("a b c is at most 1 on {0, 1}^3, and not 0.",
     lambda at: Integer(at.a * at.b * at.c), false("=", Integer(0), CUBE), true("<=", Integer(1), CUBE)),
    ("n t is at least 0 for n >= 1 and every t.",
     lambda at: at.n * at.t, false(">=", Integer(0), {"n": Integers(1), "t": Rationals()})),
    ("n |t| is at least 0 for n >= 1 and every t.",
     lambda at: at.n * Abs(at.t), true(">=", Integer(0), {"n": Integers(1), "t": Rationals()})),
    ("a b is at most b^2 for 0 <= a <= b, and not a + b, from a = b = 3 on; at most (a^2 + b^2)/2 for all.",
     lambda at: at.a * at.b,
     false("<=", a + b, PAIR, **ORDERED),
     true("<=", b**2, PAIR, **ORDERED),
     true("<=", (a**2 + b**2) / 2, {"a": Rationals(), "b": Rationals()}, symbols=True)),
    ("The least of 1 and t, and t beyond 3, is at most 1, for batches and t in [0, 4].",
     lambda at: at.t if at.t > 3 else min(Integer(1), at.t),
     false("<=", Integer(1), {"x": SHORT, "t": Rationals(least=0, most=4)})),
    ("No n, k <= 9 are 7 and 9.",
     lambda at: int(at.n == 7 and at.k == 9),
     false("=", Integer(0), SQUARE, most=120), true("<=", Integer(1), SQUARE, most=120)),
    ("a (1 - a)/k is at most 1/4 for a in [0, 1], k to 5.",
     lambda at: at.a * (1 - at.a) / at.k,
     true("<=", Rational(1, 4), {"a": Rationals(least=0, most=1), "k": Integers(1, 5)})),
)  # fmt: skip
