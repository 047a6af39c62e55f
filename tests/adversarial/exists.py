"""Existence: by a witness, by a list, by members that happen to do, and of one for each."""

from __future__ import annotations

from sympy import Integer, Rational, sqrt

from bninit.api import Integers, Rationals, Values, k
from tests.adversarial.making import false, table, true

FIFTY = {"n": Integers(1, 50)}
EACH = {"k": Integers(1), "n": Integers(1)}
SAME = {"n": lambda at: at["k"]}

table(
    ("Some n has n^2 = 49, also if none is named; 48 is no square; of 64 it is outside; of each k, of squares only.",
     lambda at: at.n**2,
     true("exists", Integer(49), FIFTY, witness={"n": 7}),
     true("exists", Integer(49), FIFTY, open=True),
     false("exists", Integer(48), FIFTY, witness={"n": 7}),
     false("exists", Integer(64), {"n": Integers(1, 7)}, witness={"n": 8}),
     true("exists", Integer(64), {"n": Integers(1)}, witness={"n": 8}),
     false("exists", k, EACH, witness={"n": lambda at: max(int(sqrt(at["k"])), 1)}),
     true("exists", k, {"k": Values(1, 4, 9, 16, 25), "n": Integers(1)}, witness={"n": lambda at: sqrt(at["k"])})),
    ("t^2 is 2 for some p/q, by a witness good to twelve digits; 0 at an end that is left out; 1/4 inside.",
     lambda at: at.t**2,
     false("exists", Integer(2), {"t": Rationals(least=0, most=2)}, witness={"t": Rational(665857, 470832)}),
     false("exists", Integer(0), {"t": Rationals(above=0, below=1)}, witness={"t": 0}),
     true("exists", Rational(1, 4), {"t": Rationals(above=0, below=1)}, witness={"t": Rational(1, 2)})),
    ("For every k there is n with n + k = 2 k.",
     lambda at: at.n + at.k, true("exists", 2 * k, EACH, witness=SAME)),
    ("For every k there is n <= 100 with n + k = 2 k, by n = k.",
     lambda at: at.n + at.k if at.n <= 100 else Integer(0), false("exists", 2 * k, EACH, witness=SAME, cases=True)),
    ("For every k there is n <= 200 that is k.",
     lambda at: at.n, false("exists", k, {"k": Integers(1), "n": Integers(1, 200)}, witness=SAME, cases=True)),
    ("For every k there is n > k: not the one that is named, which is no reason to refute it.",
     lambda at: int(bool(at.n > at.k)),
     true("exists", Integer(1), {"n": Integers(1), "k": Integers(200)}, witness={"n": 1}, open=True)),
    ("Some n, k have n + k = 3 and n^2 = 4.",
     lambda at: (at.n + at.k, at.n**2),
     true("exists", (Integer(3), Integer(4)), {"n": Integers(1, 9), "k": Integers(1, 9)}, witness={"n": 2, "k": 1})),
)  # fmt: skip
