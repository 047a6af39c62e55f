"""Inequalities that are true of small instances alone: from n = 41, from d = 6, of large and of small numbers."""

from __future__ import annotations

import itertools

from sympy import Integer, Rational, Symbol

from bninit.api import Batches, Integers, Rationals, k, n
from tests.adversarial.making import false, table, true
from theory.domains.matrices import Correlations

s = Symbol("s", positive=True)
SIZE = {"n": lambda at: len(at["M"])}
POSITIVE = {"s": Rationals(above=0)}

table(
    ("n^2 is at most 40 n: not from 41 on; at least 40 n - 400, with equality at 20.",
     lambda at: at.n**2, false("<=", 40 * n, {"n": Integers(1)}), true(">=", 40 * n - 400, {"n": Integers(1)})),
    ("s^2 is at most 10^6 s, and at least s/10^6, for s > 0; at least s - 1/4 it is.",
     lambda at: at.s**2,
     false("<=", 10**6 * s, POSITIVE), false(">=", s / 10**6, POSITIVE), true(">=", s - Rational(1, 4), POSITIVE)),
    ("The sum of squared entries of a correlation matrix is between d and d^2, and not at most 5 d, from d = 6 on.",
     lambda at: sum(Rational(e.numerator, e.denominator) ** 2 for row in at.M for e in row),
     false("<=", 5 * n, {"M": Correlations()}, letters=SIZE),
     true("<=", n**2, {"M": Correlations()}, letters=SIZE),
     true(">=", n, {"M": Correlations()}, letters=SIZE)),
    ("No entry of a correlation matrix is above 1.",
     lambda at: max(Rational(e.numerator, e.denominator) for row in at.M for e in row),
     true("<=", Integer(1), {"M": Correlations()})),
    ("A correlation matrix has at most six rows.",
     lambda at: len(at.M), false("<=", Integer(6), {"M": Correlations()})),
    ("A batch has at least two points, and not at most eight.",
     lambda at: len(at.x), false("<=", Integer(8), {"x": Batches()}), true(">=", Integer(2), {"x": Batches()})),
    ("k^3 - 100 is at most 2^k: not for k = 6, .., 9.",
     lambda at: at.k**3 - 100, false("<=", 2**k, {"k": Integers(1)}), true("<=", 2**k + 345, {"k": Integers(1)})),
    ("1 where |t| >= 10^-6, or t = 0, else 0: is at most 1, and not 1, on [-1, 1].",
     lambda at: Integer(0) if 0 < abs(at.t) < Rational(1, 10**6) else Integer(1),
     false("=", Integer(1), {"t": Rationals(least=-1, most=1)}),
     true("<=", Integer(1), {"t": Rationals(least=-1, most=1)})),
)  # fmt: skip


@false("=", Integer(1), {"n": Integers(0)}, cases=True)
def eulers_polynomial(at):
    "n^2 - n + 41 is prime (1 if it is): not at 41."
    value = int(at.n**2 - at.n + 41)
    return int(value > 1 and all(value % q for q in range(2, min(value, 100)) if q < value))


@false("<=", Integer(10**6), {"x": Batches(Integers(2, 4))}, cases=True)
def entries_of_batches(at):
    "The greatest entry is at most a million times the least gap."
    distinct = sorted(set(at.x))
    gap = min(b - a for a, b in itertools.pairwise(distinct))
    return Rational((max(at.x) / gap).numerator, (max(at.x) / gap).denominator)
