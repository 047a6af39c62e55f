"""Domains of which a few members are found: a search that gave up has not seen all."""

from __future__ import annotations

from sympy import Integer

from bninit.api import Batches, Integers, Rationals, Values, n
from tests.adversarial.making import false, table, true

GAP = {"where": lambda at: at["n"] < 5 or at["n"] > 20_000, "words": "n < 5 or n > 20,000"}
LISTED = {"n": Values(1, 2, 3, 4, 5, 6, 200, 7)}
NOT_FIVE = {"where": lambda at: at["k"] != 5, "words": "k is not 5"}

table(
    ("n, where a search gives up before the next n > 20,000, or ends, or has fewer instances than members.",
     lambda at: at.n,
     false("<=", Integer(10), {"n": Integers(1)}, cases=True, **GAP),
     false("<=", Integer(4), {"n": Integers(1, 10**6)}, cases=True, **GAP),
     true(">=", Integer(1), {"n": Integers(1)}, unearned=True, **GAP),
     true("<=", Integer(4), {"n": Integers(1, 40)}, where=lambda at: at["n"] < 5, words="n < 5"),
     false("<=", Integer(60), {"n": Integers(1, 100)}, most=60, cases=True),
     false("<=", Integer(6), LISTED),
     true("<=", Integer(200), LISTED)),
    ("n is at most 12 where n k = 12, with six solutions, found in an endless domain; not where n = 10^5 + 3 k.",
     lambda at: at.n,
     false("<=", Integer(12), {"n": Integers(1), "k": Integers(1)}, cases=True,
           where=lambda at: at["n"] * at["k"] == 12 or at["n"] == 10**5 + 3 * at["k"], words="n k = 12"),
     true("<=", Integer(12), {"n": Integers(1), "k": Integers(1)}, unearned=True,
           where=lambda at: at["n"] * at["k"] == 12, words="n k = 12")),
    ("n with 2^(n-1) = 1 mod n is prime (1 for a prime, else 0): 341 is not.",
     lambda at: int(all(at.n % q for q in range(2, int(at.n) // 2 + 1))),
     false("=", Integer(1), {"n": Integers(2)},
           where=lambda at: pow(2, int(at["n"]) - 1, int(at["n"])) == 1, words="2^(n-1) = 1 mod n", cases=True)),
    ("The sum of the first n odd numbers is n^2, for n to 30.",
     lambda at: sum(2 * i + 1 for i in range(int(at.n))), true("=", n**2, {"n": Integers(1, 30)})),
    ("t is at most 7 for the t in [0, 10] that are at most 7 or have a large denominator.",
     lambda at: at.t,
     false("<=", Integer(7), {"t": Rationals(least=0, most=10)},
           where=lambda at: at["t"] <= 7 or at["t"].q > 10**5, words="t <= 7, or of a large denominator", cases=True)),
    ("The distinct values of four points are at most four, and not three.",
     lambda at: len(set(at.x)),
     false("<=", Integer(3), {"x": Batches(Integers(4, 4))}, cases=True),
     true("<=", Integer(4), {"x": Batches(Integers(4, 4))}, unearned=True)),
    ("k is at most 10, and not 9, for k = 1, .., 10 other than 5.",
     lambda at: at.k,
     false("<=", Integer(9), {"k": Integers(1, 10)}, **NOT_FIVE),
     true("<=", Integer(10), {"k": Integers(1, 10)}, **NOT_FIVE)),
)  # fmt: skip
